import Testing
import Tollgate
import TollgateLedger

@Suite("charts of cohorts")
struct CohortChartTests {
  /// The document's example: of three who bought in January, two renew once, one of them twice; a fourth is refunded.
  private static let lives: [(Customer.ID, [ChartLife.Recorded])] = [
    (
      "ann",
      [
        ChartLife.bought("1", "2026-01-10", to: "2026-02-10"),
        ChartLife.bought("2", "2026-02-10", to: "2026-03-10"),
        ChartLife.bought("3", "2026-03-10", to: "2026-04-10"),
      ]
    ),
    (
      "bob",
      [
        ChartLife.bought("4", "2026-01-12", to: "2026-02-12", line: "4"),
        ChartLife.bought("5", "2026-02-12", to: "2026-03-12", line: "4"),
      ]
    ), ("eve", [ChartLife.bought("6", "2026-01-20", to: "2026-02-20", line: "6")]),
    (
      "dan",
      [
        ChartLife.bought("7", "2026-01-15", to: "2026-02-15", line: "7"),
        ChartLife.bought("7", "2026-01-15", to: "2026-02-15", refunded: "2026-01-18", line: "7"),
      ]
    ),
  ]

  private static func book(
    _ lives: [(Customer.ID, [ChartLife.Recorded])] = lives,
    of chart: Chart = .subscriptionRetention,
    to: String = "2026-02-01", known: String = "2026-04-01",
    _ change: (inout ChartQuery) -> Void = { _ in }
  ) throws -> ChartBook {
    let periods = ChartPeriod.all(
      .month, from: try #require(Instant("2026-01-01")), to: try #require(Instant(to)))
    var query = ChartQuery(chart, over: periods)
    change(&query)
    var book = try ChartBook(query, knownAt: try #require(Instant(known)))
    for (customer, facts) in lives { try book.add(customer, facts: facts) }
    return book
  }

  /// The numbers by age, each as in `2/3`, with a mark where the age is not over.
  private static func numbers(_ book: ChartBook) -> [String] {
    book.series.map { series in
      series.points.map { "\($0.value)/\($0.base)\($0.isComplete ? "" : "*")" }
        .joined(separator: " ")
    }
  }

  @Test("EX-15 the document's example of retention is what is counted")
  func document() throws {
    let book = try Self.book()
    #expect(Self.numbers(book) == ["3/3", "2/3", "1/3"])
    #expect(book.series.map(\.title) == ["after 0 months", "after 1 month", "after 2 months"])
    #expect(book.series.map(\.age) == [0, 1, 2])
  }

  @Test("EX-15 a cohort is counted as it was known, and an age that is not over is marked")
  func known() throws {
    // The renewal of February 10 is not known, and the refund of January 18 is.
    #expect(Self.numbers(try Self.book(known: "2026-02-10")) == ["3/3", "3/3*"])
    // Bob's second month is over, and Ann has renewed again.
    #expect(Self.numbers(try Self.book(known: "2026-03-13")) == ["3/3", "2/3", "1/3*"])
    // Dan has bought, and his refund is not known; Eve has not bought.
    #expect(Self.numbers(try Self.book(known: "2026-01-18")) == ["3/3*"])
  }

  @Test("EX-15 each cohort has the ages that it has reached")
  func cohorts() throws {
    let late = ChartLife.bought("8", "2026-02-20", to: "2026-03-20", line: "8")
    let book = try Self.book(Self.lives + [("kim", [late])], to: "2026-04-01")
    #expect(Self.numbers(book) == ["3/3 1/1 0/0", "2/3 0/1", "1/3"])
    #expect(
      book.csv.split(separator: "\n").prefix(2) == [
        "from,to,complete,segment,currency,age,customers,value,base",
        "2026-01-01,2026-02-01,true,,,0,3,3,3",
      ])
  }

  @Test(
    "EX-15 what is retained is paid for",
    arguments: [
      // A grace period at the end of February.
      (
        [ChartLife.renewal("2026-02-10", graceTo: "2026-03-05")],
        ["1/1", "0/1"]
      ),
      // Paid again after a pause.
      ([ChartLife.bought("2", "2026-03-05", to: "2026-04-05")], ["1/1", "0/1", "1/1"]),
      // A refund of the renewal.
      (
        [ChartLife.bought("2", "2026-02-10", to: "2026-03-10", refunded: "2026-02-20")],
        ["1/1", "0/1"]
      ),
    ] as [([ChartLife.Recorded], [String])])
  func paid(more: [ChartLife.Recorded], numbers: [String]) throws {
    let first = ChartLife.bought("1", "2026-01-10", to: "2026-02-10")
    let known = numbers.count == 3 ? "2026-04-01" : "2026-03-01"
    #expect(
      Self.numbers(try Self.book([("ann", [first] + more)], known: known)) == numbers)
  }

