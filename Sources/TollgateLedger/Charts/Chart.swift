/// A chart of an app's subscriptions; `Documentation/Charts.md` defines each.
package enum Chart: String, CaseIterable, Sendable {
  case activeSubscriptions = "active-subscriptions"
  case newSubscriptions = "new-subscriptions"
  case churnedSubscriptions = "churned-subscriptions"
  case churn
  case renewingSubscriptions = "renewing-subscriptions"
  case cancelledSubscriptions = "cancelled-subscriptions"
  case billingIssues = "billing-issues"
  case firstRenewal = "first-renewal"
  case subscriptionRetention = "subscription-retention"
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
  case realizedLTV = "realized-ltv"
  case realizedLTVPaying = "realized-ltv-paying"
  case refundRate = "refund-rate"
  case refundRequests = "refund-requests"
  case refundedRequests = "refunded-requests"
  case newCustomers = "new-customers"
  case initialConversion = "initial-conversion"
  case payingConversion = "paying-conversion"
  case paywallViews = "paywall-views"
  case paywallEncounter = "paywall-encounter"
  case paywallConversion = "paywall-conversion"
  case paywallTrials = "paywall-trials"
  case paywallPayingConversion = "paywall-paying-conversion"
  case paywallAbandonment = "paywall-abandonment"

  /// What its numbers are.
  package enum Unit: Sendable {
    /// A number of customers, subscriptions or transactions.
    case count
    /// Thousandths of a currency's unit.
    case money
    /// A number out of another.
    case share
    /// Thousandths of a currency's unit, per customer.
    case average

    /// Whether a number has something that it is a share or an average of.
    package var hasBase: Bool { self == .share || self == .average }
  }

  /// What its numbers are.
  package var unit: Unit {
    switch self {
    case .activeSubscriptions, .newSubscriptions, .churnedSubscriptions, .renewingSubscriptions,
      .cancelledSubscriptions, .billingIssues, .activeTrials, .newTrials, .endedTrials,
      .refundRequests, .newCustomers, .paywallViews:
      .count
    case .mrr, .newMRR, .churnedMRR, .arr, .grossRevenue, .refunds, .revenue, .proceeds: .money
    case .churn, .firstRenewal, .subscriptionRetention, .trialConversion, .pendingTrials,
      .abandonedTrials, .refundRate,
      .refundedRequests, .initialConversion, .payingConversion, .paywallEncounter,
      .paywallConversion, .paywallTrials, .paywallPayingConversion, .paywallAbandonment:
      .share
    case .realizedLTV, .realizedLTVPaying: .average
    }
  }

  /// Whether it counts customers who may have bought nothing, and so has no products or offers.
  package var countsNewCustomers: Bool { subject == .newCustomers }

  /// What it counts.
  enum Subject: Sendable {
    /// What was bought.
    case purchases
    /// Customers who were first seen in a period, whatever they do then.
    case newCustomers
    /// Paywalls that were shown to customers.
    case paywalls
  }

  /// What it counts, on which depends by what it can be divided.
  var subject: Subject {
    switch self {
    case .newCustomers, .initialConversion, .payingConversion, .paywallEncounter, .realizedLTV,
      .realizedLTVPaying:
      .newCustomers
    case .paywallViews, .paywallConversion, .paywallTrials, .paywallPayingConversion,
      .paywallAbandonment:
      .paywalls
    case .activeSubscriptions, .newSubscriptions, .churnedSubscriptions, .churn,
      .renewingSubscriptions, .cancelledSubscriptions, .billingIssues, .firstRenewal,
      .subscriptionRetention, .activeTrials,
      .newTrials, .endedTrials, .trialConversion, .pendingTrials, .abandonedTrials, .mrr, .newMRR,
      .churnedMRR, .arr, .grossRevenue, .refunds, .revenue, .proceeds, .refundRate,
      .refundRequests, .refundedRequests:
      .purchases
    }
  }

  /// Whether it can be divided and filtered by a segment.
  package func isDivided(by segment: ChartSegment) -> Bool {
    switch segment {
    case .product, .offer: subject == .purchases
    case .placement: subject != .newCustomers
    case .paywall, .feature: subject == .paywalls
    case .country, .variant: true
    }
  }
}

extension Chart {
  /// What it counts, in one phrase.
  package var definition: String {
    switch self {
    case .activeSubscriptions:
      "paid and unexpired at the period's end, even if cancelled, in a grace period or not yet claimed"
    case .newSubscriptions:
      "subscriptions paid for the first time: converted trials, paid offers, direct purchases"
    case .churnedSubscriptions:
      "those that expired less those that returned: active at the start + new − active at the end"
    case .churn: "churned subscriptions out of those active at the period's start; may be negative"
    case .renewingSubscriptions:
      "of the active subscriptions, those that are set to renew at the period's end"
    case .cancelledSubscriptions: "of the same subscriptions, those that are set not to renew"
    case .billingIssues: "of the same subscriptions, those whose renewal failed, in a grace period"
    case .firstRenewal:
      "subscriptions paid again out of those first paid in the period whose first paid time is over"
    case .subscriptionRetention:
      "of the subscriptions first paid in the period, without a refund of that payment, those paid for at the end of it and of each later period"
    case .activeTrials:
      "free trials that run at the period's end, without the grace period of a first payment that failed"
    case .newTrials: "free trials that started"
    case .endedTrials: "free trials that expired, were refunded or were converted"
    case .trialConversion: "converted trials out of those of customers first seen in the period"
    case .pendingTrials: "of the same trials, those that run and are set to renew"
    case .abandonedTrials:
      "of the same trials, those not converted that are over or set not to renew"
    case .mrr: "the prices of active subscriptions at the period's end, each for a month"
    case .newMRR: "the monthly prices of new subscriptions"
    case .churnedMRR: "MRR at the start + new MRR − MRR at the end"
    case .arr: "MRR × 12"
    case .grossRevenue:
      "payments, including those for purchases not yet claimed, by the date of the purchase"
    case .refunds: "what was returned of payments, by the date of the purchase"
    case .revenue: "payments less what was returned of them, by the date of the purchase"
    case .proceeds: "revenue less the share given for commission and taxes"
    case .realizedLTV:
      "what new customers paid, less refunds, within a time after they were first seen, per customer"
    case .realizedLTVPaying: "the same, per customer who paid anything within that time"
    case .refundRate: "refunded payments out of all payments, by the date of the purchase"
    case .refundRequests:
      "requests for a refund about which the App Store asked the server, by the date of the question"
    case .refundedRequests: "of the same requests, those whose payment was refunded"
    case .newCustomers: "customers whose own first fact was recorded in the period"
    case .initialConversion:
      "new customers with a purchase or trial within the window, 7 days, out of all new customers"
    case .payingConversion: "the same with a payment"
    case .paywallViews: "how often paywalls were shown"
    case .paywallEncounter:
      "new customers who were shown a paywall within the window, 7 days, out of all new customers"
    case .paywallConversion:
      "first views of each paywall with a trial or purchase within 3 days, out of all first views"
    case .paywallTrials: "of the same first views, those with a free trial within 3 days"
    case .paywallPayingConversion:
      "of the same first views, those with a trial or purchase within 3 days that was ever paid for"
    case .paywallAbandonment:
      "of the same first views, those whose 3 days are over without a trial or purchase"
    }
  }
}
