import Tollgate
import TollgateLedger
import TollgateWire

extension Operators {
  /// The greatest number of customers of an app whose charts are counted for a request.
  static let chartCustomerLimit = 20_000
  /// How many customers are read at once.
  private static let chartBatch = 500

  /// The charts with their definitions.
  var charts: ChartList {
    ChartList(
      charts: Chart.allCases.map {
        ChartList.Entry(chart: $0.rawValue, definition: $0.definition)
      })
  }

  /// Counts a chart over every customer.
  ///
  /// - Parameters:
  ///   - query: The chart, its periods and how to count.
  ///   - known: The instant from which on recorded facts do not count.
  ///   - app: The app.
  ///   - limit: The greatest number of customers.
  /// - Returns: The numbers.
  /// - Throws: `Problem` with code `invalid_value` if the chart is not divided like that, `limit_reached` if the app has
  ///   more customers than the limit, or if the ledger cannot be read.
  func count(
    _ query: ChartQuery, knownAt known: Instant, in app: ServedApp,
    limit: Int = chartCustomerLimit
  ) async throws(Problem) -> ChartBook {
    do {
      var book = try ChartBook(query, knownAt: known)
      guard let source = records.ledger as? any LedgerHistorySource else {
        throw LedgerError(.unavailable, "The ledger has no histories.")
      }
      let histories = try await source.openHistories()
      do {
        try await Self.read(histories, of: app.id, limit: limit, into: &book)
      } catch {
        await histories.close()
        throw error
      }
      await histories.close()
      return book
    } catch let error as ChartError {
      throw Problem(.invalidValue, error.message)
    } catch let error as LedgerError {
      throw Problem(error)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.internalError, "The chart cannot be counted.")
    }
  }

  private static func read(
    _ histories: any LedgerHistories, of app: Blueprint.App.ID, limit: Int,
    into book: inout ChartBook
  ) async throws {
    guard try await histories.customerCount(in: app) <= limit else {
      throw Problem(
        .limitReached,
        "The app has more than \(limit) customers: use `tollgate charts`.")
    }
    var last: Customer.ID?
    repeat {
      let batch = try await histories.histories(after: last, in: app, limit: chartBatch)
      // A purchase without an owner is stored under a name that is nobody's.
      for history in batch where !history.customer.isPlaceholder {
        try book.add(history.customer, facts: try history.facts())
      }
      last = batch.count == chartBatch ? batch.last?.customer : nil
    } while last != nil
  }
}

extension ChartResponse {
  init(_ book: ChartBook) {
    self.init(
      chart: book.query.chart.rawValue, definition: book.query.chart.definition, asOf: book.known,
      customers: book.customers,
      series: book.series.map { series in
        Series(
          segment: series.segment, currency: series.currency,
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
      value: point.value, base: point.base, customers: point.row?.customers ?? 0,
      parts: listsCustomers ? parts ?? [] : nil)
  }
}
