public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  /// Returns a subject's failed attempts; nil without any in a window that is open.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func attempts(
    of subject: String, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> LedgerAttempts? {
    let rows = try await read(
      """
      SELECT count, ends_at FROM \(schema.name).attempts
      WHERE app = $1 AND subject = $2 AND ends_at > $3
      """,
      [
        .text(StoredText.encode(app.rawValue)), .text(StoredText.encode(subject)),
        .integer(instant.milliseconds),
      ])
    guard let row = rows.first else { return nil }
    return LedgerAttempts(
      subject: subject, count: Int(try row.integer(0)),
      endsAt: Instant(milliseconds: try row.integer(1)))
  }

  /// Counts failed attempts, in one commit: added to the window that is open, or as the first of the one that is given.
  ///
  /// Windows that are over count as empty. Beyond ``LedgerAttempts/limit`` the subjects with the fewest attempts are
  /// dropped until ``LedgerAttempts/remaining`` are left, of these the ones whose window ends first.
  ///
  /// - Parameter attempts: The attempts to add, for one or several subjects.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func add(
    _ attempts: [LedgerAttempts], in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    try await write(
      "SELECT \(schema.name).add_attempts_1($1, $2, $3, $4, $5, $6, $7)",
      [
        .text(StoredText.encode(app.rawValue)),
        .texts(attempts.map { StoredText.encode($0.subject) }),
        .texts(attempts.map { "\($0.count)" }),
        .texts(attempts.map { "\($0.endsAt.milliseconds)" }), .integer(instant.milliseconds),
        .integer(Int64(LedgerAttempts.limit)), .integer(Int64(LedgerAttempts.remaining)),
      ])
  }

  /// Forgets a subject's failed attempts.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func forgetAttempts(
    of subject: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await write(
      "DELETE FROM \(schema.name).attempts WHERE app = $1 AND subject = $2",
      [app.rawValue, subject].map { .text(StoredText.encode($0)) })
  }

  /// Stores a one-time code in place of an earlier one of its kind and customer, and drops codes that have expired.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be written.
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
        .bytes(code.hash), .integer(code.expiresAt.milliseconds), .integer(instant.milliseconds),
      ])
  }

  /// Uses a one-time code, which removes it; a wrong one counts as a try.
  ///
  /// The row decides between servers that use a code at the same time: only one of them removes it.
  ///
  /// - Parameter code: The kind, customer and hash to compare; its expiry is ignored.
  /// - Returns: Whether the code was right, had not expired, and was tried less often than ``LedgerEmailCode/tryLimit``.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
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
        .bytes(code.hash), .integer(instant.milliseconds),
        .integer(Int64(LedgerEmailCode.tryLimit)),
      ])
    guard let row = rows.first else { throw Row.unreadable }
    return try row.bool(0)
  }

  /// The key of a code's row, as the first three values of a statement.
  private static func key(
    of code: LedgerEmailCode, in app: Blueprint.App.ID
  ) -> [Statement.Value] {
    [app.rawValue, code.customer.rawValue, code.kind.rawValue].map { .text(StoredText.encode($0)) }
  }
}
