/// A chart of an app's subscriptions; `Documentation/Charts.md` defines each.
package enum Chart: String, CaseIterable, Sendable {
  case activeSubscriptions = "active-subscriptions"
  case newSubscriptions = "new-subscriptions"
  case churnedSubscriptions = "churned-subscriptions"
  case churn
  case activeTrials = "active-trials"
  case newTrials = "new-trials"
  case endedTrials = "ended-trials"
  case trialConversion = "trial-conversion"
  case pendingTrials = "pending-trials"
  case abandonedTrials = "abandoned-trials"
  case mrr
  case newMRR = "new-mrr"
  case churnedMRR = "churned-mrr"
  case arr
  case grossRevenue = "gross-revenue"
  case refunds
  case revenue
  case proceeds
  case refundRate = "refund-rate"
  case newCustomers = "new-customers"
  case initialConversion = "initial-conversion"
  case payingConversion = "paying-conversion"

  /// What its numbers are.
  package enum Unit: Sendable {
    /// A number of customers, subscriptions or transactions.
    case count
    /// Thousandths of a currency's unit.
    case money
    /// A number out of another.
    case share
  }

  /// What its numbers are.
  package var unit: Unit {
    switch self {
    case .activeSubscriptions, .newSubscriptions, .churnedSubscriptions, .activeTrials, .newTrials,
      .endedTrials, .newCustomers:
      .count
    case .mrr, .newMRR, .churnedMRR, .arr, .grossRevenue, .refunds, .revenue, .proceeds: .money
    case .churn, .trialConversion, .pendingTrials, .abandonedTrials, .refundRate,
      .initialConversion, .payingConversion:
      .share
    }
  }

  /// Whether it counts customers who may have bought nothing, and so has no products or offers.
  package var countsNewCustomers: Bool {
    switch self {
    case .newCustomers, .initialConversion, .payingConversion: true
    case .activeSubscriptions, .newSubscriptions, .churnedSubscriptions, .churn, .activeTrials,
      .newTrials, .endedTrials, .trialConversion, .pendingTrials, .abandonedTrials, .mrr, .newMRR,
      .churnedMRR, .arr, .grossRevenue, .refunds, .revenue, .proceeds, .refundRate:
      false
    }
  }
}

/// What a chart is divided by.
package enum ChartSegment: String, CaseIterable, Sendable {
  /// The product's id.
  case product
  /// The country that the customer's device last reported; `unknown` without one.
  case country
  /// The kind of offer; `none` without one.
  case offer
}

/// Why a chart cannot be computed.
package enum ChartError: Error, Hashable, Sendable {
  /// The rate table lacks a currency.
  case missingRate(currency: String)
  /// The chart counts customers before they buy anything, so it has no products or offers.
  case notSegmented(Chart, by: ChartSegment)
}
