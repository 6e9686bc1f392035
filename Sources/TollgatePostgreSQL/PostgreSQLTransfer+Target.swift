package import TollgateLedger

extension PostgreSQLTransfer {
  package func insert(
    _ rows: [[TransferValue]], into table: TransferTable, _ state: MoveState,
    after previous: MoveState?
  ) async throws(LedgerError) {
    var begin = [Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), durably]
    begin += [
      Statement("SET LOCAL statement_timeout = 0"),
      try Self.claim(state, after: previous, in: schema),
    ]
    let isNext = try await perform(begin).last?.isEmpty == false
    guard isNext else {
      try await perform([Statement("ROLLBACK")])
      throw LedgerError.otherMove
    }
    try await perform(
      rows.isEmpty ? [Statement("COMMIT")] : [insertion(rows, table), Statement("COMMIT")])
  }

  package func clear(_ tables: [TransferTable]) async throws(LedgerError) {
    try await perform(
      [Statement("BEGIN"), durably]
        + tables.map { Statement("DELETE FROM \(schema).\($0.name)") } + [Statement("COMMIT")])
  }

  /// Makes identities and sequence numbers continue after the moved ones, and replaces the state of the move by
  /// its id; if that fails, another run finishes the move.
  package func finish(_ move: String, after sequence: Int64) async throws(LedgerError) {
    var statements = [
      Statement("BEGIN"), durably, Statement("SET LOCAL statement_timeout = 0"),
      Statement("UPDATE \(schema).counter SET last = greatest(last, $1)", [.integer(sequence)]),
    ]
    for (table, column) in [("facts", "id"), ("refusals", "sequence"), ("revocations", "id")] {
      let least = table == "facts" ? sequence : 0
      statements.append(
        Statement(
          """
          SELECT setval(pg_get_serial_sequence('\(schema).\(table)', '\(column)'),
            greatest(max(\(column)), $1, 1), greatest(max(\(column)), $1, 0) > 0)
          FROM \(schema).\(table)
          """, [.integer(least)]))
    }
    // The planner has no statistics about the rows that were just inserted.
    statements += try await tables().map { Statement("ANALYZE \(schema).\($0.name)") }
    statements += [
      Statement(
        """
        INSERT INTO \(schema).properties (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [.text(LedgerProperty.movedFrom.name), .name(move)]),
      Statement(
        "DELETE FROM \(schema).properties WHERE name = $1", [.text(LedgerProperty.move.name)]),
    ]
    try await perform(statements + [Statement("COMMIT")])
  }

  /// A statement that replaces the target's state, and returns a row if it was the previous one.
  private static func claim(
    _ state: MoveState, after previous: MoveState?, in schema: String
  ) throws(LedgerError) -> Statement {
    let values = [LedgerProperty.move.name, StoredText.encode(try state.text)]
    guard let previous else {
      return Statement(
        """
        INSERT INTO \(schema).properties (name, value) VALUES ($1, $2)
        ON CONFLICT DO NOTHING RETURNING 1
        """, values.map { .text($0) })
    }
    let expected = StoredText.encode(try previous.text)
    return Statement(
      "UPDATE \(schema).properties SET value = $2 WHERE name = $1 AND value = $3 RETURNING 1",
      (values + [expected]).map { .text($0) })
  }

  /// A statement that inserts all rows, with each column as an array.
  ///
  /// - Parameter table: The table; a fact's identity is its sequence number.
  private func insertion(_ rows: [[TransferValue]], _ table: TransferTable) -> Statement {
    var names = table.columns.map(\.name)
    var selected = names.map { "r.\($0)" }
    if let sequence = names.firstIndex(of: "sequence"), table.name == "facts" {
      names.append("id")
      selected.append(selected[sequence])
    }
    let arrays = table.columns.enumerated().map { index, column in
      let type =
        switch column.kind {
        case .integer: "bigint[]"
        case .text: "text[]"
        case .bytes: "bytea[]"
        }
      return "$\(index + 1)::\(type)"
    }
    for (index, column) in table.columns.enumerated()
    where truths.contains("\(table.name).\(column.name)") {
      selected[index] += " <> 0"
    }
    return Statement(
      """
      INSERT INTO \(schema).\(table.name) (\(names.joined(separator: ", "))) OVERRIDING SYSTEM VALUE
      SELECT \(selected.joined(separator: ", ")) FROM unnest(\(arrays.joined(separator: ", ")))
      AS r (\(table.columns.map(\.name).joined(separator: ", ")))
      """,
      table.columns.indices.map { column in .array(rows.map { $0[column].parameter.text }) })
  }
}
