/// Credits of one transaction, gift or month of a right in one wallet, and when they expire.
///
/// A lot begins as ``State/coming``, with nothing left; a ``CreditReplay`` makes it arrive, spends it and ends it.
struct CreditLot {
  /// The purchase that gives them; nil if nobody bought them in the store.
  let purchase: PurchaseID?
  let transaction: StoreTransaction.ID?
  /// The number of credits that it gives on arrival, at least 1.
  let amount: Int
  let lifetime: Wallet.Lifetime
  let arrivesAt: Instant
  /// The end of the billing period, as the store signed it, of the month of it that gives them, or of credits that nobody
  /// bought.
  let periodEnd: Instant
  /// When the store refunded the transaction; nil if it did not, or paid back only a share for a change of plan.
  let revokedAt: Instant?
  /// When they expire; nil means never.
  let expiresAt: Instant?
  /// The same without the end of a subscription, which a renewal moves; they are spent in the order of these ends.
  let lastsUntil: Instant?
  /// Whether they expire with the subscription, by the terms they came with.
  let endsWithSubscription: Bool
  /// When a purchase of another product in the same line replaced the period.
  let replacedAt: Instant?
  /// What happens to them then.
  let onUpgrade: Wallet.Upgrade
  /// Whether nothing was paid for the period.
  let isFree: Bool
  /// The start of the chain of replacements that the period belongs to; its own start if it replaces nothing.
  let chain: Instant
  /// Where it stands among lots, before anything else is compared: those of a lower number are spent first.
  let precedence: Int
  /// Its place among those that nobody bought.
  let number: Int
  /// When more of them come; nil if they come once.
  let refill: Refill?

  /// When the credits of a gift come again.
  struct Refill {
    /// The most that there are after a refill.
    let cap: Int
    /// The instants at which a refill may add any, in order.
    let instants: [Instant]
  }

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

  /// Whether it is spent first.
  ///
  /// Given credits come first or last, as the wallet says; then those that come again, those that expire soonest, and
  /// those that roll over before purchased ones. Of those that are alike in this, the ones that would be lost with the
  /// subscription come first.
  func isSpent(before other: Self) -> Bool {
    if precedence != other.precedence { return precedence < other.precedence }
    if spendableUntil != other.spendableUntil { return spendableUntil < other.spendableUntil }
    if lifetime.order != other.lifetime.order { return lifetime.order < other.lifetime.order }
    if endsWithSubscription != other.endsWithSubscription { return endsWithSubscription }
    if arrivesAt != other.arrivesAt { return arrivesAt < other.arrivesAt }
    if let purchase, let others = other.purchase, purchase != others { return purchase < others }
    if let transaction, let others = other.transaction, transaction != others {
      return transaction < others
    }
    return number < other.number
  }

  private var spendableUntil: Instant {
    if refill != nil { return .distantPast }
    return lastsUntil ?? .distantFuture
  }

  /// What a change of plan takes back of them, and how many of those are owed by the new plan if they are spent.
  ///
  /// It is about a period, or a month of it, that has not ended.
  var takenBack: (amount: Int, isOwed: Bool) {
    guard let replacedAt, replacedAt < periodEnd else { return (0, false) }
    return switch onUpgrade {
    case .share: (unearned, true)
    case .topUp: (amount, !isFree)
    case .replace: (amount, false)
    case .keep: (0, false)
    }
  }

  /// The credits that the store refunds with a replaced period: the share for the time that was left, rounded down.
  ///
  /// The product is formed in twice the width of a word: a lot of ten billion credits and a year in milliseconds exceed
  /// one.
  private var unearned: Int {
    guard let replacedAt, !isFree else { return 0 }
    let length = periodEnd.since(arrivesAt)
    let rest = periodEnd.since(max(arrivesAt, replacedAt))
    guard length > 0, rest > 0 else { return 0 }
    let product = amount.multipliedFullWidth(by: Int(rest))
    return Int(length).dividingFullWidth(product).quotient
  }
}

extension PaidPeriod {
  /// Whether the store paid back the whole price after another plan had replaced the period.
  ///
  /// For the change itself it pays back a share, of a plan that was left at once perhaps all of it.
  fileprivate var isRefundedInFull: Bool {
    guard let replacedAt, let revokedAt = transaction.revokedAt, let price = transaction.price,
      let returned = transaction.refund?.amount
    else { return false }
    return revokedAt > replacedAt && price.milliunits > 0
      && returned.milliunits >= price.milliunits
  }
}

extension CreditLot {
  /// The greatest number of credits in a lot; it keeps sums from overflowing.
  private static let limit = Int(clamping: Int64(Wallet.limit) * 1_000)

  /// The greatest number of months in a period that the store signed: those of ten years.
  private static let mostMonths = 120

