public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  public func see(
    _ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    let names = [app.rawValue, customer.rawValue].map(StoredText.encode)
    let key = names.map { Statement.Value.text($0) }
    let rows = try await read(
      "SELECT seen_at FROM \(schema.name).customers WHERE app = $1 AND id = $2", key)
    guard let row = rows.first,
      try row.instant(0).advanced(by: LedgerPruning.sightInterval) <= instant
    else { return }
    let statement = Statement(
      """
      UPDATE \(schema.name).customers SET seen_at = greatest(seen_at, $3)
      WHERE app = $1 AND id = $2
      """, key + [.instant(instant)])
    _ = try await write(PendingWrite(statement: statement, locks: [names]), about: names)
  }

  /// Rows that another transaction has locked are left for the next run, so several servers may prune at the same time.
  public func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    guard let rows = ExpiredRows(pruning.kind, in: schema.name) else {
      return try await pruneCustomers(pruning)
    }
    let before = Statement.Value.instant(pruning.before)
    var pruned = LedgerPruned()
    guard !pruning.isDryRun else {
      pruned.count = Int(try await read(rows.count, [before]).first?.integer(0) ?? 0)
      return pruned
    }
    let removed = try await write(rows.delete, [before, .int(pruning.rows)])
    pruned.rows = Int(try removed.first?.integer(0) ?? 0)
    pruned.count = pruned.rows
    pruned.next = pruned.rows > 0 ? .start : nil
    return pruned
  }

  /// Removes abandoned customers among the next ones, as far as the limit of rows allows; a dry run examines all.
  private func pruneCustomers(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    var pruned = LedgerPruned()
    let first: String
    do {
      first = try StoredFacts.encode(LedgerPruning.firstFact)
    } catch {
      throw LedgerError(.unavailable, "A fact could not be encoded.")
    }
    var position: LedgerPruning.Position? = pruning.position
    while let start = position {
      let sql = """
        SELECT o_rows, o_count, o_customers, o_app, o_customer
        FROM \(schema.name).prune_customers_1($1, $2, $3, $4, $5, $6, $7, $8)
        """
      let values: [Statement.Value] = [
        .text(start.app), .text(start.customer), .instant(pruning.before),
        .text(Customer.ID.placeholderPrefix), .texts(LedgerPruning.removableFacts.map(\.rawValue)),
        .integer(pruning.isDryRun ? 0 : Int64(pruning.rows)), .int(LedgerPruning.scanLimit),
        .text(first),
      ]
      let rows = pruning.isDryRun ? try await read(sql, values) : try await write(sql, values)
      guard let row = rows.first else { throw Row.unreadable }
      pruned.count += try row.int(1)
      position = nil
      if let app = row.columns[3], let customer = row.columns[4] {
        position = LedgerPruning.Position(app: app, customer: customer)
      }
      guard !pruning.isDryRun else { continue }
      pruned.rows = try row.int(0)
      pruned.next = position
      let customers: [[String]] = try Self.value(ofJSON: try row.text(2))
      for names in customers where names.count == 2 {
        pruned.customers[Blueprint.App.ID(StoredText.decode(names[0])), default: []].insert(
          Customer.ID(StoredText.decode(names[1])))
      }
      break
    }
    return pruned
  }
}

/// The statements for a kind whose rows are pruned by their own age.
private struct ExpiredRows: Sendable {
  let count: String
  /// Removes the oldest of them, up to a limit, and returns how many.
  let delete: String

  /// The statements for a kind; nil for customers, who are more than a row.
  init?(_ kind: LedgerPruning.Kind, in schema: String) {
    switch kind {
    case .answers: self.init("\(schema).answers", key: "app, customer, key", "at < $1")
    case .refusals:
      self.init("\(schema).refusals", key: "app, notification", "at < $1")
    case .endedSessions:
      self.init(
        "\(schema).claims", key: "app, kind, subject, device",
        "kind = 'endedSession' AND at < $1")
    case .notifications:
      self.init(
        "\(schema).claims", key: "app, kind, subject, device",
        "kind = 'notification' AND at < $1")
    case .reservations:
      self.init(
        "\(schema).facts", key: "app, customer, id",
        "kind IN ('reservation', 'reservationRelease') AND at < $1")
    case .attributes:
      self.init(
        "\(schema).facts AS facts", key: "app, customer, id",
        """
        kind = 'attribute' AND at < $1
        AND NOT (body::jsonb->>'attribute' = 'timeZone' AND body::jsonb->>'setBy' = 'device')
        AND EXISTS (
          SELECT 1 FROM \(schema).facts AS later
          WHERE later.app = facts.app AND later.customer = facts.customer
          AND later.kind = 'attribute'
          AND later.body::jsonb->>'attribute' = facts.body::jsonb->>'attribute'
          AND later.body::jsonb->>'setBy' = facts.body::jsonb->>'setBy'
          AND (later.body::jsonb->>'at')::bigint > (facts.body::jsonb->>'at')::bigint)
        """)
    case .revocations:
      self.init("\(schema).revocations", key: "id", "due_at < $1", by: "due_at")
    case .customers: return nil
    }
  }

  private init(_ table: String, key: String, _ condition: String, by instant: String = "at") {
    count = "SELECT count(*) FROM \(table) WHERE \(condition)"
    // Materialized, since a join could repeat a subquery, which then finds and locks more rows.
    delete = """
      WITH expired AS MATERIALIZED (
        SELECT \(key) FROM \(table) WHERE \(condition) ORDER BY \(instant) LIMIT $2
        FOR UPDATE SKIP LOCKED),
      removed AS (
        DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM expired) RETURNING 1)
      SELECT count(*) FROM removed
      """
  }
}
