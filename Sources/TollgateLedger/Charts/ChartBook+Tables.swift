package import Tollgate

extension ChartQuery {
  /// The division of the tables from which the chart follows; nil if it has to be counted from facts.
  ///
  /// Tables know neither placements and variants, nor two divisions at once, nor who is behind a number.
  package var division: ChartDivision? {
    guard chart.isKept, !listsCustomers, rates == nil, window == Self.defaultWindow,
      !chart.isNet || deductions == 0, segments.count <= 1
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
  /// - Parameter query: The chart, its periods and how to count.
  /// - Returns: The book; nil if the chart has to be counted from facts.
  /// - Throws: ``ChartError/notSegmented(_:by:)``, or ``LedgerError`` if the tables cannot be read.
  package static func read(
    _ query: ChartQuery, at now: Instant, from tables: any LedgerChartTables,
    in app: Blueprint.App.ID
  ) async throws -> ChartBook? {
    // Refuses a chart that is not divided like that.
    _ = try ChartBook(query, knownAt: now)
    let formula = query.chart.formula
    guard let division = query.division, !query.periods.isEmpty else { return nil }
    let end = now.hours + 1
    let days = Set(query.periods.flatMap { [$0.start.days, $0.end.days] }).sorted()
    let sums = try await tables.sums(
      of: formula.measures, by: division, from: days, until: end, in: app)
    let all = try await tables.sums(
      of: [.newCustomers], by: .none, from: [end / 24 + 1], until: end, in: app)
    let names = query.segments.first.flatMap { query.filters[$0] }
    let lines = Dictionary(grouping: sums.filter { names?.contains($0.name) ?? true }) {
      Key(
        period: 0, segment: query.segment == nil ? nil : $0.name,
        currency: $0.currency.isEmpty ? nil : $0.currency)
    }
    var amounts: [Key: ChartAmount] = [:]
    for (line, sums) in lines {
      let changes = sums.map {
        ChartCurves.Change(measure: $0.measure, at: $0.day, amount: $0.amount)
      }
      guard let curves = ChartCurves(changes) else { continue }
      for (index, period) in query.periods.enumerated() where period.start < now {
        let key = Key(period: index, segment: line.segment, currency: line.currency)
        amounts[key] = try curves.amount(
          formula, from: period.start.days, to: period.end.days, converting: { $0 })
      }
    }
    return try ChartBook(
      query, knownAt: now, customers: Int(all.reduce(0) { $0 + $1.amount.value }),
      amounts: amounts)
  }
}

extension Instant {
  /// The whole days since 1970, rounded down.
  fileprivate var days: Int64 { Int64(Instant.split(milliseconds).days) }
}
