import Tollgate
import TollgateLedger

/// The recent activity in a ledger in a PostgreSQL database.
struct PostgreSQLActivity: LedgerActivity {
  /// The ledger that is read, in one statement at a time.
  let ledger: PostgreSQLLedger

  /// The name of the schema that holds its tables.
  private var schema: String { ledger.schema.name }

  /// Counts with a pass over the app's customers.
  ///
  /// - Parameter instant: The instant from which they were written to or seen.
  /// - Returns: How many there are.
  func customers(
    seenSince instant: Instant, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    let rows = try await ledger.read(
      """
      SELECT count(*) FROM \(schema).customers WHERE app = $1 AND seen_at >= $2
      AND merged_into IS NULL AND NOT erased AND (id < $3 OR id >= $4)
      """,
      [
        .text(StoredText.encode(app.rawValue)), .integer(instant.milliseconds),
        .text(Self.placeholders.lowerBound), .text(Self.placeholders.upperBound),
      ])
    guard let row = rows.first else { throw Row.unreadable }
    return Int(try row.integer(0))
  }

  /// Reads backwards, once the facts have their sequence numbers.
  ///
  /// - Returns: The entries, newest first.
  func facts(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    while try await ledger.number() > 0 {}
    return try PostgreSQLLedger.entries(
      try await ledger.read(
        """
        SELECT sequence, customer, at, body FROM \(schema).facts
        WHERE app = $1 AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT $2
        """,
        [.text(StoredText.encode(app.rawValue)), .integer(Int64(max(0, limit)))]))
  }

  /// Reads the app's last facts backwards, once they have their sequence numbers.
  ///
  /// What a customer got with a transfer was recorded before it, in the same version, and is not among them.
  ///
  /// - Returns: The entries of transactions, newest first.
  func transactions(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    while try await ledger.number() > 0 {}
    return try PostgreSQLLedger.entries(
      try await ledger.read(
        """
        SELECT sequence, customer, at, body FROM (
          SELECT sequence, app, customer, version, at, kind, body FROM \(schema).facts
          WHERE app = $1 AND sequence IS NOT NULL
          ORDER BY sequence DESC LIMIT \(LedgerActivityLimits.facts)) AS latest
        WHERE kind = 'transaction' AND NOT EXISTS (
          SELECT 1 FROM \(schema).facts AS other
          WHERE other.app = latest.app AND other.customer = latest.customer
          AND other.version = latest.version AND other.kind = 'transfer'
          AND other.sequence > latest.sequence)
        ORDER BY sequence DESC LIMIT $2
        """,
        [.text(StoredText.encode(app.rawValue)), .integer(Int64(max(0, limit)))]))
  }

  /// Reads a range of the primary key for each environment.
  func refundQuestions(
    openAt now: Instant, limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerCheck] {
    var checks: [LedgerCheck] = []
    for names in Self.refundNames {
      let rows = try await ledger.read(
        """
        SELECT purchase, period_start, period_end, due_at, tries FROM \(schema).checks
        WHERE app = $1 AND purchase >= $2::text AND purchase < $3::text AND period_end > $4
        ORDER BY period_end LIMIT $5
        """,
        [
          .text(StoredText.encode(app.rawValue)), .text(names.lowerBound),
          .text(names.upperBound), .integer(now.milliseconds), .integer(Int64(max(0, limit))),
        ])
      checks += try rows.map { row throws(LedgerError) in try LedgerCheck(row) }
    }
    return checks
  }
}
