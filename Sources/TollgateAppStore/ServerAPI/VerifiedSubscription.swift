/// The status of a subscription, from the App Store Server API.
public struct VerifiedSubscription: Hashable, Sendable {
  /// The subscription group.
  public let subscriptionGroupIdentifier: String

  /// The status of the subscription.
  public let status: SubscriptionStatus

  /// The latest transaction.
  public let transaction: Verified<TransactionPayload>

  /// The latest renewal info.
  public let renewalInfo: Verified<RenewalInfoPayload>
}
