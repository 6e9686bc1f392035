import Foundation
import TestSupport
import Testing
import TollgateLedger

@testable import TollgatePostgreSQL

/// The PostgreSQL server for tests, which `Scripts/postgres start` starts.
enum TestPostgreSQL {
  /// Opens ledgers with the same tables, as several servers do; the tables are dropped afterwards.
  static func withLedgers(
    _ count: Int, _ test: ([any Ledger]) async throws -> Void
  ) async throws {
    let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    var limits = PostgreSQLLimits()
    limits.writers = 2
    limits.readers = 2
    var ledgers: [PostgreSQLLedger] = []
    for _ in 0..<count {
      ledgers.append(
        try await PostgreSQLLedger(
          try PostgreSQLAddress(PostgreSQLServer.address ?? ""), schema: name, limits: limits))
    }
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await test(ledgers))
    } catch {
      outcome = .failure(error)
    }
    try await ledgers.first?.write("DROP SCHEMA \(name) CASCADE", [])
    for ledger in ledgers { await ledger.close() }
    try outcome.get()
  }
}

/// Without a server, PostgreSQL is left out of each test's ledgers, which nobody would notice.
@Suite("Servers on PostgreSQL")
struct TestPostgreSQLTests {
  @Test(
    "two servers share a ledger in PostgreSQL in the tests in which they share one",
    .needsPostgreSQL)
  func takesPart() {
    #expect(Sharing.allCases.contains(.postgresql))
    #expect(ServedLedger.allCases.contains(.postgresql))
  }
}
