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
    /// The number on each of the last ``FirstScreen/days``; nil if it is not known or always 0.
    let plot: Plot?
  }

  /// A small line chart of the last ``FirstScreen/days``, from 0 or the least number up.
  struct Plot: Sendable {
    /// What it shows, for screen readers and for people who point at it.
    let label: String
    /// Its points, in a drawing 100 wide and 30 high.
    let points: String

    /// Draws numbers; nil if there are fewer than two, or all are 0.
    init?(_ values: [Int64], _ label: String) {
      let (least, greatest) = (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
      guard values.count > 1, least < greatest else { return nil }
      self.label = label
      let height = Double(greatest) - Double(least)
      points = values.enumerated().map { index, value in
        let x = 100 * Double(index) / Double(values.count - 1)
        let y = 29 - 28 * (Double(value) - Double(least)) / height
        return "\(Self.rounded(x)),\(Self.rounded(y))"
      }.joined(separator: " ")
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
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
    for (charts, isSum) in [(Self.charts.now, false), (Self.charts.recent, true)] {
      let begin = isSum ? first.subtracting(Period(Self.days, .day)) : earlier
      let periods = ChartPeriod.all(.day, from: begin, to: today.end)
      for chart in charts {
        let book = try await ChartBook.read(
          ChartQuery(chart, over: periods), at: now, from: tables, in: app)
        let before = Self.text(of: book, chart) { isSum ? $0.start < first : $0.start == earlier }
        figures.append(
          Figure(
            title: chart.title + (isSum ? ", \(Self.days) days" : ""),
            text: Self.text(of: book, chart) { (isSum ? first : today.start) <= $0.start },
            before: isSum
              ? "The \(Self.days) days before: \(before)" : "\(Self.days) days ago: \(before)",
            definition: chart.definition,
            chart: "\(AdminPath.root(of: app))/charts/\(chart.rawValue)",
            plot: Self.plot(of: book, chart, from: first)))
      }
    }
    if let active {
      figures.append(
        Figure(
          title: "Active customers, \(ActiveCustomers.days) days", text: "\(active.count)",
          before: active.before(now).map { "\(Self.days) days ago: \($0)" },
          definition:
            "customers who used the app or have something recorded, as of \(active.countedAt.minute) UTC",
          chart: nil,
          plot: Plot(
            active.dayCounts.map { Int64($0.count) },
            "Active customers as counted on each of the last \(ActiveCustomers.days) days")))
    }
    self.figures = figures
    behind = try await tables.backlog(in: app).note
  }

  /// The numbers since an instant; of amounts in several currencies, those in the first.
  private static func plot(of book: ChartBook?, _ chart: Chart, from first: Instant) -> Plot? {
    for series in book?.series ?? [] {
      let values = series.points.filter { first <= $0.period.start }.map(\.value)
      let currency = series.currency.map { " in \($0)" } ?? ""
      let label = "\(chart.title)\(currency) on each of the last \(days) days"
      if let plot = Plot(values, label) { return plot }
    }
    return nil
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
