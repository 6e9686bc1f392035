public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  public func attempts(
    of subject: String, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> LedgerAttempts? {
    let rows = try await read(
      """
      SELECT count, ends_at FROM \(schema.name).attempts
      WHERE app = $1 AND subject = $2 AND ends_at > $3
      """, [.name(app), .name(subject), .instant(instant)])
    guard let row = rows.first else { return nil }
    return LedgerAttempts(subject: subject, count: try row.int(0), endsAt: try row.instant(1))
  }

  public func add(
    _ attempts: [LedgerAttempts], in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    try await write(
      "SELECT \(schema.name).add_attempts_1($1, $2, $3, $4, $5, $6, $7)",
      [
        .name(app), .texts(attempts.map { StoredText.encode($0.subject) }),
        .texts(attempts.map { "\($0.count)" }),
        .texts(attempts.map { "\($0.endsAt.milliseconds)" }), .instant(instant),
        .int(LedgerAttempts.limit), .int(LedgerAttempts.remaining),
      ])
  }

  public func forgetAttempts(
    of subject: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await write(
      "DELETE FROM \(schema.name).attempts WHERE app = $1 AND subject = $2",
      [.name(app), .name(subject)])
  }

  public func save(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    // The code's own row is replaced, since one statement cannot remove and write a row.
    try await write(
      """
      WITH expired AS (
        DELETE FROM \(schema.name).codes WHERE (app, customer, kind) IN (
          SELECT app, customer, kind FROM \(schema.name).codes
          WHERE app = $1 AND expires_at <= $6 AND (customer, kind) <> ($2, $3)
          FOR UPDATE SKIP LOCKED))
      INSERT INTO \(schema.name).codes (app, customer, kind, hash, expires_at, tries)
      VALUES ($1, $2, $3, $4, $5, 0)
      ON CONFLICT (app, customer, kind) DO UPDATE SET
        hash = excluded.hash, expires_at = excluded.expires_at, tries = 0
      """,
      Self.key(of: code, in: app) + [
        .bytes(code.hash), .instant(code.expiresAt), .instant(instant),
      ])
  }

  /// The row decides between servers that use a code at the same time: only one of them removes it.
  public func use(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    let isRight = "(hash = $4 AND expires_at > $5 AND tries < $6)"
    let rows = try await write(
      """
      WITH used AS (
        DELETE FROM \(schema.name).codes
        WHERE app = $1 AND customer = $2 AND kind = $3 AND \(isRight) RETURNING 1),
      tried AS (
        UPDATE \(schema.name).codes SET tries = tries + 1
        WHERE app = $1 AND customer = $2 AND kind = $3 AND NOT \(isRight))
      SELECT EXISTS (SELECT 1 FROM used)
      """,
      Self.key(of: code, in: app) + [
        .bytes(code.hash), .instant(instant), .int(LedgerEmailCode.tryLimit),
      ])
    guard let row = rows.first else { throw Row.unreadable }
    return try row.bool(0)
  }

  /// The key of a code's row, as the first three values of a statement.
  private static func key(
    of code: LedgerEmailCode, in app: Blueprint.App.ID
  ) -> [Statement.Value] {
    [.name(app), .name(code.customer), .name(code.kind.rawValue)]
  }
}
