import Tollgate
import TollgateLedger

/// The numbers at the top of the operators' first page.
struct FirstScreen: Sendable {
  /// A number, in each currency if it is an amount.
  struct Figure: Sendable {
    let title: String
    let text: String
    let definition: String
    /// The path of its chart; nil without one.
    let chart: String?
  }

  /// How many days, up to today, the numbers of a time cover.
  static let days = 28

  /// The charts of what holds now, then those of the last ``days``.
  static let charts: (now: [Chart], recent: [Chart]) = (
    [.activeSubscriptions, .mrr, .activeTrials], [.revenue, .refunds, .newCustomers]
  )

  let figures: [Figure]
  /// Who is not counted yet; nil if everybody is.
  let behind: String?

  /// Reads the numbers from the tables of charts.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - active: How many customers used the app recently; nil before they were counted.
  ///   - app: The app.
  ///   - now: The server's clock.
  /// - Throws: ``LedgerError`` if the tables cannot be read.
  init(
    of tables: any LedgerChartTables, active: ActiveCustomers?, in app: Blueprint.App.ID,
    at now: Instant
  ) async throws {
    let today = ChartPeriod(.day, containing: now)
    let first = today.start.subtracting(Period(Self.days - 1, .day))
    var figures: [Figure] = []
    for (charts, periods) in [
      (Self.charts.now, [today]),
      (Self.charts.recent, ChartPeriod.all(.day, from: first, to: today.end)),
    ] {
      for chart in charts {
        let book = try await ChartBook.read(
          ChartQuery(chart, over: periods), at: now, from: tables, in: app)
        let values = (book?.series ?? []).map { series in
          let sum = series.points.reduce(0) { $0 + $1.value }
          if chart.unit == .money, series.currency == nil { return "none" }
          return chart.text(of: sum, in: series.currency) + (series.currency.map { " \($0)" } ?? "")
        }
        figures.append(
          Figure(
            title: chart.title + (periods.count > 1 ? ", \(Self.days) days" : ""),
            text: values.joined(separator: ", "), definition: chart.definition,
            chart: "\(AdminPath.root(of: app))/charts/\(chart.rawValue)"))
      }
    }
    if let active {
      figures.append(
        Figure(
          title: "Active customers, \(ActiveCustomers.days) days", text: "\(active.count)",
          definition:
            "customers who used the app or have something recorded, as of \(active.countedAt.minute) UTC",
          chart: nil))
    }
    self.figures = figures
    behind = try await tables.backlog(in: app).note
  }
}

extension LedgerChartBacklog {
  /// Who is not counted yet, in a sentence; nil if everybody is.
  var note: String? {
    guard customers > 0 else { return nil }
    let who = "\(customers) customer\(customers == 1 ? "" : "s") behind"
    guard let since else { return "\(who): the rest is being counted." }
    return "\(who): as of \(since.minute) UTC."
  }
}
