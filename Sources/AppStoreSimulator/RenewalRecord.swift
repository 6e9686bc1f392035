import TollgateAppStore

/// A renewal info as stored: the subscription at the time of signing.
struct RenewalRecord: Sendable {
  var subscription: SubscriptionLifecycle
  var account: AccountNumber
  var storefront: UInt32
  var signed: Instant

  /// The key that identifies this version.
  var version: TransactionRecord.Version {
    .init(number: subscription.original.transactionID, signed: signed)
  }
}
