public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  /// Returns the subscriptions of one environment that are due for a check at an instant, the longest overdue first,
  /// and takes them for a lease.
  ///
  /// - Parameter lease: The lease to take them for; those that another holder has are left out. Nil only reads,
  ///   including those.
  /// - Throws: ``LedgerError`` if the storage cannot be read, or written for a lease.
  public func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int,
    lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerCheck] {
    let work = DueRows(
      table: "checks", key: "app, purchase",
      columns: "purchase, period_start, period_end, due_at, tries",
      condition: "app = $1 AND environment = $2 AND due_at <= $3", order: "due_at, purchase",
      values: [
        .text(StoredText.encode(app.rawValue)), .text(environment.rawValue),
        .integer(instant.milliseconds),
      ])
    let rows = try await work.take(limit: limit, lease: lease, from: self)
    return try rows.map { row throws(LedgerError) in try LedgerCheck(row) }
  }

  /// Postpones a check or ends it; does nothing if the subscription has another check in the meantime.
  ///
  /// - Parameters:
  ///   - check: The check, as it was read.
  ///   - next: When to ask again; nil ends the check until a later period is recorded.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func settle(
    _ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    let key: [Statement.Value] = [
      .text(StoredText.encode(app.rawValue)),
      .text(StoredText.encode(check.purchase.description)),
      .integer(check.periodStart.milliseconds), .integer(check.periodEnd.milliseconds),
      .integer(check.dueAt.milliseconds), .integer(Int64(check.tries)),
    ]
    // All columns are compared: another server may have settled the check, or a new period replaced it.
    let condition = """
      WHERE app = $1 AND purchase = $2 AND period_start = $3 AND period_end = $4 AND due_at = $5
      AND tries = $6
      """
    if let next {
      try await write(
        """
        UPDATE \(schema.name).checks SET due_at = $7, tries = tries + 1, leased_until = NULL
        \(condition)
        """,
        key + [.integer(next.milliseconds)])
    } else {
      try await write("DELETE FROM \(schema.name).checks \(condition)", key)
    }
  }

  /// Takes a task for a lease, extends the holder's lease, or returns the task with a lease of length zero.
  ///
  /// - Parameters:
  ///   - lease: The holder, and for how long by the database's clock.
  ///   - instant: Ignored, since the clocks of servers differ.
  /// - Returns: Whether the holder has it now; false while another holder does.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func take(
    _ task: LedgerTask, in app: Blueprint.App.ID, for lease: LedgerLease, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    let rows = try await write(
      """
      INSERT INTO \(schema.name).tasks AS t (app, name, holder, leased_until)
      VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4::bigint / 1000.0))
      ON CONFLICT (app, name) DO UPDATE SET
        holder = excluded.holder, leased_until = excluded.leased_until
      WHERE t.holder = excluded.holder OR t.leased_until <= clock_timestamp()
      RETURNING 1
      """,
      [
        .text(StoredText.encode(app.rawValue)), .text(StoredText.encode(task.name)),
        .text(lease.holder), .integer(lease.milliseconds),
      ])
    return !rows.isEmpty
  }

  /// Returns the instant stored under a name, or nil if there isn't one.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func instant(
    of mark: LedgerMark, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    let rows = try await read(
      "SELECT at FROM \(schema.name).marks WHERE app = $1 AND name = $2",
      [.text(StoredText.encode(app.rawValue)), .text(StoredText.encode(mark.name))])
    guard let row = rows.first else { return nil }
    return Instant(milliseconds: try row.integer(0))
  }

  /// Stores an instant under a name, unless a later one is stored.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func advance(
    _ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant
  ) async throws(LedgerError) {
    try await write(
      """
      INSERT INTO \(schema.name).marks AS m (app, name, at) VALUES ($1, $2, $3)
      ON CONFLICT (app, name) DO UPDATE SET at = greatest(m.at, excluded.at)
      """,
      [
        .text(StoredText.encode(app.rawValue)), .text(StoredText.encode(mark.name)),
        .integer(instant.milliseconds),
      ])
  }

  /// Keeps a refused notification, replacing an earlier refusal of the same one.
  ///
  /// If an app exceeds ``LedgerRefusal/limit``, the ones refused first are dropped.
  ///
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func refuse(
    _ refusal: LedgerRefusal, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let app = Statement.Value.text(StoredText.encode(app.rawValue))
    let texts = [refusal.notification, refusal.signedPayload, refusal.reason, refusal.revision]
    try await write(
      """
      INSERT INTO \(schema.name).refusals
        (app, notification, signed_payload, reason, revision, at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, notification) DO UPDATE SET sequence = DEFAULT,
        signed_payload = excluded.signed_payload, reason = excluded.reason,
        revision = excluded.revision, at = excluded.at
      """,
      [app] + texts.map { .text(StoredText.encode($0)) } + [.integer(refusal.at.milliseconds)])
    try await write(
      """
      DELETE FROM \(schema.name).refusals WHERE app = $1 AND sequence <= (
        SELECT sequence FROM \(schema.name).refusals WHERE app = $1
        ORDER BY sequence DESC LIMIT 1 OFFSET $2)
      """, [app, .integer(Int64(LedgerRefusal.limit))])
  }

  /// Returns the refused notifications that were not judged under a configuration revision, the oldest first.
  ///
  /// - Parameter revision: The configuration revision; empty returns all.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  public func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal] {
    let rows = try await read(
      """
      SELECT notification, signed_payload, reason, revision, at FROM \(schema.name).refusals
      WHERE app = $1 AND (revision = '' OR revision <> $2) ORDER BY sequence LIMIT $3
      """,
      [
        .text(StoredText.encode(app.rawValue)), .text(StoredText.encode(revision)),
        .integer(Int64(max(0, limit))),
      ])
    return try rows.map { row throws(LedgerError) in
      LedgerRefusal(
        notification: StoredText.decode(try row.text(0)),
        signedPayload: StoredText.decode(try row.text(1)),
        reason: StoredText.decode(try row.text(2)), revision: StoredText.decode(try row.text(3)),
        at: Instant(milliseconds: try row.integer(4)))
    }
  }

  /// Removes a refused notification, for example once it is recorded; does nothing if it is not kept.
  ///
  /// - Parameter notification: The notification's UUID.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func forgetRefusal(
    of notification: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await write(
      "DELETE FROM \(schema.name).refusals WHERE app = $1 AND notification = $2",
      [.text(StoredText.encode(app.rawValue)), .text(StoredText.encode(notification))])
  }
}

extension LedgerCheck {
  /// Reads a row's purchase, start and end of the period, due date and tries, in this order.
  init(_ row: Row) throws(LedgerError) {
    self.init(
      purchase: PurchaseID(StoredText.decode(try row.text(0))),
      periodStart: Instant(milliseconds: try row.integer(1)),
      periodEnd: Instant(milliseconds: try row.integer(2)),
      dueAt: Instant(milliseconds: try row.integer(3)), tries: Int(try row.integer(4)))
  }
}
