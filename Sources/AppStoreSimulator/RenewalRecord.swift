import TollgateAppStore

/// A renewal info as stored: the subscription at the time of signing.
struct RenewalRecord: Sendable {
  var life: SubscriptionLifecycle
  var account: StoreBook.AccountNumber
  var storefront: UInt32
  var signed: Instant

  /// The key that identifies this version.
  var version: TransactionRecord.Version {
    .init(number: life.originalTransactionID, signed: signed)
  }
}
