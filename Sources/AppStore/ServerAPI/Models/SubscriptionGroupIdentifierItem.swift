/// A customer's subscriptions in one group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/subscriptiongroupidentifieritem>.
public struct SubscriptionGroupIdentifierItem: Hashable, Codable, Sendable {
  /// The subscription group.
  public var subscriptionGroupIdentifier: String
  /// The newest transaction of each subscription.
  public var lastTransactions: [LastTransactionsItem]

  /// Makes the value from its fields, named as Apple names them.
  public init(subscriptionGroupIdentifier: String, lastTransactions: [LastTransactionsItem]) {
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.lastTransactions = lastTransactions
  }
}
