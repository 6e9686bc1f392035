/// How the numbers of a chart follow from what is recorded.
///
/// The same formula counts a chart from one customer's facts and from the tables, which keep what all customers add up to.
enum ChartFormula: Sendable {
  /// What holds at the end of a period, times a factor.
  case level(ChartMeasure, times: Int64 = 1)
  /// What happened in a period, less something else that did.
  case flow(ChartMeasure, less: ChartMeasure? = nil)
  /// What held at the start of a period and what was new in it, less what holds at its end; a share of the first.
  case lost(ChartMeasure, new: ChartMeasure, isShare: Bool = false)
  /// What is counted at each age of those who began in a period, which only facts show.
  case cohorts(firstAge: Int, @Sendable (ChartBasis, ChartPeriod, ChartQuery) -> [ChartStep])

  var measures: [ChartMeasure] {
    switch self {
    case .level(let level, _): [level]
    case .flow(let flow, let other): [flow] + (other.map { [$0] } ?? [])
    case .lost(let level, let new, _): [level, new]
    case .cohorts: []
    }
  }
}

/// Measures over time, of one segment and currency.
struct ChartCurves {
  /// A change of a measure, at a place in time: an instant's milliseconds, or a day.
  struct Change {
    let measure: ChartMeasure
    let at: Int64
    let amount: ChartAmount
  }

  /// The first and the last change.
  let bounds: ClosedRange<Int64>
  private let totals: [ChartMeasure: [(at: Int64, total: ChartAmount)]]

  /// Adds up changes, each from the first on; nil without any.
  init?(_ changes: [Change]) {
    let order = changes.sorted { $0.at < $1.at }
    guard let first = order.first, let last = order.last else { return nil }
    bounds = first.at...last.at
    totals = Dictionary(grouping: order, by: \.measure).mapValues { changes in
      var total = ChartAmount()
      return changes.map { change in
        total += change.amount
        return (change.at, total)
      }
    }
  }

  /// The number of a period, from its start to its end; what is not a total of one currency is converted first.
  func amount(
    _ formula: ChartFormula, from start: Int64, to end: Int64,
    converting convert: (ChartAmount) throws(ChartError) -> ChartAmount
  ) throws(ChartError) -> ChartAmount {
    switch formula {
    case .level(let level, let factor):
      return ChartAmount(value: try convert(total(level, before: end)).value * factor)
    case .flow(let flow, let other):
      let lower = other.map { change(of: $0, from: start, to: end) } ?? ChartAmount()
      return try convert(change(of: flow, from: start, to: end) - lower)
    case .lost(let level, let new, let isShare):
      let active = try convert(total(level, before: start)).value
      let added = try convert(change(of: new, from: start, to: end)).value
      let left = try convert(total(level, before: end)).value
      return ChartAmount(value: active + added - left, base: isShare ? active : 0)
    case .cohorts: return ChartAmount()
    }
  }

  private func change(of measure: ChartMeasure, from start: Int64, to end: Int64) -> ChartAmount {
    total(measure, before: end) - total(measure, before: start)
  }

  /// What a measure adds up to before a place in time.
  private func total(_ measure: ChartMeasure, before end: Int64) -> ChartAmount {
    let totals = totals[measure] ?? []
    var (low, high) = (0, totals.count)
    while low < high {
      let middle = (low + high) / 2
      if totals[middle].at < end { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? ChartAmount() : totals[low - 1].total
  }
}
