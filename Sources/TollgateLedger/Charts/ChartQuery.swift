package import Tollgate

/// Which chart to count, when and how.
package struct ChartQuery: Sendable {
  /// How soon after a new customer was first seen a conversion counts by default.
  static let defaultWindow = Period(7, .day)

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

  package init(_ chart: Chart, over periods: [ChartPeriod]) {
    self.chart = chart
    self.periods = periods
  }

  /// What it is divided or filtered by.
  var segments: Set<ChartSegment> { Set(filters.keys).union(segment.map { [$0] } ?? []) }
}

extension ChartQuery {
  /// The greatest number of ages of a cohort that are counted.
  package static let ageLimit = 24

  /// The ages at which a cohort is counted: those that began before an instant.
  func ages(of period: ChartPeriod, knownAt known: Instant) -> [Int] {
    guard let first = chart.firstAge else { return [] }
    return (first..<first + Self.ageLimit).filter { hasBegun(period, age: $0, at: known) }
  }

  /// Whether a period, or an age of its cohort, began before an instant.
  func hasBegun(_ period: ChartPeriod, age: Int?, at instant: Instant) -> Bool {
    period.start(after: (age ?? 0) - (chart.firstAge ?? 0)) < instant
  }

  /// When a number is settled.
  func end(of period: ChartPeriod, age: Int?) -> Instant {
    switch chart.settling {
    case .atEnd: period.start(after: (age ?? 0) + 1)
    case .afterWindow: period.end.adding(window)
    case .afterPurchases: period.end.adding(ChartSegment.placementWindow)
    }
  }

  /// An age in words, such as `after 2 months`, or `within 2 months` where everything until then counts.
  func title(ofAge age: Int) -> String {
    let length = periods.first?.length ?? .month
    return
      "\(chart.unit == .average ? "within" : "after") \(age) \(length.rawValue)\(age == 1 ? "" : "s")"
  }
}

// MARK: Counting from facts

extension ChartQuery {
  /// What two changes have in common if they are added up before they are converted.
  private struct Line: Hashable {
    let segment: String?
    let currency: String?
    /// The transaction whose amount is converted; nil if nothing is.
    let transaction: StoreTransaction.ID?
  }

  /// Counts what a customer or an unclaimed purchase adds to the numbers, as known at an instant.
  ///
  /// - Throws: ``ChartError/missingRate(currency:)``.
  func amounts(
    of person: ChartPerson, knownAt known: Instant
  ) throws(ChartError) -> [ChartBook.Key: ChartAmount] {
    let basis = ChartBasis(person, knownAt: known, billing: billing, window: window)
    if case .cohorts(_, let steps) = chart.formula { return try cohorts(of: basis, steps) }
    var changes: [Line: [ChartCurves.Change]] = [:]
    for measure in chart.formula.measures {
      for step in measure.steps(basis) where counts(step, of: basis) {
        let line = Line(
          segment: segment.map { basis.name(of: $0, for: step) }, currency: step.currency,
          transaction: converts ? step.transaction?.id : nil)
        changes[line, default: []].append(
          ChartCurves.Change(measure: measure, at: step.at.milliseconds, amount: step.amount))
      }
    }
    var amounts: [ChartBook.Key: ChartAmount] = [:]
    for (line, changes) in changes {
      guard let curves = ChartCurves(changes) else { continue }
      for (index, period) in periods.enumerated() where period.start < known {
        let (start, end) = (period.start.milliseconds, min(period.end, known).milliseconds)
        guard curves.bounds.lowerBound < end, start <= curves.bounds.upperBound else { continue }
        let amount = try curves.amount(chart.formula, from: start, to: end) {
          amount throws(ChartError) in try converted(amount, in: line.currency)
        }
        add(amount, to: &amounts, period: index, line.segment, line.currency)
      }
    }
    return amounts
  }

  /// Counts the cohorts to which a customer or a purchase belongs, at each of their ages.
  private func cohorts(
    of basis: ChartBasis, _ steps: (ChartBasis, ChartPeriod, ChartQuery) -> [ChartStep]
  ) throws(ChartError) -> [ChartBook.Key: ChartAmount] {
    var amounts: [ChartBook.Key: ChartAmount] = [:]
    for (index, period) in periods.enumerated() where period.start < basis.known {
      for step in steps(basis, period, self) where counts(step, of: basis) {
        add(
          try converted(step.amount, in: step.currency), to: &amounts, period: index,
          segment.map { basis.name(of: $0, for: step) }, step.currency, age: step.age)
      }
    }
    return amounts
  }

  private func add(
    _ amount: ChartAmount, to amounts: inout [ChartBook.Key: ChartAmount], period: Int,
    _ segment: String?, _ currency: String?, age: Int? = nil
  ) {
    let key = ChartBook.Key(
      period: period, segment: segment, currency: currency.map { rates?.currency ?? $0 }, age: age)
    amounts[key, default: ChartAmount()] += amount
  }

  private func counts(_ step: ChartStep, of basis: ChartBasis) -> Bool {
    filters.allSatisfy { segment, values in values.contains(basis.name(of: segment, for: step)) }
  }

  /// Whether amounts are not simply added up, so that each transaction's is rounded.
  private var converts: Bool { rates != nil || chart.isNet && deductions != 0 }

  /// An amount of one transaction, less deductions, in the currency of the rates.
  private func converted(
    _ amount: ChartAmount, in currency: String?
  ) throws(ChartError) -> ChartAmount {
    guard converts, let currency else { return amount }
    let share = chart.isNet ? max(0, 1000 - deductions) : 1000
    let money = Money(milliunits: amount.value.scaled(by: share, over: 1000), currency: currency)
    guard let rates, money.milliunits != 0 else {
      return ChartAmount(value: money.milliunits, base: amount.base)
    }
    return ChartAmount(value: try rates.converted(money).milliunits, base: amount.base)
  }
}
