package import Tollgate

/// A number of a chart.
package struct ChartRow: Hashable, Sendable {
  /// What a customer adds to a number.
  package struct Part: Hashable, Sendable {
    /// The customer, or the placeholder of a purchase that nobody has claimed.
    package let customer: Customer.ID
    /// What is added to the number; negative where it lowers it.
    package let value: Int64
    /// What is added to the number that it is a share of; 0 for others.
    package let base: Int64
  }

  package let period: ChartPeriod
  /// The value of the query's segment; nil if the chart is not divided.
  package let segment: String?
  package let currency: String?
  /// How many periods after its own the number counts a cohort; nil if the chart has none.
  package let age: Int?
  /// The number: a count, or thousandths of the currency's unit.
  package let value: Int64
  /// What the number is a share of; 0 for other charts.
  package let base: Int64
  /// How many customers are behind it; nil if it was read from tables, which do not tell customers apart.
  package let customers: Int?
  /// How many purchases that nobody has claimed are behind it; 0 if it was read from tables.
  package let unclaimed: Int
  /// The customers and unclaimed purchases behind it, by id, whose values add up to its own; empty unless the query lists
  /// them.
  package let parts: [Part]
}

/// The numbers of a chart for one segment, currency and age of cohorts, one for each period, as they are plotted.
package struct ChartSeries: Hashable, Sendable {
  /// A number, and when it was counted.
  package struct Point: Hashable, Sendable {
    package let period: ChartPeriod
    /// Whether the period was over when the chart was computed.
    ///
    /// For cohorts it is the period in which the cohort has the age; for paywalls it includes the days in which a view may
    /// lead to a purchase.
    package let isComplete: Bool
    /// The number; nil if nothing was counted.
    package let row: ChartRow?

    /// The number: a count, or thousandths of the currency's unit.
    package var value: Int64 { row?.value ?? 0 }
    /// What the number is a share or an average of; 0 for other charts.
    package var base: Int64 { row?.base ?? 0 }
    /// The share, 0 to 1, or outside of it for churn; nil without anything that it is a share of.
    package var share: Double? { base == 0 ? nil : Double(value) / Double(base) }
    /// The average, rounded half away from zero; nil without anything that it is an average of.
    package var average: Int64? { base == 0 ? nil : value.scaled(by: 1, over: base) }
  }

  /// The value of the query's segment; nil if the chart is not divided.
  package let segment: String?
  package let currency: String?
  /// How many periods after its own each number counts a cohort; nil if the chart has none.
  package let age: Int?
  /// The age in words, such as `after 2 months`; nil if the chart has no cohorts.
  package let ageTitle: String?
  /// A point for each period that began before that instant, in order; in a cohort chart, for each period whose cohort
  /// had reached the age.
  package let points: [Point]
}
