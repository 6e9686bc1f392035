import AppStore

/// A renewal info as the store keeps it: the subscription when it was signed.
struct RenewalRecord: Sendable {
  var life: SubscriptionLife
  var account: StoreBook.AccountNumber
  var storefront: UInt32
  var signed: Milliseconds

  /// What tells this version from all others.
  var version: TransactionRecord.Version {
    .init(number: life.originalTransactionID, signed: signed)
  }
}
