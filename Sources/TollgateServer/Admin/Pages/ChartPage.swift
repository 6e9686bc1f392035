import Foundation
import Tollgate
import TollgateLedger

/// A chart: its definition, how it is counted, the plot, the numbers, and the customers behind one of them.
struct ChartPage: Sendable {
  /// A number of the table.
  struct Cell: Sendable {
    let text: String
    /// The page with the customers behind it; nil for none.
    let open: String?
    let label: String
    /// By how much it differs from the period before; nil without one to compare it with.
    let change: String?
  }

  /// The numbers of a period.
  struct Row: Sendable {
    let period: String
    let isRunning: Bool
    let cells: [Cell]
  }

  /// A customer behind a number, or a purchase that nobody has claimed.
  struct Part: Sendable {
    let customer: String
    /// A sentence about a purchase without a customer; nil for a customer.
    let note: String?
    let path: String
    let series: String?
    let value: String
  }

  /// The greatest number of customers that are listed.
  static let partLimit = 1000

  /// The path of the page, without its query.
  let path: String
  /// What the chart counts, in one phrase.
  let definition: String
  /// The instant at which the chart is known.
  let known: String
  /// How many customers were counted.
  let customers: Int
  /// Who is not counted yet; nil if everybody is.
  let behind: String?
  /// A plot for each currency; none for a chart of cohorts.
  let plots: [ChartPlot]
  /// A drawing of the cohorts for each segment and currency.
  let cohorts: [CohortPlot]
  /// The titles of the table's columns, one for each series.
  let columns: [String]
  /// The numbers, a row for each period in order.
  let rows: [Row]
  /// Whether a number is compared with that of the period before.
  let isCompared: Bool
  /// The path of the same numbers as CSV.
  let csv: String
  /// The period whose customers are listed; nil for none.
  let opened: String?
  /// The customers behind the opened numbers, at most ``partLimit``.
  let parts: [Part]
  let hasParts: Bool
  /// How the chart is counted, to change it.
  let form: Form

  /// How the chart is counted.
  struct Form: Sendable {
    let periods: [PageChoice]
    let segments: [PageChoice]
    let products: [PageChoice]
    let from: String
    let to: String
    let asOf: String
    let country: String
  }

  init(_ counted: CountedChart, _ fields: [String: String], for visit: AdminVisit) {
    let book = counted.book
    let chart = book.query.chart
    let series = book.series
    let path = "\(AdminPath.root(of: visit.app.id))/charts/\(chart.rawValue)"
    func link(_ more: [(name: String, value: String)]) -> String {
      let kept = fields.filter { !["open", "age", "format"].contains($0.key) }.sorted {
        $0.key < $1.key
      }
      return AdminPath.link(path, kept.map { ($0.key, $0.value) } + more)
    }
    self.path = path
    definition = chart.definition
    known = book.known.minute
    customers = book.customers
    behind = counted.backlog?.note
    var currencies: [String?] = []
    for one in series where !currencies.contains(one.currency) { currencies.append(one.currency) }
    plots =
      chart.firstAge != nil
      ? []
      : currencies.map { currency in
        ChartPlot(series.filter { $0.currency == currency }, of: chart)
      }
    cohorts = chart.firstAge == nil ? [] : CohortPlot.all(of: series, of: chart)
    columns = series.map { $0.title ?? chart.title }
    rows = (series.first?.points ?? []).enumerated().map { index, point in
      let day = point.period.firstDay
      return Row(
        period: day, isRunning: !point.isComplete && chart.firstAge == nil,
        cells: series.map { one in
          // A cohort that is too young for an age has no number yet.
          guard index < one.points.count else {
            return Cell(text: "", open: nil, label: "", change: nil)
          }
          let point = one.points[index]
          let age = one.age.map { [(name: "age", value: "\($0)")] } ?? []
          return Cell(
            text: chart.text(of: point, of: one)
              + (one.age != nil && !point.isComplete ? " (not over)" : ""),
            open: point.row == nil ? nil : link([("open", day)] + age) + "#customers",
            label: point.row?.contributors ?? "customers",
            change: chart.change(at: index, in: one))
        })
    }
    isCompared = rows.contains { $0.cells.contains { $0.change != nil } }
    csv = link([("format", "csv")])
    opened = fields["open"]
    let listed = fields["age"].map { age in series.filter { $0.age.map(String.init) == age } }
    parts = Self.parts(of: listed ?? series, openedAt: fields["open"], chart, visit)
    hasParts = !parts.isEmpty
    form = Form(chart, fields, for: visit)
  }

