/// The newest transaction of a subscription, with its condition.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/lasttransactionsitem>.
public struct LastTransactionsItem: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String
  /// The condition of the subscription.
  public var status: SubscriptionStatus
  /// The transaction, signed by itself.
  public var signedTransactionInfo: String
  /// The renewal info, signed by itself.
  public var signedRenewalInfo: String

  /// Makes the value from its fields, named as Apple names them.
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
