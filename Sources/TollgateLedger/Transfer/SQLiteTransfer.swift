import Foundation
import GRDB

/// A SQLite file as the source or the target of a move; it is locked, as a server would lock it.
///
/// The lock does not keep commands from creating and revoking secret keys, so a source in which something was written
/// since it was opened is not marked as moved.
package final class SQLiteTransfer: LedgerTransfer {
  /// The tables that are not moved, and why.
  ///
  /// | table | why |
  /// |---|---|
  /// | `chart…`, `useArchives` | they are derived from facts, and rebuilt by the ledger that needs them |
  /// | `grdb_migrations`, `sqlite_sequence` | they describe the file |
  private static let unmoved =
    LedgerSchema.chartTables + ["useArchives", "grdb_migrations", "sqlite_sequence"]

  private let ledger: SQLiteLedger
  /// The file's path without symbolic links.
  package let name: String
  /// What ``dataVersion(_:)`` was before anything was read.
  private let version: Int

  /// Opens a file, migrating its tables if needed.
  ///
  /// - Parameters:
  ///   - isTarget: Whether it is the target; a source has to be complete.
  ///   - mayCreate: Whether a target that does not exist is created.
  /// - Throws: ``LedgerError`` as `SQLiteLedger` does, with code `inUse` while a server has the file open.
  package init(path: String, isTarget: Bool, mayCreate: Bool = true) throws(LedgerError) {
    name = LedgerFile.resolved(path)
    let ledger = try SQLiteLedger(
      path: path, mayCreate: isTarget && mayCreate, mayBeMoved: true)
    self.ledger = ledger
    do {
      version = try ledger.connections.writeWithoutTransaction {
        try SQLiteTransfer.dataVersion($0)
      }
      if !isTarget { try ledger.connections.read(Self.checkSource) }
    } catch {
      throw LedgerError(storage: error)
    }
  }

  /// A number that changes when another connection has written to the file, or has emptied its log.
  ///
  /// It is [SQLite's](https://www.sqlite.org/pragma.html#pragma_data_version), whose values are comparable on one
  /// connection only: the one that writes.
  private static func dataVersion(_ database: Database) throws -> Int {
    guard let version = try Int.fetchOne(database, sql: "PRAGMA data_version") else {
      throw LedgerError(.unavailable, "The database does not say whether others write to it.")
    }
    return version
  }

  /// Refuses a file that contains something only a SQLite ledger can keep.
  private static func checkSource(_ database: Database) throws {
    let archivedOnly = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM useArchives AS a WHERE a.facts <> (
          SELECT count(*) FROM facts INDEXED BY factsByCustomer
          WHERE app = a.app AND customer = a.customer AND kind = 'use'
          AND sequence > a.after AND sequence <= a.through))
        """)
    guard archivedOnly != true else {
      throw LedgerError(
        .unavailable,
        """
        Facts were deleted whose uses are in archives alone, and only SQLite's ledger has archives: it cannot be moved \
        without losing uses.
        """)
    }
  }

  package func close() async {
    do { try await ledger.close() } catch {
      // What was committed is durable; the log is emptied when the file is next opened.
    }
  }

  package func tables() async throws(LedgerError) -> [TransferTable] {
    let rows = try await ledger.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
          WHERE t.type = 'table' ORDER BY t.name, c.name
          """
      ).map { row -> (table: String, column: String, type: String) in (row[0], row[1], row[2]) }
    }
    var columns: [String: [TransferTable.Column]] = [:]
    for row in rows where !Self.unmoved.contains(row.table) {
      let kind: TransferTable.Kind
      switch row.type.uppercased() {
      case "INTEGER": kind = .integer
      case "TEXT": kind = .text
      case "BLOB": kind = .bytes
      default:
        throw LedgerError(
          .newerSchema, "The column \(row.table).\(row.column) has an unknown type.")
      }
      columns[row.table, default: []].append(.init(TransferTable.snakeCase(row.column), kind))
    }
    return columns.map { TransferTable(TransferTable.snakeCase($0.key), $0.value) }
  }

  package func count(of table: TransferTable) async throws(LedgerError) -> Int {
    let sql =
      "SELECT count(*) FROM \(TransferTable.camelCase(table.name)) WHERE \(Self.condition(table))"
    return try await ledger.read { try Int.fetchOne($0, sql: sql) ?? 0 }
  }

  package func rows(
    of table: TransferTable, after cursor: [TransferValue], limit: Int
  ) async throws(LedgerError) -> TransferRows {
    let name = TransferTable.camelCase(table.name)
    let columns = table.columns.map { TransferTable.camelCase($0.name) }
    let found = try await ledger.read { database in
      let key = try Self.key(of: name, database)
      let position =
        cursor.isEmpty
        ? "" : "AND (\(key.joined(separator: ", "))) > (\(Self.marks(cursor.count)))"
      let sql = """
        SELECT \((columns + key).joined(separator: ", ")) FROM \(name)
        WHERE \(Self.condition(table)) \(position)
        ORDER BY \(key.joined(separator: ", ")) LIMIT \(limit)
        """
      let rows = try Row.fetchCursor(
        database.cachedStatement(sql: sql), arguments: StatementArguments(cursor.map(\.stored)))
      var values: [[TransferValue]] = []
      var end: [TransferValue] = []
      while let row = try rows.next() {
        let all = try (0..<row.count).map { try TransferValue(row[$0] as DatabaseValue) }
        values.append(Array(all.prefix(columns.count)))
        end = Array(all.dropFirst(columns.count))
      }
      return TransferRows(values, cursor: end)
    }
    return found
  }

  package func lastSequence() async throws(LedgerError) -> Int64 {
    try await ledger.read { try Int64.fetchOne($0, sql: "SELECT max(sequence) FROM facts") ?? 0 }
  }

  package func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    try await ledger.property(property)
  }

  /// Marks the source as moved if nothing else has written to the file since it was opened, or removes its mark.
  ///
  /// - Parameter mark: The mark; nil removes it.
  /// - Throws: ``LedgerError``, with code `inUse` if something has.
  package func mark(_ mark: MoveMark?) async throws(LedgerError) {
    let text = try mark?.text
    let version = version
    try await ledger.write { database in
      guard let text else {
        try Self.remove(.moved, database)
        return
      }
      guard try Self.dataVersion(database) == version else { throw Self.isWritten }
      try Self.set(.moved, to: text, database)
    }
  }

  private static let isWritten = LedgerError(
    .inUse,
    """
    Something used the file during the move, and may have written to it: run the same command again, which compares \
    both again; if they differ, add --restart.
    """)

  package func insert(
    _ rows: [[TransferValue]], into table: TransferTable, _ state: MoveState,
    after previous: MoveState?
  ) async throws(LedgerError) {
    let columns = table.columns.map { TransferTable.camelCase($0.name) }.joined(separator: ", ")
    let sql = """
      INSERT INTO \(TransferTable.camelCase(table.name)) (\(columns))
      VALUES (\(Self.marks(table.columns.count)))
      """
    let text = try state.text
    let expected = try previous?.text
    try await ledger.write { database in
      let found = try String.fetchOne(
        database, sql: "SELECT value FROM properties WHERE name = ?",
        arguments: [LedgerProperty.move.name])
      guard found == expected.map(StoredText.encode) else { throw LedgerError.otherMove }
      try Self.set(.move, to: text, database)
      let statement = try database.cachedStatement(sql: sql)
      for row in rows { try statement.execute(arguments: StatementArguments(row.map(\.stored))) }
    }
  }

  package func clear(_ tables: [TransferTable]) async throws(LedgerError) {
    try await ledger.write { database in
      for table in tables {
        try database.execute(sql: "DELETE FROM \(TransferTable.camelCase(table.name))")
      }
    }
  }

  package func finish(_ move: String, after sequence: Int64) async throws(LedgerError) {
    try await ledger.write { database in
      let last = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM facts") ?? 0
      if last < sequence {
        // A row without an app keeps the number, as after an erasure.
        try database.execute(
          sql: """
            INSERT INTO facts (sequence, app, customer, version, at, kind, body)
            VALUES (?, '', '', 0, 0, '', '')
            """, arguments: [sequence])
      }
      try Self.set(.movedFrom, to: move, database)
      try Self.remove(.move, database)
    }
  }

  /// The columns by which a table is read in order: the time of writing for answers, the primary key for others.
  private static func key(of table: String, _ database: Database) throws -> [String] {
    guard table != "answers" else { return ["rowid"] }
    return try String.fetchAll(
      database, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
      arguments: [table])
  }

  /// The condition for the rows of a table that are moved.
  private static func condition(_ table: TransferTable) -> String {
    switch table.name {
    // A row without an app only keeps the last sequence number.
    case "facts": "app <> ''"
    case "properties":
      "name NOT IN (\(LedgerProperty.ofMoves.map { "'\($0.name)'" }.joined(separator: ", ")))"
    default: "true"
    }
  }

  private static func marks(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }

  private static func set(
    _ property: LedgerProperty, to value: String, _ database: Database
  ) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO properties (name, value) VALUES (?, ?)",
      arguments: [property.name, StoredText.encode(value)])
  }

  private static func remove(_ property: LedgerProperty, _ database: Database) throws {
    try database.execute(
      sql: "DELETE FROM properties WHERE name = ?", arguments: [property.name])
  }
}

extension TransferValue {
  fileprivate var stored: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let integer): integer.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): Data(bytes).databaseValue
    }
  }

  fileprivate init(_ value: DatabaseValue) throws {
    switch value.storage {
    case .null: self = .null
    case .int64(let integer): self = .integer(integer)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .bytes(Array(data))
    case .double: throw LedgerError(.corrupt, "The ledger holds a row that cannot be read.")
    }
  }
}

extension LedgerError {
  /// The rejection of a batch by a target that another run has changed.
  package static let otherMove = LedgerError(
    .inUse, "Another `tollgate move` fills the same target: let it finish, and run this one again.")

  /// The error for a file that was moved, or is the unfinished target of a move; nil for any other.
  static func ofMove(in database: Database) throws -> LedgerError? {
    try ofMove { property in
      try String.fetchOne(
        database, sql: "SELECT value FROM properties WHERE name = ?", arguments: [property.name]
      ).map(StoredText.decode)
    }
  }
}
