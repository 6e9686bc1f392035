import Foundation
import Tollgate
import TollgateLedger

/// The numbers of cohorts as a table that is drawn: a row for each cohort, a column for each age.
struct CohortPlot: Sendable {
  /// A number; the greater it is, the stronger its background.
  struct Cell: Sendable {
    let x: Double
    let y: Double
    let width: Double
    let middle: Double
    let baseline: Double
    /// The opacity of the background, at which the text remains legible.
    let strength: Double
    let text: String
  }

  struct Row: Sendable {
    let y: Double
    let text: String
    let cells: [Cell]
  }

  /// The greatest number of drawings.
  static let limit = 8
  /// The greatest numbers of cohorts and of ages; of more cohorts, the latest are drawn.
  static let size = (cohorts: 24, ages: 13)
  private static let frame = (left: 90.0, right: 798.0, top: 30.0)
  private static let rowHeight = 30.0

  /// The segment and the currency; nil if there is one drawing only.
  let title: String?
  /// The drawing as a sentence, for screen readers.
  let label: String
  /// What the marks mean, and what is not drawn.
  let hint: String
  /// The height of the drawing.
  let height: Double
  /// What an age counts, such as months.
  let unit: String
  /// The ages, above.
  let columns: [ChartPlot.Tick]
  /// The cohorts, in order.
  let rows: [Row]

  /// The drawings of a chart of cohorts, one for each segment and currency; none without a number.
  static func all(of series: [ChartSeries], of chart: Chart) -> [CohortPlot] {
    guard series.contains(where: { $0.points.contains { $0.share != nil } }) else { return [] }
    let titles = series.map(Self.title(of:))
    let distinct = titles.enumerated().filter { titles.firstIndex(of: $0.element) == $0.offset }
    return distinct.prefix(limit).map { _, title in
      CohortPlot(
        series.filter { Self.title(of: $0) == title }, title: title.isEmpty ? nil : title,
        of: chart)
    }
  }

  private static func title(of series: ChartSeries) -> String {
    [series.segment, series.currency].compactMap(\.self).joined(separator: ", ")
  }

  private init(_ series: [ChartSeries], title: String?, of chart: Chart) {
    let ages = series.prefix(Self.size.ages)
    let cohorts = Array((series.first?.points ?? []).enumerated().suffix(Self.size.cohorts))
    let width = (Self.frame.right - Self.frame.left) / Double(max(ages.count, 1))
    let greatest = series.flatMap(\.points).compactMap(\.share).max() ?? 0
    self.title = title
    label =
      "\(chart.title)\(title.map { " of \($0)" } ?? ""): a row for each cohort, a column for each age; the table has the numbers."
    let isCut =
      ages.count < series.count || cohorts.count < (series.first?.points.count ?? 0)
    hint = "* not over yet." + (isCut ? " The table has more cohorts or ages." : "")
    height = Self.frame.top + Self.rowHeight * Double(cohorts.count)
    unit = (cohorts.first?.element.period.length).map { "\($0.rawValue)s" } ?? ""
    columns = ages.enumerated().map { column, one in
      ChartPlot.Tick(
        at: Self.rounded(Self.frame.left + (Double(column) + 0.5) * width),
        text: one.age.map(String.init) ?? "")
    }
    rows = cohorts.enumerated().map { row, cohort in
      let y = Self.frame.top + Double(row) * Self.rowHeight
      let cells = ages.enumerated().compactMap { column, one -> Cell? in
        guard cohort.offset < one.points.count else { return nil }
        let point = one.points[cohort.offset]
        let x = Self.frame.left + Double(column) * width
        return Cell(
          x: Self.rounded(x + 1), y: y, width: Self.rounded(width - 2),
          middle: Self.rounded(x + width / 2), baseline: y + 17,
          strength: Self.strength(point, greatest: greatest),
          text: Self.text(point, of: chart, in: one.currency) + (point.isComplete ? "" : "*"))
      }
      return Row(y: y + 13, text: cohort.element.period.firstDay, cells: cells)
    }
  }

  /// The opacity of a number's background: none for 0, and at most 0.35.
  private static func strength(_ point: ChartSeries.Point, greatest: Double) -> Double {
    guard let share = point.share, greatest > 0 else { return 0 }
    return (max(0, share) / greatest * 35).rounded() / 100
  }

  private static func text(
    _ point: ChartSeries.Point, of chart: Chart, in currency: String?
  ) -> String {
    guard let share = point.share, let average = point.average else { return "-" }
    return chart.unit == .average
      ? chart.text(of: average, in: currency) : String(format: "%.0f %%", share * 100)
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
