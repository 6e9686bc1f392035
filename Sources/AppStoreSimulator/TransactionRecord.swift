import TollgateAppStore

/// A transaction as stored: only numbers, from which the payload is created on request.
///
/// There can be millions of them: small fields are adjacent, so that a record takes 104 bytes.
struct TransactionRecord: Sendable {
  let number: TransactionNumber
  let account: AccountNumber
  let original: TransactionNumber

  /// The account's previous transaction, as a number; 0 for its first.
  private(set) var previousNumber: UInt32 = 0

  var quantity: UInt16 = 1

  /// How many of the seats were refunded.
  var revokedSeats: UInt16 = 0

  /// How many seats the purchaser had when an assigned seat was signed, or before seats were added; 0 for other
  /// transactions.
  var otherSeats: UInt16 = 0
  var isRenewal = false
  var isShared = false

  /// Whether what is shared is an assigned seat.
  var isAssigned = false

  /// Whether seats were added to its period, so that it pays for them together with other transactions.
  var hasSeatAdditions = false

  /// Whether the developer hosts the invitations to its seats.
  var isDeveloperManaged = false

  /// The number of the bill in its commitment, from 1; 0 without a commitment.
  var bill: UInt8 = 0

  /// Whether the product is billed by its plan of monthly bills, also while an offer comes before the first of them.
  var isBilledMonthly = false

  /// What was refunded; the end of Family Sharing only revokes.
  var refunds = RefundState()

  /// Whether a device has delivered what was bought.
  var isFinished = false

  /// The position of this version among the store's updates.
  var change: UInt32 = 0

  /// Numbers in the catalog, and in the book's tables; the offer of a product that does not renew is the position of its
  /// code, from 1.
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

  /// When the commitment ends; the end of the period without a commitment.
  var commitmentExpires: Instant
  let price: Milliunits

  /// The account's previous transaction; nil for its first.
  var previous: TransactionNumber? {
    get { previousNumber == 0 ? nil : TransactionNumber(value: previousNumber) }
    set { previousNumber = newValue?.value ?? 0 }
  }

  /// Whether it was refunded, and not only some of its seats.
  var isRevoked: Bool { revocation != 0 && (revokedSeats == 0 || revokedSeats == quantity) }

  /// The key that identifies this version.
  var version: Version { Version(number: number, signed: signed) }

  struct Version: Hashable, Sendable {
    var number: TransactionNumber
    var signed: Instant
  }
}
