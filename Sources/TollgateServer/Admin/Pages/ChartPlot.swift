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
    /// The line as a path, up to the last period that is over; periods without a number leave gaps.
    let path: String
    /// The part of the line that leads to a period that is not over; nil without one.
    let running: String?
    /// The numbers.
    let dots: [Dot]
  }

  /// The numbers of a period, which appear over the drawing while the period is pointed at or has the focus.
  struct Reading: Sendable {
    /// What is pointed at: a strip as high as the drawing.
    let start: Double
    let width: Double
    /// Where the period is.
    let x: Double
    /// Where the texts stand next to it, so that they stay within the drawing.
    let anchor: String
    /// The period and its numbers in one text.
    let label: String
    let lines: [ReadLine]
  }

  /// A line of a reading's text.
  struct ReadLine: Sendable {
    /// The distance from the top, in pixels.
    let y: Int
    let text: String
  }

  /// A number.
  struct Dot: Sendable {
    let x: Double
    let y: Double
  }

  /// A line across with its value, or a period's name below.
  struct Tick: Sendable {
    let at: Double
    let text: String
  }

  /// The greatest number of series that are drawn: those with the greatest last numbers.
  static let limit = 8
  /// The greatest number of periods that the Tab key stops at.
  private static let stopLimit = 53
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
  /// The periods with a number, in order.
  let readings: [Reading]
  /// Whether the readings are reached by keyboard; the table has the numbers too.
  let isReached: Bool

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
      var (path, running) = ("", "")
      var dots: [Dot] = []
      var last: String?
      for (index, value) in line.1.enumerated() {
        guard let value else {
          last = nil
          continue
        }
        let dot = Dot(x: x(index), y: y(value))
        let point = "\(dot.x) \(dot.y)"
        if let last, !line.0.points[index].isComplete {
          running += "M\(last)L\(point)"
        } else {
          path += "\(last == nil ? "M" : "L")\(point)"
        }
        dots.append(dot)
        last = point
      }
      return Line(
        color: color, title: line.0.segment ?? chart.title, path: path,
        running: running.isEmpty ? nil : running, dots: dots)
    }
    isRunning = lines.contains { $0.running != nil }
    ticks = scale.ticks.map { Tick(at: y($0), text: Self.text($0, of: chart)) }
    let points = series.first?.points ?? []
    let step = max(1, (points.count + 5) / 6)
    periods = stride(from: 0, to: points.count, by: step).map {
      Tick(at: x($0), text: points[$0].period.firstDay)
    }
    isReached = count <= Self.stopLimit
    let isNamed = isDivided
    readings = points.indices.compactMap { index -> Reading? in
      let numbers = zip(drawn, values).compactMap { line, plotted -> String? in
        guard index < plotted.count, plotted[index] != nil else { return nil }
        let name = isNamed ? "\(line.segment ?? chart.title): " : ""
        let change = chart.change(at: index, in: line).map { ", \($0)" } ?? ""
        return name + chart.text(of: line.points[index], of: line) + change
      }
      guard !numbers.isEmpty else { return nil }
      let point = points[index]
      let texts = [point.period.firstDay + (point.isComplete ? "" : ", not over")] + numbers
      let middle = x(index)
      let half = count < 2 ? 50 : 50 / Double(count - 1)
      let start = max(0, middle - half)
      return Reading(
        start: Self.rounded(start), width: Self.rounded(min(100, middle + half) - start), x: middle,
        anchor: middle < 30 ? "start" : middle > 70 ? "end" : "middle",
        label: texts.joined(separator: "; "),
        lines: texts.enumerated().map { ReadLine(y: 14 + 16 * $0.offset, text: $0.element) })
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
  /// - Parameter isWhole: Whether only whole values exist, as of customers.
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
