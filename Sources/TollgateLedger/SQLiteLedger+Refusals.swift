import GRDB
public import Tollgate

extension SQLiteLedger {
  /// Keeps a refused notification, replacing an earlier refusal of the same one.
  public func refuse(
    _ refusal: LedgerRefusal, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let app = StoredText.encode(app.rawValue)
    let values: StatementArguments = [
      app, StoredText.encode(refusal.notification), StoredText.encode(refusal.signedPayload),
      StoredText.encode(refusal.reason), StoredText.encode(refusal.revision),
      refusal.at.milliseconds,
    ]
    try await write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO refusals
            (app, notification, signedPayload, reason, revision, at)
          VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: values)
      try database.execute(
        sql: """
          DELETE FROM refusals WHERE app = :app AND sequence <= (
            SELECT sequence FROM refusals WHERE app = :app
            ORDER BY sequence DESC LIMIT 1 OFFSET :limit)
          """, arguments: ["app": app, "limit": LedgerRefusal.limit])
    }
  }

  /// Returns the refused notifications that were not judged under a configuration revision, the oldest first.
  public func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal] {
    let values: StatementArguments = [
      StoredText.encode(app.rawValue), StoredText.encode(revision), max(0, limit),
    ]
    return try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT notification, signedPayload, reason, revision, at FROM refusals
          WHERE app = ? AND (revision = '' OR revision <> ?) ORDER BY sequence LIMIT ?
          """, arguments: values
      ).map { row in
        LedgerRefusal(
          notification: StoredText.decode(row[0]), signedPayload: StoredText.decode(row[1]),
          reason: StoredText.decode(row[2]), revision: StoredText.decode(row[3]),
          at: Instant(milliseconds: row[4]))
      }
    }
  }

  /// Removes a refused notification, for example once it is recorded; does nothing if it is not kept.
  public func forgetRefusal(
    of notification: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let values: StatementArguments = [
      StoredText.encode(app.rawValue), StoredText.encode(notification),
    ]
    try await write { database in
      try database.execute(
        sql: "DELETE FROM refusals WHERE app = ? AND notification = ?", arguments: values)
    }
  }
}
