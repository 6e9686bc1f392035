/// A customer's subscriptions in one group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/subscriptiongroupidentifieritem>.
public struct SubscriptionGroupIdentifierItem: Hashable, Codable, Sendable {
  /// The subscription group.
  public var subscriptionGroupIdentifier: String
  /// The latest transaction of each subscription.
  public var lastTransactions: [LastTransactionsItem]

  /// Creates the value from its fields, which have Apple's names.
  public init(subscriptionGroupIdentifier: String, lastTransactions: [LastTransactionsItem]) {
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.lastTransactions = lastTransactions
  }
}
