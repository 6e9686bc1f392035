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

  public func attempts(
    of subject: String, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> LedgerAttempts? {
    let values: StatementArguments = [app, StoredText.encode(subject), instant]
    return try await read { database in
      try Row.fetchOne(
        database.cachedStatement(
          sql: "SELECT count, endsAt FROM attempts WHERE app = ? AND subject = ? AND endsAt > ?"),
        arguments: values
      ).map { row in
        LedgerAttempts(subject: subject, count: row[0], endsAt: row[1])
      }
    }
  }

  public func add(
    _ attempts: [LedgerAttempts], in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM attempts WHERE app = ? AND endsAt <= ?",
        arguments: [app, instant])
      let upsert = try database.cachedStatement(sql: Self.upsertAttempts)
      for added in attempts {
        try upsert.execute(
          arguments: [
            "app": app, "subject": StoredText.encode(added.subject), "count": added.count,
            "endsAt": added.endsAt, "now": instant,
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

  public func forgetAttempts(
    of subject: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let values: StatementArguments = [app, StoredText.encode(subject)]
    try await write { database in
      try database.execute(
        sql: "DELETE FROM attempts WHERE app = ? AND subject = ?", arguments: values)
    }
  }

  public func save(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    let values: StatementArguments = [
      app, code.customer, code.kind.rawValue, Data(code.hash), code.expiresAt,
    ]
    try await write { database in
      try database.execute(
        sql: "DELETE FROM codes WHERE app = ? AND expiresAt <= ?",
        arguments: [app, instant])
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO codes (app, customer, kind, hash, expiresAt, tries)
          VALUES (?, ?, ?, ?, ?, 0)
          """, arguments: values)
    }
  }

  public func use(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    let key: StatementArguments = [app, code.customer, code.kind.rawValue]
    let condition = "app = ? AND customer = ? AND kind = ?"
    return try await write { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT hash, expiresAt, tries FROM codes WHERE \(condition)",
          arguments: key)
      else { return false }
      let hash: Data = row[0]
      let isOpen = row[1] > instant && row[2] < LedgerEmailCode.tryLimit
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
