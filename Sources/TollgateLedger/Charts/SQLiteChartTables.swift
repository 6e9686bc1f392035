import GRDB
import Tollgate

struct SQLiteChartTables: LedgerChartTables {
  let ledger: SQLiteLedger

  /// Reads the app's row.
  func state(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartState? {
    try await ledger.read { database in
      try Row.fetchOne(
        database, sql: "SELECT number, rules, cursor FROM chartStates WHERE app = ?",
        arguments: [app]
      ).map { row in
        let cursor: String? = row[2]
        return LedgerChartState(
          number: row[0], rules: StoredText.decode(row[1]), cursor: cursor.map(StoredText.decode))
      }
    }
  }

  /// Counts the changes, and the customers after the last one that a count of all has reached.
  func backlog(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartBacklog {
    try await ledger.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT count(*), min(at) FROM chartChanges WHERE app = ?", arguments: [app])
      let left = try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM chartStates AS s JOIN customers AS c
          ON c.app = s.app AND c.id > s.cursor AND c.mergedInto IS NULL WHERE s.app = ?
          """, arguments: [app])
      let changed: Int = row?[0] ?? 0
      let since = row.flatMap { $0[1] as Instant? }
      let isComplete = left ?? 0 == 0
      return LedgerChartBacklog(
        customers: changed + (left ?? 0), since: isComplete ? since : nil)
    }
  }

  /// Reads changes in the order of the customers' names.
  func changes(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerChartChange] {
    let values: StatementArguments = [app, customer ?? "", limit]
    return try await ledger.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT customer, revision FROM chartChanges
          WHERE app = ? AND customer > ? ORDER BY customer LIMIT ?
          """, arguments: values
      ).map { LedgerChartChange($0[0], revision: $0[1]) }
    }
  }

