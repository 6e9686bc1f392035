import AppStoreSimulatorTestSupport
import Foundation
import TestSupport
import Testing
import Tollgate
import TollgateLedger

@Suite("The tables of charts of the simulated App Store", .exhaustive)
struct ChartTablesRecountTests {
  private static let app: Blueprint.App.ID = "market"
  private static let subscribers =
    ProcessInfo.processInfo.environment["CHART_SUBSCRIBERS"].flatMap { Int($0) } ?? 200
  private static let billing: [CatalogProduct.ID: Period] = [
    "gold": Period(1, .month), "silver": Period(1, .month), "silver.week": Period(1, .week),
    "bronze": Period(1, .month),
  ]

  @Test("EX-15 equal a count from facts while a simulated history is recorded, on many days")
  func recount() async throws {
    let history = try ChartHistory(subscribers: Self.subscribers, seed: 12)
    let ledger = SQLiteLedger.inMemory()
    let counter = ChartCounter(ledger, of: Self.app, billing: Self.billing)
    var next = 0
    for day in stride(from: 13, through: ChartHistory.days + 31, by: 59) {
      let now = Market.days(day).adding(milliseconds: Int64(day) * 611_000)
      while next < history.events.count, history.events[next].at < now {
        try await Self.play(history.events[next].event, at: history.events[next].at, on: ledger)
        next += 1
        if next.isMultiple(of: 97) { try await counter.countNext(limit: 11) }
      }
      while try await counter.countNext() {}
      try await ledger.charts.addUpHours(before: now.hours / 24, in: Self.app)
      try await expectRecount(ledger, at: now)
    }
    #expect(next == history.events.count)
  }

  @Test(
    "EX-15 no claim and no erasure changes what was paid or subscribed, as known then and now")
  func asKnown() async throws {
    let history = try ChartHistory(subscribers: 100, seed: 13)
    let charts: [Chart] = [
      .activeSubscriptions, .newSubscriptions, .churn, .renewingSubscriptions, .activeTrials, .mrr,
      .grossRevenue, .refunds, .revenue, .refundRate, .refundRequests, .subscriptionRetention,
    ]
    let ledger = SQLiteLedger.inMemory()
    var before: [(now: Instant, numbers: [Chart: Set<Number>])] = []
    for (at, event) in history.events {
      let isRecorded = if case .fact = event { true } else { false }
      // As known just before a claim or an erasure, every twenty days.
      if !isRecorded, before.last.map({ $0.now.adding(Period(20, .day)) < at }) ?? true {
        before.append((at, try await Self.numbers(of: charts, on: ledger, at: at)))
      }
      try await Self.play(event, at: at, on: ledger)
    }
    #expect(before.count > 3)
    for (now, numbers) in before {
      let known = try await Self.numbers(of: charts, on: ledger, at: now)
      for chart in charts { #expect(known[chart] == numbers[chart], "\(chart) at \(now)") }
    }
  }

  /// Charts counted from what a ledger has, as known at an instant.
  private static func numbers(
    of charts: [Chart], on ledger: SQLiteLedger, at now: Instant
  ) async throws -> [Chart: Set<Number>] {
    let lives = try await Self.lives(in: ledger)
    var numbers: [Chart: Set<Number>] = [:]
    for chart in charts {
      var query = ChartQuery(chart, over: ChartPeriod.all(.month, from: Market.start, to: now))
      query.billing = billing
      var book = try ChartBook(query, knownAt: now)
      for life in lives { try book.add(life) }
      numbers[chart] = Self.numbers(book)
    }
    return numbers
  }

  private static func lives(in ledger: SQLiteLedger) async throws -> [LedgerHistory] {
    let histories = try await ledger.histories()
    let lives = try await histories.histories(after: nil, in: app, limit: .max)
    await histories.close()
    return lives
  }

  /// Has a ledger record an event.
  private static func play(
    _ event: ChartHistory.Event, at: Instant, on ledger: SQLiteLedger
  ) async throws {
    func version(of customer: Customer.ID) async throws -> Int {
      try await ledger.record(of: customer, in: app)?.version ?? 0
    }
    switch event {
    case .fact(let fact, let customer):
      var claims: [LedgerClaim] = []
      if let purchase = fact.storePurchase,
        try await ledger.owner(of: .purchase(purchase), in: app) == nil
      {
        claims = [.purchase(purchase)]
      }
      _ = try await ledger.append(
        LedgerWrite(
          app: app, customer: customer, expectedVersion: try await version(of: customer),
          facts: [fact], at: at, claims: claims))
    case .claim(let placeholders, let customer):
      for placeholder in placeholders {
        _ = try await ledger.append(
          LedgerWrite(
            app: app, customer: customer, expectedVersion: try await version(of: customer),
            facts: [], at: at,
            absorbs: LedgerMerge(
              customer: placeholder, expectedVersion: try await version(of: placeholder))))
      }
    case .erasure(let customer, let purchases):
      guard try await ledger.record(of: customer, in: app) != nil else { return }
      _ = try await ledger.erase(
        LedgerErasure(
          app: app, customer: customer, expectedVersion: try await version(of: customer), at: at,
          releases: purchases.map { purchase in
            let transfer = PurchaseTransfer(purchase: purchase, isHeld: true, number: 1, at: at)
            return LedgerErasure.Release(purchase, facts: [.transfer(transfer)])
          }))
    }
  }

  private func expectRecount(_ ledger: SQLiteLedger, at now: Instant) async throws {
    // What happens in the current hour counts in tables.
    let known = Instant(milliseconds: (now.hours + 1) * 3_600_000)
    let lives = try await Self.lives(in: ledger)
    for chart in Chart.allCases where chart.isKept {
      for (segment, length) in [(nil, ChartPeriod.Length.month), (ChartSegment.product, .week)] {
        if let segment, !chart.isDivided(by: segment) { continue }
        var query = ChartQuery(
          chart, over: ChartPeriod.all(length, from: Market.start, to: now))
        query.billing = Self.billing
        query.segment = segment
        let kept = try #require(
          try await ChartBook.read(query, at: now, from: ledger.charts, in: Self.app))
        var counted = try ChartBook(query, knownAt: known)
        for life in lives { try counted.add(life) }
        #expect(kept.customers == counted.customers)
        #expect(
          Self.numbers(kept) == Self.numbers(counted),
          "\(chart.rawValue) by \(segment?.name ?? "nothing") at \(now)")
      }
    }
  }

  private struct Number: Hashable {
    let period: ChartPeriod
    let segment: String?
    let currency: String?
    let value: Int64
    let base: Int64
  }

  private static func numbers(_ book: ChartBook) -> Set<Number> {
    Set(
      book.rows.filter { $0.value != 0 || $0.base != 0 }.map {
        Number(
          period: $0.period, segment: $0.segment, currency: $0.currency, value: $0.value,
          base: $0.base)
      })
  }
}