  /// The lots of a credit: one for its billing period, or one for each month of it that begins before the period is
  /// replaced.
  ///
  /// - Parameters:
  ///   - end: When the subscription ends with which they expire; the distant future if they do not.
  ///   - onUpgrade: What happens to them when the period is replaced.
  static func lots(
    of credit: Credit, _ period: PaidPeriod, chain: Instant, revokedAt: Instant?,
    subscribedUntil end: Instant, onUpgrade: Wallet.Upgrade
  ) -> [CreditLot] {
    let whole = BillingPeriod(start: period.startsAt, end: period.signedEnd)
    let spans: [(start: Instant, end: Instant)] =
      credit.lifetime.isMonthly
      ? whole.months(before: period.replacedAt ?? whole.end, atMost: Self.mostMonths)
      : [(whole.start, whole.end)]
    return spans.map {
      CreditLot(
        credit, period, from: $0.start, to: $0.end, chain: chain, revokedAt: revokedAt,
        subscribedUntil: end, onUpgrade: onUpgrade)
    }
  }

  private init(
    _ credit: Credit, _ period: PaidPeriod, from start: Instant, to end: Instant, chain: Instant,
    revokedAt: Instant?, subscribedUntil subscriptionEnd: Instant, onUpgrade: Wallet.Upgrade
  ) {
    purchase = period.transaction.purchase
    transaction = period.transaction.id
    amount = min(credit.amount, Self.limit)
    lifetime = credit.lifetime
    arrivesAt = start
    periodEnd = end
    lastsUntil = lifetime.end(from: start, to: end)
    endsWithSubscription = lifetime.rollover?.whileSubscribed ?? false
    expiresAt =
      subscriptionEnd < .distantFuture ? earliest(lastsUntil, subscriptionEnd) : lastsUntil
    replacedAt = period.replacedAt
    self.onUpgrade = onUpgrade
    // What the store pays back for a change of plan is the share that the replacement takes back.
    let isPaidBack =
      period.transaction.isUpgraded && period.replacedAt != nil && !period.isRefundedInFull
    self.revokedAt = isPaidBack ? nil : revokedAt
    isFree = period.transaction.offer?.payment == .freeTrial
    self.chain = chain
    precedence = Self.bought
    number = 0
    refill = nil
  }

  /// Creates the lot of a month of a right that was bought elsewhere.
  init(boughtElsewhere amount: Int, from start: Instant, to end: Instant) {
    purchase = nil
    transaction = nil
    self.amount = min(amount, Self.limit)
    lifetime = .planMonth
    arrivesAt = start
    periodEnd = end
    lastsUntil = end
    endsWithSubscription = false
    expiresAt = end
    revokedAt = nil
    replacedAt = nil
    onUpgrade = .share
    isFree = false
    chain = start
    precedence = Self.bought
    number = 0
    refill = nil
  }

  /// Whether it is a month of a right that was bought elsewhere, and untouched.
  var isFullMonth: Bool { isMonthElsewhere && state == .here && left == amount }

  /// Whether it is the month of a right after another one, with as many credits.
  func follows(_ other: Self) -> Bool {
    isMonthElsewhere && arrivesAt == other.periodEnd && amount == other.amount
  }

  /// Whether it is a month of a right that was bought elsewhere.
  var isMonthElsewhere: Bool { purchase == nil && lifetime == .planMonth }

  /// The precedence of credits that were bought.
  private static let bought = 1

  /// Creates a lot that nobody bought.
  ///
  /// - Parameters:
  ///   - wallet: The wallet, which says whether it is spent before what was bought.
  ///   - end: When it expires by itself; nil means never.
  ///   - endsWithSubscription: Whether it expires with the subscription.
  ///   - subscriptionEnd: When the subscription ends with which it expires; the distant future if it does not.
  ///   - revokedAt: When support took it back; nil if it did not.
  ///   - number: Its place among the wallet's other gifts.
  init(
    given amount: Int, to wallet: Wallet, at instant: Instant, until end: Instant? = nil,
    endsWithSubscription: Bool = false, subscribedUntil subscriptionEnd: Instant = .distantFuture,
    revokedAt: Instant? = nil, number: Int, refill: Refill? = nil
  ) {
    purchase = nil
    transaction = nil
    self.amount = min(amount, Self.limit)
    lifetime = end == nil ? .unlimited : .period
    arrivesAt = instant
    periodEnd = end ?? .distantFuture
    lastsUntil = end
    self.endsWithSubscription = endsWithSubscription
    expiresAt = subscriptionEnd < .distantFuture ? earliest(end, subscriptionEnd) : end
    self.revokedAt = revokedAt
    replacedAt = nil
    onUpgrade = .share
    isFree = true
    chain = instant
    precedence = wallet.spendsGivenFirst ? Self.bought - 1 : Self.bought + 1
    self.number = number
    self.refill = refill
  }
}
