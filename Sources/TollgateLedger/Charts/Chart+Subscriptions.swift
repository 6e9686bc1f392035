import Tollgate

extension Chart {
  static let ofSubscriptions = [activeSubscriptions, newSubscriptions]

  static let ofRetention = [
    churn, churnedSubscriptions, renewingSubscriptions, cancelledSubscriptions, billingIssues,
    firstRenewal, subscriptionRetention,
  ]

  package static let activeSubscriptions = Chart(
    "active-subscriptions", .count,
    "subscriptions that are paid and unexpired at the period's end, even if cancelled, in a grace period or not yet claimed",
    .level(.active))

  package static let newSubscriptions = Chart(
    "new-subscriptions", .count,
    "subscriptions paid for the first time: converted trials, paid offers, direct purchases",
    .flow(.newSubscriptions))

  package static let churnedSubscriptions = Chart(
    "churned-subscriptions", .count,
    "subscriptions that expired less those that returned: active at the start + new − active at the end",
    .lost(.active, new: .newSubscriptions))

  package static let churn = Chart(
    "churn", .share,
    "subscriptions that expired less those that returned, out of those active at the period's start; may be negative",
    .lost(.active, new: .newSubscriptions, isShare: true))

  package static let renewingSubscriptions = Chart(
    "renewing-subscriptions", .count,
    "active subscriptions that are set to renew at the period's end",
    .level(.renewing))

  package static let cancelledSubscriptions = Chart(
    "cancelled-subscriptions", .count,
    "active subscriptions that are set not to renew at the period's end", .level(.cancelled))

  package static let billingIssues = Chart(
    "billing-issues", .count,
    "active subscriptions whose renewal failed and that are in a grace period at the period's end",
    .level(.billingIssues))

  package static let firstRenewal = Chart(
    "first-renewal", .share,
    "subscriptions paid again out of those first paid in the period whose first paid time is over",
    .flow(.firstRenewals))

  package static let subscriptionRetention = Chart(
    "subscription-retention", .share,
    "of the subscriptions first paid in the period, without a refund of that payment, those paid for at the end of it and of each later period",
    .cohorts(firstAge: 0) { basis, period, query in
      basis.lines.flatMap { line -> [ChartStep] in
        guard let first = line.firstPaid, basis.knows(first.start, in: period), !first.isRefunded
        else { return [] }
        return query.ages(of: period, knownAt: basis.known).map { age in
          let last = min(period.start(after: age + 1), basis.known).adding(milliseconds: -1)
          // A grace period alone is not paid for.
          let isPaid = line.paid(at: last)?.transaction.expiresAt.map { last < $0 } ?? false
          return line.step(at: first.start, isPaid ? 1 : 0, of: 1, first.transaction, age: age)
        }
      }
    })
}

extension ChartMeasure {
  fileprivate static let active = ofPurchases("active") { line, _ in
    line.paidSpans.flatMap(line.steps(during:))
  }

  /// The subscriptions that become paid for the first time.
  fileprivate static let newSubscriptions = ofPurchases("newSubscriptions") { line, _ in
    guard let first = line.firstPaid else { return [] }
    return [line.step(at: first.start, 1, first.transaction)]
  }

  fileprivate static let renewing = ofStatus(.renewing, "renewing")
  fileprivate static let cancelled = ofStatus(.cancelled, "cancelled")
  fileprivate static let billingIssues = ofStatus(.billingIssue, "billingIssues")

  /// The active subscriptions that are about to do the same.
  private static func ofStatus(_ status: ChartLine.Status, _ name: String) -> ChartMeasure {
    ofPurchases(name) { line, _ in
      line.paidSpans.flatMap { span in
        var steps: [ChartStep] = []
        var isCounted = false
        for instant in line.statusChanges(in: span)
        where isCounted != (line.status(of: span, at: instant) == status) {
          isCounted.toggle()
          steps.append(line.step(at: instant, isCounted ? 1 : -1, span.transaction))
        }
        if isCounted { steps.append(line.step(at: span.end, -1, span.transaction)) }
        return steps
      }
    }
  }

  /// The subscriptions that were paid again, of all that could have been.
  fileprivate static let firstRenewals = ofPurchases("firstRenewals", isKept: false) {
    line, basis in
    guard let first = line.firstPaid, let end = first.transaction.expiresAt, end < basis.known
    else { return [] }
    let isPaidAgain = line.paidSpans.contains { first.start < $0.start }
    return [line.step(at: first.start, isPaidAgain ? 1 : 0, of: 1, first.transaction)]
  }
}
