import AppStoreSimulatorTestSupport
import Foundation
import Testing
import Tollgate
import TollgateLedger

@Suite("The tables of charts of the simulated App Store")
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
    let recorded = history.lives.flatMap { customer, life in life.map { (customer, $0.at, $0.fact) }
    }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let ledger = MemoryLedger()
    let counter = ChartCounter(ledger, of: Self.app, billing: Self.billing)
    var (versions, next): ([Customer.ID: Int], Int) = ([:], 0)
    for day in stride(from: 13, through: ChartHistory.days + 31, by: 43) {
      let now = Market.days(day).adding(milliseconds: Int64(day) * 611_000)
      while next < recorded.count, recorded[next].1 < now {
        let (customer, at, fact) = recorded[next]
        versions[customer] = try await ledger.append(
          LedgerWrite(
            app: Self.app, customer: customer, expectedVersion: versions[customer] ?? 0,
            facts: [fact], at: at))
        next += 1
        if next.isMultiple(of: 97) { try await counter.countNext(limit: 11) }
      }
      while try await counter.countNext() {}
      try await ledger.charts.addUpHours(before: now.hours / 24, in: Self.app)
      try await expectRecount(ledger, at: now)
    }
    #expect(next == recorded.count)
  }

  private func expectRecount(_ ledger: MemoryLedger, at now: Instant) async throws {
    // What happens in the current hour counts in tables.
    let known = Instant(milliseconds: (now.hours + 1) * 3_600_000)
    let lives = try await ledger.histories(after: nil, in: Self.app, limit: .max)
    for chart in Chart.allCases where chart.formula != nil {
      for (segment, length) in [(nil, ChartPeriod.Length.month), (ChartSegment.product, .week)] {
        if chart.countsNewCustomers, segment != nil { continue }
        var query = ChartQuery(
          chart, over: ChartPeriod.all(length, from: Market.start, to: now))
        query.billing = Self.billing
        query.segment = segment
        let kept = try #require(
          try await ChartBook.read(query, at: now, from: ledger.charts, in: Self.app))
        var counted = try ChartBook(query, knownAt: known)
        for life in lives { try counted.add(life.customer, facts: try life.facts()) }
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
