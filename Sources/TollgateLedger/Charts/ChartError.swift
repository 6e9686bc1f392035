/// Why a chart cannot be counted.
package enum ChartError: Error, Hashable, Sendable {
  /// The rate table lacks a currency.
  case missingRate(currency: String)
  /// The chart does not know a segment of what it counts: new customers have no products yet, and purchases no paywalls.
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
      "The chart `\(chart.rawValue)` counts \(chart.subject.text), so it has no \(segment.name)s."
    case .noPeriods: "The first period must begin before the last instant that is known."
    case .tooManyPeriods:
      "A chart is limited to \(ChartPeriod.limit) periods: begin later, or use longer periods."
    }
  }
}

extension Chart.Subject {
  /// What is counted, in words.
  fileprivate var text: String {
    switch self {
    case .purchases: "purchases"
    case .newCustomers: "customers before they buy"
    case .paywalls: "views of paywalls"
    }
  }
}
