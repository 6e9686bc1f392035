import Foundation
import Testing
import Tollgate
import TollgateLedger

@Suite("charts")
struct ChartTests {
  private static func rows(
    _ query: ChartQuery, _ lives: [Customer.ID: [ChartLife.Recorded]], known: String = "2027-01-01"
  ) throws -> [ChartRow] {
    var book = try ChartBook(query, knownAt: try #require(Instant(known)))
    for (customer, facts) in lives { try book.add(customer, facts: facts) }
    return book.rows
  }

  private static let january = ChartPeriod(
    .month, containing: Instant(milliseconds: 1_767_225_600_000))

  @Test("EX-15 a chart follows its definition", arguments: WorkedChart.all)
  func definition(example: WorkedChart) throws {
    let start = try #require(Instant("2026-0\(example.month)-01"))
    var query = ChartQuery(example.chart, over: [ChartPeriod(.month, containing: start)])
    query.deductions = 150
    query.listsCustomers = true
    let rows = try Self.rows(query, ["ann": example.facts], known: example.known)
    #expect(rows.reduce(0) { $0 + $1.value } == example.value)
    #expect(rows.reduce(0) { $0 + $1.base } == example.base)
    #expect(rows.allSatisfy { $0.parts.map(\.customer) == ["ann"] })
  }

  @Test("EX-15 currencies stay apart without rates, and are converted exactly with them")
  func currencies() throws {
    let lives: [Customer.ID: [ChartLife.Recorded]] = [
      "ann": [ChartLife.bought("1", "2026-01-10", to: "2026-02-10")],
      "bob": [ChartLife.bought("2", "2026-01-10", to: "2026-02-10", currency: "EUR", line: "2")],
    ]
    func amounts(_ query: ChartQuery) throws -> [String] {
      try Self.rows(query, lives).map { "\($0.currency ?? "") \($0.value)" }
    }
    var query = ChartQuery(.mrr, over: [Self.january])
    #expect(try amounts(query) == ["EUR 9990", "USD 9990"])
    query.rates = ExchangeRates(to: "USD", ["EUR": try #require(ExchangeRates.Rate("1.08375"))])
    #expect(try amounts(query) == ["USD 20817"])
    query.rates = ExchangeRates(to: "USD", [:])
    #expect(throws: ChartError.missingRate(currency: "EUR")) { try amounts(query) }
    for text in ["", ".", "1.", "-1", "0", "1e3", "1.0000000001"] {
      #expect(ExchangeRates.Rate(text) == nil)
    }
  }

  @Test("EX-15 a transferred purchase counts once, for the customer who has it")
  func transfer() throws {
    let bought = ChartLife.bought("1", "2026-01-10", to: "2026-02-10")
    let at = try #require(Instant("2026-01-12"))
    func transfer(isHeld: Bool) -> ChartLife.Recorded {
      (at, .transfer(PurchaseTransfer(purchase: "1", isHeld: isHeld, number: 1, at: at)))
    }
    var query = ChartQuery(.activeSubscriptions, over: [Self.january])
    query.listsCustomers = true
    for (known, owner) in [("2026-01-12", "ann"), ("2026-01-13", "bob")] {
      let rows = try Self.rows(
        query,
        [
          "ann": [bought, transfer(isHeld: false)],
          "bob": [(at, bought.fact), transfer(isHeld: true)],
        ], known: known)
      #expect(rows.flatMap(\.parts).map(\.customer.rawValue) == [owner])
    }
  }

  /// A purchase two days after a placement showed a paywall, and one that nothing led to.
  private static func placed() throws -> [Customer.ID: [ChartLife.Recorded]] {
    let shown = try #require(Instant("2026-01-08"))
    let early = try #require(Instant("2026-01-07"))
    return [
      "ann": [
        (
          shown,
          .paywall(
            PaywallEvent(
              paywall: "plans", action: .shown, key: "1", placement: "after-lesson", at: shown))
        ),
        (
          shown,
          .variant(
            VariantAssignment(
              experiment: "headline", variant: "bold", reason: .paywall, at: shown))
        ), ChartLife.bought("1", "2026-01-10", to: "2026-02-10"),
      ],
      "bob": [
        (
          early,
          .paywall(
            PaywallEvent(
              paywall: "plans", action: .shown, key: "2", placement: "after-lesson", at: early))
        ),
        ChartLife.bought(
          "2", "2026-01-10", to: "2026-02-10",
          offer: StoreOffer(kind: .promotional, payment: .payAsYouGo), line: "2"),
      ],
    ]
  }

  @Test(
    "EX-15 a chart is divided and filtered by product, country, offer, placement and variant",
    arguments: [
      ("product", ["pro 2"], "pro", 2), ("country", ["unknown 2"], "US", 0),
      ("offer", ["none 1", "promotional 1"], "promotional", 1),
      ("placement", ["after-lesson 1", "none 1"], "after-lesson", 1),
      ("variant:headline", ["bold 1", "none 1"], "bold", 1),
    ] as [(String, [String], String, Int64)])
  func segments(name: String, divided: [String], filter: String, filtered: Int64) throws {
    let segment = try #require(ChartSegment(name))
    #expect(segment.name == name)
    var query = ChartQuery(.activeSubscriptions, over: [Self.january])
    query.segment = segment
    let rows = try Self.rows(query, try Self.placed())
    #expect(rows.map { "\($0.segment ?? "") \($0.value)" } == divided)
    query.segment = nil
    query.filters = [segment: [filter]]
    #expect(try Self.rows(query, try Self.placed()).reduce(0) { $0 + $1.value } == filtered)
  }

  @Test("EX-15 a chart of new customers has countries and variants, and nothing that was bought")
  func newCustomers() throws {
    for name in ["product", "offer", "placement", "paywall", "feature"] {
      let segment = try #require(ChartSegment(name))
      var query = ChartQuery(.newCustomers, over: [Self.january])
      query.segment = segment
      #expect(throws: ChartError.notSegmented(.newCustomers, by: segment)) {
        try Self.rows(query, [:])
      }
    }
    var query = ChartQuery(.newCustomers, over: [Self.january])
    query.segment = .variant("headline")
    #expect(try Self.rows(query, try Self.placed()).map(\.segment) == ["bold", "none"])
    for name in ["", "products", "variant", "variant:", "product:pro"] {
      #expect(ChartSegment(name) == nil)
    }
  }

  @Test(
    "EX-15 a view of a paywall has a paywall, a placement and a feature, and no product",
    arguments: [
      ("paywall", ["offer 0/1", "plans 1/1"]), ("placement", ["none 0/1", "start 1/1"]),
      ("feature", ["none 0/1", "note 1/1"]), ("country", ["unknown 1/2"]),
    ] as [(String, [String])])
  func views(name: String, divided: [String]) throws {
    let segment = try #require(ChartSegment(name))
    #expect(segment.name == name)
    var query = ChartQuery(.paywallConversion, over: [Self.january])
    query.segment = segment
    let lives: [Customer.ID: [ChartLife.Recorded]] = [
      "ann": [
        ChartLife.shown("1", "2026-01-09", placement: "start", feature: "note"),
        ChartLife.bought("1", "2026-01-10", to: "2026-02-10"),
      ], "bob": [ChartLife.shown("2", "2026-01-09", paywall: "offer")],
    ]
    let rows = try Self.rows(query, lives)
    #expect(rows.map { "\($0.segment ?? "") \($0.value)/\($0.base)" } == divided)
    query.segment = nil
    query.filters = [.feature: ["note"], .paywall: ["plans"]]
    #expect(try Self.rows(query, lives).map(\.base) == [1])

    for (chart, segment) in [
      (Chart.paywallConversion, ChartSegment.product), (.paywallViews, .offer),
      (.mrr, .paywall), (.trialConversion, .feature), (.paywallEncounter, .placement),
    ] {
      var query = ChartQuery(chart, over: [Self.january])
      query.segment = segment
      #expect(throws: ChartError.notSegmented(chart, by: segment)) {
        try Self.rows(query, [:])
      }
    }
  }

  @Test(
    "EX-15 the document's example of paywalls is what is counted",
    arguments: [
      (.paywallConversion, "2027-01-01", 3), (.paywallTrials, "2027-01-01", 1),
      (.paywallPayingConversion, "2027-01-01", 3), (.paywallPayingConversion, "2026-01-15", 2),
      (.paywallAbandonment, "2027-01-01", 1),
    ] as [(Chart, String, Int64)])
  func paywalls(chart: Chart, known: String, value: Int64) throws {
    let trial = StoreOffer(kind: .introductory, payment: .freeTrial)
    let rows = try Self.rows(
      ChartQuery(chart, over: [Self.january]),
      [
        "ann": [
          ChartLife.shown("1", "2026-01-08"),
          ChartLife.bought("1", "2026-01-10", to: "2026-01-17", price: 0, offer: trial),
          ChartLife.bought("2", "2026-01-17", to: "2026-02-17"),
        ],
        "bob": [
          ChartLife.shown("2", "2026-01-07"),
          ChartLife.bought("3", "2026-01-10", to: "2026-02-10", line: "3"),
        ],
        "eve": [
          ChartLife.shown("3", "2026-01-08"),
          ChartLife.shown("4", "2026-01-09", paywall: "offer"),
          ChartLife.bought("4", "2026-01-10", to: "2026-02-10", line: "4"),
        ],
      ], known: known)
    #expect(rows.map { [$0.value, $0.base] } == [[value, 4]])
  }

  @Test("EX-15 a period of views is complete once none of them can lead to a purchase any more")
  func settled() throws {
    for (chart, known, isComplete) in [
      (Chart.paywallViews, "2026-02-01", true), (.paywallConversion, "2026-02-01", false),
      (.paywallConversion, "2026-02-03T23:00:00Z", false),
      (.paywallConversion, "2026-02-04", true), (.paywallAbandonment, "2026-02-04", true),
      (.paywallEncounter, "2026-02-07", false), (.paywallEncounter, "2026-02-08", true),
    ] {
      let book = try ChartBook(
        ChartQuery(chart, over: [Self.january]), knownAt: try #require(Instant(known)))
      #expect(book.series.flatMap(\.points).map(\.isComplete) == [isComplete], "\(chart) \(known)")
    }
  }

  @Test("EX-15 a series has a point for each known period, and says which one is not over")
  func series() throws {
    let lives = try Self.placed()
    let periods = ChartPeriod.all(
      .month, from: try #require(Instant("2025-12-01")), to: try #require(Instant("2026-06-01")))
    var book = try ChartBook(
      ChartQuery(.grossRevenue, over: periods), knownAt: try #require(Instant("2026-02-02")))
    #expect(book.series.map(\.points.count) == [3])
    var other = book
    try book.add("ann", facts: lives["ann"] ?? [])
    try other.add("bob", facts: lives["bob"] ?? [])
    book.merge(other)
    #expect(book.customers == 2)
    #expect(book.facts == 5)
    let series = try #require(book.series.first)
    #expect(book.series.count == 1)
    #expect(series.currency == "USD")
    #expect(series.points.map(\.value) == [0, 19_980, 0])
    #expect(series.points.map { $0.row?.customers } == [nil, 2, nil])
    #expect(series.points.map(\.isComplete) == [true, true, false])
  }

  @Test(
    "no name in CSV is taken for a formula, and a negative number stays one",
    arguments: [
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
      ("\t=1", "'\t=1"), ("\r\n=1", "\"'\r\n=1\""), ("DE", "DE"),
    ])
  func formulas(name: String, field: String) throws {
    let (april, at) = (try #require(Instant("2026-04-01")), try #require(Instant("2026-01-01")))
    let country = Fact.attribute(
      AttributeChange(attribute: "country", setBy: .device, value: .string(name), at: at))
    var query = ChartQuery(
      .churnedSubscriptions, over: [ChartPeriod(.month, containing: april)])
    (query.segment, query.listsCustomers) = (.country, true)
    var book = try ChartBook(query, knownAt: try #require(Instant("2027-01-01")))
    try book.add(
      Customer.ID(name),
      facts: [
        (at, country), ChartLife.bought("1", "2026-01-10", to: "2026-02-10"),
        ChartLife.bought("3", "2026-04-05", to: "2026-05-05"),
      ])
    #expect(
      book.csv == """
        from,to,complete,segment,currency,customer,value,base
        2026-04-01,2026-05-01,true,\(field),,\(field),-1,0
        """)
  }

  @Test("EX-15 periods are whole days, weeks from Monday, and months")
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

  @Test("EX-15 the document defines every chart, in order, and no other")
  func document() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "Documentation/Charts.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(
      rows.map(String.init)
        == Chart.allCases.map { "| `\($0.rawValue)` | \($0.definition) |" })
  }

  // MARK: Refunds of a part, and seats

  private static func paid(
    _ id: String, _ start: String, to end: String, seats: Int = 1, each price: Int64,
    line: String = "1", revoked: String? = nil, refund: (at: String, amount: Int64)? = nil
  ) throws -> ChartLife.Recorded {
    let start = try #require(Instant(start))
    let expiresAt: Instant = try #require(Instant(end))
    let refunded = try refund.map { try #require(Instant($0.at)) }
    let signed = refunded ?? start
    return (
      signed,
      .transaction(
        StoreTransaction(
          id: StoreTransaction.ID(id), originalID: PurchaseID.OriginalID(line), product: "pro",
          group: "plans", purchasedAt: start, expiresAt: expiresAt,
          revokedAt: revoked.flatMap { Instant($0) },
          refund: refund.map {
            StoreTransaction.Refund(
              at: signed, amount: Money(milliunits: $0.amount, currency: "USD"))
          }, quantity: seats, price: Money(milliunits: price * Int64(seats), currency: "USD"),
          signedAt: signed))
    )
  }

  private static func value(
    _ chart: Chart, _ facts: [ChartLife.Recorded], month: String, known: String = "2027-01-01"
  ) throws -> Int64 {
    try numbers(chart, facts, month: month, known: known)[0]
  }

  /// The number of a month, and what it is a share of.
  private static func numbers(
    _ chart: Chart, _ facts: [ChartLife.Recorded], month: String, known: String = "2027-01-01"
  ) throws -> [Int64] {
    var query = ChartQuery(
      chart, over: [ChartPeriod(.month, containing: try #require(Instant("\(month)-01")))])
    query.billing = ["pro": Period(1, .month)]
    let counted = try Self.rows(query, ["ann": facts], known: known)
    return [counted.reduce(0) { $0 + $1.value }, counted.reduce(0) { $0 + $1.base }]
  }

  @Test("EX-15 a refund of a part counts by what was returned, and stays one refunded payment")
  func partialRefund() throws {
    let facts = [
      try Self.paid("1", "2026-01-05", to: "2027-01-05", each: 59_990),
      try Self.paid(
        "1", "2026-01-05", to: "2027-01-05", each: 59_990, revoked: "2026-01-20",
        refund: ("2026-01-20", 18_000)),
    ]
    func january(_ chart: Chart, known: String = "2027-01-01") throws -> Int64 {
      try Self.value(chart, facts, month: "2026-01", known: known)
    }
    #expect(try january(.grossRevenue) == 59_990)
    #expect(try january(.refunds) == 18_000)
    #expect(try january(.revenue) == 41_990)
    #expect(try january(.proceeds) == 41_990)
    #expect(try january(.revenue, known: "2026-01-20") == 59_990)
    #expect(try Self.numbers(.refundRate, facts, month: "2026-01") == [1, 1])
    #expect(try january(.mrr) == 0)
    var query = ChartQuery(.realizedLTV, over: [Self.january])
    query.listsCustomers = true
    let lifetime = try #require(try Self.rows(query, ["ann": facts]).first { $0.age == 1 })
    #expect(lifetime.value == 41_990)
  }

  @Test("EX-20 a bill of a commitment counts for a month in MRR, whatever the product's period")
  func commitment() throws {
    let bills: [ChartLife.Recorded] = try (1...2).map { number in
      let start = try #require(Instant("2026-0\(number)-05"))
      let bill = StoreTransaction(
        id: StoreTransaction.ID("\(number)"), originalID: "1", product: "pro", group: "plans",
        purchasedAt: start, expiresAt: start.adding(Period(1, .month)),
        price: Money(milliunits: 4_990, currency: "USD"),
        commitment: Commitment(
          bill: number, bills: 12, endsAt: try #require(Instant("2027-01-05"))),
        signedAt: start)
      return (at: start, fact: Fact.transaction(bill))
    }
    func value(_ chart: Chart) throws -> Int64 {
      let months = ["2026-01", "2026-02"]
      var query = ChartQuery(
        chart,
        over: try months.map {
          ChartPeriod(.month, containing: try #require(Instant("\($0)-01")))
        })
      query.billing = ["pro": Period(1, .year)]
      return try Self.rows(query, ["ann": bills], known: "2026-03-01").reduce(0) { $0 + $1.value }
    }
    #expect(try value(.newMRR) == 4_990)
    #expect(try value(.revenue) == 9_980)
    #expect(try value(.mrr) == 2 * 4_990)
  }

  @Test("EX-15 MRR counts the seats of all transactions of a period, less those that were refunded")
  func seats() throws {
    let team = try Self.paid("1", "2026-01-05", to: "2026-02-05", seats: 10, each: 1_990)
    let more = try Self.paid("2", "2026-01-10", to: "2026-02-05", seats: 2, each: 1_990)
    let fewer = try Self.paid(
      "1", "2026-01-05", to: "2026-02-05", seats: 10, each: 1_990,
      refund: ("2026-01-20", 4 * 1_990))
    let solo = try Self.paid("3", "2026-01-05", to: "2026-02-05", each: 5_000, line: "3")
    let all = [team, more, fewer, solo]
    func mrr(_ known: String) throws -> Int64 {
      try Self.value(.mrr, all, month: "2026-01", known: known)
    }
    #expect(try mrr("2026-01-09") == 24_900)
    #expect(try mrr("2026-01-11") == 28_880)
    #expect(try mrr("2026-01-21") == 28_880 - 7_960)
    #expect(try Self.value(.mrr, all, month: "2026-02") == 0)
    #expect(try Self.value(.newMRR, all, month: "2026-01") == 24_900)
    // Added seats are neither another subscription nor a renewal, and a refund of some of them ends nothing.
    #expect(try Self.value(.activeSubscriptions, all, month: "2026-01") == 2)
    #expect(try Self.value(.newSubscriptions, all, month: "2026-01") == 2)
    #expect(try Self.numbers(.firstRenewal, all, month: "2026-01") == [0, 2])
    #expect(try Self.value(.refunds, all, month: "2026-01") == 7_960)
    #expect(try Self.value(.revenue, all, month: "2026-01") == 28_880 - 7_960)
  }

  @Test("EX-15 seats that stay when the first ones are refunded are a subscription still")
  func seatsLeft() throws {
    let facts = [
      try Self.paid(
        "1", "2026-01-05", to: "2026-02-05", seats: 10, each: 1_990, revoked: "2026-01-20",
        refund: ("2026-01-20", 19_900)),
      try Self.paid("2", "2026-01-10", to: "2026-02-05", seats: 2, each: 1_990),
    ]
    #expect(try Self.value(.activeSubscriptions, facts, month: "2026-01") == 1)
    #expect(try Self.value(.mrr, facts, month: "2026-01") == 3_980)
    #expect(try Self.value(.revenue, facts, month: "2026-01") == 3_980)
  }

  @Test("EX-15 a trial whose first payment fails does not run in its grace period")
  func failedFirstPayment() throws {
    let facts = [
      ChartLife.bought(
        "1", "2026-01-20", to: "2026-01-27", price: 0,
        offer: StoreOffer(kind: .introductory, payment: .freeTrial)),
      ChartLife.renewal("2026-01-27", graceTo: "2026-02-12"),
    ]
    #expect(try Self.value(.activeTrials, facts, month: "2026-01", known: "2026-01-25") == 1)
    #expect(try Self.value(.activeTrials, facts, month: "2026-01") == 0)
    #expect(try Self.value(.endedTrials, facts, month: "2026-01") == 1)
    #expect(try Self.value(.activeSubscriptions, facts, month: "2026-01") == 0)
  }

  // MARK: Periods and amounts

  @Test(
    "EX-15 a chart counts to the period of the last day, and one day or period alone",
    arguments: [
      (ChartPeriod.Length.day, "2026-03-02", "2026-03-02", ["2026-03-02"]),
      (.day, "2026-03-02", "2026-03-04", ["2026-03-02", "2026-03-03", "2026-03-04"]),
      (.week, "2026-03-04", "2026-03-09", ["2026-03-02", "2026-03-09"]),
      (.month, "2026-03-31", "2026-03-31", ["2026-03-01"]),
      (.month, "2026-03-01", "2026-04-01", ["2026-03-01", "2026-04-01"]),
      (.month, "2026-03-01", "2029-01-01", ["2026-03-01", "2026-04-01", "2026-05-01"]),
    ])
  func lastPeriod(length: ChartPeriod.Length, from: String, to: String, days: [String]) throws {
    let known = try #require(Instant("2026-05-10"))
    let periods = try ChartPeriod.range(
      length, from: Instant(from), to: Instant(to), knownAt: known)
    #expect(periods.map(\.firstDay) == days)
    #expect(throws: ChartError.noPeriods) {
      try ChartPeriod.range(
        length, from: Instant(to), to: Instant(from)?.subtracting(Period(1, .month)),
        knownAt: known)
    }
  }

  @Test(
    "EX-15 an amount has the decimals of its currency",
    arguments: [
      (126_476, "USD", "126.48"), (9_990, "EUR", "9.99"), (1_500_000, "JPY", "1500"),
      (833_333, "JPY", "833"), (1_234, "KWD", "1.234"), (-5, "USD", "-0.01"), (0, "USD", "0.00"),
    ])
  func decimals(milliunits: Int64, currency: String, text: String) {
    #expect(Chart.mrr.text(of: milliunits, in: currency) == text)
  }
}
