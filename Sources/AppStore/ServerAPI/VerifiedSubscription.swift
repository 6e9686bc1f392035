/// The condition of a subscription, as the App Store Server API tells it.
public struct VerifiedSubscription: Hashable, Sendable {
  /// The subscription group.
  public let subscriptionGroupIdentifier: String

  /// The condition of the subscription.
  public let status: SubscriptionStatus

  /// The newest transaction.
  public let transaction: Verified<TransactionPayload>

  /// The newest renewal info.
  public let renewalInfo: Verified<RenewalInfoPayload>
}
