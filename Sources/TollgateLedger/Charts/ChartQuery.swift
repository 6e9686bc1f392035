package import Tollgate

/// Which chart to count, when and how.
package struct ChartQuery: Sendable {
  /// The chart.
  package let chart: Chart
  /// The periods, one row or more for each.
  package let periods: [ChartPeriod]
  /// What it is divided by; nil for one row a period.
  package var segment: ChartSegment?
  /// The rates to one currency; nil to keep currencies apart.
  package var rates: ExchangeRates?
  /// The billing periods of products; others are known by their signed length.
  package var billing: [CatalogProduct.ID: Period] = [:]
  /// The store's commission and the taxes, in thousandths of the price, for ``Chart/proceeds``.
  package var deductions: Int64 = 0
  /// How soon after a new customer was first seen a conversion counts.
  package var window = Period(7, .day)

  /// Creates a query of a chart over periods.
  package init(_ chart: Chart, over periods: [ChartPeriod]) {
    self.chart = chart
    self.periods = periods
  }
}

/// A number of a chart, with the customers behind it.
package struct ChartRow: Hashable, Sendable {
  /// What a customer adds to a number.
  package struct Part: Hashable, Sendable {
    /// The customer.
    package let customer: Customer.ID
    /// What is added to the number; negative where it lowers it.
    package let value: Int64
    /// What is added to the number that it is a share of; 0 for others.
    package let base: Int64
  }

  /// The period.
  package let period: ChartPeriod
  /// The product, country or kind of offer; nil if the chart is not divided.
  package let segment: String?
  /// The currency of an amount.
  package let currency: String?
  /// The customers behind it, by id; its number is the sum of theirs.
  package let parts: [Part]

  /// The number: a count, or thousandths of the currency's unit.
  package var value: Int64 { parts.reduce(0) { $0 + $1.value } }
  /// What the number is a share of; 0 for other charts.
  package var base: Int64 { parts.reduce(0) { $0 + $1.base } }
}
