/// A page of a customer's transactions, 20 at most.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/historyresponse>.
public struct HistoryResponse: Hashable, Codable, Sendable {
  /// What to ask the next page with, now or when there is news.
  public var revision: String?
  /// Whether another page follows at once.
  public var hasMore: Bool
  /// The app's bundle identifier.
  public var bundleId: String?
  /// Where the purchases were made.
  public var environment: Environment?
  /// The transactions, each signed by itself.
  public var signedTransactions: [String]
  /// Apple's number for the app; in production always there.
  public var appAppleId: Int64?

  /// Makes the value from its fields, named as Apple names them.
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
