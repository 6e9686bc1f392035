import Tollgate

extension ChartBook {
  /// Counts a chart.
  ///
  /// A period that was not over when the book was known counts what happened until then.
  ///
  /// - Parameter query: The chart, its periods and how to count.
  /// - Returns: The rows in order of period, segment and currency; a period in which a chart has nothing to count has no
  ///   row.
  /// - Throws: ``ChartError`` if a rate is missing, or the chart is divided by what it does not have.
  package func rows(_ query: ChartQuery) throws(ChartError) -> [ChartRow] {
    if let segment = query.segment, segment != .country, query.chart.countsNewCustomers {
      throw .notSegmented(query.chart, by: segment)
    }
    let lines = lines
    var rows: [ChartRow] = []
    for period in query.periods where period.start < known {
      var tally = ChartTally(query: query, people: people, period: period, known: known)
      if query.chart.countsNewCustomers {
        try tally.count(newCustomersOf: lines)
      } else {
        for line in lines { try tally.count(line) }
      }
      rows += tally.rows
    }
    return rows
  }
}

/// The numbers of one chart in one period.
struct ChartTally {
  private struct Key: Hashable {
    let segment: String?
    let currency: String?

    var order: (String, String) { (segment ?? "", currency ?? "") }
  }

  let query: ChartQuery
  let people: [Customer.ID: ChartBook.Person]
  let period: ChartPeriod
  let known: Instant
  private var sums: [Key: [Customer.ID: (value: Int64, base: Int64)]] = [:]

  init(
    query: ChartQuery, people: [Customer.ID: ChartBook.Person], period: ChartPeriod, known: Instant
  ) {
    self.query = query
    self.people = people
    self.period = period
    self.known = known
  }

  /// The last instant before the period.
  var before: Instant { period.start.adding(milliseconds: -1) }
  /// The last known instant of the period.
  var last: Instant { min(period.end, known).adding(milliseconds: -1) }

  /// The rows, in order of segment and currency.
  var rows: [ChartRow] {
    sums.sorted { $0.key.order < $1.key.order }.compactMap { key, sums in
      let parts = sums.filter { $0.value != (0, 0) }.sorted { $0.key < $1.key }.map {
        ChartRow.Part(customer: $0.key, value: $0.value.value, base: $0.value.base)
      }
      return parts.isEmpty
        ? nil
        : ChartRow(period: period, segment: key.segment, currency: key.currency, parts: parts)
    }
  }

  /// Whether an instant is in the part of the period that is known.
  func contains(_ instant: Instant) -> Bool { period.start <= instant && instant <= last }

  mutating func add(
    _ value: Int64 = 0, of base: Int64 = 0, for customer: Customer.ID,
    by transaction: StoreTransaction? = nil, currency: String? = nil
  ) {
    let segment: String? =
      switch query.segment {
      case nil: nil
      case .country: people[customer]?.country ?? "unknown"
      case .product: transaction?.product.rawValue ?? "unknown"
      case .offer: transaction?.offer?.kind.rawValue ?? "none"
      }
    var sum = sums[Key(segment: segment, currency: currency)]?[customer] ?? (0, 0)
    sum.value += value
    sum.base += base
    sums[Key(segment: segment, currency: currency), default: [:]][customer] = sum
  }

  mutating func add(
    _ money: Money?, times factor: Int64 = 1, for customer: Customer.ID, by span: StoreTransaction
  ) throws(ChartError) {
    guard let money else { return }
    let amount = try query.rates?.converted(money) ?? money
    add(amount.milliunits * factor, for: customer, by: span, currency: amount.currency)
  }
}
