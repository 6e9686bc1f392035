import Tollgate

extension ChartTally {
  /// Counts a subscription that was first paid in the period, at the end of it and of each period since then.
  ///
  /// A grace period alone is not paid for.
  mutating func countRetention(of line: ChartLine) {
    guard let first = line.firstPaid, contains(first.start), !first.transaction.isRefunded else {
      return
    }
    for age in query.ages(of: period, knownAt: known) {
      let last = min(period.start(after: age + 1), known).adding(milliseconds: -1)
      let isPaid = line.paid(at: last)?.transaction.expiresAt.map { last < $0 } ?? false
      add(isPaid ? 1 : 0, of: 1, by: line, first.transaction, age: age)
    }
  }
}
