package import Tollgate

/// A chart, counted customer by customer from recorded facts, as known at an instant.
///
/// A purchase counts once, for the customer who has it, or without a customer while nobody has claimed it. Purchases of
/// other environments and those shared by a family member do not count. Books of disjoint customers can be merged in any
/// order.
package struct ChartBook: Sendable {
  struct Key: Hashable, Sendable {
    let period: Int
    let segment: String?
    let currency: String?
    /// How many periods after a cohort's; nil if the chart has none.
    var age: Int?

    var order: (Int, String, String, Int) { (period, segment ?? "", currency ?? "", age ?? 0) }
  }

  private struct Sum: Sendable {
    var amount = ChartAmount()
    /// nil if the sum was kept in tables, which do not tell customers apart.
    var customers: Int? = 0
    var unclaimed = 0
    var parts: [ChartRow.Part] = []

    mutating func merge(_ other: Sum) {
      amount += other.amount
      customers = customers.flatMap { count in other.customers.map { count + $0 } }
      unclaimed += other.unclaimed
      parts += other.parts
    }

    /// Adds parts of the same customers to theirs.
    mutating func add(_ more: [ChartRow.Part]) {
      let values = Dictionary(more.map { ($0.customer, $0.value) }, uniquingKeysWith: +)
      parts = parts.map { part in
        ChartRow.Part(
          customer: part.customer, value: part.value + (values[part.customer] ?? 0),
          base: part.base)
      }
    }
  }

  package let query: ChartQuery
  /// The instant: facts that were recorded at it or later do not count.
  package let known: Instant
  /// How many customers were known.
  package private(set) var customers = 0
  /// How many facts were known.
  package private(set) var facts = 0
  private let environment: StoreEnvironment
  private var sums: [Key: Sum] = [:]

  /// Creates a book of no customers.
  ///
  /// - Parameters:
  ///   - query: The chart, its periods and how to count.
  ///   - known: The instant from which on recorded facts do not count.
  /// - Throws: ``ChartError/notSegmented(_:by:)``.
  package init(
    _ query: ChartQuery, knownAt known: Instant, in environment: StoreEnvironment = .production
  ) throws(ChartError) {
    for segment in query.segments where !query.chart.isDivided(by: segment) {
      throw .notSegmented(query.chart, by: segment)
    }
    self.query = query
    self.known = known
    self.environment = environment
  }

  /// Creates a book of amounts that were added up before.
  ///
  /// - Parameter query: The chart, its periods and how it was counted.
  /// - Throws: ``ChartError/notSegmented(_:by:)``.
  init(
    _ query: ChartQuery, knownAt known: Instant, customers: Int, amounts: [Key: ChartAmount]
  ) throws(ChartError) {
    try self.init(query, knownAt: known)
    self.customers = customers
    sums = amounts.filter { $0.value != ChartAmount() }
      .mapValues { Sum(amount: $0, customers: nil) }
  }

  /// Counts a customer or an unclaimed purchase that was not counted before.
  ///
  /// - Throws: ``ChartError/missingRate(currency:)``, or ``LedgerError`` if a fact cannot be decoded.
  package mutating func add(_ history: LedgerHistory) throws {
    try add(history.customer, facts: try history.facts(), since: history.since)
  }

  /// Counts a customer or an unclaimed purchase that was not counted before.
  ///
  /// - Parameters:
  ///   - id: The customer, or the placeholder of the purchase.
  ///   - since: When the customer's own first fact was recorded; earlier facts came with a purchase. Nil if all are own.
  /// - Throws: ``ChartError/missingRate(currency:)``.
  package mutating func add(
    _ id: Customer.ID, facts: some Sequence<(at: Instant, fact: Fact)>, since: Instant? = nil
  ) throws(ChartError) {
    var person = ChartPerson(id, since: since, in: environment)
    for (at, fact) in facts where at < known {
      person.record(fact, at: at)
      self.facts += 1
    }
    let isCustomer = person.firstSeen != nil
    if isCustomer { customers += 1 }
    let amounts = try query.amounts(of: person, knownAt: known)
    for (key, amount) in amounts where amount != ChartAmount() {
      let part = ChartRow.Part(customer: id, value: amount.value, base: amount.base)
      sums[key, default: Sum()].merge(
        Sum(
          amount: amount, customers: isCustomer ? 1 : 0, unclaimed: isCustomer ? 0 : 1,
          parts: query.listsCustomers ? [part] : []))
    }
  }

  /// Adds a book of other customers, of the same query.
  package mutating func merge(_ other: ChartBook) {
    customers += other.customers
    facts += other.facts
    for (key, sum) in other.sums { sums[key, default: Sum()].merge(sum) }
  }

  /// The numbers in order of period, segment, currency and age; there is none where nothing was counted.
  ///
  /// A period that was not over when the chart was known counts what happened until then.
  package var rows: [ChartRow] {
    (query.chart.unit == .average ? averages : sums).sorted { $0.key.order < $1.key.order }.map {
      key, sum in
      ChartRow(
        period: query.periods[key.period], segment: key.segment, currency: key.currency,
        age: key.age, value: sum.amount.value, base: sum.amount.base, customers: sum.customers,
        unclaimed: sum.unclaimed, parts: sum.parts.sorted { $0.customer < $1.customer })
    }
  }

  /// The sums of each currency, with all customers of the cohort as their base, whatever they paid in.
  private var averages: [Key: Sum] {
    let currencies = Set(sums.keys.compactMap(\.currency))
    guard !currencies.isEmpty else { return sums }
    var averages: [Key: Sum] = [:]
    for (key, cohort) in sums where key.currency == nil {
      for currency in currencies {
        let one = Key(
          period: key.period, segment: key.segment, currency: currency, age: key.age)
        var sum = cohort
        if let paid = sums[one] {
          sum.amount += paid.amount
          sum.add(paid.parts)
        }
        averages[one] = sum
      }
    }
    return averages
  }

  /// The numbers to plot, in order of segment, currency and age; one series of zeros if nothing was counted.
  package var series: [ChartSeries] {
    struct Line: Hashable {
      let segment: String?
      let currency: String?
      let age: Int?

      var order: (String, String, Int) { (segment ?? "", currency ?? "", age ?? 0) }
    }
    let lines = Dictionary(grouping: rows) {
      Line(segment: $0.segment, currency: $0.currency, age: $0.age)
    }
    let first = Line(segment: nil, currency: nil, age: query.chart.firstAge)
    let keys = lines.isEmpty ? [first] : Array(lines.keys)
    return keys.sorted { $0.order < $1.order }.map { line in
      let rows = Dictionary(uniqueKeysWithValues: (lines[line] ?? []).map { ($0.period, $0) })
      return ChartSeries(
        segment: line.segment, currency: line.currency, age: line.age,
        ageTitle: line.age.map(query.title(ofAge:)),
        points: query.periods.filter { query.hasBegun($0, age: line.age, at: known) }.map {
          ChartSeries.Point(
            period: $0, isComplete: query.end(of: $0, age: line.age) <= known, row: rows[$0])
        })
    }
  }
}
