/// The latest transaction of a subscription, with the subscription's status.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/lasttransactionsitem>.
public struct LastTransactionsItem: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String
  /// The status of the subscription.
  public var status: SubscriptionStatus
  /// The transaction, signed separately.
  public var signedTransactionInfo: String
  /// The renewal info, signed separately.
  public var signedRenewalInfo: String

  /// Creates the value from its fields, which have Apple's names.
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
