/// Credits of one transaction in one wallet, and when they expire.
///
/// A lot begins as ``State/coming``, with nothing left; a ``CreditReplay`` makes it arrive, spends it and ends it.
struct CreditLot {
  let purchase: PurchaseID
  let transaction: StoreTransaction.ID
  /// The number of credits that it gives on arrival, at least 1.
  let amount: Int
  let lifetime: Wallet.Lifetime
  let arrivesAt: Instant
  /// The end of the billing period, as the store signed it.
  let periodEnd: Instant
  /// When the store refunded the transaction; nil if it did not, or paid back only a share for a change of plan.
  let revokedAt: Instant?
  /// When a purchase of another product in the same line replaced the period.
  let replacedAt: Instant?
  /// Whether nothing was paid for the period.
  let isFree: Bool
  /// The start of the chain of replacements that the period belongs to; its own start if it replaces nothing.
  let chain: Instant

  var state = State.coming
  /// How many of them can still be spent.
  var left = 0
  /// How many of them this customer's uses have spent.
  var drawn = 0

  /// Where a lot is on its way from its transaction to its end.
  enum State {
    /// They are not available: they have not arrived, or their purchase belongs to another customer.
    case coming
    /// They can be spent.
    case here
    /// They expired or were refunded, for good.
    case ended
  }

  /// The order in which lots are spent: soonest to expire first, then credits that roll over before purchased ones.
  func isSpent(before other: Self) -> Bool {
    if spendableUntil != other.spendableUntil { return spendableUntil < other.spendableUntil }
    if lifetime.rank.0 != other.lifetime.rank.0 { return lifetime.rank.0 < other.lifetime.rank.0 }
    if arrivesAt != other.arrivesAt { return arrivesAt < other.arrivesAt }
    if purchase != other.purchase { return purchase < other.purchase }
    return transaction < other.transaction
  }

  private var spendableUntil: Instant {
    switch lifetime {
    case .period: periodEnd
    case .rollsOver, .unlimited: .distantFuture
    }
  }

  /// The credits that the store refunds with a replaced period: the share for the time that was left, rounded down.
  ///
  /// The product is formed in twice the width of a word: a lot of ten billion credits and a year in milliseconds exceed
  /// one.
  var unearned: Int {
    guard let replacedAt, !isFree else { return 0 }
    let length = periodEnd.since(arrivesAt)
    let rest = periodEnd.since(max(arrivesAt, replacedAt))
    guard length > 0, rest > 0 else { return 0 }
    let product = amount.multipliedFullWidth(by: Int(rest))
    return Int(length).dividingFullWidth(product).quotient
  }

  /// When the period's credits expire; nil means never.
  var expiresAt: Instant? {
    switch lifetime {
    case .period: periodEnd
    case .rollsOver, .unlimited: nil
    }
  }
}

extension CreditLot {
  /// The greatest number of credits in a lot; it keeps sums from overflowing.
  private static let limit = Wallet.limit * 10_000

  init(_ credit: Credit, _ period: PaidPeriod, chain: Instant, revokedAt: Instant?) {
    purchase = period.transaction.purchase
    transaction = period.transaction.id
    amount = min(credit.amount, Self.limit)
    lifetime = credit.lifetime
    arrivesAt = period.startsAt
    periodEnd = period.signedEnd
    replacedAt = period.replacedAt
    // What the store pays back for a change of plan is the share that the replacement takes back.
    let isPaidBack = period.transaction.isUpgraded && period.replacedAt != nil
    self.revokedAt = isPaidBack ? nil : revokedAt
    isFree = period.transaction.offer?.payment == .freeTrial
    self.chain = chain
  }
}
