package import Tollgate

extension ChartQuery {
  /// The division of the tables from which the chart follows; nil if it has to be counted from facts.
  ///
  /// Tables know neither placements and variants, nor two divisions at once, nor who is behind a number.
  package var division: ChartDivision? {
    guard chart.formula != nil, !listsCustomers, rates == nil, window == Self.defaultWindow,
      chart != .proceeds || deductions == 0, segments.count <= 1
    else { return nil }
    guard let segment = segments.first else { return ChartDivision.none }
    return ChartDivision(segment)
  }
}

extension ChartBook {
  /// Reads a chart from tables.
  ///
  /// What happens within the current hour counts, also what is going to happen in it without another fact, such as the
  /// end of a subscription.
  ///
  /// - Parameters:
  ///   - query: The chart, its periods and how to count.
  ///   - now: The server's clock.
  ///   - tables: The tables.
  ///   - app: The app.
  /// - Returns: The book; nil if the chart has to be counted from facts.
  /// - Throws: ``ChartError/notSegmented(_:by:)``, or ``LedgerError`` if the tables cannot be read.
  package static func read(
    _ query: ChartQuery, at now: Instant, from tables: any LedgerChartTables,
    in app: Blueprint.App.ID
  ) async throws -> ChartBook? {
    // Refuses a chart that is not divided like that.
    _ = try ChartBook(query, knownAt: now)
    guard let division = query.division, let formula = query.chart.formula,
      let first = query.periods.first
    else { return nil }
    let end = now.hours + 1
    let sums = try await tables.sums(
      of: formula.measures, by: division, from: first.start.days, until: end, in: app)
    let all = try await tables.sums(
      of: [.newCustomers], by: .none, from: end / 24 + 1, until: end, in: app)
    let names = query.segments.first.flatMap { query.filters[$0] }
    let lines = Dictionary(grouping: sums.filter { names?.contains($0.name) ?? true }) {
      Key(
        period: 0, segment: query.segment == nil ? nil : $0.name,
        currency: $0.currency.isEmpty ? nil : $0.currency)
    }
    var amounts: [Key: ChartAmount] = [:]
    for (line, sums) in lines {
      let curves = ChartCurves(sums)
      for (index, period) in query.periods.enumerated() where period.start < now {
        let key = Key(period: index, segment: line.segment, currency: line.currency)
        amounts[key] = curves.amount(formula, period)
      }
    }
    return try ChartBook(
      query, knownAt: now, customers: Int(all.reduce(0) { $0 + $1.amount.value }),
      amounts: amounts)
  }
}

/// The measures of one segment and currency over time.
private struct ChartCurves {
  private let sums: [ChartMeasure: [(day: Int64, total: ChartAmount)]]

  /// Adds up sums, each from the first day on.
  init(_ sums: [ChartSum]) {
    self.sums = Dictionary(grouping: sums, by: \.measure).mapValues { sums in
      var total = ChartAmount()
      return sums.sorted { $0.day < $1.day }.map { sum in
        total += sum.amount
        return (sum.day, total)
      }
    }
  }

  /// The number of a period.
  func amount(_ formula: ChartFormula, _ period: ChartPeriod) -> ChartAmount {
    let (start, end) = (period.start.days, period.end.days)
    switch formula {
    case .level(let level, let factor):
      return ChartAmount(value: total(level, before: end).value * factor)
    case .flow(let flow, let other):
      let amount = total(flow, before: end) - total(flow, before: start)
      guard let other else { return amount }
      return amount - (total(other, before: end) - total(other, before: start))
    case .lost(let level, let new, let isShare):
      let active = total(level, before: start).value
      let added = total(new, before: end).value - total(new, before: start).value
      return ChartAmount(
        value: active + added - total(level, before: end).value, base: isShare ? active : 0)
    }
  }

  /// What a measure adds up to before a day.
  private func total(_ measure: ChartMeasure, before day: Int64) -> ChartAmount {
    let sums = sums[measure] ?? []
    var (low, high) = (0, sums.count)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? ChartAmount() : sums[low - 1].total
  }
}

extension Instant {
  /// The whole days since 1970, rounded down.
  fileprivate var days: Int64 { Int64(Instant.split(milliseconds).days) }
}
