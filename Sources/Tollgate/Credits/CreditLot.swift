/// Credits of one transaction in one wallet, and when they expire.
struct CreditLot {
  let purchase: PurchaseID
  let transaction: StoreTransaction.ID
  let amount: Int
  let lifetime: Wallet.Lifetime
  let arrivesAt: Instant
  /// The end of the billing period, as the store signed it.
  let periodEnd: Instant
  let revokedAt: Instant?
  /// When a purchase of another product in the same line replaced the period.
  let replacedAt: Instant?
  /// Whether nothing was paid for the period.
  let isFree: Bool
  /// The start of the chain of replacements that the period belongs to; its own start if it replaces nothing.
  let chain: Instant

  var state = State.coming
  var left = 0
  /// How many of them this customer's uses have spent.
  var drawn = 0

  enum State {
    /// They are not available: they have not arrived, or their purchase belongs to another customer.
    case coming
    case here
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

  init(_ credit: Credit, _ period: PaidPeriod, chain: Instant) {
    purchase = period.transaction.purchase
    transaction = period.transaction.id
    amount = min(credit.amount, Self.limit)
    lifetime = credit.lifetime
    arrivesAt = period.startsAt
    periodEnd = period.signedEnd
    replacedAt = period.replacedAt
    // What the store pays back for a change of plan is the share that the replacement takes back.
    let isPaidBack = period.transaction.isUpgraded && period.replacedAt != nil
    revokedAt = isPaidBack ? nil : period.transaction.revokedAt
    isFree = period.transaction.offer?.payment == .freeTrial
    self.chain = chain
  }
}

extension Blueprint {
  /// The credits that a transaction gives a wallet under the current terms.
  func credit(of transaction: StoreTransaction, from source: IndexedSource) -> Credit {
    let amount: Int
    switch source.source.lifetime {
    case .unlimited:
      amount = source.source.amount * min(max(1, transaction.quantity), 10_000)
    case .period, .rollsOver:
      amount = isTrial(transaction) ? source.source.inTrial : source.source.amount
    }
    return Credit(
      purchase: transaction.purchase, transaction: transaction.id,
      wallet: definition.credits[source.wallet].id, amount: amount,
      lifetime: source.source.lifetime)
  }

  /// Whether a period is a trial: nothing was paid for it, or its introductory offer is the blueprint's trial.
  private func isTrial(_ transaction: StoreTransaction) -> Bool {
    guard let offer = transaction.offer else { return false }
    if offer.payment == .freeTrial { return true }
    guard offer.kind == .introductory, let sold = sold[transaction.product] else { return false }
    if offer.payment == nil, sold.product.introductoryOffer?.payment == .freeTrial { return true }
    switch definition.trial?.start {
    case .purchase: return sold.startsTrial
    case .signUp, .introductoryOffer, nil: return false
    }
  }
}
