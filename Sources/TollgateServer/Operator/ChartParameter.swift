import Tollgate
import TollgateLedger
import TollgateWire

enum ChartParameter: String, CaseIterable {
  case period, from, to, asOf, by, product, country, offer, placement, paywall, feature, variant
  case deductions
  case customers
}

extension ChartQuery {
  /// Reads the query of a request.
  ///
  /// - Parameters:
  ///   - app: The app, whose products' billing periods count.
  ///   - known: The instant at which the chart is known.
  ///   - text: The value of a parameter; nil if it is missing.
  /// - Throws: `Problem` with code `invalid_value`.
  init(
    _ chart: Chart, in app: ServedApp, knownAt known: Instant,
    _ text: (ChartParameter) -> String?
  ) throws(Problem) {
    let periods: [ChartPeriod]
    do {
      periods = try ChartPeriod.range(
        try Self.length(text(.period)), from: try Instant.parameter(.from, text),
        to: try Instant.parameter(.to, text), knownAt: known)
    } catch {
      throw Problem(error, otherwise: "The periods cannot be read.")
    }
    self.init(chart, over: periods)
    billing = app.blueprint.definition.billing
    if let name = text(.by) {
      guard let segment = ChartSegment(name) else {
        throw Problem(
          .invalidValue,
          "`by` must be product, country, offer, placement, paywall, feature or variant:EXPERIMENT."
        )
      }
      self.segment = segment
    }
    for (parameter, segment) in [
      (ChartParameter.product, ChartSegment.product), (.country, .country), (.offer, .offer),
      (.placement, .placement), (.paywall, .paywall), (.feature, .feature),
    ] {
      if let value = text(parameter) { filters[segment] = [value] }
    }
    if let value = text(.variant) {
      let parts = value.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
        throw Problem(.invalidValue, "`variant` must be EXPERIMENT:VARIANT.")
      }
      filters[.variant(Experiment.ID(String(parts[0])))] = [String(parts[1])]
    }
    if let value = text(.deductions) {
      guard let percent = Int64(value), (0...100).contains(percent) else {
        throw Problem(.invalidValue, "`deductions` must be a percentage from 0 to 100.")
      }
      deductions = percent * 10
    }
    if let value = text(.customers) {
      guard let listsCustomers = Bool(value) else {
        throw Problem(.invalidValue, "`customers` must be true or false.")
      }
      self.listsCustomers = listsCustomers
    }
  }

  private static func length(_ text: String?) throws(Problem) -> ChartPeriod.Length {
    guard let text else { return .month }
    guard let length = ChartPeriod.Length(rawValue: text) else {
      throw Problem(.invalidValue, "`period` must be day, week or month.")
    }
    return length
  }
}

extension Instant {
  /// A parameter that is a day, or an instant as in `2026-03-02T09:00:00Z`; nil if it is missing.
  static func parameter<Name: RawRepresentable<String>>(
    _ parameter: Name, _ text: (Name) -> String?
  ) throws(Problem) -> Instant? {
    guard let text = text(parameter) else { return nil }
    guard let instant = Instant(text) else {
      throw Problem(
        .invalidValue,
        "`\(parameter.rawValue)` must be a day such as 2026-03-02, or an instant such as 2026-03-02T09:00:00Z."
      )
    }
    return instant
  }
}
