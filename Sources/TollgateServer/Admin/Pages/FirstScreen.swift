import Tollgate
import TollgateLedger

/// The numbers at the top of the operators' first page.
struct FirstScreen: Sendable {
  /// A number, in each currency if it is an amount.
  struct Figure: Sendable {
    let title: String
    let text: String
    /// The same number a month ago; nil if it is not known.
    let before: String?
    let definition: String
    /// The path of its chart; nil without one.
    let chart: String?
  }

  /// How many days, up to today, the numbers of a time cover, and how long ago those are that they are compared with.
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
  /// - Parameter active: How many customers used the app recently; nil before they were counted.
  /// - Throws: ``LedgerError`` if the tables cannot be read.
  init(
    of tables: any LedgerChartTables, active: ActiveCustomers?, in app: Blueprint.App.ID,
    at now: Instant
  ) async throws {
    let today = ChartPeriod(.day, containing: now)
    let first = today.start.subtracting(Period(Self.days - 1, .day))
    let earlier = today.start.subtracting(Period(Self.days, .day))
    var figures: [Figure] = []
    for (charts, start, periods) in [
      (Self.charts.now, today.start, [ChartPeriod(.day, containing: earlier), today]),
      (
        Self.charts.recent, first,
        ChartPeriod.all(
          .day, from: first.subtracting(Period(Self.days, .day)), to: today.end)
      ),
    ] {
      for chart in charts {
        let book = try await ChartBook.read(
          ChartQuery(chart, over: periods), at: now, from: tables, in: app)
        let isSum = start == first
        let before = Self.text(of: book, chart) { $0.start < start }
        figures.append(
          Figure(
            title: chart.title + (isSum ? ", \(Self.days) days" : ""),
            text: Self.text(of: book, chart) { start <= $0.start },
            before: isSum
              ? "The \(Self.days) days before: \(before)" : "\(Self.days) days ago: \(before)",
            definition: chart.definition,
            chart: "\(AdminPath.root(of: app))/charts/\(chart.rawValue)"))
      }
    }
    if let active {
      figures.append(
        Figure(
          title: "Active customers, \(ActiveCustomers.days) days", text: "\(active.count)",
          before: nil,
          definition:
            "customers who used the app or have something recorded, as of \(active.countedAt.minute) UTC",
          chart: nil))
    }
    self.figures = figures
    behind = try await tables.backlog(in: app).note
  }

  /// The sum of some periods, in each currency in which there is one.
  private static func text(
    of book: ChartBook?, _ chart: Chart, in isIncluded: (ChartPeriod) -> Bool
  ) -> String {
    let values = (book?.series ?? []).compactMap { series -> String? in
      let points = series.points.filter { isIncluded($0.period) }
      let sum = points.reduce(0) { $0 + $1.value }
      if chart.unit == .money, sum == 0 { return nil }
      return chart.text(of: sum, in: series.currency) + (series.currency.map { " \($0)" } ?? "")
    }
    return values.isEmpty ? "none" : values.joined(separator: ", ")
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
