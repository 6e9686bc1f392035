/// The running billing period of a plan, as the store signed it.
struct BillingPeriod: Hashable, Sendable {
  let start: Instant
  let end: Instant
  /// Whether the store has signed that no other one follows.
  var isLast = false

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
    var month = first
    while month.end <= now, let next = self.month(after: month) { month = next }
    return (month.start, month.end)
  }

  /// The months that begin before an instant, at most those of ten years.
  func months(before last: Instant) -> [(start: Instant, end: Instant)] {
    var months = [first]
    while months.count < 120, let next = month(after: months[months.count - 1]), next.start < last {
      months.append(next)
    }
    return months.map { ($0.start, $0.end) }
  }

  private typealias Month = (number: Int, start: Instant, end: Instant)

  private var first: Month { (0, start, beginning(ofMonth: 1)) }

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

/// A running subscription of the plan, whose billing periods and months limits may count in.
///
/// A customer can have several, of two groups for example. One of them counts, and a renewal of another changes nothing:
/// whoever buys a second one, or cancels it, has no more left than before.
struct PlanTime: Hashable, Sendable {
  let purchase: PurchaseID
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
    self.product = product
    self.entitled = entitled
    period = BillingPeriod(subscription)
    isPaid = subscription.condition == .active && !subscription.isRenewalLate
    since = line.paidSince(subscription.startedAt)
  }

  /// Whether limits count in its periods rather than in those of another one: production comes first, then what is paid
  /// for, then what has been paid for longest without a gap.
  func precedes(_ other: Self) -> Bool {
    let (rank, otherRank) = (purchase.environment.rank, other.purchase.environment.rank)
    if rank != otherRank { return rank > otherRank }
    if isPaid != other.isPaid { return isPaid }
    if since != other.since { return since < other.since }
    return purchase < other.purchase
  }
}

extension BillingPeriod {
  /// The period of a subscription that gives access.
  init(_ subscription: Subscription) {
    start = subscription.startedAt
    end = subscription.expiresAt
    isLast = !subscription.willRenew && !subscription.hasBillsLeft
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
