/// The time whose months count: the running billing period of a plan, as the store signed it, a right that was bought
/// elsewhere, or all time since a customer's first day.
struct BillingPeriod: Hashable, Sendable {
  let start: Instant
  let end: Instant
  /// When what follows brings more; nil if nothing follows: the store has signed so, the right will not renew, or it has no
  /// end.
  var next: Instant?

  /// What is left of a period after a month of it is a month of its own if it is at least this long: four days.
  ///
  /// The store keeps the day of a purchase, so for a plan that began on January 31, the period from February 28 to
  /// March 31 is three days longer than a month that is counted from its start.
  private static let shortest = 4 * Instant.millisecondsPerDay

  /// The month of the period that contains an instant.
  ///
  /// Months are counted from the start, so that month ends do not drift: those of a year from January 31 begin on
  /// February 28 and March 31. The last one ends with the period, and continues until the store confirms another.
  func month(at now: Instant) -> (start: Instant, end: Instant) {
    var month = self.month(notAfter: now)
    while month.end <= now, let next = self.month(after: month) { month = next }
    return (month.start, month.end)
  }

  /// The months that begin before an instant, at most so many.
  func months(
    before last: Instant, atMost count: Int = .max
  ) -> [(start: Instant, end: Instant)] {
    var months = [first]
    while months.count < count, let next = month(after: months[months.count - 1]),
      next.start < last
    {
      months.append(next)
    }
    return months.map { ($0.start, $0.end) }
  }

  private typealias Month = (number: Int, start: Instant, end: Instant)

  private var first: Month { (0, start, beginning(ofMonth: 1)) }

  /// A month that begins at or before an instant, no more than a few months before the one that contains it, since no
  /// month is longer than 31 days.
  private func month(notAfter now: Instant) -> Month {
    let last = min(now, end.adding(milliseconds: -Self.shortest))
    let number = Int(clamping: last.since(start) / (31 * Instant.millisecondsPerDay))
    if number <= 0 { return first }
    return (number, beginning(ofMonth: number), beginning(ofMonth: number + 1))
  }

  /// The month after another one; nil after the last.
  private func month(after other: Month) -> Month? {
    guard other.end < end else { return nil }
    return (other.number + 1, other.end, beginning(ofMonth: other.number + 2))
  }

  /// When a month begins, or the period's end if that is earlier or too soon after it.
  private func beginning(ofMonth number: Int) -> Instant {
    let beginning = start.adding(Period(1, .month), times: number)
    return beginning.adding(milliseconds: Self.shortest) <= end ? beginning : end
  }
}

extension BillingPeriod {
  /// The time since a customer's first day, in whose months limits count without a plan.
  init(since firstDay: Instant) { self.init(start: firstDay, end: .distantFuture) }

  /// The uninterrupted time of a right.
  ///
  /// A renewal continues its months: of one that is paid for each week, most renewals bring nothing.
  init(_ right: RightTime) {
    self.init(start: right.start, end: right.end ?? .distantFuture)
    guard right.end != nil, right.willRenew else { return }
    let unending = BillingPeriod(start: start, end: .distantFuture)
    next = max(end, unending.month(at: month(at: end).start).end)
  }
}

/// A running subscription of the plan, whose billing periods and months limits may count in, or a right that was bought
/// elsewhere and gives the plan, whose months they may count in.
///
/// A customer can have several, of two groups for example. One of them counts, and a renewal of another changes nothing:
/// whoever buys a second one, or cancels it, has no more left than before.
struct PlanTime: Hashable, Sendable {
  /// The purchase of the subscription; nil for a right, which has no billing periods.
  let purchase: PurchaseID?
  /// The name of the right; nil for a subscription.
  let right: GrantTerms.ID?
  /// Its product, as a bit of ``BlueprintIndex/products``.
  let product: UInt64
  /// What its product gives, as bits of ``BlueprintIndex/entitlements``.
  let entitled: UInt64
  let period: BillingPeriod
  /// Whether the period is paid for, rather than over with a payment or a renewal to come.
  let isPaid: Bool
  /// When the uninterrupted paid time began.
  let since: Instant

  init(_ subscription: Subscription, of line: PurchaseLine, product: UInt64, entitled: UInt64) {
    purchase = subscription.purchase
    right = nil
    self.product = product
    self.entitled = entitled
    period = BillingPeriod(subscription)
    isPaid = subscription.condition == .active && !subscription.isRenewalLate
    since = line.paidSince(subscription.startedAt)
  }

  init(_ time: RightTime, entitled: UInt64) {
    purchase = nil
    right = time.name
    product = 0
    self.entitled = entitled
    period = BillingPeriod(time)
    isPaid = true
    since = time.start
  }

  /// Whether limits count in its periods rather than in those of another one: production comes first, then what is paid
  /// for, then what has been paid for longest without a gap.
  func precedes(_ other: Self) -> Bool {
    if rank != other.rank { return rank > other.rank }
    if isPaid != other.isPaid { return isPaid }
    if since != other.since { return since < other.since }
    guard let purchase else {
      guard other.purchase == nil, let right, let others = other.right else { return false }
      return right < others
    }
    return other.purchase.map { purchase < $0 } ?? true
  }

  /// That of the environment; what was bought elsewhere counts as production.
  private var rank: Int { (purchase?.environment ?? .production).rank }
}

extension BillingPeriod {
  /// The period of a subscription that gives access.
  init(_ subscription: Subscription) {
    start = subscription.startedAt
    end = subscription.expiresAt
    next = subscription.willRenew || subscription.hasBillsLeft ? end : nil
  }
}

extension PurchaseLine {
  /// When the uninterrupted paid time that leads up to the start of a period began.
  fileprivate func paidSince(_ start: Instant) -> Instant {
    var start = start
    for index in periods.indices.reversed() where periods[index].startsAt < start {
      let lost = earliest(periods[index].transaction.revokedAt, periods[index].replacedAt)
      if start <= min(periods[index].signedEnd, lost ?? .distantFuture) {
        start = periods[index].startsAt
      }
    }
    return start
  }
}
