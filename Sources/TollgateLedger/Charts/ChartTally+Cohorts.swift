import Tollgate

extension ChartTally {
  /// Counts a subscription that was first paid in the period, at the end of it and of each period since then.
  ///
  /// A grace period alone is not paid for.
  mutating func countRetention(of line: ChartLine) {
    guard let first = line.firstPaid, contains(first.start), !first.isRefunded else {
      return
    }
    for age in query.ages(of: period, knownAt: known) {
      let last = min(period.start(after: age + 1), known).adding(milliseconds: -1)
      let isPaid = line.paid(at: last)?.transaction.expiresAt.map { last < $0 } ?? false
      add(isPaid ? 1 : 0, of: 1, by: line, first.transaction, age: age)
    }
  }

  /// Counts what the customer paid within each age since an instant of the period.
  ///
  /// Customers have no currency, and are counted once beside the amounts of each.
  mutating func countLifetimeValue(
    of lines: [ChartLine], since start: Instant
  ) throws(ChartError) {
    let payments = lines.flatMap(\.transactions).filter(\.isPayment)
    for age in query.ages(of: period, knownAt: known) {
      let end = start.adding(period.length.period, times: age)
      let paid = payments.filter { $0.purchasedAt < end }
      if query.chart == .realizedLTV || !paid.isEmpty { add(0, of: 1, age: age) }
      for transaction in paid {
        guard let currency = transaction.price?.currency else { continue }
        let kept = Money(milliunits: transaction.kept, currency: currency)
        let amount = try query.rates?.converted(kept) ?? kept
        add(amount.milliunits, currency: amount.currency, age: age)
      }
    }
  }
}
