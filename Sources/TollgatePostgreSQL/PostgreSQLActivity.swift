import Tollgate
import TollgateLedger

/// The recent activity in a ledger in a PostgreSQL database.
struct PostgreSQLActivity: LedgerActivity {
  let ledger: PostgreSQLLedger

  private var schema: String { ledger.schema.name }

  /// Counts with a pass over the app's customers.
  func customers(
    seenSince instant: Instant, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    let rows = try await ledger.read(
      """
      SELECT count(*) FROM \(schema).customers WHERE app = $1 AND seen_at >= $2
      AND merged_into IS NULL AND NOT erased AND (id < $3 OR id >= $4)
      """,
      [
        .name(app), .instant(instant),
        .text(Self.placeholders.lowerBound), .text(Self.placeholders.upperBound),
      ])
    guard let row = rows.first else { throw Row.unreadable }
    return try row.int(0)
  }

  /// Reads backwards, once the facts have their sequence numbers.
  func facts(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    while try await ledger.number() > 0 {}
    return try PostgreSQLLedger.entries(
      try await ledger.read(
        """
        SELECT sequence, customer, at, body FROM \(schema).facts
        WHERE app = $1 AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT $2
        """, [.name(app), .int(max(0, limit))]))
  }

  /// Reads the app's last facts backwards, once they have their sequence numbers.
  ///
  /// What a customer got with a transfer was recorded before it, in the same version, and is not among them.
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
        """, [.name(app), .int(max(0, limit))]))
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
          .name(app), .text(names.lowerBound),
          .text(names.upperBound), .instant(now), .int(max(0, limit)),
        ])
      checks += try rows.map { row throws(LedgerError) in try LedgerCheck(row) }
    }
    return checks
  }
}
