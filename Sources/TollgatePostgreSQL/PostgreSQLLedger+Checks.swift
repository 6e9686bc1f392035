public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  public func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int,
    lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerCheck] {
    let work = DueRows(
      table: "checks", key: "app, purchase",
      columns: "purchase, period_start, period_end, due_at, tries",
      condition: "app = $1 AND environment = $2 AND due_at <= $3", order: "due_at, purchase",
      values: [.name(app), .text(environment.rawValue), .instant(instant)])
    let rows = try await work.take(limit: limit, lease: lease, from: self)
    return try rows.map { row throws(LedgerError) in try LedgerCheck(row) }
  }

  public func settle(
    _ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    let key: [Statement.Value] = [
      .name(app), .name(check.purchase.description), .instant(check.periodStart),
      .instant(check.periodEnd), .instant(check.dueAt), .int(check.tries),
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
        key + [.instant(next)])
    } else {
      try await write("DELETE FROM \(schema.name).checks \(condition)", key)
    }
  }

  /// The lease runs by the database's clock; the instant is ignored, since the clocks of servers differ.
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
      """, [.name(app), .name(task.name), .text(lease.holder), .integer(lease.milliseconds)])
    return !rows.isEmpty
  }

  public func instant(
    of mark: LedgerMark, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    let rows = try await read(
      "SELECT at FROM \(schema.name).marks WHERE app = $1 AND name = $2",
      [.name(app), .name(mark.name)])
    guard let row = rows.first else { return nil }
    return try row.instant(0)
  }

  public func advance(
    _ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant
  ) async throws(LedgerError) {
    try await write(
      """
      INSERT INTO \(schema.name).marks AS m (app, name, at) VALUES ($1, $2, $3)
      ON CONFLICT (app, name) DO UPDATE SET at = greatest(m.at, excluded.at)
      """, [.name(app), .name(mark.name), .instant(instant)])
  }

  public func refuse(
    _ refusal: LedgerRefusal, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    let app = Statement.Value.name(app)
    let texts = [refusal.notification, refusal.signedPayload, refusal.reason, refusal.revision]
    try await write(
      """
      INSERT INTO \(schema.name).refusals
        (app, notification, signed_payload, reason, revision, at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, notification) DO UPDATE SET sequence = DEFAULT,
        signed_payload = excluded.signed_payload, reason = excluded.reason,
        revision = excluded.revision, at = excluded.at
      """, [app] + texts.map { .name($0) } + [.instant(refusal.at)])
    try await write(
      """
      DELETE FROM \(schema.name).refusals WHERE app = $1 AND sequence <= (
        SELECT sequence FROM \(schema.name).refusals WHERE app = $1
        ORDER BY sequence DESC LIMIT 1 OFFSET $2)
      """, [app, .int(LedgerRefusal.limit)])
  }

  public func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal] {
    let rows = try await read(
      """
      SELECT notification, signed_payload, reason, revision, at FROM \(schema.name).refusals
      WHERE app = $1 AND (revision = '' OR revision <> $2) ORDER BY sequence LIMIT $3
      """, [.name(app), .name(revision), .int(max(0, limit))])
    return try rows.map { row throws(LedgerError) in
      LedgerRefusal(
        notification: try row.name(0), signedPayload: try row.name(1), reason: try row.name(2),
        revision: try row.name(3), at: try row.instant(4))
    }
  }

  public func forgetRefusal(
    of notification: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    try await write(
      "DELETE FROM \(schema.name).refusals WHERE app = $1 AND notification = $2",
      [.name(app), .name(notification)])
  }
}

extension LedgerCheck {
  /// Reads a row's purchase, start and end of the period, due date and tries, in this order.
  init(_ row: Row) throws(LedgerError) {
    self.init(
      purchase: PurchaseID(try row.name(0)), periodStart: try row.instant(1),
      periodEnd: try row.instant(2), dueAt: try row.instant(3), tries: try row.int(4))
  }
}
