/// A number that the tables of charts keep, from which charts are computed.
package enum ChartMeasure: String, CaseIterable, Codable, Sendable {
  /// The subscriptions that are paid for; it holds from one instant to another, as the next five do.
  case active
  /// The active subscriptions that will renew.
  case renewing
  /// The active subscriptions that will not renew.
  case cancelled
  /// The active subscriptions whose payment fails.
  case billingIssues
  /// The free trials that run.
  case trials
  /// The monthly price of the active subscriptions, in thousandths.
  case mrr
  /// The first paid periods of subscriptions; it happens at an instant, as everything that follows.
  case newSubscriptions
  /// The monthly price of the subscriptions that become paid.
  case newMRR
  /// The free trials that start.
  case newTrials
  /// The free trials that end.
  case endedTrials
  /// The customers whose trial became paid, of those who had one, by when they were first seen.
  case trialConversion
  /// What was paid, in thousandths.
  case grossRevenue
  /// What was paid and refunded, when it was paid.
  case refunds
  /// The payments that were refunded, of all payments.
  case refundRate
  /// The questions about a refund.
  case refundRequests
  /// The questions about a refund that was then granted, of all.
  case refundedRequests
  /// The customers, when they were first seen.
  case newCustomers
  /// The customers who bought something, of those first seen.
  case initialConversion
  /// The customers who paid for something, of those first seen.
  case payingConversion
}

/// How a chart follows from measures.
package enum ChartFormula: Sendable {
  /// What holds at the end of a period, times a factor.
  case level(ChartMeasure, times: Int64)
  /// What happened in a period, less something else that did.
  case flow(ChartMeasure, less: ChartMeasure?)
  /// What held at the start of a period and what was new in it, less what holds at its end.
  case lost(ChartMeasure, new: ChartMeasure, isShare: Bool)

  /// The measures that it needs.
  package var measures: [ChartMeasure] {
    switch self {
    case .level(let level, _): [level]
    case .flow(let flow, let other): [flow] + (other.map { [$0] } ?? [])
    case .lost(let level, let new, _): [level, new]
    }
  }
}

extension Chart {
  /// How the chart follows from measures; nil if it has to be counted from facts, since time changes its numbers of a period
  /// after the period too, or since it counts views of paywalls, which tables leave out.
  package var formula: ChartFormula? {
    switch self {
    case .activeSubscriptions: .level(.active, times: 1)
    case .newSubscriptions: .flow(.newSubscriptions, less: nil)
    case .churnedSubscriptions: .lost(.active, new: .newSubscriptions, isShare: false)
    case .churn: .lost(.active, new: .newSubscriptions, isShare: true)
    case .renewingSubscriptions: .level(.renewing, times: 1)
    case .cancelledSubscriptions: .level(.cancelled, times: 1)
    case .billingIssues: .level(.billingIssues, times: 1)
    case .activeTrials: .level(.trials, times: 1)
    case .newTrials: .flow(.newTrials, less: nil)
    case .endedTrials: .flow(.endedTrials, less: nil)
    case .trialConversion: .flow(.trialConversion, less: nil)
    case .mrr: .level(.mrr, times: 1)
    case .newMRR: .flow(.newMRR, less: nil)
    case .churnedMRR: .lost(.mrr, new: .newMRR, isShare: false)
    case .arr: .level(.mrr, times: 12)
    case .grossRevenue: .flow(.grossRevenue, less: nil)
    case .refunds: .flow(.refunds, less: nil)
    case .revenue, .proceeds: .flow(.grossRevenue, less: .refunds)
    case .refundRate: .flow(.refundRate, less: nil)
    case .refundRequests: .flow(.refundRequests, less: nil)
    case .refundedRequests: .flow(.refundedRequests, less: nil)
    case .newCustomers: .flow(.newCustomers, less: nil)
    case .initialConversion: .flow(.initialConversion, less: nil)
    case .payingConversion: .flow(.payingConversion, less: nil)
    case .firstRenewal, .subscriptionRetention, .realizedLTV, .realizedLTVPaying, .pendingTrials,
      .abandonedTrials, .paywallViews, .paywallEncounter,
      .paywallConversion, .paywallTrials, .paywallPayingConversion, .paywallAbandonment:
      nil
    }
  }
}

extension ChartMeasure {
  /// Whether it counts customers, and so has no products and offers.
  var countsCustomers: Bool {
    switch self {
    case .newCustomers, .initialConversion, .payingConversion: true
    case .active, .renewing, .cancelled, .billingIssues, .trials, .mrr, .newSubscriptions, .newMRR,
      .newTrials, .endedTrials, .trialConversion, .grossRevenue, .refunds, .refundRate,
      .refundRequests, .refundedRequests:
      false
    }
  }
}

/// What the sums of a measure are divided by.
package enum ChartDivision: String, CaseIterable, Sendable {
  case none = ""
  case product
  case country
  case offer

  /// The division by a segment; nil if the tables have none.
  package init?(_ segment: ChartSegment) {
    switch segment {
    case .product: self = .product
    case .country: self = .country
    case .offer: self = .offer
    case .placement, .paywall, .feature, .variant: return nil
    }
  }
}
