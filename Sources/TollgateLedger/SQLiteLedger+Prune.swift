import GRDB
public import Tollgate

extension SQLiteLedger {
  /// Records that a customer is still there; a read decides whether that has to be written.
  public func see(
    _ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    let key = [app.rawValue, customer.rawValue].map(StoredText.encode)
    let seenAt = try await read { database in
      try Int64.fetchOne(
        database, sql: "SELECT seenAt FROM customers WHERE app = ? AND id = ?",
        arguments: StatementArguments(key))
    }
    guard let seenAt,
      Instant(milliseconds: seenAt).advanced(by: LedgerPruning.sightInterval) <= instant
    else { return }
    try await write { database in
      try database.execute(
        sql: "UPDATE customers SET seenAt = max(seenAt, ?) WHERE app = ? AND id = ?",
        arguments: [instant.milliseconds] + StatementArguments(key))
    }
  }

  /// Removes a few rows of one kind that are old enough, of all apps.
  ///
  /// The pages of removed rows are overwritten and used again; the file does not become smaller until ``shrink()``.
  public func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    guard let rows = ExpiredRows(pruning.kind) else { return try await pruneCustomers(pruning) }
    var arguments: [String: (any DatabaseValueConvertible)?] = [
      // A row of unknown age has the instant 0.
      "from": pruning.includesUndated ? 0 : 1, "before": pruning.before.milliseconds,
    ]
    var pruned = LedgerPruned()
    guard !pruning.isDryRun else {
      let counted = StatementArguments(arguments)
      pruned.count = try await read { database in
        try Int.fetchOne(database, sql: rows.count, arguments: counted) ?? 0
      }
      return pruned
    }
    arguments["limit"] = pruning.rows
    let removed = StatementArguments(arguments)
    pruned.rows = try await write { database in
      try database.execute(sql: rows.delete, arguments: removed)
      return database.changesCount
    }
    pruned.count = pruned.rows
    pruned.next = pruned.rows > 0 ? .start : nil
    return pruned
  }

  /// Rewrites the file without the pages that are free; nothing else may use the ledger meanwhile.
  ///
  /// It needs as much free disk space as the ledger has data, and blocks every write until it is done
  /// ([VACUUM](https://www.sqlite.org/lang_vacuum.html)).
  ///
  /// - Throws: ``LedgerError`` with code `full` or `unavailable`; the file is then unchanged.
  public func shrink() async throws(LedgerError) {
    do {
      try await pool.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM")
        _ = try database.checkpoint(.truncate)
      }
    } catch {
      throw LedgerError(storage: error)
    }
  }
}

/// The statements for a kind whose rows are pruned by their own age.
struct ExpiredRows: Sendable {
  /// Counts all expired rows.
  let count: String
  /// Removes the oldest of them, up to a limit.
  let delete: String

  /// The statements for a kind; nil for customers, who are more than a row.
  init?(_ kind: LedgerPruning.Kind) {
    switch kind {
    case .answers:
      // Row ids are in the order of time, so the oldest rows are read and no others.
      self.init(
        "answers", "at >= :from AND at < :before",
        oldest: """
          SELECT rowid FROM (SELECT rowid, at FROM answers ORDER BY rowid LIMIT :limit)
          WHERE at >= :from AND at < :before
          """, key: "rowid")
    case .refusals: self.init("refusals", key: "sequence", "at >= :from AND at < :before")
    case .endedSessions:
      self.init(
        "claims", key: "app, kind, subject, device",
        "kind = 'endedSession' AND at >= :from AND at < :before")
    case .notifications:
      self.init(
        "claims", key: "app, kind, subject, device",
        "kind = 'notification' AND at >= :from AND at < :before")
    case .reservations:
      // The newest fact stays, since SQLite would give its sequence number again.
      self.init(
        "facts", key: "sequence",
        """
        (kind = 'reservation' OR kind = 'reservationRelease') AND at >= :from AND at < :before
        AND sequence < (SELECT max(sequence) FROM facts)
        """)
    case .revocations:
      self.init("revocations", key: "id", "dueAt >= :from AND dueAt < :before", by: "dueAt")
    case .customers: return nil
    }
  }

  private init(_ table: String, key: String, _ condition: String, by instant: String = "at") {
    self.init(
      table, condition,
      oldest: "SELECT \(key) FROM \(table) WHERE \(condition) ORDER BY \(instant) LIMIT :limit",
      key: key)
  }

  private init(_ table: String, _ condition: String, oldest: String, key: String) {
    count = "SELECT count(*) FROM \(table) WHERE \(condition)"
    delete = "DELETE FROM \(table) WHERE (\(key)) IN (\(oldest))"
  }
}
