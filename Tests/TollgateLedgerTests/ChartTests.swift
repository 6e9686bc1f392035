import Foundation
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

  static let all = [
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
      "pending until then", .pendingTrials, known: "2026-01-17", [trial, converted], is: 0, of: 1),
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

@Suite("charts")
struct ChartTests {
  @Test("a chart follows its definition", arguments: WorkedChart.all)
  func definition(example: WorkedChart) throws {
    var book = ChartBook(knownAt: try #require(Instant(example.known)))
    book.add("ann", facts: example.facts)
    let start = try #require(Instant("2026-0\(example.month)-01"))
    var query = ChartQuery(example.chart, over: [ChartPeriod(.month, containing: start)])
    query.deductions = 150
    let rows = try book.rows(query)
    #expect(rows.reduce(0) { $0 + $1.value } == example.value)
    #expect(rows.reduce(0) { $0 + $1.base } == example.base)
    #expect(rows.allSatisfy { $0.parts.map(\.customer) == ["ann"] })
  }

  @Test("currencies stay apart without rates, and are converted exactly with them")
  func currencies() throws {
    var book = ChartBook(knownAt: try #require(Instant("2027-01-01")))
    book.add("ann", facts: [ChartLife.bought("1", "2026-01-10", to: "2026-02-10")])
    book.add(
      "bob",
      facts: [ChartLife.bought("2", "2026-01-10", to: "2026-02-10", currency: "EUR", line: "2")])
    var query = ChartQuery(
      .mrr, over: [ChartPeriod(.month, containing: try #require(Instant("2026-01-10")))])
    #expect(
      try book.rows(query).map { "\($0.currency ?? "") \($0.value)" } == ["EUR 9990", "USD 9990"])
    query.rates = ExchangeRates(to: "USD", ["EUR": try #require(ExchangeRates.Rate("1.08375"))])
    #expect(try book.rows(query).map { "\($0.currency ?? "") \($0.value)" } == ["USD 20817"])
    query.rates = ExchangeRates(to: "USD", [:])
    #expect(throws: ChartError.missingRate(currency: "EUR")) { try book.rows(query) }
    for text in ["", ".", "1.", "-1", "0", "1e3", "1.0000000001"] {
      #expect(ExchangeRates.Rate(text) == nil)
    }
  }

  @Test("a transferred purchase counts once, for the customer who has it")
  func transfer() throws {
    let bought = ChartLife.bought("1", "2026-01-10", to: "2026-02-10")
    let at = try #require(Instant("2026-01-12"))
    func transfer(isHeld: Bool) -> ChartLife.Recorded {
      (at, .transfer(PurchaseTransfer(purchase: "1", isHeld: isHeld, number: 1, at: at)))
    }
    for (known, owner) in [("2026-01-12", "ann"), ("2026-01-13", "bob")] {
      var book = ChartBook(knownAt: try #require(Instant(known)))
      book.add("ann", facts: [bought, transfer(isHeld: false)])
      book.add("bob", facts: [(at, bought.fact), transfer(isHeld: true)])
      let month = ChartPeriod(.month, containing: at)
      let rows = try book.rows(ChartQuery(.activeSubscriptions, over: [month]))
      #expect(rows.flatMap(\.parts).map(\.customer.rawValue) == [owner])
    }
  }

  @Test("a customer's segments add up, and a chart of new customers has no products")
  func segments() throws {
    var book = ChartBook(knownAt: try #require(Instant("2027-01-01")))
    book.add("ann", facts: [ChartLife.bought("1", "2026-01-10", to: "2026-02-10")])
    let month = ChartPeriod(.month, containing: try #require(Instant("2026-01-10")))
    for (segment, name) in [(ChartSegment.product, "pro"), (.country, "unknown"), (.offer, "none")]
    {
      var query = ChartQuery(.activeSubscriptions, over: [month])
      query.segment = segment
      #expect(try book.rows(query).map(\.segment) == [name])
    }
    var query = ChartQuery(.newCustomers, over: [month])
    query.segment = .offer
    #expect(throws: ChartError.notSegmented(.newCustomers, by: .offer)) { try book.rows(query) }
  }

  @Test("periods are whole days, weeks from Monday, and months")
  func periods() throws {
    let (from, to) = (
      try #require(Instant("2026-01-31T12:00:00Z")), try #require(Instant("2026-02-02"))
    )
    for (length, expected) in [
      (ChartPeriod.Length.day, ["2026-01-31", "2026-02-01"]), (.week, ["2026-01-26"]),
      (.month, ["2026-01-01", "2026-02-01"]),
    ] {
      let starts = ChartPeriod.all(length, from: from, to: to).map {
        $0.start.description.prefix(10)
      }
      #expect(starts.map(String.init) == expected)
    }
  }

  @Test(
    "charts equal a slow recount of 300 seeded customers",
    arguments: [ChartPeriod.Length.week, .month])
  func recount(length: ChartPeriod.Length) throws {
    let lives = ChartLife.seeded(300, seed: 7)
    for known in ["2026-04-15", "2026-12-01"] {
      let known = try #require(Instant(known))
      var book = ChartBook(knownAt: known)
      for life in lives { book.add(life.customer, facts: life.facts) }
      let recount = ChartRecount(lives: lives, known: known)
      let periods = ChartPeriod.all(
        length, from: try #require(Instant("2026-01-01")), to: try #require(Instant("2026-07-01")))
      for chart in ChartRecount.charts {
        for period in periods where period.start < known {
          let rows = try book.rows(ChartQuery(chart, over: [period]))
          let value = rows.reduce(0) { $0 + $1.value }
          #expect(value == recount.value(chart, period), "\(chart) from \(period.start)")
        }
      }
    }
  }

  @Test("the document defines every chart, in order, and no other")
  func document() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "Documentation/Charts.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.map { String($0.split(separator: "`")[1]) } == Chart.allCases.map(\.rawValue))
  }
}
