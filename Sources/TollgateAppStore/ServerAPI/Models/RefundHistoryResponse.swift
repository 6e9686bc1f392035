/// A page of a customer's refunded transactions, at most 20.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/refundhistoryresponse>.
public struct RefundHistoryResponse: Hashable, Codable, Sendable {
  /// The transactions, each signed separately, in the order of their refunds.
  public var signedTransactions: [String]
  /// The revision with which to request the next page, now or when there is news.
  public var revision: String?
  /// Whether another page is available now.
  public var hasMore: Bool

  /// Creates the value from its fields, which have Apple's names.
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
