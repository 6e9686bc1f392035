import TollgateAppStore

/// A transaction as stored: only numbers, from which the payload is created on request.
///
/// There can be millions of them: one-byte fields are adjacent, so that a record takes 88 bytes.
struct TransactionRecord: Sendable {
  let number: TransactionNumber
  let account: AccountNumber
  let original: TransactionNumber

  /// The account's previous transaction; nil for its first.
  var previous: TransactionNumber?

  var quantity: UInt8 = 1
  var isRenewal = false
  var isShared = false

  /// Numbers in the catalog, and in the book's tables.
  let product: UInt32
  var offer: UInt32 = 0
  let storefront: UInt32
  var appAccountToken: UInt32
  var revocation: UInt32 = 0

  let purchased: Instant
  let originallyPurchased: Instant

  /// When this version was signed.
  var signed: Instant

  /// When the period ends; the instant of the purchase if there is no period.
  var expires: Instant
  let price: Milliunits
  var isUpgraded = false

  /// Whether a device has delivered what was bought.
  var isFinished = false

  /// The position of this version among the store's updates.
  var change: UInt32 = 0

  /// The key that identifies this version.
  var version: Version { Version(number: number, signed: signed) }

  struct Version: Hashable, Sendable {
    var number: TransactionNumber
    var signed: Instant
  }
}
