import Foundation
package import TollgateLedger

/// A PostgreSQL database as the source or the target of a move.
///
/// Other servers must not use the ledger at the same time: sessions with the same application name are refused. A
/// source's tables are also locked against writes until the end of its transaction, whose single snapshot everything is
/// read from; any other writer waits, and fails.
package actor PostgreSQLTransfer: LedgerTransfer {
  /// The tables that are not moved, and why.
  ///
  /// | table | why |
  /// |---|---|
  /// | `chart_…` | the target's server computes them from facts |
  /// | `counter` | it becomes the last sequence number of the target |
  /// | `lanes`, `leases`, `tasks` | they belong to running servers |
  /// | `migrations` | they describe the schema |
  static let unmoved = [
    "chart_changes", "chart_parts", "chart_states", "chart_sums", "counter", "lanes", "leases",
    "migrations", "tasks",
  ]
  /// The columns that are not moved: SQLite has only the sequence number, which also becomes the identity, and
  /// leases belong to running servers.
  static let unmovedColumns = ["facts.id", "checks.holder", "revocations.holder"]
  /// How long one batch may take, in seconds.
  private static let timeout = 600.0
  /// How many facts get their sequence number in one transaction.
  private static let numberedAtOnce: Int64 = 10_000

  /// The location, without the password.
  package nonisolated let name: String
  let schema: String
  /// Whether it is read outside the source's transaction.
  let isTarget: Bool
  private let connection: PostgreSQLConnection
  /// The key of each table, from the catalog.
  var keys: [String: [String]] = [:]
  /// The Boolean columns, from the catalog.
  var truths: Set<String> = []

  /// Connects to a database, and creates or migrates the ledger's tables if needed.
  ///
  /// Facts of a source that have no sequence number yet get one, as when a reader requests them.
  ///
  /// - Parameters:
  ///   - name: The schema of the tables: lowercase letters, digits and `_`, at most 40.
  ///   - mayCreate: Whether a target's tables are created if there aren't any.
  /// - Throws: ``LedgerError`` with code `missing`, `inUse`, `newerSchema`, `readOnly` or `unavailable`.
  package init(
    _ address: PostgreSQLAddress, schema name: String = "tollgate", isTarget: Bool,
    mayCreate: Bool = true
  ) async throws(LedgerError) {
    let schema = try PostgreSQLSchema.named(name)
    self.name = address.description
    self.schema = schema.name
    self.isTarget = isTarget
    do {
      try await PostgreSQLMigrator(schema, address, PostgreSQLLimits())
        .migrate(mayCreate: isTarget && mayCreate)
      connection = try await PostgreSQLConnection.open(address)
    } catch {
      throw LedgerError(storage: error)
    }
    do {
      try await checkAlone()
      if !isTarget { try await beginSource() }
    } catch {
      connection.close()
      throw error
    }
  }

  /// Refuses a ledger that was moved, or is the unfinished target of a move.
  static func refuseMoved(
    _ address: PostgreSQLAddress, _ schema: PostgreSQLSchema, _ limits: PostgreSQLLimits
  ) async throws {
    let connection = try await PostgreSQLConnection.open(address)
    defer { connection.close() }
    let names = LedgerProperty.ofMoves.map(\.name)
    let rows = try await connection.run(
      [
        Statement(
          "SELECT name, value FROM \(schema.name).properties WHERE name = ANY($1)",
          [.texts(names)])
      ], timeout: Double(limits.transaction))[0]
    let error = try LedgerError.ofMove { property in
      try rows.first { $0.columns[0] == property.name }.map { StoredText.decode(try $0.text(1)) }
    }
    if let error { throw error }
  }

  /// Closes the connection; a source's tables are no longer locked.
  package func close() async { connection.close() }

  /// Refuses a database that other servers are connected to.
  ///
  /// PostgreSQL lists a connection for a moment after its client has closed it, so one that is listed is looked for again
  /// for up to two seconds.
  private func checkAlone() async throws(LedgerError) {
    var others = try await otherConnections()
    for _ in 0..<20 where others > 0 {
      _ = try await run(Statement("SELECT pg_sleep(0.1)"))
      others = try await otherConnections()
    }
    guard others == 0 else {
      throw LedgerError(
        .inUse,
        """
        \(others) other connections to the database are named like a server's (application_name): stop all servers \
        first.
        """)
    }
  }

  /// Counts the other sessions with the name of a server.
  private func otherConnections() async throws(LedgerError) -> Int {
    let rows = try await run(
      Statement(
        """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND application_name = current_setting('application_name')
        """))
    return Int(try rows.first?.integer(0) ?? 0)
  }

  /// Numbers the facts, and begins the transaction in which the source is read.
  private func beginSource() async throws(LedgerError) {
    repeat {
      // The counter's lock orders numbers, so it is a transaction of its own.
      let rows = try await run(
        Statement("SELECT \(schema).number_1($1)", [.integer(Self.numberedAtOnce)]))
      if try rows.first?.integer(0) ?? 0 == 0 { break }
    } while true
    let tables = try await tables().map { "\(schema).\($0.name)" }.sorted()
    let locked = ["\(schema).counter"] + tables
    // The snapshot is taken by the first statement after the lock.
    try await perform([
      Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE"),
      Statement("SET LOCAL lock_timeout = '5s'"),
      Statement("LOCK TABLE \(locked.joined(separator: ", ")) IN SHARE MODE"),
      Statement("SET LOCAL statement_timeout = 0"),
      Statement("SET LOCAL idle_in_transaction_session_timeout = 0"),
    ])
    let unnumbered = try await run(
      Statement("SELECT count(*) FROM \(schema).facts WHERE sequence IS NULL"))
    guard try unnumbered.first?.integer(0) == 0 else { throw Self.isWritten }
  }

  private static let isWritten = LedgerError(
    .inUse, "Something writes to the database: stop all servers first.")

  /// The lock on the tables ends with the transaction in which they were read, so nothing is written between the last
  /// read and the mark; a server that has connected in the meantime is `inUse`.
  package func mark(_ mark: MoveMark?) async throws(LedgerError) {
    let statement: Statement
    if let mark {
      statement = Statement(
        """
        INSERT INTO \(schema).properties (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """,
        [.text(LedgerProperty.moved.name), .text(StoredText.encode(try mark.text))])
    } else {
      statement = Statement(
        "DELETE FROM \(schema).properties WHERE name = $1", [.text(LedgerProperty.moved.name)])
    }
    try await checkAlone()
    try await perform([durably, statement, Statement("COMMIT")])
  }
}

extension PostgreSQLTransfer {
  /// Makes the commit of the transaction durable, regardless of the database's default.
  var durably: Statement {
    Statement(
      """
      SELECT set_config('synchronous_commit', 'on', true)
      WHERE current_setting('synchronous_commit') IN ('off', 'local')
      """)
  }

  /// Runs one statement in a transaction of its own, or in that of the source.
  ///
  /// - Throws: ``LedgerError`` if it is rejected.
  func run(_ statement: Statement) async throws(LedgerError) -> [Row] {
    try await perform([statement]).first ?? []
  }

  /// Sends statements in one round trip.
  ///
  /// - Parameter statements: A transaction, or part of the open one.
  /// - Throws: ``LedgerError``; the open transaction is then rolled back.
  @discardableResult
  func perform(_ statements: [Statement]) async throws(LedgerError) -> [[Row]] {
    do {
      return try await connection.run(statements, timeout: Self.timeout)
    } catch .rejected("55P03") {
      throw Self.isWritten
    } catch {
      throw LedgerError(error)
    }
  }
}
