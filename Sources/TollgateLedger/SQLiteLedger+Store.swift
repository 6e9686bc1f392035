import GRDB
public import Tollgate

extension SQLiteLedger {
  /// Schedules a check, or moves it to a later period; a row value comparison leaves that of the latest period alone,
  /// as ``LedgerCheck/isLater(than:)`` does.
  static let insertCheck = """
    INSERT INTO checks (app, purchase, environment, periodStart, periodEnd, dueAt, tries)
    VALUES (?, ?, ?, ?, ?, ?, 0)
    ON CONFLICT DO UPDATE SET periodStart = excluded.periodStart, periodEnd = excluded.periodEnd,
      dueAt = excluded.dueAt, tries = 0
    WHERE (excluded.periodStart, excluded.periodEnd) > (periodStart, periodEnd)
    """

  public func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int,
    lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerCheck] {
    let most = leases.rows(for: limit)
    let due = try await read { database in
      try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT purchase, periodStart, periodEnd, dueAt, tries FROM checks
            WHERE app = ? AND environment = ? AND dueAt <= ? ORDER BY dueAt, purchase LIMIT ?
            """),
        arguments: [app, environment.rawValue, instant, most]
      ).map { LedgerCheck($0) }
    }
    return leases.take(due, lease, at: instant, limit: limit) { .check(app, $0.purchase) }
  }

  public func take(
    _ task: LedgerTask, in app: Blueprint.App.ID, for lease: LedgerLease, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    leases.take(.task(app, task), lease, at: instant)
  }

  public func settle(
    _ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    let key: StatementArguments = [
      app, StoredText.encode(check.purchase.description), check.periodStart, check.periodEnd,
      check.dueAt, check.tries,
    ]
    // All columns are compared: a check that another server settled, or that a new period replaced, must not be
    // changed.
    let condition = """
      WHERE app = ? AND purchase = ? AND periodStart = ? AND periodEnd = ? AND dueAt = ?
      AND tries = ?
      """
    try await write { database in
      guard let next else {
        try database.execute(sql: "DELETE FROM checks \(condition)", arguments: key)
        return
      }
      try database.execute(
        sql: "UPDATE checks SET dueAt = ?, tries = tries + 1 \(condition)",
        arguments: [next] + key)
    }
    leases.end(.check(app, check.purchase))
  }

  public func instant(
    of mark: LedgerMark, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    let key: StatementArguments = [app, StoredText.encode(mark.name)]
    return try await read { database in
      try Instant.fetchOne(
        database, sql: "SELECT at FROM marks WHERE app = ? AND name = ?", arguments: key)
    }
  }

  public func advance(
    _ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant
  ) async throws(LedgerError) {
    let values: StatementArguments = [app, StoredText.encode(mark.name), instant]
    try await write { database in
      try database.execute(
        sql: """
          INSERT INTO marks (app, name, at) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET at = max(at, excluded.at)
          """, arguments: values)
    }
  }
}

extension SQLiteLedger {
  public func refuse(
    _ refusal: LedgerRefusal, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let values: StatementArguments = [
      app, StoredText.encode(refusal.notification), StoredText.encode(refusal.signedPayload),
      StoredText.encode(refusal.reason), StoredText.encode(refusal.revision), refusal.at,
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

  public func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal] {
    let values: StatementArguments = [app, StoredText.encode(revision), max(0, limit)]
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
          reason: StoredText.decode(row[2]), revision: StoredText.decode(row[3]), at: row[4])
      }
    }
  }

  public func forgetRefusal(
    of notification: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let values: StatementArguments = [app, StoredText.encode(notification)]
    try await write { database in
      try database.execute(
        sql: "DELETE FROM refusals WHERE app = ? AND notification = ?", arguments: values)
    }
  }
}

extension LedgerCheck {
  /// Reads a row's purchase, start and end of the period, due date and tries, in this order.
  init(_ row: Row) {
    self.init(
      purchase: PurchaseID(StoredText.decode(row[0])), periodStart: row[1], periodEnd: row[2],
      dueAt: row[3], tries: row[4])
  }
}
