import Foundation
import TollgateLedger

@testable import TollgatePostgreSQL

/// The PostgreSQL server for tests, which `Scripts/postgres start` starts.
enum TestPostgreSQL {
  /// Its address; nil if there is no such server.
  static let text = ProcessInfo.processInfo.environment["TOLLGATE_TEST_POSTGRES"]

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
          try PostgreSQLAddress(text ?? ""), schema: name, limits: limits))
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
