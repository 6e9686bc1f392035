import Tollgate
import TollgateLedger

/// The tables of charts of a ledger in a PostgreSQL database.
struct PostgreSQLChartTables: LedgerChartTables {
  let ledger: PostgreSQLLedger

  private var schema: String { ledger.schema.name }

  /// Reads the app's row.
  func state(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartState? {
    let rows = try await ledger.read(
      "SELECT number, rules, cursor FROM \(schema).chart_states WHERE app = $1",
      [.text(StoredText.encode(app.rawValue))])
    guard let row = rows.first else { return nil }
    return LedgerChartState(
      number: Int(try row.integer(0)), rules: StoredText.decode(try row.text(1)),
      cursor: row.columns[2].map(StoredText.decode))
  }

  /// Counts the changes, and the customers after the last one that a count of all has reached.
  func backlog(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartBacklog {
    let rows = try await ledger.read(
      """
      SELECT count(*), min(at), (
        SELECT count(*) FROM \(schema).chart_states AS s JOIN \(schema).customers AS c
        ON c.app = s.app AND c.id > s.cursor AND c.merged_into IS NULL WHERE s.app = $1)
      FROM \(schema).chart_changes WHERE app = $1
      """, [.text(StoredText.encode(app.rawValue))])
    guard let row = rows.first else { throw Row.unreadable }
    let (changed, left) = (Int(try row.integer(0)), Int(try row.integer(2)))
    let since = try row.optionalInteger(1)
    return LedgerChartBacklog(
      customers: changed + left,
      since: left == 0 ? since.map { Instant(milliseconds: $0) } : nil)
  }

  /// Reads changes in the order of the customers' names.
  func changes(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerChartChange] {
    let rows = try await ledger.read(
      """
      SELECT customer, revision FROM \(schema).chart_changes
      WHERE app = $1 AND customer > $2 ORDER BY customer LIMIT $3
      """,
      [
        .text(StoredText.encode(app.rawValue)),
        .text(customer.map { StoredText.encode($0.rawValue) } ?? ""), .integer(Int64(limit)),
      ])
    return try rows.map { row throws(LedgerError) in
      LedgerChartChange(
        Customer.ID(StoredText.decode(try row.text(0))), revision: Int(try row.integer(1)))
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
      """,
      [
        .text(StoredText.encode(app.rawValue)),
        .texts(customers.map { StoredText.encode($0.rawValue) }),
      ])
    var parts: [Customer.ID: String] = [:]
    for row in rows { parts[Customer.ID(StoredText.decode(try row.text(0)))] = try row.text(1) }
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
        .text(StoredText.encode(app.rawValue)), .integer(Int64(update.state.number)),
        .text(StoredText.encode(update.state.rules)),
        .init(update.state.cursor.map(StoredText.encode)),
        .texts(update.settled.map { StoredText.encode($0.customer.rawValue) }),
        .texts(update.settled.map { "\($0.revision)" }),
        .texts(removed.map { StoredText.encode($0.rawValue) }),
        .texts(stored.map { StoredText.encode($0.0.rawValue) }), .texts(stored.map(\.1)),
        .texts(additions.map(\.key.measure.rawValue)),
        .texts(additions.map(\.key.division.rawValue)),
        .texts(additions.map { StoredText.encode($0.key.name) }),
        .texts(additions.map { StoredText.encode($0.key.currency) }),
        .texts(additions.map { "\($0.key.hour)" }), .texts(additions.map { "\($0.amount.value)" }),
        .texts(additions.map { "\($0.amount.base)" }),
      ])
    return rows.first?.columns.first == "t"
  }

  /// Adds up the hours of each day with one statement.
  func sums(
    of measures: [ChartMeasure], by division: ChartDivision, from day: Int64, until hour: Int64,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [ChartSum] {
    let rows = try await ledger.read(
      """
      SELECT measure, name, currency, CASE WHEN hour < $4::bigint * 24 THEN $4::bigint - 1
        ELSE $4::bigint + (hour - $4::bigint * 24) / 24 END, sum(value), sum(base)
      FROM \(schema).chart_sums
      WHERE app = $1 AND measure = ANY($2::text[]) AND division = $3 AND hour < $5::bigint
      GROUP BY 1, 2, 3, 4
      """,
      [
        .text(StoredText.encode(app.rawValue)), .texts(measures.map(\.rawValue)),
        .text(division.rawValue), .integer(day), .integer(hour),
      ])
    return try rows.map { row throws(LedgerError) in
      guard let measure = ChartMeasure(rawValue: try row.text(0)) else { throw Row.unreadable }
      return ChartSum(
        measure, name: StoredText.decode(try row.text(1)),
        currency: StoredText.decode(try row.text(2)), day: try row.integer(3),
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
          .text(StoredText.encode(app.rawValue)), .text(measure.rawValue), .text(division.rawValue),
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
