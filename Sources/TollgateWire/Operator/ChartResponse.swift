public import Tollgate

/// The charts that operators can read.
public struct ChartList: Hashable, Sendable, Codable {
  public struct Entry: Hashable, Sendable, Codable {
    /// Its name in paths.
    public let chart: String
    /// What it counts, in one phrase.
    public let definition: String

    public init(chart: String, definition: String) {
      self.chart = chart
      self.definition = definition
    }
  }

  public let charts: [Entry]

  public init(charts: [Entry]) { self.charts = charts }
}

/// A chart, as it follows from every customer's recorded facts.
public struct ChartResponse: Hashable, Sendable, Codable {
  /// A number of a period.
  public struct Point: Hashable, Sendable, Codable {
    public let from: Instant
    public let to: Instant
    /// Whether the period was over when the chart was known.
    public let isComplete: Bool
    /// A count, or thousandths of the currency's unit.
    public let value: Int64
    /// What the number is a share of; 0 for a count or an amount.
    public let base: Int64
    /// How many customers are behind the number; nil if it was read from tables, which do not tell customers apart.
    public let customers: Int?
    /// The customers and unclaimed purchases behind the number, by id; nil if they were not requested.
    public let parts: [Part]?

    public init(
      from: Instant, to: Instant, isComplete: Bool, value: Int64, base: Int64, customers: Int?,
      parts: [Part]? = nil
    ) {
      self.from = from
      self.to = to
      self.isComplete = isComplete
      self.value = value
      self.base = base
      self.customers = customers
      self.parts = parts
    }
  }

  /// What a customer adds to a number.
  public struct Part: Hashable, Sendable, Codable {
    /// The customer; for an unclaimed purchase, `store:` and its id.
    public let customer: Customer.ID
    /// What is added to the number; negative where it lowers it.
    public let value: Int64
    /// What is added to the number that it is a share of.
    public let base: Int64

    public init(customer: Customer.ID, value: Int64, base: Int64) {
      self.customer = customer
      self.value = value
      self.base = base
    }
  }

  /// The numbers of one segment, currency and age.
  public struct Series: Hashable, Sendable, Codable {
    /// The value that the chart is divided by; nil if it is not divided.
    public let segment: String?
    public let currency: String?
    /// After how many periods each number counts the cohort of its period; nil if the chart has no cohorts.
    public let age: Int?
    /// A point for each period, in order; of a chart of cohorts, for each whose cohort has reached the age.
    public let points: [Point]

    public init(segment: String?, currency: String?, age: Int? = nil, points: [Point]) {
      self.segment = segment
      self.currency = currency
      self.age = age
      self.points = points
    }
  }

  public let chart: String
  /// What it counts, in one phrase.
  public let definition: String
  /// The instant at which it is known: what was recorded at it or later does not count.
  public let asOf: Instant
  /// How many customers were counted.
  public let customers: Int
  /// How many customers have changed since the tables were counted; nil if the chart was counted from facts.
  public let behind: Int?
  /// The numbers, in order of segment, currency and age.
  public let series: [Series]

  public init(
    chart: String, definition: String, asOf: Instant, customers: Int, behind: Int? = nil,
    series: [Series]
  ) {
    self.chart = chart
    self.definition = definition
    self.asOf = asOf
    self.customers = customers
    self.behind = behind
    self.series = series
  }
}
