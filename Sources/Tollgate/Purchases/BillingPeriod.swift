/// The running billing period of a plan, as the store signed it.
struct BillingPeriod {
  let start: Instant
  let end: Instant
  /// Whether the store has signed that no other one follows.
  var isLast = false

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

  /// When a month begins, or the period's end if that is earlier.
  private func beginning(ofMonth number: Int) -> Instant {
    min(start.adding(Period(1, .month), times: number), end)
  }
}
