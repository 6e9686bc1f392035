import TollgateAppStore

/// A renewal info as stored: the subscription at the time of signing.
///
/// It is a reference, since the subscription and each notification about it have the same one.
final class RenewalRecord: Sendable {
  let subscription: SubscriptionLifecycle
  let account: AccountNumber
  let storefront: UInt32
  let signed: Instant

  init(
    subscription: SubscriptionLifecycle, account: AccountNumber, storefront: UInt32,
    signed: Instant
  ) {
    self.subscription = subscription
    self.account = account
    self.storefront = storefront
    self.signed = signed
  }

  /// The key that identifies this version.
  var version: TransactionRecord.Version {
    .init(number: subscription.original.transactionID, signed: signed)
  }
}
