import TollgateLedger

/// Due rows of background work, and the statement that leases them.
struct DueRows: Sendable {
  /// The table, which has the columns `holder` and `leased_until`.
  let table: String
  /// The columns of its key.
  let key: String
  let columns: String
  let condition: String
  /// The order in which they are returned.
  let order: String
  /// The values of the condition, from `$1`.
  let values: [Statement.Value]

  /// Reads work that is due, and takes it for a lease.
  ///
  /// The lease is set by the statement that finds the rows, with the database's clock. Rows that another server is taking
  /// at the same moment are skipped.
  ///
  /// - Parameter lease: The lease to take them for; nil only reads, including leased rows.
  /// - Returns: The rows' columns, in order.
  /// - Throws: ``LedgerError`` if the storage cannot be read, or written for a lease.
  func take(
    limit: Int, lease: LedgerLease?, from ledger: PostgreSQLLedger
  ) async throws(LedgerError) -> [Row] {
    let (name, count) = ("\(ledger.schema.name).\(table)", values.count)
    let limit = Statement.Value.int(max(0, limit))
    guard let lease else {
      return try await ledger.read(
        """
        SELECT \(columns) FROM \(name) WHERE \(condition)
        ORDER BY \(order) LIMIT $\(count + 1)
        """, values + [limit])
    }
    let free = """
      \(condition) AND (leased_until IS NULL OR leased_until <= clock_timestamp()
        OR holder = $\(count + 1))
      """
    let holder = Statement.Value.text(lease.holder)
    // The usual round finds no work, and then writes nothing.
    let any = try await ledger.read(
      "SELECT 1 FROM \(name) WHERE \(free) LIMIT 1", values + [holder])
    guard !any.isEmpty else { return [] }
    // Materialized, since a join could repeat a subquery, which then finds and locks more rows.
    return try await ledger.write(
      """
      WITH due AS MATERIALIZED (
        SELECT \(key) FROM \(name) WHERE \(free)
        ORDER BY \(order) LIMIT $\(count + 2) FOR UPDATE SKIP LOCKED),
      taken AS (
        UPDATE \(name) SET holder = $\(count + 1),
          leased_until = clock_timestamp() + make_interval(secs => $\(count + 3)::bigint / 1000.0)
        WHERE (\(key)) IN (SELECT \(key) FROM due) RETURNING \(columns))
      SELECT \(columns) FROM taken ORDER BY \(order)
      """, values + [holder, limit, .integer(lease.milliseconds)])
  }
}

extension LedgerLease {
  /// The lease's length in whole milliseconds, which is never negative.
  var milliseconds: Int64 {
    max(0, length.components.seconds * 1000 + length.components.attoseconds / 1_000_000_000_000_000)
  }
}
