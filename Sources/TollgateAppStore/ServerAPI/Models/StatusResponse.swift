/// The response about all subscriptions of a customer.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/statusresponse>.
public struct StatusResponse: Hashable, Codable, Sendable {
  public var environment: Environment
  public var bundleId: String
  public var data: [SubscriptionGroupIdentifierItem]
  /// The app's Apple ID; always present in production.
  public var appAppleId: Int64?

  public init(
    environment: Environment,
    bundleId: String,
    data: [SubscriptionGroupIdentifierItem],
    appAppleId: Int64? = nil
  ) {
    self.environment = environment
    self.bundleId = bundleId
    self.data = data
    self.appAppleId = appAppleId
  }
}

/// A customer's subscriptions in one group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/subscriptiongroupidentifieritem>.
public struct SubscriptionGroupIdentifierItem: Hashable, Codable, Sendable {
  public var subscriptionGroupIdentifier: String
  /// The latest transaction of each subscription.
  public var lastTransactions: [LastTransactionsItem]

  public init(subscriptionGroupIdentifier: String, lastTransactions: [LastTransactionsItem]) {
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.lastTransactions = lastTransactions
  }
}

/// The latest transaction of a subscription, with the subscription's status.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/lasttransactionsitem>.
public struct LastTransactionsItem: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String
  public var status: SubscriptionStatus
  public var signedTransactionInfo: String
  public var signedRenewalInfo: String

  public init(
    originalTransactionId: String,
    status: SubscriptionStatus,
    signedTransactionInfo: String,
    signedRenewalInfo: String
  ) {
    self.originalTransactionId = originalTransactionId
    self.status = status
    self.signedTransactionInfo = signedTransactionInfo
    self.signedRenewalInfo = signedRenewalInfo
  }
}