  @Test("EX-15 a subscription that began as a trial is of the cohort of its first payment")
  func trial() throws {
    let trial = ChartLife.bought(
      "1", "2026-01-28", to: "2026-02-04", price: 0,
      offer: StoreOffer(kind: .introductory, payment: .freeTrial))
    let paid = ChartLife.bought("2", "2026-02-04", to: "2026-03-04")
    let book = try Self.book([("ann", [trial, paid])], to: "2026-03-01", known: "2026-03-01")
    #expect(Self.numbers(book) == ["0/0 1/1"])
  }

  @Test("EX-15 a number opens its customers, and a cohort is divided by its first product")
  func customers() throws {
    let book = try Self.book { query in
      (query.segment, query.listsCustomers) = (.product, true)
      query.filters = [.offer: ["none"]]
    }
    #expect(book.series.map(\.segment) == ["pro", "pro", "pro"])
    let last = try #require(book.rows.last)
    #expect(last.age == 2)
    #expect(last.parts.map(\.customer) == ["ann", "bob", "eve"])
    #expect(last.parts.map(\.value) == [1, 0, 0])
  }

  @Test("EX-15 at most 24 ages are counted")
  func limit() throws {
    let book = try Self.book(known: "2030-01-01")
    #expect(book.series.count == ChartQuery.ageLimit)
    #expect(Self.numbers(book).last == "0/3")
  }

  // MARK: Realized LTV

