import TollgateLedger

/// Creates and migrates the ledger's tables, by one server at a time.
///
/// Each migration is a transaction of its own, in which the row `migration` of `leases` is locked: the lock ends with
/// its transaction, so a server that dies in between blocks nobody. The list of migrations is locked too: the writes of
/// running servers read it, so they end before the migration or begin after it, and servers of an earlier version are
/// then refused (`begin_1` in `Resources/writes.sql`).
struct PostgreSQLMigrator {
  /// How often creating the schema is repeated when several servers do it at the same time.
  private static let attempts = 10
  /// How long a migration may take, in seconds.
  private static let timeout = 600.0

  /// How long a migration waits for a table, in seconds; less than a write waits.
  private static let lockTimeout = 2

  private let schema: PostgreSQLSchema
  private let address: PostgreSQLAddress
  private let limits: PostgreSQLLimits

  init(_ schema: PostgreSQLSchema, _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits) {
    self.schema = schema
    self.address = address
    self.limits = limits
  }

  /// Performs the migrations that are missing.
  ///
  /// - Parameter mayCreate: Whether the tables are created if there aren't any.
  /// - Throws: ``LedgerError`` with code `missing` or `newerSchema`, or a `PostgreSQLFailure`.
  func migrate(mayCreate: Bool) async throws {
    let connection = try await PostgreSQLConnection.open(address)
    defer { connection.close() }
    try await check(connection)
    let exists =
      try await run(
        connection,
        Statement("SELECT to_regclass($1) IS NOT NULL", [.text("\(schema.name).leases")])
      ).first?.columns.first == "t"
    if !exists {
      guard mayCreate else {
        throw LedgerError(.missing, "The database has no ledger.")
      }
      try await createFoundation(connection)
    }
    for migration in schema.migrations {
      let deadline = ContinuousClock.now + .seconds(Self.timeout)
      while try await !perform(migration, connection) {
        guard ContinuousClock.now < deadline else {
          throw LedgerError(
            .unavailable,
            "Something holds the ledger's tables, such as pg_dump: migrate them when it has ended.")
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 1000...5000)))
      }
    }
    // Leftovers of lost servers.
    for (table, time) in [("lanes", "at"), ("tasks", "leased_until")] {
      _ = try await run(
        connection,
        Statement(
          "DELETE FROM \(schema.name).\(table) WHERE \(time) < now() - interval '90 days'"))
    }
  }

  /// Performs a migration unless it was performed.
  ///
  /// While it waits for a table, all writes wait behind it; so it gives up early, and lets them pass before it is tried
  /// again.
  ///
  /// - Returns: Whether it is performed now; false if something holds a table.
  private func perform(
    _ migration: (name: String, statements: [String]), _ connection: PostgreSQLConnection
  ) async throws -> Bool {
    guard try await !performed(connection).contains(migration.name) else { return true }
    _ = try await connection.run(
      [
        Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
        Statement("SELECT 1 FROM \(schema.name).leases WHERE name = 'migration' FOR UPDATE"),
      ], timeout: Self.timeout)
    // Another server may have performed it while this one waited for the lease.
    let isDone = try await performed(connection).contains(migration.name)
    let statements =
      isDone
      ? []
      : [
        Statement("SET LOCAL lock_timeout = '\(Self.lockTimeout)s'"),
        Statement("LOCK TABLE \(schema.name).migrations IN ACCESS EXCLUSIVE MODE"),
      ] + migration.statements.map { Statement($0) } + [
        Statement(
          "INSERT INTO \(schema.name).migrations (name) VALUES ($1)", [.text(migration.name)])
      ]
    do throws(PostgreSQLFailure) {
      _ = try await connection.run(statements + [Statement("COMMIT")], timeout: Self.timeout)
      return true
    } catch {
      guard error == .rejected("55P03") else { throw error }
      return false
    }
  }

  /// Refuses a database that cannot hold a ledger.
  private func check(_ connection: PostgreSQLConnection) async throws {
    let row = try await run(
      connection, Statement("SELECT current_setting('server_encoding'), pg_is_in_recovery()")
    ).first
    guard row?.columns[0] == "UTF8" else {
      throw LedgerError(.unavailable, "The database's encoding must be UTF8.")
    }
    guard row?.columns[1] == "f" else {
      throw LedgerError(.readOnly, "The database is a standby; connect to the primary.")
    }
  }

  /// Creates the schema and what migrations need, as one of several servers that start together.
  ///
  /// - Throws: `PostgreSQLFailure` if the database refuses it.
  private func createFoundation(_ connection: PostgreSQLConnection) async throws {
    let transaction =
      [Statement("BEGIN")] + schema.foundation.map { Statement($0) } + [Statement("COMMIT")]
    for attempt in 1... {
      do {
        _ = try await connection.run(transaction, timeout: Self.timeout)
        return
      } catch let failure {
        // IF NOT EXISTS does not prevent that two servers create the same at once.
        let isRaced = [.rejected("42P06"), .rejected("42P07")].contains(failure)
        guard isRaced || failure.isTransient, attempt < Self.attempts else { throw failure }
      }
    }
  }

  /// The names of the migrations that were performed.
  private func performed(_ connection: PostgreSQLConnection) async throws -> Set<String> {
    // It waits for a migration that another server performs.
    let rows = try await connection.run(
      [Statement("SELECT name FROM \(schema.name).migrations")], timeout: Self.timeout)
    let names = Set(rows[0].compactMap { $0.columns[0] })
    guard names.isSubset(of: schema.migrations.map(\.name)) else {
      throw LedgerError.newerSchema
    }
    return names
  }

  private func run(
    _ connection: PostgreSQLConnection, _ statement: Statement
  ) async throws -> [Row] {
    try await connection.run([statement], timeout: Double(limits.transaction))[0]
  }
}