  private static func parts(
    of series: [ChartSeries], openedAt day: String?, _ chart: Chart, _ visit: AdminVisit
  ) -> [Part] {
    guard let day else { return [] }
    let all = series.flatMap { one in
      one.points.filter { $0.period.firstDay == day }.flatMap { $0.row?.parts ?? [] }.map { part in
        let purchase = part.customer.unclaimedPurchase
        return Part(
          customer: purchase.map { "\($0)" } ?? "\(part.customer)",
          note: purchase.map { _ in "a purchase, not yet claimed" },
          path: AdminPath.customer(part.customer, of: visit.app.id), series: one.title,
          value: chart.text(of: part.value, in: one.currency)
            + (chart.unit.hasBase ? " of \(part.base)" : ""))
      }
    }
    return Array(all.prefix(partLimit))
  }
}

extension ChartPage.Form {
  fileprivate init(_ chart: Chart, _ fields: [String: String], for visit: AdminVisit) {
    let definition = visit.app.blueprint.definition
    periods = PageChoice.list(
      ChartPeriod.Length.allCases.map { ($0.rawValue, $0.rawValue) },
      chosen: fields["period"] ?? "month")
    segments = PageChoice.list(
      [("", "nothing")]
        + [ChartSegment.product, .country, .offer, .placement, .paywall, .feature]
        .filter(chart.isDivided(by:)).map { ($0.name, $0.name) }
        + definition.experiments.map { ("variant:\($0.id)", "variant of \($0.id)") },
      chosen: fields["by"] ?? "")
    products = PageChoice.list(
      [("", "all")] + definition.products.map { ($0.id.rawValue, $0.id.rawValue) },
      chosen: fields["product"] ?? "")
    from = fields["from"] ?? ""
    to = fields["to"] ?? ""
    asOf = fields["asOf"] ?? ""
    country = fields["country"] ?? ""
  }
}

extension ChartRow {
  /// How many customers and unclaimed purchases are behind the number, as far as that is known.
  fileprivate var contributors: String {
    guard let customers else { return "customers" }
    let counts = [
      customers == 0 && unclaimed > 0 ? nil : "\(customers) customer\(customers == 1 ? "" : "s")",
      unclaimed == 0 ? nil : "\(unclaimed) not yet claimed",
    ]
    return counts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Chart {
  /// A number of a period as text; "none" for an amount without a currency.
  func text(of point: ChartSeries.Point, of series: ChartSeries) -> String {
    let isAmount = unit == .money || unit == .average
    return isAmount && series.currency == nil ? "none" : text(of: point, in: series.currency)
  }

  /// By how much a number differs from that of the period before, such as `+3` or, of a share, `−2.5 points`.
  ///
  /// - Returns: The difference with its sign; nil for cohorts, whose periods are not compared, in the first period, for
  ///   one that is not over, and where there is nothing that a number is a share or an average of.
  func change(at index: Int, in series: ChartSeries) -> String? {
    guard firstAge == nil, index > 0, series.points[index].isComplete else { return nil }
    let (now, before) = (series.points[index], series.points[index - 1])
    func signed(_ isNegative: Bool, _ text: String) -> String { (isNegative ? "−" : "+") + text }
    switch unit {
    case .count:
      let change = now.value - before.value
      return signed(change < 0, "\(abs(change))")
    case .money:
      guard let currency = series.currency else { return nil }
      let change = now.value - before.value
      return signed(change < 0, text(of: abs(change), in: currency))
    case .share:
      guard let share = now.share, let last = before.share else { return nil }
      let change = (share - last) * 100
      return signed(change < 0, String(format: "%.1f points", abs(change)))
    case .average:
      guard let currency = series.currency, let average = now.average, let last = before.average
      else { return nil }
      return signed(average < last, text(of: abs(average - last), in: currency))
    }
  }
}
