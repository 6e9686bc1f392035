/// The response about one transaction.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/transactioninforesponse>.
public struct TransactionInfoResponse: Hashable, Codable, Sendable {
  public var signedTransactionInfo: String

  public init(signedTransactionInfo: String) { self.signedTransactionInfo = signedTransactionInfo }
}

/// A page of a customer's transactions, at most 20.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/historyresponse>.
public struct HistoryResponse: Hashable, Codable, Sendable {
  /// The revision with which to request the next page, now or when there is news.
  public var revision: String?
  /// Whether another page is available now.
  public var hasMore: Bool
  public var bundleId: String?
  public var environment: Environment?
  /// The transactions, each signed separately.
  public var signedTransactions: [String]
  /// The app's Apple ID; always present in production.
  public var appAppleId: Int64?

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

/// The response about a customer's download of the app.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/apptransactioninforesponse>.
public struct AppTransactionInfoResponse: Hashable, Codable, Sendable {
  public var signedAppTransactionInfo: String

  public init(signedAppTransactionInfo: String) {
    self.signedAppTransactionInfo = signedAppTransactionInfo
  }
}

/// A request to set or change the app account token of a transaction.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/updateappaccounttokenrequest>.
public struct UpdateAppAccountTokenRequest: Hashable, Codable, Sendable {
  /// The UUID of the customer's account in the app.
  public var appAccountToken: String

  public init(appAccountToken: String) { self.appAccountToken = appAccountToken }
}
