/// A page of a customer's transactions, at most 20.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/historyresponse>.
public struct HistoryResponse: Hashable, Codable, Sendable {
  /// The revision with which to request the next page, now or when there is news.
  public var revision: String?
  /// Whether another page is available now.
  public var hasMore: Bool
  /// The app's bundle identifier.
  public var bundleId: String?
  /// The environment of the purchases.
  public var environment: Environment?
  /// The transactions, each signed separately.
  public var signedTransactions: [String]
  /// The app's Apple ID; always present in production.
  public var appAppleId: Int64?

  /// Creates the value from its fields, which have Apple's names.
  public init(
    revision: String? = nil,
    hasMore: Bool,
    bundleId: String? = nil,
    environment: Environment? = nil,
    signedTransactions: [String],
    appAppleId: Int64? = nil
  ) {
    self.revision = revision
    self.hasMore = hasMore
    self.bundleId = bundleId
    self.environment = environment
    self.signedTransactions = signedTransactions
    self.appAppleId = appAppleId
  }
}
