import Foundation
import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

/// The server for tests, which `Scripts/postgres start` starts.
enum TestDatabase {
  static func address(named name: String = "tollgate") throws -> PostgreSQLAddress {
    let text = PostgreSQLServer.address ?? ""
    return try PostgreSQLAddress(
      text + (text.contains("?") ? "&" : "?") + "application_name=\(name)")
  }

  /// Gives a test the name of a schema, which is dropped afterwards.
  static func withSchema(_ test: (String) async throws -> Void) async throws {
    let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await test(name))
    } catch {
      outcome = .failure(error)
    }
    try await withConnection { connection in
      _ = try await connection.run(
        [Statement("DROP SCHEMA IF EXISTS \(name) CASCADE")], timeout: 30)
    }
    try outcome.get()
  }

  /// Opens a connection for the length of a test.
  static func withConnection(_ test: (PostgreSQLConnection) async throws -> Void) async throws {
    let connection = try await PostgreSQLConnection.open(try address())
    defer { connection.close() }
    try await test(connection)
  }

  /// Opens ledgers with the same tables, as several servers do.
  static func withLedgers(
    _ count: Int, _ test: ([PostgreSQLLedger], _ schema: String) async throws -> Void
  ) async throws {
    try await withSchema { schema in
      var limits = PostgreSQLLimits()
      limits.writers = 2
      limits.readers = 1
      var ledgers: [PostgreSQLLedger] = []
      for _ in 0..<count {
        ledgers.append(
          try await PostgreSQLLedger(try address(named: schema), schema: schema, limits: limits))
      }
      try await test(ledgers, schema)
      for ledger in ledgers { await ledger.close() }
    }
  }
}

extension TestDatabase {
  /// Waits until a number of locks on a table are waited for.
  static func waiting(_ count: Int, for table: String) async throws {
    try await withConnection { connection in
      let locks = Statement(
        """
        SELECT count(*), pg_sleep(0.01) FROM pg_locks
        WHERE NOT granted AND relation = $1::regclass
        """, [.text(table)])
      while try await connection.run([locks], timeout: 5)[0][0].integer(0) < count {}
    }
  }

  /// Waits until a number of transactions wait for rows of other ones.
  static func waitingForRows(_ count: Int, application: String) async throws {
    try await withConnection { connection in
      let locks = Statement(
        """
        SELECT count(*), pg_sleep(0.01) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND locktype = 'transactionid' AND application_name = $1
        """, [.text(application)])
      while try await connection.run([locks], timeout: 5)[0][0].integer(0) < count {}
    }
  }
}

/// A lane whose transactions a test begins and settles itself.
struct TestLane: Sendable {
  let id: String
  private let schema: String

  init(_ number: Int, _ schema: String) {
    id = "00000000-0000-0000-0000-00000000000\(number)"
    self.schema = schema
  }

  func begin(_ number: Int64) -> [Statement] {
    let migrations = PostgreSQLSchema(name: schema).migrations.map(\.name)
    return [
      Statement("BEGIN"),
      Statement(
        "SELECT \(schema).begin_1($1, $2, '5s', '5s', '5s', $3)",
        [.text(id), .integer(number), .texts(migrations)]),
    ]
  }

  func settle(_ number: Int64) -> Statement {
    Statement("SELECT \(schema).settle_1($1, $2)", [.text(id), .integer(number)])
  }
}

extension Instant {
  static let start = Instant(milliseconds: 1_767_225_600_000)
}

extension LedgerWrite {
  /// A write of the app `coach`.
  static func of(
    _ customer: Customer.ID, at version: Int, use key: String? = nil, claims: [LedgerClaim] = []
  ) -> LedgerWrite {
    let fact = key.map { key in
      Fact.use(
        Use(feature: "send-message", key: Idempotency.Key(key), origin: customer, at: .start))
    }
    return LedgerWrite(
      app: "coach", customer: customer, expectedVersion: version, facts: fact.map { [$0] } ?? [],
      at: .start, claims: claims)
  }
}

/// The code of the ledger error that a call throws; nil where it succeeds.
func code(_ call: () async throws -> some Any) async throws -> LedgerError.Code? {
  do {
    _ = try await call()
    return nil
  } catch let error as LedgerError {
    return error.code
  }
}
