import Testing
import Tollgate
import TollgateLedger

/// A ledger of the app `coach` with tables of charts, which are compared with a count from facts.
struct CountedLedger {
  static let billing: [CatalogProduct.ID: Period] = ["pro": Period(1, .month)]

  let ledger: any LedgerChartSource

  init(_ ledger: any Ledger) throws {
    self.ledger = try #require(ledger as? any LedgerChartSource)
  }

  /// Counts through tables that are the ledger's, or stand before them.
  func counter(_ tables: (any LedgerChartTables)? = nil) -> ChartCounter {
    ChartCounter(ledger, tables: tables, of: "coach", billing: Self.billing)
  }

  /// Counts until nothing is left.
  func countAll() async throws {
    for _ in 0..<1000 where try await !counter().countNext(limit: 2) { return }
    Issue.record("The counter does not come to an end.")
  }

  /// Appends facts to a customer, at the earliest instant of them.
  func append(
    _ recorded: [ChartLife.Recorded], to customer: Customer.ID, claims: [LedgerClaim] = [],
    absorbs: (customer: Customer.ID, version: Int)? = nil
  ) async throws {
    let record = try await ledger.record(of: customer, in: "coach")
    _ = try await ledger.append(
      LedgerWrite(
        app: "coach", customer: customer, expectedVersion: record?.version ?? 0,
        facts: recorded.map(\.fact), at: recorded.map(\.at).min() ?? .start, claims: claims,
        absorbs: absorbs.map { LedgerMerge(customer: $0.customer, expectedVersion: $0.version) }))
  }

  /// Compares every chart that tables have, divided by everything that they divide by.
  func expectRecount(
    at now: Instant, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let backlog = try await ledger.charts.backlog(in: "coach")
    #expect(
      backlog == LedgerChartBacklog(customers: 0, since: nil), sourceLocation: sourceLocation)
    let histories = try await histories()
    for chart in Chart.allCases where chart.isKept {
      for segment in [nil, ChartSegment.product, .country, .offer] {
        if let segment, !chart.isDivided(by: segment) { continue }
        for length in ChartPeriod.Length.allCases {
          let from = now.subtracting(Period(60, .day))
          var query = ChartQuery(chart, over: ChartPeriod.all(length, from: from, to: now))
          query.billing = Self.billing
          query.segment = segment
          let kept = try #require(
            try await ChartBook.read(query, at: now, from: ledger.charts, in: "coach"))
          // What happens in the current hour counts in tables.
          var counted = try ChartBook(
            query, knownAt: Instant(milliseconds: (now.hours + 1) * 3_600_000))
          for history in histories { try counted.add(history) }
          #expect(
            Self.numbers(kept) == Self.numbers(counted),
            "\(chart) by \(segment?.name ?? "nothing") for each \(length)",
            sourceLocation: sourceLocation)
          #expect(kept.customers == counted.customers, sourceLocation: sourceLocation)
        }
      }
    }
  }

  /// The charts of new customers and of paywalls by country, as known at an instant.
  func newcomers(at known: Instant) async throws -> Set<String> {
    let histories = try await histories()
    var lines: Set<String> = []
    for chart in Chart.allCases
    where chart.isDivided(by: .country) && !chart.isDivided(by: .product) {
      var query = ChartQuery(
        chart, over: ChartPeriod.all(.month, from: .start, to: .start.adding(Period(2, .month))))
      query.segment = .country
      var book = try ChartBook(query, knownAt: known)
      for history in histories { try book.add(history) }
      for row in book.rows {
        lines.insert(
          "\(chart.rawValue) \(row.period.firstDay) \(row.segment ?? "") \(row.value) of \(row.base)"
        )
      }
    }
    return lines
  }

  private func histories() async throws -> [LedgerHistory] {
    let source = try #require(ledger as? any LedgerHistorySource)
    let histories = try await source.histories()
    let all = try await histories.histories(after: nil, in: "coach", limit: 1000)
    await histories.close()
    return all
  }

  /// The numbers that are not zero, by period, segment and currency.
  private static func numbers(_ book: ChartBook) -> [String: [Int64]] {
    var numbers: [String: [Int64]] = [:]
    for row in book.rows where row.value != 0 || row.base != 0 {
      numbers["\(row.period.firstDay) \(row.segment ?? "") \(row.currency ?? "")"] = [
        row.value, row.base,
      ]
    }
    return numbers
  }
}

/// Tables that do something before some of their steps, such as failing.
struct InterruptedTables: LedgerChartTables {
  /// A step of a counter.
  enum Step: CaseIterable {
    case state, changes, parts, apply, applied
  }

  let tables: any LedgerChartTables
  let before: @Sendable (Step) async throws -> Void

  private func pass(_ step: Step) async throws(LedgerError) {
    do { try await before(step) } catch { throw LedgerError(.unavailable, "Interrupted.") }
  }

  func state(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartState? {
    try await pass(.state)
    return try await tables.state(in: app)
  }

  func backlog(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartBacklog {
    try await tables.backlog(in: app)
  }

  func changes(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerChartChange] {
    try await pass(.changes)
    return try await tables.changes(after: customer, in: app, limit: limit)
  }

  func parts(
    of customers: [Customer.ID], in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID: String] {
    try await pass(.parts)
    return try await tables.parts(of: customers, in: app)
  }

  func apply(
    _ update: LedgerChartUpdate, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Bool {
    try await pass(.apply)
    let isApplied = try await tables.apply(update, in: app)
    try await pass(.applied)
    return isApplied
  }

  func sums(
    of measures: [ChartMeasure], by division: ChartDivision, from days: [Int64], until hour: Int64,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [ChartSum] {
    try await tables.sums(of: measures, by: division, from: days, until: hour, in: app)
  }

  func addUpHours(before day: Int64, in app: Blueprint.App.ID) async throws(LedgerError) -> Int {
    try await tables.addUpHours(before: day, in: app)
  }
}
