import Tollgate
import TollgateLedger
import TollgateWire

extension OperatorService {
  /// The greatest number of customers of an app whose charts or variants are counted for a request.
  static let chartCustomerLimit = 20_000
  /// How long to wait for tables that are being counted.
  private static let chartRetrySeconds = 10
  /// How many customers are read at once.
  private static let chartBatch = 500

  var charts: ChartList {
    ChartList(
      charts: Chart.allCases.map {
        ChartList.Entry(chart: $0.rawValue, definition: $0.definition)
      })
  }

  /// Returns a chart as known now from the tables that ``ChartJob`` keeps, or counts it from facts.
  ///
  /// It is counted from facts also while the tables lack customers, as in a ledger that was moved.
  ///
  /// - Parameters:
  ///   - query: The chart, its periods and how to count.
  ///   - asOf: The instant from which on recorded facts do not count; nil for now.
  ///   - queue: Admits one count from facts at a time.
  ///   - limit: The greatest number of customers that are counted from facts.
  /// - Throws: `Problem` as ``count(_:knownAt:in:limit:)`` does, or with code `busy`, also if the app has too many customers
  ///   to count them before the tables are whole.
  func chart(
    _ query: ChartQuery, asOf: Instant?, _ queue: ChartQueue, in app: ServedApp,
    limit: Int = chartCustomerLimit
  ) async throws(Problem) -> CountedChart {
    let now = records.clock()
    let isKept = (asOf.map { now <= $0 } ?? true) && query.division != nil
    if isKept, let kept = try await keptChart(query, at: now, in: app) { return kept }
    let known = min(asOf ?? now, now)
    do throws(Problem) {
      let book = try await queue.count { () async throws(Problem) in
        try await count(query, knownAt: known, in: app, limit: limit)
      }
      return CountedChart(book: book, backlog: nil)
    } catch {
      guard isKept, error.code == .limitReached else { throw error }
      throw Problem(
        .busy, "The app's customers are being counted for the charts.",
        retryAfter: Self.chartRetrySeconds)
    }
  }

  /// The tables of charts, once every customer is counted in them; nil before.
  func chartTables(of app: ServedApp) async throws(Problem) -> (any LedgerChartTables)? {
    guard let source = records.ledger as? any LedgerChartSource else { return nil }
    do {
      guard let state = try await source.charts.state(in: app.id), state.cursor == nil else {
        return nil
      }
      return source.charts
    } catch {
      throw Problem(error)
    }
  }

  private func keptChart(
    _ query: ChartQuery, at now: Instant, in app: ServedApp
  ) async throws(Problem) -> CountedChart? {
    guard let tables = try await chartTables(of: app) else { return nil }
    do {
      guard let book = try await ChartBook.read(query, at: now, from: tables, in: app.id) else {
        return nil
      }
      return CountedChart(book: book, backlog: try await tables.backlog(in: app.id))
    } catch {
      throw Problem(error, otherwise: "The chart cannot be read.")
    }
  }

  /// Counts a chart over every customer.
  ///
  /// - Parameters:
  ///   - query: The chart, its periods and how to count.
  ///   - known: The instant from which on recorded facts do not count.
  /// - Throws: `Problem` with code `invalid_value` if the chart is not divided like that, `limit_reached` if the app has
  ///   more customers than the limit, or if the ledger cannot be read.
  func count(
    _ query: ChartQuery, knownAt known: Instant, in app: ServedApp,
    limit: Int = chartCustomerLimit
  ) async throws(Problem) -> ChartBook {
    do {
      var book = try ChartBook(query, knownAt: known)
      let isWhole = try await readHistories(of: app.id, limit: limit) { try book.add($0) }
      guard isWhole else {
        throw Problem(
          .limitReached,
          "The app has more than \(limit) customers: use `tollgate charts`.")
      }
      return book
    } catch {
      throw Problem(error, otherwise: "The chart cannot be counted.")
    }
  }

  /// Compares the variants of the app's experiments over every customer, by what was recorded until now.
  ///
  /// - Parameter limit: The greatest number of customers that are read for a request.
  /// - Returns: The report; nil if the app has more customers than that.
  /// - Throws: `Problem` if the ledger cannot be read.
  func variants(
    in app: ServedApp, limit: Int = chartCustomerLimit
  ) async throws(Problem) -> VariantReport? {
    let experiments = app.blueprint.definition.experiments
    if experiments.isEmpty { return VariantReport() }
    let now = records.clock()
    do {
      // Not on the event loop, on which other connections would have to wait for it.
      return try await withTaskExecutorPreference(globalConcurrentExecutor) {
        var report = VariantReport()
        let isWhole = try await readHistories(of: app.id, limit: limit) {
          try report.add($0, in: experiments, until: now)
        }
        return isWhole ? report : nil
      }
    } catch {
      throw Problem(error, otherwise: "The variants cannot be compared.")
    }
  }

  /// Reads every history of an app, all as of one instant.
  ///
  /// - Returns: Whether they were read; false if the app has more customers than the limit.
  /// - Throws: ``LedgerError`` if the ledger cannot be read, or what `add` throws.
  private func readHistories(
    of app: Blueprint.App.ID, limit: Int, _ add: (LedgerHistory) throws -> Void
  ) async throws -> Bool {
    let histories = try await records.ledger.histories(asOfOneInstant: true)
    do {
      let isWithinLimit = try await histories.customerCount(in: app, upTo: limit + 1) <= limit
      var last: Customer.ID?
      while isWithinLimit {
        try Task.checkCancellation()
        let batch = try await histories.histories(after: last, in: app, limit: Self.chartBatch)
        for history in batch { try add(history) }
        guard batch.count == Self.chartBatch else { break }
        last = batch.last?.customer
      }
      await histories.close()
      return isWithinLimit
    } catch {
      await histories.close()
      throw error
    }
  }
}

/// The numbers of a chart, and who is not in them yet.
struct CountedChart: Sendable {
  let book: ChartBook
  /// Who is still to be counted; nil if the chart was counted from facts.
  let backlog: LedgerChartBacklog?
}

extension ChartResponse {
  init(_ chart: CountedChart) {
    let book = chart.book
    self.init(
      chart: book.query.chart.rawValue, definition: book.query.chart.definition, asOf: book.known,
      customers: book.customers, behind: chart.backlog?.customers,
      series: book.series.map { series in
        Series(
          segment: series.segment, currency: series.currency, age: series.age,
          points: series.points.map { Point($0, listsCustomers: book.query.listsCustomers) })
      })
  }
}

extension ChartResponse.Point {
  fileprivate init(_ point: ChartSeries.Point, listsCustomers: Bool) {
    let parts = point.row?.parts.map {
      ChartResponse.Part(customer: $0.customer, value: $0.value, base: $0.base)
    }
    self.init(
      from: point.period.start, to: point.period.end, isComplete: point.isComplete,
      value: point.value, base: point.base, customers: point.row == nil ? 0 : point.row?.customers,
      parts: listsCustomers ? parts ?? [] : nil)
  }
}
