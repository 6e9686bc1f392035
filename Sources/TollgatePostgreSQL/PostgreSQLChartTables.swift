import Tollgate
import TollgateLedger

/// The tables of charts of a ledger in a PostgreSQL database.
struct PostgreSQLChartTables: LedgerChartTables {
  let ledger: PostgreSQLLedger

  private var schema: String { ledger.schema.name }

  /// Reads the app's row.
  func state(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartState? {
    let rows = try await ledger.read(
      "SELECT number, rules, cursor FROM \(schema).chart_states WHERE app = $1", [.name(app)])
    guard let row = rows.first else { return nil }
    return LedgerChartState(
      number: try row.int(0), rules: try row.name(1), cursor: row.optionalName(2))
  }

  /// Counts the changes, and the customers after the last one that a count of all has reached.
  func backlog(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartBacklog {
    let rows = try await ledger.read(
      """
      SELECT count(*), min(at), (
        SELECT count(*) FROM \(schema).chart_states AS s JOIN \(schema).customers AS c
        ON c.app = s.app AND c.id > s.cursor AND c.merged_into IS NULL WHERE s.app = $1)
      FROM \(schema).chart_changes WHERE app = $1
      """, [.name(app)])
    guard let row = rows.first else { throw Row.unreadable }
    let (changed, left) = (try row.int(0), try row.int(2))
    return LedgerChartBacklog(
      customers: changed + left, since: left == 0 ? try row.optionalInstant(1) : nil)
  }

  /// Reads changes in the order of the customers' names.
  func changes(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerChartChange] {
    let rows = try await ledger.read(
      """
      SELECT customer, revision FROM \(schema).chart_changes
      WHERE app = $1 AND customer > $2 ORDER BY customer LIMIT $3
      """, [.name(app), .name(customer ?? ""), .int(limit)])
    return try rows.map { row throws(LedgerError) in
      LedgerChartChange(try row.name(0), revision: try row.int(1))
    }
  }

  /// Reads the customers' parts with one statement.
  func parts(
    of customers: [Customer.ID], in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID: String] {
    let rows = try await ledger.read(
      """
      SELECT customer, body FROM \(schema).chart_parts
      WHERE app = $1 AND customer = ANY($2::text[])
      """, [.name(app), .names(customers)])
    var parts: [Customer.ID: String] = [:]
    for row in rows { parts[try row.name(0)] = try row.text(1) }
    return parts
  }

  /// Applies an update with one statement (`apply_charts_1` in `Resources/charts.sql`).
  func apply(
    _ update: LedgerChartUpdate, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Bool {
    let additions = update.additions
    let stored = update.parts.compactMap { customer, part in part.map { (customer, $0) } }
    let removed = update.parts.filter { $0.value == nil }.keys
    let rows = try await ledger.write(
      """
      SELECT \(schema).apply_charts_1(
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
      """,
      [
        .name(app), .int(update.state.number), .name(update.state.rules),
        .name(update.state.cursor), .names(update.settled.map(\.customer)),
        .texts(update.settled.map { "\($0.revision)" }), .names(Array(removed)),
        .names(stored.map(\.0)), .texts(stored.map(\.1)),
        .texts(additions.map(\.key.measure.rawValue)),
        .texts(additions.map(\.key.division.rawValue)),
        .texts(additions.map { StoredText.encode($0.key.name) }),
        .texts(additions.map { StoredText.encode($0.key.currency) }),
        .texts(additions.map { "\($0.key.hour)" }), .texts(additions.map { "\($0.amount.value)" }),
        .texts(additions.map { "\($0.amount.base)" }),
      ])
    return rows.first?.columns.first == "t"
  }

  /// Adds up the hours with one statement.
  func sums(
    of measures: [ChartMeasure], by division: ChartDivision, from days: [Int64], until hour: Int64,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [ChartSum] {
    let rows = try await ledger.read(
      """
      SELECT measure, name, currency, width_bucket(hour, $4::bigint[]), sum(value), sum(base)
      FROM \(schema).chart_sums
      WHERE app = $1 AND measure = ANY($2::text[]) AND division = $3 AND hour < $5::bigint
      GROUP BY 1, 2, 3, 4
      """,
      [
        .name(app), .texts(measures.map(\.rawValue)), .text(division.rawValue),
        .texts(days.map { "\($0 * 24)" }), .integer(hour),
      ])
    let starts = [days[0] - 1] + days
    return try rows.map { row throws(LedgerError) in
      guard let measure = ChartMeasure(rawValue: try row.text(0)) else { throw Row.unreadable }
      return ChartSum(
        measure, name: try row.name(1), currency: try row.name(2),
        day: starts[Int(try row.integer(3))],
        ChartAmount(value: try row.integer(4), base: try row.integer(5)))
    }
  }

  /// Replaces sums with a statement for each measure and division, and for a month at most, so that each ends in time.
  func addUpHours(
    before day: Int64, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    var count = 0
    for measure in ChartMeasure.allCases {
      for division in ChartDivision.allCases {
        let sums: [Statement.Value] = [
          .name(app), .text(measure.rawValue), .text(division.rawValue),
        ]
        while let first = try await firstHour(before: day, of: sums) {
          count += try await addUpHours(
            before: min(day, first / 24 + LedgerChartLimits.days), of: sums)
        }
      }
    }
    return count
  }

  /// The condition of hours that are to be added up: of an app, a measure and a division, before a day.
  private static let hours = """
    app = $1 AND measure = $2 AND division = $3
    AND hour >= 0 AND hour < $4::bigint * 24 AND hour % 24 <> 0
    """

  /// The first hour before a day that was not added up.
  ///
  /// - Parameters:
  ///   - day: The day, in days since 1970.
  ///   - sums: The names of the app, the measure and the division.
  /// - Returns: The hour, in hours since 1970; nil if all were.
  private func firstHour(
    before day: Int64, of sums: [Statement.Value]
  ) async throws(LedgerError) -> Int64? {
    let rows = try await ledger.read(
      "SELECT min(hour) FROM \(schema).chart_sums WHERE \(Self.hours)", sums + [.integer(day)])
    return try rows.first?.optionalInteger(0)
  }

  /// Adds up the hours before a day with one statement, and returns how many sums it replaced.
  private func addUpHours(
    before day: Int64, of sums: [Statement.Value]
  ) async throws(LedgerError) -> Int {
    let rows = try await ledger.write(
      """
      WITH hours AS (DELETE FROM \(schema).chart_sums WHERE \(Self.hours) RETURNING *),
      added AS (
        INSERT INTO \(schema).chart_sums AS s
          (app, measure, division, name, currency, hour, value, base)
        SELECT app, measure, division, name, currency, hour / 24 * 24, sum(value), sum(base)
        FROM hours GROUP BY 1, 2, 3, 4, 5, 6
        ON CONFLICT (app, measure, division, name, currency, hour)
        DO UPDATE SET value = s.value + excluded.value, base = s.base + excluded.base)
      SELECT count(*) FROM hours
      """, sums + [.integer(day)])
    return Int(try rows.first?.integer(0) ?? 0)
  }
}
