/// Why a chart cannot be counted.
package enum ChartError: Error, Hashable, Sendable {
  /// The rate table lacks a currency.
  case missingRate(currency: String)
  /// The chart counts customers before they buy anything, so it has no products, offers or placements.
  case notSegmented(Chart, by: ChartSegment)
  /// The first period is not before the end.
  case noPeriods
  /// There are more than ``ChartPeriod/limit`` periods.
  case tooManyPeriods

  /// What is wrong, for a person to read.
  package var message: String {
    switch self {
    case .missingRate(let currency): "There is no rate for \(currency)."
    case .notSegmented(let chart, let segment):
      "The chart `\(chart.rawValue)` counts customers before they buy, so it has no \(segment.name)s."
    case .noPeriods: "The first period must begin before the last instant that is known."
    case .tooManyPeriods:
      "A chart is limited to \(ChartPeriod.limit) periods: begin later, or use longer periods."
    }
  }
}
