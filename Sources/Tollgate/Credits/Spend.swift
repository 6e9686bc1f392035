/// A spend of credits on one use of a feature.
///
/// One use is one spend, of whichever wallets: so of two records of a use one wins as a whole.
public struct Spend: Hashable, Sendable {
  /// The wallet that paid, or the first of those that did.
  public let wallet: Wallet.ID
  /// The feature that was used.
  public let feature: Feature.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The customer who spent them, preserved when customers merge so that nothing is paid twice.
  public let origin: Customer.ID
  /// The number of credits of that wallet.
  public let amount: Int
  /// The part of the cost that no wallet could cover, for a use allowed offline and reported later; otherwise 0.
  public let unpaid: Int
  /// The part of the cost that the next credits of that wallet pay for; 0 unless the wallet may be overdrawn.
  public let owed: Int
  /// What other wallets paid of the same price, in the order in which they were asked.
  public let rest: [CreditPayment]
  /// The time of the spend, by the server's clock.
  public let at: Instant

  public init(
    wallet: Wallet.ID, feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, amount: Int,
    unpaid: Int = 0, owed: Int = 0, rest: [CreditPayment] = [], at: Instant
  ) {
    self.wallet = wallet
    self.feature = feature
    self.key = key
    self.origin = origin
    self.amount = amount
    self.unpaid = unpaid
    self.owed = owed
    self.rest = rest
    self.at = at
  }

  /// What each wallet paid, in the order in which they were asked.
  public var payments: [CreditPayment] {
    [CreditPayment(wallet: wallet, amount: amount, owed: owed)] + rest
  }

  /// What its wallets owe.
  package var debt: Int { payments.reduce(0) { $0 + $1.owed } }

  /// Calls a closure with what each wallet paid, in the order in which they were asked.
  func forEachPayment(_ body: (CreditPayment) -> Void) {
    body(CreditPayment(wallet: wallet, amount: amount, owed: owed))
    for payment in rest { body(payment) }
  }

  /// The same spend on another use.
  package func moved(to key: Idempotency.Key, at instant: Instant) -> Spend {
    Spend(
      wallet: wallet, feature: feature, key: key, origin: origin, amount: amount, unpaid: unpaid,
      owed: owed, rest: rest, at: instant)
  }

  /// Whether this record of a use wins over another one: the earlier does.
  func outranks(_ other: Spend) -> Bool {
    if at != other.at { return at < other.at }
    if amount != other.amount { return amount > other.amount }
    if unpaid != other.unpaid { return unpaid < other.unpaid }
    if owed != other.owed { return owed < other.owed }
    return wallet == other.wallet
      ? rest.lexicographicallyPrecedes(other.rest) : wallet < other.wallet
  }
}

extension Spend {
  /// Creates the spend of a use for which several wallets pay.
  ///
  /// - Parameters:
  ///   - payments: At least one; those that pay nothing are left out, unless none pays: the last one is named then.
  ///   - unpaid: What they could not cover.
  init(
    _ payments: [CreditPayment], unpaid: Int, for feature: Feature.ID, key: Idempotency.Key,
    origin: Customer.ID, at: Instant
  ) {
    let made = payments.filter { $0.amount > 0 || $0.owed > 0 }
    let first = made.first ?? payments[payments.count - 1]
    self.init(
      wallet: first.wallet, feature: feature, key: key, origin: origin, amount: first.amount,
      unpaid: unpaid, owed: first.owed, rest: Array(made.dropFirst()), at: at)
  }
}

extension Spend: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int { 192 + 64 * rest.count + key.rawValue.utf8.count }
}
