public import Tollgate
public import TollgateLedger

extension PostgreSQLLedger {
  /// Records that a customer is still there: that it was given a token, for example.
  ///
  /// It does nothing if the customer is unknown, or was seen less than a day before. A write counts as well.
  ///
  /// - Parameters:
  ///   - customer: The customer.
  ///   - app: The app.
  ///   - instant: The server's clock.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  public func see(
    _ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    let names = [app.rawValue, customer.rawValue].map(StoredText.encode)
    let key = names.map { Statement.Value.text($0) }
    let rows = try await read(
      "SELECT seen_at FROM \(schema.name).customers WHERE app = $1 AND id = $2", key)
    guard let row = rows.first,
      Instant(milliseconds: try row.integer(0)).advanced(by: LedgerPruning.sightInterval) <= instant
    else { return }
    let statement = Statement(
      """
      UPDATE \(schema.name).customers SET seen_at = greatest(seen_at, $3)
      WHERE app = $1 AND id = $2
      """, key + [.integer(instant.milliseconds)])
    _ = try await write(PendingWrite(statement: statement, locks: [names]), about: names)
  }

  /// Removes a few rows of one kind that are old enough, of all apps; see ``LedgerPruning``.
  ///
  /// Rows that another transaction has locked are left for the next run, so several servers may prune at the same time.
  ///
  /// - Parameter pruning: What to remove, and how much of it.
  /// - Returns: What was removed, and where to continue.
  /// - Throws: ``LedgerError`` if the storage cannot be read or written.
  public func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    guard let rows = ExpiredRows(pruning.kind, in: schema.name) else {
      return try await pruneCustomers(pruning)
    }
    // A row of unknown age, in a ledger that was moved from SQLite, has the instant 0.
    let range: [Statement.Value] = [
      .integer(pruning.before.milliseconds), pruning.includesUndated ? 0 : 1,
    ]
    var pruned = LedgerPruned()
    guard !pruning.isDryRun else {
      pruned.count = Int(try await read(rows.count, range).first?.integer(0) ?? 0)
      return pruned
    }
    let removed = try await write(rows.delete, range + [.integer(Int64(pruning.rows))])
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
      if !pruning.includesUndated, let undated = try await undated(from: start) {
        position = undated.end
        if pruning.isDryRun { continue }
        pruned.next = undated.end
        break
      }
      let sql = """
        SELECT o_rows, o_count, o_customers, o_app, o_customer
        FROM \(schema.name).prune_customers_2($1, $2, $3, $4, $5, $6, $7)
        """
      let values: [Statement.Value] = [
        .text(start.app), .text(start.customer), .integer(pruning.before.milliseconds),
        .text(Customer.ID.placeholderPrefix),
        .integer(pruning.isDryRun ? 0 : Int64(pruning.rows)),
        .integer(Int64(LedgerPruning.scanLimit)), .text(first),
      ]
      let rows = pruning.isDryRun ? try await read(sql, values) : try await write(sql, values)
      guard let row = rows.first else { throw Row.unreadable }
      pruned.count += Int(try row.integer(1))
      position = nil
      if let app = row.columns[3], let customer = row.columns[4] {
        position = LedgerPruning.Position(app: app, customer: customer)
      }
      guard !pruning.isDryRun else { continue }
      pruned.rows = Int(try row.integer(0))
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

extension PostgreSQLLedger {
  /// A range of customers with one or more of unknown age.
  private struct Undated {
    /// The last of them; nil at the end of all.
    let end: LedgerPruning.Position?
  }

  /// Whether one of the next customers is of unknown age, as in a ledger that was moved from an old SQLite file; those
  /// around it are then left for later.
  ///
  /// - Parameter start: The customer before them.
  /// - Returns: Where they end, nil at the end of all; or nil if the age of each is known.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  private func undated(
    from start: LedgerPruning.Position
  ) async throws(LedgerError) -> Undated? {
    let rows = try await read(
      """
      SELECT coalesce(bool_or(seen_at = 0 AND merged_into IS NULL AND NOT erased
          AND NOT starts_with(id, $3)), false),
        count(*), (array_agg(app ORDER BY app DESC, id DESC))[1],
        (array_agg(id ORDER BY app DESC, id DESC))[1]
      FROM (SELECT app, id, seen_at, merged_into, erased FROM \(schema.name).customers
        WHERE (app, id) > ($1, $2) ORDER BY app, id LIMIT $4) AS c
      """,
      [
        .text(start.app), .text(start.customer), .text(Customer.ID.placeholderPrefix),
        .integer(Int64(LedgerPruning.scanLimit)),
      ])
    guard let row = rows.first, try row.bool(0) else { return nil }
    guard try row.integer(1) == Int64(LedgerPruning.scanLimit) else { return Undated(end: nil) }
    return Undated(
      end: LedgerPruning.Position(app: try row.text(2), customer: try row.text(3)))
  }
}

/// The statements for a kind whose rows are pruned by their own age.
private struct ExpiredRows: Sendable {
  /// Counts all expired rows.
  let count: String
  /// Removes the oldest of them, up to a limit, and returns how many.
  let delete: String

  /// The statements for a kind; nil for customers, who are more than a row.
  init?(_ kind: LedgerPruning.Kind, in schema: String) {
    switch kind {
    case .answers: self.init("\(schema).answers", key: "app, customer, key", "at < $1 AND at >= $2")
    case .refusals:
      self.init("\(schema).refusals", key: "app, notification", "at < $1 AND at >= $2")
    case .endedSessions:
      self.init(
        "\(schema).claims", key: "app, kind, subject, device",
        "kind = 'endedSession' AND at < $1 AND at >= $2")
    case .notifications:
      self.init(
        "\(schema).claims", key: "app, kind, subject, device",
        "kind = 'notification' AND at < $1 AND at >= $2")
    case .reservations:
      self.init(
        "\(schema).facts", key: "app, customer, id",
        "kind IN ('reservation', 'reservationRelease') AND at < $1 AND at >= $2")
    case .attributes:
      self.init(
        "\(schema).facts AS facts", key: "app, customer, id",
        """
        kind = 'attribute' AND at < $1 AND at >= $2
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
      self.init("\(schema).revocations", key: "id", "due_at < $1 AND due_at >= $2", by: "due_at")
    case .customers: return nil
    }
  }

  private init(_ table: String, key: String, _ condition: String, by instant: String = "at") {
    count = "SELECT count(*) FROM \(table) WHERE \(condition)"
    // Materialized, since a join could repeat a subquery, which then finds and locks more rows.
    delete = """
      WITH expired AS MATERIALIZED (
        SELECT \(key) FROM \(table) WHERE \(condition) ORDER BY \(instant) LIMIT $3
        FOR UPDATE SKIP LOCKED),
      removed AS (
        DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM expired) RETURNING 1)
      SELECT count(*) FROM removed
      """
  }
}
