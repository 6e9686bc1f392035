import Foundation
import GRDB
public import Tollgate

extension SQLiteLedger {
  /// Adds to a window that is open, or begins another one.
  private static let upsertAttempts = """
    INSERT INTO attempts (app, subject, count, endsAt)
    VALUES (:app, :subject, :count, :endsAt)
    ON CONFLICT DO UPDATE SET
      count = CASE WHEN endsAt <= :now THEN excluded.count ELSE count + excluded.count END,
      endsAt = CASE WHEN endsAt <= :now THEN excluded.endsAt ELSE endsAt END
    """

  /// Returns a subject's failed attempts; nil without any in a window that is open.
  public func attempts(
    of subject: String, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> LedgerAttempts? {
    let values: StatementArguments = [
      StoredText.encode(app.rawValue), StoredText.encode(subject), instant.milliseconds,
    ]
    return try await read { database in
      try Row.fetchOne(
        database.cachedStatement(
          sql: "SELECT count, endsAt FROM attempts WHERE app = ? AND subject = ? AND endsAt > ?"),
        arguments: values
      ).map { row in
        LedgerAttempts(
          subject: subject, count: row[0], endsAt: Instant(milliseconds: row[1]))
      }
    }
  }

  /// Counts failed attempts, in one commit.
  public func add(
    _ attempts: [LedgerAttempts], in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    let app = StoredText.encode(app.rawValue)
    let rows = attempts.map { (StoredText.encode($0.subject), $0.count, $0.endsAt.milliseconds) }
    try await write { database in
      try database.execute(
        sql: "DELETE FROM attempts WHERE app = ? AND endsAt <= ?",
        arguments: [app, instant.milliseconds])
      let upsert = try database.cachedStatement(sql: Self.upsertAttempts)
      for (subject, count, endsAt) in rows {
        try upsert.execute(
          arguments: [
            "app": app, "subject": subject, "count": count, "endsAt": endsAt,
            "now": instant.milliseconds,
          ])
      }
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM attempts WHERE app = ?", arguments: [app])
      guard let count, count > LedgerAttempts.limit else { return }
      try database.execute(
        sql: """
          DELETE FROM attempts WHERE app = :app AND subject IN (
            SELECT subject FROM attempts WHERE app = :app
            ORDER BY count, endsAt, subject LIMIT :excess)
          """, arguments: ["app": app, "excess": count - LedgerAttempts.remaining])
    }
  }

  /// Forgets a subject's failed attempts.
  public func forgetAttempts(
    of subject: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let values: StatementArguments = [
      StoredText.encode(app.rawValue), StoredText.encode(subject),
    ]
    try await write { database in
      try database.execute(
        sql: "DELETE FROM attempts WHERE app = ? AND subject = ?", arguments: values)
    }
  }

  /// Stores a one-time code in place of an earlier one, and drops codes that have expired.
  public func save(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    let app = StoredText.encode(app.rawValue)
    let values: StatementArguments = [
      app, StoredText.encode(code.customer.rawValue), code.kind.rawValue, Data(code.hash),
      code.expiresAt.milliseconds,
    ]
    try await write { database in
      try database.execute(
        sql: "DELETE FROM codes WHERE app = ? AND expiresAt <= ?",
        arguments: [app, instant.milliseconds])
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO codes (app, customer, kind, hash, expiresAt, tries)
          VALUES (?, ?, ?, ?, ?, 0)
          """, arguments: values)
    }
  }

  /// Uses a one-time code; a wrong one counts as a try.
  public func use(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    let key: StatementArguments = [
      StoredText.encode(app.rawValue), StoredText.encode(code.customer.rawValue),
      code.kind.rawValue,
    ]
    let condition = "app = ? AND customer = ? AND kind = ?"
    return try await write { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT hash, expiresAt, tries FROM codes WHERE \(condition)",
          arguments: key)
      else { return false }
      let hash: Data = row[0]
      let isOpen = row[1] > instant.milliseconds && row[2] < LedgerEmailCode.tryLimit
      guard isOpen, hash == Data(code.hash) else {
        try database.execute(
          sql: "UPDATE codes SET tries = tries + 1 WHERE \(condition)", arguments: key)
        return false
      }
      try database.execute(sql: "DELETE FROM codes WHERE \(condition)", arguments: key)
      return true
    }
  }
}
