import Foundation
import Tollgate
import TollgateLedger

/// The numbers of one currency as lines over time, in percent of a drawing, so that its texts keep their size at any width.
struct ChartPlot: Sendable {
  /// A series.
  struct Line: Sendable {
    /// Which of the page's colors it has, from 0.
    let color: Int
    let title: String
    /// The line; periods without a number leave gaps.
    let segments: [Segment]
    /// The numbers, each with its period and its text.
    let dots: [Dot]
  }

  /// The part of a line from one number to the next.
  struct Segment: Sendable {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double
    /// Whether it leads to a period that is not over.
    let isRunning: Bool
  }

  /// A number.
  struct Dot: Sendable {
    let x: Double
    let y: Double
    let text: String
  }

  /// A line across with its value, or a period's name below.
  struct Tick: Sendable {
    let at: Double
    let text: String
  }

  /// The greatest number of series that are drawn, of which those with the greatest last numbers are.
  static let limit = 8
  /// The currency of the numbers; nil for counts and shares.
  let currency: String?
  /// The drawing as a sentence, for screen readers.
  let label: String
  /// The series that are drawn, the greatest first.
  let lines: [Line]
  /// Whether there is no number to draw.
  let isEmpty: Bool
  /// Whether a line leads to a period that is not over.
  let isRunning: Bool
  /// Whether the lines need a legend.
  let isDivided: Bool
  /// How many series are not drawn; nil if all are.
  let left: Int?
  /// The values of the axis.
  let ticks: [Tick]
  /// Some of the periods, below.
  let periods: [Tick]

  init(_ series: [ChartSeries], of chart: Chart) {
    currency = series.first?.currency
    label =
      "\(chart.title)\(currency.map { " in \($0)" } ?? "") over time; the table has the numbers."
    isDivided = series.contains { $0.segment != nil }
    let drawn = series.sorted { Self.last($0) > Self.last($1) }.prefix(Self.limit)
    left = series.count > drawn.count ? series.count - drawn.count : nil
    let values = drawn.map { $0.points.map { Self.value($0, of: chart) } }
    let scale = PlotScale(
      values.flatMap(\.self).compactMap(\.self), isWhole: chart.unit == .count)
    let isAmount = chart.unit == .money || chart.unit == .average
    isEmpty = (isAmount && currency == nil) || !values.contains { $0.contains { $0 != nil } }
    let count = series.first?.points.count ?? 0
    func x(_ index: Int) -> Double {
      count < 2 ? 50 : Self.rounded(100 * Double(index) / Double(count - 1))
    }
    func y(_ value: Double) -> Double { Self.rounded(100 - 100 * scale.share(of: value)) }
    lines = zip(drawn, values).enumerated().map { color, line in
      var segments: [Segment] = []
      var dots: [Dot] = []
      var last: Dot?
      for (index, value) in line.1.enumerated() {
        guard let value else {
          last = nil
          continue
        }
        let point = line.0.points[index]
        let dot = Dot(
          x: x(index), y: y(value),
          text: "\(point.period.firstDay): \(chart.text(of: point, of: line.0))")
        if let last {
          segments.append(
            Segment(
              x1: last.x, y1: last.y, x2: dot.x, y2: dot.y, isRunning: !point.isComplete))
        }
        dots.append(dot)
        last = dot
      }
      return Line(
        color: color, title: line.0.segment ?? chart.title, segments: segments, dots: dots)
    }
    isRunning = lines.contains { $0.segments.contains(where: \.isRunning) }
    ticks = scale.ticks.map { Tick(at: y($0), text: Self.text($0, of: chart)) }
    let points = series.first?.points ?? []
    let step = max(1, (points.count + 5) / 6)
    periods = stride(from: 0, to: points.count, by: step).map {
      Tick(at: x($0), text: points[$0].period.firstDay)
    }
  }

  /// A number as it is plotted: units of the currency, percent, or a count; nil without anything that it is a share of.
  private static func value(_ point: ChartSeries.Point, of chart: Chart) -> Double? {
    switch chart.unit {
    case .count: Double(point.value)
    case .money: Double(point.value) / 1000
    case .share: point.share.map { $0 * 100 }
    case .average: point.share.map { $0 / 1000 }
    }
  }

  private static func last(_ series: ChartSeries) -> Int64 { series.points.last?.value ?? 0 }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private static func text(_ value: Double, of chart: Chart) -> String {
    let text =
      value == value.rounded() ? String(format: "%.0f", value) : String(format: "%g", value)
    return chart.unit == .share ? "\(text) %" : text
  }
}

/// The scale of a plot: from a round number to a round number, with round numbers between, and 0 among them.
struct PlotScale: Sendable {
  /// The values at which lines are drawn, in order; at least two.
  let ticks: [Double]

  /// Creates the scale of values; without any, it is from 0 to 1.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - isWhole: Whether only whole values exist, as of customers.
  init(_ values: [Double], isWhole: Bool = false) {
    let (least, greatest) = (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
    let span = greatest - least
    guard span > 0, span.isFinite else {
      ticks = [0, 1]
      return
    }
    let power = pow(10, (log10(span / 4)).rounded(.down))
    let rounded = power * ([1, 2, 5, 10].first { span / (power * $0) <= 5 } ?? 10)
    let step = isWhole ? max(1, rounded) : rounded
    let (first, last) = ((least / step).rounded(.down), (greatest / step).rounded(.up))
    ticks = stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// Where a value lies: 0 at the first tick, 1 at the last.
  func share(of value: Double) -> Double {
    let (first, last) = (ticks[0], ticks[ticks.count - 1])
    return (value - first) / (last - first)
  }
}
