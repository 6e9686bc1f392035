package import TollgateLedger

extension PostgreSQLTransfer {
  /// Instants of PostgreSQL's own clock and UUIDs are left out, since the ledger stores these as numbers and texts: they
  /// belong to leases.
  package func tables() async throws(LedgerError) -> [TransferTable] {
    let rows = try await run(
      Statement(
        """
        SELECT t.relname, a.attname, format_type(a.atttypid, NULL),
          array_position(i.indkey::smallint[], a.attnum)
        FROM pg_class AS t JOIN pg_namespace AS n ON n.oid = t.relnamespace
        JOIN pg_attribute AS a ON a.attrelid = t.oid
        LEFT JOIN pg_index AS i ON i.indrelid = t.oid AND i.indisprimary
        WHERE n.nspname = $1 AND t.relkind IN ('r', 'p') AND NOT t.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped
        """, [.text(schema)]))
    var columns: [String: [TransferTable.Column]] = [:]
    var keys: [String: [(place: Int64, column: String)]] = [:]
    for row in rows {
      let (table, column) = (try row.text(0), try row.text(1))
      guard !Self.unmoved.contains(table) else { continue }
      if let place = try row.optionalInteger(3) { keys[table, default: []].append((place, column)) }
      guard !Self.unmovedColumns.contains("\(table).\(column)") else { continue }
      let kind: TransferTable.Kind
      if try row.text(2) == "boolean" { truths.insert("\(table).\(column)") }
      switch try row.text(2) {
      case "bigint", "integer", "boolean": kind = .integer
      case "text": kind = .text
      case "bytea": kind = .bytes
      // By the database's clock, and about servers: leases.
      case "timestamp with time zone", "uuid": continue
      default:
        throw LedgerError(.newerSchema, "The column \(table).\(column) has an unknown type.")
      }
      columns[table, default: []].append(.init(column, kind))
    }
    self.keys = keys.mapValues { $0.sorted { $0.place < $1.place }.map(\.column) }
    return columns.map { TransferTable($0.key, $0.value) }
  }

  /// Facts without a sequence number do not count.
  package func count(of table: TransferTable) async throws(LedgerError) -> Int {
    let rows = try await run(
      Statement("SELECT count(*) FROM \(schema).\(table.name) WHERE \(Self.condition(table))"))
    return Int(try rows.first?.integer(0) ?? 0)
  }

  /// The rows are in the order of an index that has all columns of the key, and the cursor is the last row's key as texts.
  package func rows(
    of table: TransferTable, after cursor: [TransferValue], limit: Int
  ) async throws(LedgerError) -> TransferRows {
    let key = try await key(of: table)
    let names = key.joined(separator: ", ")
    let marks = cursor.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let columns = table.columns.map(\.name)
    let select = Statement(
      """
      SELECT \((columns + key).joined(separator: ", ")) FROM \(schema).\(table.name)
      WHERE \(Self.condition(table)) \(cursor.isEmpty ? "" : "AND (\(names)) > (\(marks))")
      ORDER BY \(names) LIMIT \(limit)
      """, cursor.map(\.parameter))
    let found: [Row]
    if isTarget {
      found = try await perform([
        Statement("BEGIN READ ONLY"), plan(table), select, Statement("COMMIT"),
      ])[2]
    } else {
      found = try await perform([plan(table), select])[1]
    }
    var rows: [[TransferValue]] = []
    rows.reserveCapacity(found.count)
    for row in found {
      var values: [TransferValue] = []
      values.reserveCapacity(columns.count)
      for (index, column) in table.columns.enumerated() {
        values.append(try row.value(index, column.kind))
      }
      rows.append(values)
    }
    var end: [TransferValue] = []
    if let last = found.last {
      for index in key.indices {
        // PostgreSQL parses a parameter of any type from its text.
        end.append(.text(try last.text(columns.count + index)))
      }
    }
    return TransferRows(rows, cursor: end)
  }

  package func lastSequence() async throws(LedgerError) -> Int64 {
    let rows = try await run(
      Statement(
        """
        SELECT greatest((SELECT last FROM \(schema).counter),
          (SELECT coalesce(max(sequence), 0) FROM \(schema).facts WHERE sequence IS NOT NULL))
        """))
    return try rows.first?.integer(0) ?? 0
  }

  package func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    let rows = try await run(
      Statement(
        "SELECT value FROM \(schema).properties WHERE name = $1", [.text(property.name)]))
    return try rows.first.map { row throws(LedgerError) in try row.name(0) }
  }

  /// The columns by which a table is read in order: the sequence number of facts, the instant of answers, and the primary
  /// key of others.
  private func key(of table: TransferTable) async throws(LedgerError) -> [String] {
    switch table.name {
    case "facts": return ["app", "sequence"]
    case "answers": return ["at", "app", "customer", "key"]
    default:
      if keys.isEmpty { _ = try await tables() }
      return keys[table.name] ?? []
    }
  }

  /// Makes PostgreSQL read the key's index in order, even in tables without statistics; otherwise it would sort the rest
  /// of the table for each batch.
  private func plan(_ table: TransferTable) -> Statement {
    // The answers' index has only the first column of the key, so rows of one instant are sorted.
    let sorting = table.name == "answers" ? "on" : "off"
    return Statement(
      """
      SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
        set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', $1, true)
      """, [.text(sorting)])
  }

  /// The condition for the rows that are moved; the index on sequence numbers has only facts with one.
  private static func condition(_ table: TransferTable) -> String {
    switch table.name {
    case "facts": "sequence IS NOT NULL"
    case "properties":
      "name NOT IN (\(LedgerProperty.ofMoves.map { "'\($0.name)'" }.joined(separator: ", ")))"
    default: "true"
    }
  }
}