  private static func seen(_ at: String) throws -> ChartLife.Recorded {
    (try #require(Instant(at)), .reached("discovery"))
  }

  /// The document's example: of three who were first seen in January, one pays each month, and one gets the money back.
  private static func customers() throws -> [(Customer.ID, [ChartLife.Recorded])] {
    [
      (
        "ann",
        [
          try seen("2026-01-05"), ChartLife.bought("1", "2026-01-10", to: "2026-02-10"),
          ChartLife.bought("2", "2026-02-10", to: "2026-03-10"),
          ChartLife.bought("3", "2026-03-10", to: "2026-04-10"),
        ]
      ),
      (
        "bob",
        [
          try seen("2026-01-08"),
          ChartLife.bought("4", "2026-01-12", to: "2026-02-12", line: "4"),
          ChartLife.bought("4", "2026-01-12", to: "2026-02-12", refunded: "2026-01-20", line: "4"),
        ]
      ), ("eve", [try seen("2026-01-20")]),
    ]
  }

  private static func texts(_ book: ChartBook) -> [String] {
    book.series.flatMap { series in
      series.points.map { book.query.chart.text(of: $0, in: series.currency) }
    }
  }

  @Test("EX-15 the document's example of LTV is what is counted, for each customer and payer")
  func lifetimeValue() throws {
    let all = try Self.book(try Self.customers(), of: .realizedLTV, known: "2026-05-01")
    #expect(
      Self.texts(all) == [
        "3.33 (9.99 for 3)", "6.66 (19.98 for 3)", "9.99 (29.97 for 3)", "9.99 (29.97 for 3)",
      ])
    #expect(
      all.series.map(\.title) == [
        "USD, within 1 month", "USD, within 2 months", "USD, within 3 months",
        "USD, within 4 months",
      ])
    #expect(all.series.flatMap(\.points).map(\.isComplete) == [true, true, true, false])
    let payers = try Self.book(
      try Self.customers(), of: .realizedLTVPaying, known: "2026-05-01")
    #expect(
      Self.texts(payers) == [
        "5.00 (9.99 for 2)", "9.99 (19.98 for 2)", "14.99 (29.97 for 2)",
        "14.99 (29.97 for 2)",
      ])
  }

  @Test("EX-15 LTV is as it was known: before a refund, it counts the payment")
  func lifetimeValueKnown() throws {
    let book = try Self.book(try Self.customers(), of: .realizedLTV, known: "2026-01-20")
    #expect(Self.texts(book) == ["9.99 (19.98 for 2)"])
    #expect(book.series.flatMap(\.points).map(\.isComplete) == [false])
  }

  @Test("EX-15 the LTV of a currency is for all customers, and a number opens each of them once")
  func lifetimeValueCurrencies() throws {
    let kim = ChartLife.bought("8", "2026-01-25", to: "2026-02-25", currency: "EUR", line: "8")
    let lives = try Self.customers() + [("kim", [kim])]
    let book = try Self.book(lives, of: .realizedLTV, known: "2026-02-01") {
      $0.listsCustomers = true
    }
    #expect(book.series.map(\.currency) == ["EUR", "USD"])
    #expect(Self.texts(book) == ["2.50 (9.99 for 4)", "2.50 (9.99 for 4)"])
    let row = try #require(book.rows.last)
    #expect(row.customers == 4)
    #expect(row.parts.map(\.customer) == ["ann", "bob", "eve", "kim"])
    #expect(row.parts.map(\.value) == [9990, 0, 0, 0])
    #expect(row.parts.map(\.base) == [1, 1, 1, 1])

    let converted = try Self.book(lives, of: .realizedLTV, known: "2026-02-01") {
      $0.rates = ExchangeRates(
        to: "USD", ["EUR": ExchangeRates.Rate("1.1")].compactMapValues(\.self))
    }
    #expect(Self.texts(converted) == ["5.25 (20.98 for 4)"])
  }

  @Test("EX-15 a customer who bought before they were first seen is of the cohort of the purchase")
  func lifetimeValueBefore() throws {
    let bought = ChartLife.bought("1", "2026-01-10", to: "2026-02-10")
    let later = try #require(Instant("2026-02-20"))
    let book = try Self.book(
      [("ann", [(later, bought.fact)])], of: .realizedLTV, to: "2026-03-01", known: "2026-03-01")
    #expect(Self.texts(book) == ["9.99 (9.99 for 1)", "-", "9.99 (9.99 for 1)"])
  }

  @Test("EX-15 customers who paid nothing have an LTV of nothing")
  func lifetimeValueOfNothing() throws {
    let lives = [(Customer.ID("eve"), [try Self.seen("2026-01-20")])]
    #expect(
      Self.texts(try Self.book(lives, of: .realizedLTV, known: "2026-02-01")) == [
        "0.00 (0.00 for 1)"
      ])
    #expect(
      Self.texts(try Self.book(lives, of: .realizedLTVPaying, known: "2026-02-01")) == ["-"])
  }

  @Test("EX-15 a customer that another system saw first is in the cohort of that day")
  func seenElsewhere() throws {
    let moved = try #require(Instant("2026-02-20"))
    let seen = try #require(Instant("2026-01-05"))
    let fact = Fact.milestone(MilestoneReached(milestone: Milestone.firstSeen, at: seen))
    let book = try Self.book(
      [("ann", [(moved, fact)])], of: .newCustomers, to: "2026-03-01", known: "2026-03-01")
    #expect(Self.texts(book).first == "1")
    #expect(Self.texts(book).dropFirst().allSatisfy { $0 == "0" })
  }
}
