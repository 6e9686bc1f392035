import Testing
import Tollgate
import TollgateLedger

/// A chart of a few purchases, counted by hand.
struct WorkedChart: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let chart: Chart
  /// The month of 2026 that it is counted for.
  let month: Int
  let facts: [ChartLife.Recorded]
  let value: Int64
  let base: Int64
  /// The day as known on which it is counted.
  let known: String

  init(
    _ description: String, _ chart: Chart, month: Int = 1, known: String = "2027-01-01",
    _ facts: [ChartLife.Recorded], is value: Int64, of base: Int64 = 0
  ) {
    testDescription = description
    self.chart = chart
    self.month = month
    self.known = known
    self.facts = facts
    self.value = value
    self.base = base
  }

  private static let january = ChartLife.bought("1", "2026-01-10", to: "2026-02-10")
  private static let february = ChartLife.bought("2", "2026-02-10", to: "2026-03-10")
  private static let trial = ChartLife.bought(
    "1", "2026-01-10", to: "2026-01-17", price: 0,
    offer: StoreOffer(kind: .introductory, payment: .freeTrial))
  private static let converted = ChartLife.bought("2", "2026-01-17", to: "2026-02-17")
  private static let refund = ChartLife.bought(
    "1", "2026-01-10", to: "2026-02-10", refunded: "2026-02-03")

  static let all = purchases + WorkedChart.paywalls

  private static let purchases = [
    WorkedChart("a paid period counts at the end", .activeSubscriptions, [january], is: 1),
    WorkedChart(
      "cancelled, and not expired", .activeSubscriptions,
      [january, ChartLife.renewal("2026-01-12", willRenew: false)], is: 1),
    WorkedChart("expired", .activeSubscriptions, month: 2, [january], is: 0),
    WorkedChart(
      "in its grace period", .activeSubscriptions, month: 2,
      [january, ChartLife.renewal("2026-02-10", graceTo: "2026-03-01")], is: 1),
    WorkedChart("a trial is not paid", .activeSubscriptions, [trial], is: 0),
    WorkedChart("new once", .newSubscriptions, [january, february], is: 1),
    WorkedChart("a renewal is not new", .newSubscriptions, month: 2, [january, february], is: 0),
    WorkedChart("a converted trial is new", .newSubscriptions, [trial, converted], is: 1),
    WorkedChart("churned when it expires", .churnedSubscriptions, month: 2, [january], is: 1),
    WorkedChart("renewed", .churnedSubscriptions, month: 2, [january, february], is: 0),
    WorkedChart(
      "resubscribed: churn is negative", .churnedSubscriptions, month: 4,
      [january, ChartLife.bought("3", "2026-04-05", to: "2026-05-05")], is: -1),
    WorkedChart("out of those active at the start", .churn, month: 2, [january], is: 1, of: 1),
    WorkedChart("set to renew", .renewingSubscriptions, [january], is: 1),
    WorkedChart(
      "cancelled before the period's end", .renewingSubscriptions,
      [january, ChartLife.renewal("2026-01-12", willRenew: false)], is: 0),
    WorkedChart(
      "cancelled before the period's end", .cancelledSubscriptions,
      [january, ChartLife.renewal("2026-01-12", willRenew: false)], is: 1),
    WorkedChart(
      "cancelled after the period's end", .renewingSubscriptions,
      [january, ChartLife.renewal("2026-02-02", willRenew: false)], is: 1),
    WorkedChart(
      "cancelled, and expired", .cancelledSubscriptions, month: 2,
      [january, ChartLife.renewal("2026-01-12", willRenew: false)], is: 0),
    WorkedChart(
      "past its end, in its grace period", .billingIssues, month: 2,
      [january, ChartLife.renewal("2026-02-10", graceTo: "2026-03-01")], is: 1),
    WorkedChart(
      "a failed renewal is not set to renew", .renewingSubscriptions, month: 2,
      [january, ChartLife.renewal("2026-02-10", graceTo: "2026-03-01")], is: 0),
    WorkedChart("paid again", .firstRenewal, [january, february], is: 1, of: 1),
    WorkedChart("paid once", .firstRenewal, [january], is: 0, of: 1),
    WorkedChart(
      "the first paid time is not over", .firstRenewal, known: "2026-02-09", [january], is: 0),
    WorkedChart(
      "the payment after a trial is the first", .firstRenewal, [trial, converted], is: 0, of: 1),
    WorkedChart(
      "asked twice about one refund", .refundRequests,
      [
        january, ChartLife.refundRequest("a", "2026-01-20"),
        ChartLife.refundRequest("a", "2026-01-20"),
      ],
      is: 1),
    WorkedChart(
      "a request that was not granted", .refundedRequests,
      [january, ChartLife.refundRequest("a", "2026-01-20")], is: 0, of: 1),
    WorkedChart(
      "a request that was granted", .refundedRequests,
      [refund, ChartLife.refundRequest("a", "2026-01-20")], is: 1, of: 1),
    WorkedChart(
      "the trial at the period's end", .activeTrials,
      [
        ChartLife.bought(
          "1", "2026-01-28", to: "2026-02-04", price: 0,
          offer: StoreOffer(kind: .introductory, payment: .freeTrial))
      ], is: 1),
    WorkedChart("a converted trial has ended", .endedTrials, [trial, converted], is: 1),
    WorkedChart("a trial starts", .newTrials, [trial], is: 1),
    WorkedChart("a trial converts", .trialConversion, [trial, converted], is: 1, of: 1),
    WorkedChart(
      "known before it converts", .trialConversion, known: "2026-01-17", [trial, converted], is: 0,
      of: 1),
    WorkedChart(
      "not pending when its time is over", .pendingTrials, known: "2026-01-17", [trial, converted],
      is: 0, of: 1),
    WorkedChart(
      "pending while it runs", .pendingTrials, known: "2026-01-15", [trial], is: 1, of: 1),
    WorkedChart(
      "abandoned while it runs", .abandonedTrials, known: "2026-01-15",
      [trial, ChartLife.renewal("2026-01-12", willRenew: false)], is: 1, of: 1),
    WorkedChart("a month × 1", .mrr, [january], is: 9990),
    WorkedChart("ARR is MRR × 12", .arr, [january], is: 119_880),
    WorkedChart(
      "a year ÷ 12, rounded to a thousandth", .mrr,
      [ChartLife.bought("1", "2026-01-10", to: "2027-01-10", price: 29_990)], is: 2499),
    WorkedChart(
      "a week × 4", .mrr, [ChartLife.bought("1", "2026-01-28", to: "2026-02-04", price: 1990)],
      is: 7960),
    WorkedChart(
      "3 days × 10", .mrr, [ChartLife.bought("1", "2026-01-30", to: "2026-02-02", price: 990)],
      is: 9900),
    WorkedChart(
      "6 months ÷ 6", .mrr, [ChartLife.bought("1", "2026-01-10", to: "2026-07-10", price: 36_000)],
      is: 6000),
    WorkedChart("new MRR", .newMRR, [january], is: 9990),
    WorkedChart("churned MRR", .churnedMRR, month: 2, [january], is: 9990),
    WorkedChart("gross revenue keeps refunds", .grossRevenue, [refund], is: 9990),
    WorkedChart("refunds by the purchase's date", .refunds, [refund], is: 9990),
    WorkedChart("revenue is net of refunds", .revenue, [refund], is: 0),
    WorkedChart("refunded payments out of payments", .refundRate, [refund], is: 1, of: 1),
    WorkedChart(
      "a refund ends a subscription", .activeSubscriptions, month: 2,
      [ChartLife.bought("1", "2026-01-10", to: "2026-03-10", refunded: "2026-02-03")], is: 0),
    WorkedChart("a commission of 15 %", .proceeds, [january], is: 8492),
    WorkedChart("one customer", .newCustomers, [january], is: 1),
    WorkedChart("bought at once", .initialConversion, [trial], is: 1, of: 1),
    WorkedChart(
      "paid after a trial of a week", .payingConversion, [trial, converted], is: 0, of: 1),
    WorkedChart(
      "a refund that was recorded later is not known yet", .revenue, known: "2026-02-03",
      [january, refund], is: 9990),
  ]
}
