/// A page of a customer's refunded transactions, 20 at most.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/refundhistoryresponse>.
public struct RefundHistoryResponse: Hashable, Codable, Sendable {
  /// The transactions, each signed by itself, ordered by when they were refunded.
  public var signedTransactions: [String]
  /// What to ask the next page with, now or when there is news.
  public var revision: String?
  /// Whether another page follows at once.
  public var hasMore: Bool

  /// Makes the value from its fields, named as Apple names them.
  public init(
    signedTransactions: [String],
    revision: String? = nil,
    hasMore: Bool
  ) {
    self.signedTransactions = signedTransactions
    self.revision = revision
    self.hasMore = hasMore
  }
}
