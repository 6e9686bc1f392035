import Tollgate
import TollgateLedger

extension WorkedChart {
  private static let shown = ChartLife.shown("a", "2026-01-08")
  private static let bought = ChartLife.bought("1", "2026-01-10", to: "2026-02-10")
  private static let tried = ChartLife.bought(
    "1", "2026-01-10", to: "2026-01-17", price: 0,
    offer: StoreOffer(kind: .introductory, payment: .freeTrial))
  private static let paid = ChartLife.bought("2", "2026-01-17", to: "2026-02-17")

  /// Charts of paywalls.
  static let paywalls = [
    WorkedChart(
      "shown twice", .paywallViews, [shown, ChartLife.shown("b", "2026-01-09")], is: 2),
    WorkedChart("reported twice", .paywallViews, [shown, shown], is: 1),
    WorkedChart("shown at once", .paywallEncounter, [shown], is: 1, of: 1),
    WorkedChart(
      "shown within 7 days", .paywallEncounter, [bought, ChartLife.shown("a", "2026-01-16")],
      is: 1, of: 1),
    WorkedChart(
      "shown after 7 days", .paywallEncounter, [bought, ChartLife.shown("a", "2026-01-17")],
      is: 0, of: 1),
    WorkedChart("never shown", .paywallEncounter, [bought], is: 0, of: 1),
    WorkedChart("bought two days later", .paywallConversion, [shown, bought], is: 1, of: 1),
    WorkedChart("tried two days later", .paywallConversion, [shown, tried], is: 1, of: 1),
    WorkedChart(
      "bought three days later", .paywallConversion,
      [ChartLife.shown("a", "2026-01-07"), bought], is: 0, of: 1),
    WorkedChart(
      "bought before", .paywallConversion, [ChartLife.shown("a", "2026-01-11"), bought], is: 0,
      of: 1),
    WorkedChart(
      "the first view counts alone", .paywallConversion,
      [ChartLife.shown("a", "2026-01-06"), ChartLife.shown("b", "2026-01-09"), bought], is: 0,
      of: 1),
    WorkedChart(
      "a purchase follows from each paywall", .paywallConversion,
      [shown, ChartLife.shown("b", "2026-01-09", paywall: "offer"), bought], is: 2, of: 2),
    WorkedChart(
      "a renewal follows from no paywall", .paywallConversion, month: 2,
      [
        bought, ChartLife.bought("2", "2026-02-10", to: "2026-03-10"),
        ChartLife.shown("a", "2026-02-09"),
      ], is: 0, of: 1),
    WorkedChart("tried", .paywallTrials, [shown, tried, paid], is: 1, of: 1),
    WorkedChart("bought without a trial", .paywallTrials, [shown, bought], is: 0, of: 1),
    WorkedChart(
      "paid when the trial ended", .paywallPayingConversion, [shown, tried, paid], is: 1, of: 1),
    WorkedChart(
      "known before the trial ended", .paywallPayingConversion, known: "2026-01-17",
      [shown, tried, paid], is: 0, of: 1),
    WorkedChart("bought nothing", .paywallAbandonment, [shown], is: 1, of: 1),
    WorkedChart(
      "bought nothing, as known when three days were over", .paywallAbandonment,
      known: "2026-01-11", [shown], is: 1, of: 1),
    WorkedChart(
      "bought nothing yet", .paywallAbandonment, known: "2026-01-10T23:59:59Z", [shown], is: 0,
      of: 1),
    WorkedChart("not abandoned", .paywallAbandonment, [shown, tried], is: 0, of: 1),
  ]
}
