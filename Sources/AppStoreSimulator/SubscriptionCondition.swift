public import TollgateAppStore

/// The condition of an account's subscription in one group.
public struct SubscriptionCondition: Hashable, Sendable {
  public let groupID: String

  public let status: SubscriptionStatus

  /// The transaction of the last period.
  public let transaction: Signed<TransactionPayload>

  /// What happens at the end of the period.
  public let renewalInfo: Signed<RenewalInfoPayload>
}