  /// Reads the customers' parts, each with a statement that is prepared once.
  func parts(
    of customers: [Customer.ID], in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID: String] {
    try await ledger.read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT body FROM chartParts WHERE app = ? AND customer = ?")
      var parts: [Customer.ID: String] = [:]
      for customer in customers {
        parts[customer] = try String.fetchOne(statement, arguments: [app, customer])
      }
      return parts
    }
  }

  func apply(
    _ update: LedgerChartUpdate, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Bool {
    try await ledger.write { database in
      try database.execute(
        sql: """
          INSERT INTO chartStates (app, number, rules, cursor)
          VALUES (:app, :number + 1, :rules, :cursor)
          ON CONFLICT (app) DO UPDATE
          SET number = :number + 1, rules = :rules, cursor = :cursor WHERE number = :number
          """,
        arguments: [
          "app": app, "number": update.state.number, "rules": StoredText.encode(update.state.rules),
          "cursor": update.state.cursor.map(StoredText.encode),
        ])
      guard database.changesCount == 1 else { return false }
      for change in update.settled {
        try database.cachedStatement(
          sql: "DELETE FROM chartChanges WHERE app = ? AND customer = ? AND revision = ?"
        ).execute(arguments: [app, change.customer, change.revision])
      }
      try Self.store(update.parts, in: app, database)
      try Self.add(update.additions, in: app, database)
      return true
    }
  }

  private static func store(
    _ parts: [Customer.ID: String?], in app: Blueprint.App.ID, _ database: Database
  ) throws {
    for (customer, part) in parts {
      if let part {
        try database.cachedStatement(
          sql: "INSERT OR REPLACE INTO chartParts (app, customer, body) VALUES (?, ?, ?)"
        ).execute(arguments: [app, customer, part])
      } else {
        try database.cachedStatement(sql: "DELETE FROM chartParts WHERE app = ? AND customer = ?")
          .execute(arguments: [app, customer])
      }
    }
  }

  private static func add(
    _ additions: [(key: ChartPart.Key, amount: ChartAmount)], in app: Blueprint.App.ID,
    _ database: Database
  ) throws {
    for (key, amount) in additions {
      let names: StatementArguments = [
        app, key.measure.rawValue, key.division.rawValue, StoredText.encode(key.name),
        StoredText.encode(key.currency), key.hour,
      ]
      try database.cachedStatement(
        sql: """
          INSERT INTO chartSums (app, measure, division, name, currency, hour, value, base)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (app, measure, division, name, currency, hour)
          DO UPDATE SET value = value + excluded.value, base = base + excluded.base
          """
      ).execute(arguments: names + [amount.value, amount.base])
      try database.cachedStatement(
        sql: """
          DELETE FROM chartSums WHERE app = ? AND measure = ? AND division = ? AND name = ?
          AND currency = ? AND hour = ? AND value = 0 AND base = 0
          """
      ).execute(arguments: names)
    }
  }

  func sums(
    of measures: [ChartMeasure], by division: ChartDivision, from days: [Int64], until hour: Int64,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [ChartSum] {
    let starts = [days[0] - 1] + days
    let ends = days.map { min($0 * 24, hour) } + [hour]
    let spans = zip(starts, ends).enumerated().map { index, span in
      "[\(span.0), \(index == 0 ? Int64(Int32.min) : span.0 * 24), \(span.1)]"
    }
    let line = "app = :app AND measure = :measure AND division = :division"
    let sums = """
      FROM chartSums WHERE \(line) AND name = line.name AND currency = line.currency
      AND hour >= first AND hour < last
      """
    return try await ledger.read { database in
      try measures.flatMap { measure in
        // Each sum is a range of the primary key; grouping by days would sort all hours.
        try Row.fetchAll(
          database,
          sql: """
            WITH lines AS (SELECT DISTINCT name, currency FROM chartSums WHERE \(line)),
            spans AS MATERIALIZED (
              SELECT value ->> 0 AS day, value ->> 1 AS first, value ->> 2 AS last
              FROM json_each(:spans))
            SELECT name, currency, day, (SELECT sum(value) \(sums)), (SELECT sum(base) \(sums))
            FROM lines AS line CROSS JOIN spans
            """,
          arguments: [
            "app": app, "measure": measure.rawValue, "division": division.rawValue,
            "spans": "[\(spans.joined(separator: ", "))]",
          ]
        ).compactMap { row in
          guard let value: Int64 = row[3] else { return nil }
          return ChartSum(
            measure, name: StoredText.decode(row[0]), currency: StoredText.decode(row[1]),
            day: row[2], ChartAmount(value: value, base: row[4]))
        }
      }
    }
  }

  /// Replaces sums in a transaction for each measure and division, and for a month at most, so that other writes do not
  /// wait for long.
  func addUpHours(
    before day: Int64, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    var count = 0
    for measure in ChartMeasure.allCases {
      for division in ChartDivision.allCases {
        while let first = try await firstHour(before: day, of: measure, by: division, in: app) {
          count += try await addUpHours(
            before: min(day, first / 24 + LedgerChartLimits.days), of: measure, by: division,
            in: app)
        }
      }
    }
    return count
  }

  /// The first hour before a day that was not added up.
  ///
  /// - Parameter day: The day, in days since 1970.
  /// - Returns: The hour, in hours since 1970; nil if all were.
  private func firstHour(
    before day: Int64, of measure: ChartMeasure, by division: ChartDivision,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int64? {
    let values: StatementArguments = [app, measure.rawValue, division.rawValue, day]
    return try await ledger.read { database in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT min(hour) FROM chartSums WHERE app = ? AND measure = ? AND division = ?
          AND hour >= 0 AND hour < ? * 24 AND hour % 24 <> 0
          """, arguments: values)
    }
  }

  private func addUpHours(
    before day: Int64, of measure: ChartMeasure, by division: ChartDivision,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    let sums = "app = :app AND measure = :measure AND division = :division"
    let hours = "\(sums) AND hour >= 0 AND hour < :day * 24 AND hour % 24 <> 0"
    let values: StatementArguments = [
      "app": app, "measure": measure.rawValue, "division": division.rawValue, "day": day,
    ]
    return try await ledger.write { database in
      try database.execute(
        sql: """
          INSERT INTO chartSums (app, measure, division, name, currency, hour, value, base)
          SELECT app, measure, division, name, currency, hour / 24 * 24 AS first, sum(value), sum(base)
          FROM chartSums WHERE \(hours) GROUP BY name, currency, first
          ON CONFLICT (app, measure, division, name, currency, hour)
          DO UPDATE SET value = value + excluded.value, base = base + excluded.base
          """, arguments: values)
      guard database.changesCount > 0 else { return 0 }
      try database.execute(sql: "DELETE FROM chartSums WHERE \(hours)", arguments: values)
      let count = database.changesCount
      try database.execute(
        sql: "DELETE FROM chartSums WHERE \(sums) AND hour < :day * 24 AND value = 0 AND base = 0",
        arguments: values)
      return count
    }
  }
}
