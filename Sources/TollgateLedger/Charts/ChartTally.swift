import Tollgate

/// What one customer or unclaimed purchase adds to the numbers of a chart.
struct ChartTally {
  let query: ChartQuery
  let person: ChartPerson
  let known: Instant
  private(set) var amounts: [ChartBook.Key: ChartAmount] = [:]
  private var position = 0

  init(query: ChartQuery, person: ChartPerson, known: Instant) {
    self.query = query
    self.person = person
    self.known = known
  }

  /// The period that is being counted.
  var period: ChartPeriod { query.periods[position] }
  /// The last instant before the period.
  var before: Instant { period.start.adding(milliseconds: -1) }
  /// The last known instant of the period.
  var last: Instant { min(period.end, known).adding(milliseconds: -1) }

  /// Whether an instant is in the part of the period that is known.
  func contains(_ instant: Instant) -> Bool { period.start <= instant && instant <= last }

  /// Counts every period in which the customer can add something.
  mutating func count() throws(ChartError) {
    let lines = person.lines
    let views = countedViews
    let firstSeen = person.firstSeen
    let instants = lines.flatMap(\.bounds) + (firstSeen.map { [$0] } ?? []) + views.map(\.at)
    guard let first = instants.min(), let end = instants.max() else { return }
    let seen = query.chart.firstAge == nil ? firstSeen : firstSeen.map { _ in first }
    for index in query.periods.indices {
      position = index
      guard first < period.end, period.start <= end, period.start < known else { continue }
      switch query.chart.subject {
      case .newCustomers:
        if let firstSeen, let seen, contains(seen) {
          try count(newCustomerWith: lines, firstSeen: firstSeen, since: seen)
        }
      case .paywalls: for view in views where contains(view.at) { count(view, with: lines) }
      case .purchases: for line in lines { try count(line) }
      }
    }
  }

  mutating func add(
    _ value: Int64, of base: Int64 = 0, by line: ChartLine? = nil,
    _ transaction: StoreTransaction? = nil, view: PaywallEvent? = nil, currency: String? = nil,
    age: Int? = nil
  ) {
    for (segment, values) in query.filters {
      guard values.contains(self.value(of: segment, line, transaction, view)) else { return }
    }
    let key = ChartBook.Key(
      period: position,
      segment: query.segment.map { self.value(of: $0, line, transaction, view) },
      currency: currency, age: age)
    amounts[key, default: ChartAmount()].value += value
    amounts[key, default: ChartAmount()].base += base
  }

  mutating func add(
    _ money: Money?, times factor: Int64 = 1, by line: ChartLine, _ transaction: StoreTransaction
  ) throws(ChartError) {
    guard let money, money.milliunits != 0 else { return }
    let amount = try query.rates?.converted(money) ?? money
    add(amount.milliunits * factor, by: line, transaction, currency: amount.currency)
  }

  private func value(
    of segment: ChartSegment, _ line: ChartLine?, _ transaction: StoreTransaction?,
    _ view: PaywallEvent?
  ) -> String {
    switch segment {
    case .product: ChartSegment.product(of: transaction)
    case .country: person.country ?? ChartSegment.unknown
    case .offer: ChartSegment.offer(of: transaction)
    case .placement: (view?.placement ?? line?.placement)?.rawValue ?? "none"
    case .paywall: view?.paywall.rawValue ?? "none"
    case .feature: view?.feature?.rawValue ?? "none"
    case .variant(let experiment): person.variant(in: experiment)?.rawValue ?? "none"
    }
  }
}
