import Tollgate

extension ChartTally {
  /// Counts a purchase.
  mutating func count(_ line: ChartLine) throws(ChartError) {
    switch query.chart {
    case .activeSubscriptions: add(line.paid(at: last), 1, of: line)
    case .newSubscriptions: add(newlyPaid(line), 1, of: line)
    case .churnedSubscriptions, .churn:
      let base: Int64 = query.chart == .churn ? 1 : 0
      add(line.paid(at: before), 1, base: base, of: line)
      add(newlyPaid(line), 1, of: line)
      add(line.paid(at: last), -1, of: line)
    case .renewingSubscriptions, .cancelledSubscriptions, .billingIssues:
      if let span = line.paid(at: last), line.status(of: span, at: last).chart == query.chart {
        add(span, 1, of: line)
      }
    case .firstRenewal: countFirstRenewal(of: line)
    case .subscriptionRetention: countRetention(of: line)
    case .refundRequests, .refundedRequests: countRequests(of: line)
    case .activeTrials:
      add(line.spans.first { $0.isTrial && $0.contains(last) }, 1, of: line)
    case .newTrials:
      for span in line.spans where span.isTrial && contains(span.start) { add(span, 1, of: line) }
    case .endedTrials:
      // A trial is active at the instant before its end, so it ends in the period of its end, as the snapshots see it.
      for span in line.spans where span.isTrial && span.start <= last {
        let wasActive = span.contains(before) || contains(span.start)
        if wasActive && !span.contains(last) { add(span, 1, of: line) }
      }
    case .trialConversion, .pendingTrials, .abandonedTrials: countTrial(of: line)
    case .mrr: try addPrice(line.paid(at: last), at: last, 1, of: line)
    case .arr: try addPrice(line.paid(at: last), at: last, 12, of: line)
    case .newMRR: try addNewPrice(of: line)
    case .churnedMRR:
      try addPrice(line.paid(at: before), at: before, 1, of: line)
      try addNewPrice(of: line)
      try addPrice(line.paid(at: last), at: last, -1, of: line)
    case .grossRevenue, .refunds, .revenue, .proceeds, .refundRate: try countTransactions(of: line)
    case .newCustomers, .initialConversion, .payingConversion, .realizedLTV, .realizedLTVPaying,
      .paywallViews, .paywallEncounter,
      .paywallConversion, .paywallTrials, .paywallPayingConversion, .paywallAbandonment:
      break
    }
  }

  /// Counts the customer, who was first seen in the period or, in a cohort chart, bought something in it before that.
  mutating func count(
    newCustomerWith lines: [ChartLine], firstSeen: Instant, since seen: Instant
  ) throws(ChartError) {
    let end = firstSeen.adding(query.window)
    let bought = lines.flatMap(\.transactions).filter { $0.purchasedAt < end }
    switch query.chart {
    case .initialConversion: add(bought.isEmpty ? 0 : 1, of: 1)
    case .payingConversion: add(bought.contains(where: \.isPayment) ? 1 : 0, of: 1)
    case .realizedLTV, .realizedLTVPaying: try countLifetimeValue(of: lines, since: seen)
    case .paywallEncounter: add(person.views.contains { $0.at < end } ? 1 : 0, of: 1)
    default: add(1)
    }
  }

  private func newlyPaid(_ line: ChartLine) -> ChartSpan? {
    line.firstPaid.flatMap { contains($0.start) ? $0 : nil }
  }

  private mutating func add(
    _ span: ChartSpan?, _ value: Int64, base: Int64 = 0, of line: ChartLine
  ) {
    guard let span else { return }
    add(value, of: base, by: line, span.transaction)
  }

  private mutating func addPrice(
    _ span: ChartSpan?, at instant: Instant, _ factor: Int64, of line: ChartLine
  ) throws(ChartError) {
    guard let span else { return }
    try add(
      span.monthlyPrice(at: instant, periods: query.billing), times: factor, by: line,
      span.transaction)
  }

  private mutating func addNewPrice(of line: ChartLine) throws(ChartError) {
    guard let span = newlyPaid(line) else { return }
    try addPrice(span, at: span.start, 1, of: line)
  }

  /// Counts the trial, if the customer was first seen in the period.
  private mutating func countTrial(of line: ChartLine) {
    guard let trial = line.trial, person.firstSeen.map(contains) ?? false else { return }
    let isConverted = line.isConverted(trial)
    let isOver = known >= trial.end || !line.willRenew(at: known)
    let isCounted =
      switch query.chart {
      case .pendingTrials: !isConverted && !isOver
      case .abandonedTrials: !isConverted && isOver
      default: isConverted
      }
    add(isCounted ? 1 : 0, of: 1, by: line, trial.transaction)
  }

  /// Counts a subscription that was first paid in the period, once it could have been paid again.
  private mutating func countFirstRenewal(of line: ChartLine) {
    guard let first = line.firstPaid, contains(first.start),
      let end = first.transaction.expiresAt, end < known
    else { return }
    let isPaidAgain = line.spans.contains { $0.isPaid && first.start < $0.start }
    add(first, isPaidAgain ? 1 : 0, base: 1, of: line)
  }

  private mutating func countRequests(of line: ChartLine) {
    for request in line.requests where contains(request.askedAt) {
      let transaction = line.transaction(of: request)
      let isRefunded = transaction?.isRefunded ?? false
      switch query.chart {
      case .refundedRequests: add(isRefunded ? 1 : 0, of: 1, by: line, transaction)
      default: add(1, by: line, transaction)
      }
    }
  }

  private mutating func countTransactions(of line: ChartLine) throws(ChartError) {
    for transaction in line.transactions
    where transaction.isPayment && contains(transaction.purchasedAt) {
      let kept = transaction.price.map {
        Money(milliunits: transaction.kept, currency: $0.currency)
      }
      switch query.chart {
      case .refundRate:
        add(transaction.isRefunded ? 1 : 0, of: 1, by: line, transaction)
      case .grossRevenue: try add(transaction.price, by: line, transaction)
      case .refunds: try add(transaction.returned, by: line, transaction)
      case .revenue: try add(kept, by: line, transaction)
      case .proceeds:
        let proceeds = kept.map {
          Money(
            milliunits: $0.milliunits.scaled(by: max(0, 1000 - query.deductions), over: 1000),
            currency: $0.currency)
        }
        try add(proceeds, by: line, transaction)
      default: break
      }
    }
  }
}

extension ChartLine.Status {
  /// The chart of active subscriptions that counts it.
  fileprivate var chart: Chart {
    switch self {
    case .renewing: .renewingSubscriptions
    case .cancelled: .cancelledSubscriptions
    case .billingIssue: .billingIssues
    }
  }
}
