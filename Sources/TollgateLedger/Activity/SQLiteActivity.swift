import GRDB
import Tollgate

/// The recent activity in a ledger in a SQLite file.
struct SQLiteActivity: LedgerActivity {
  let ledger: SQLiteLedger

  /// Counts with a pass over the app's customers.
  func customers(
    seenSince instant: Instant, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    let values: StatementArguments = [
      app, instant, Self.placeholders.lowerBound, Self.placeholders.upperBound,
    ]
    return try await ledger.read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM customers WHERE app = ? AND seenAt >= ? AND mergedInto IS NULL
          AND NOT erased AND (id < ? OR id >= ?)
          """, arguments: values) ?? 0
    }
  }

  /// Reads backwards, in the order of the index.
  func facts(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await ledger.entries(
      """
      SELECT sequence, customer, at, body FROM facts WHERE app = :app
      ORDER BY sequence DESC LIMIT :limit
      """,
      ["app": app, "limit": max(0, limit)])
  }

  /// Reads a range of the primary key for each environment.
  func refundQuestions(
    openAt now: Instant, limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerCheck] {
    try await ledger.read { database in
      try Self.refundNames.flatMap { names in
        try Row.fetchAll(
          database,
          sql: """
            SELECT purchase, periodStart, periodEnd, dueAt, tries FROM checks
            WHERE app = ? AND purchase >= ? AND purchase < ? AND periodEnd > ?
            ORDER BY periodEnd LIMIT ?
            """,
          arguments: [app, names.lowerBound, names.upperBound, now, max(0, limit)]
        ).map { LedgerCheck($0) }
      }
    }
  }

  /// Reads the app's last facts backwards, in the order of the index.
  func transactions(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    try await ledger.entries(
      """
      SELECT sequence, customer, at, body FROM (
        SELECT sequence, app, customer, version, at, kind, body FROM facts WHERE app = :app
        ORDER BY sequence DESC LIMIT \(LedgerActivityLimits.facts)) AS latest
      WHERE kind = 'transaction' AND NOT EXISTS (
        SELECT 1 FROM facts AS other INDEXED BY factsByCustomer
        WHERE other.app = latest.app AND other.customer = latest.customer
        AND other.version = latest.version AND other.kind = 'transfer'
        AND other.sequence > latest.sequence)
      ORDER BY sequence DESC LIMIT :limit
      """,
      ["app": app, "limit": max(0, limit)])
  }
}
