package import Tollgate

/// Which chart to count, when and how.
package struct ChartQuery: Sendable {
  /// How soon after a new customer was first seen a conversion counts by default.
  static let defaultWindow = Period(7, .day)

  /// The chart.
  package let chart: Chart
  /// The periods, in order and without overlap.
  package let periods: [ChartPeriod]
  /// What it is divided by; nil for one number a period and currency.
  package var segment: ChartSegment?
  /// What counts: of each of these segments, one of the values.
  package var filters: [ChartSegment: Set<String>] = [:]
  /// The rates to one currency; nil to keep currencies apart.
  package var rates: ExchangeRates?
  /// The billing periods of products; others are known by their signed length.
  package var billing: [CatalogProduct.ID: Period] = [:]
  /// The store's commission and the taxes, in thousandths of the price, for ``Chart/proceeds``.
  package var deductions: Int64 = 0
  /// How soon after a new customer was first seen a conversion counts.
  package var window = Self.defaultWindow
  /// Whether each number lists the customers behind it, which takes memory for each of them.
  package var listsCustomers = false

  /// Creates a query of a chart over periods.
  package init(_ chart: Chart, over periods: [ChartPeriod]) {
    self.chart = chart
    self.periods = periods
  }

  /// What it is divided or filtered by.
  var segments: Set<ChartSegment> { Set(filters.keys).union(segment.map { [$0] } ?? []) }
}
