import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite(
  "A PostgreSQL ledger's transactions",
  .enabled(if: TestDatabase.text != nil, TestDatabase.isMissing), .serialized)
struct CommitTests {
  private static let lane = "00000000-0000-0000-0000-000000000001"

  private func begin(_ number: Int64, in schema: String) -> [Statement] {
    [
      Statement("BEGIN"),
      Statement(
        "SELECT \(schema).begin_1($1, $2, '5s', '5s', '5s')", [.text(Self.lane), .integer(number)]),
    ]
  }

  private func settle(_ number: Int64, in schema: String) -> Statement {
    Statement("SELECT \(schema).settle_1($1, $2)", [.text(Self.lane), .integer(number)])
  }

  @Test("are known to be committed, or are given up for ever")
  func settled() async throws {
    try await TestDatabase.withLedgers(1) { _, schema in
      try await TestDatabase.withConnection { connection in
        func isCommitted(_ number: Int64) async throws -> Bool {
          let rows = try await connection.run([settle(number, in: schema)], timeout: 5)
          return try rows[0][0].bool(0)
        }
        _ = try await connection.run(begin(2, in: schema) + [Statement("COMMIT")], timeout: 5)
        #expect(try await isCommitted(2))
        #expect(try await isCommitted(2))
        #expect(try await !isCommitted(4))
        await #expect(throws: PostgreSQLFailure.rejected("TG002")) {
          try await connection.run(begin(4, in: schema) + [Statement("COMMIT")], timeout: 5)
        }
        #expect(try await !isCommitted(4))
        _ = try await connection.run(begin(6, in: schema) + [Statement("COMMIT")], timeout: 5)
        #expect(try await isCommitted(6))
      }
    }
  }

  @Test("that are still running are waited for", arguments: [true, false])
  func running(commits: Bool) async throws {
    try await TestDatabase.withLedgers(1) { _, schema in
      try await TestDatabase.withConnection { running in
        try await TestDatabase.withConnection { other in
          _ = try await running.run(begin(2, in: schema), timeout: 5)
          async let outcome = other.run([settle(2, in: schema)], timeout: 5)
          _ = try await running.run(
            [Statement(commits ? "COMMIT" : "ROLLBACK")], timeout: 5)
          #expect(try await outcome[0][0].bool(0) == commits)
        }
      }
    }
  }

  @Test("that take too long end, and so does the caller's wait")
  func tooLong() async throws {
    try await TestDatabase.withConnection { connection in
      await #expect(throws: PostgreSQLFailure.lost) {
        try await connection.run([Statement("SELECT pg_sleep(60)")], timeout: 0.2)
      }
      await #expect(throws: PostgreSQLFailure.lost) {
        try await connection.run([Statement("SELECT 1")], timeout: 5)
      }
    }
  }

  @Test("that are rejected leave the connection usable")
  func rejected() async throws {
    try await TestDatabase.withConnection { connection in
      for transaction in [["SELECT 1/0"], ["BEGIN", "SELECT 1/0", "SELECT 2", "COMMIT"]] {
        await #expect(throws: PostgreSQLFailure.rejected("22012")) {
          try await connection.run(transaction.map { Statement($0) }, timeout: 5)
        }
        let rows = try await connection.run([Statement("SELECT 3")], timeout: 5)
        #expect(rows[0][0].columns == ["3"])
      }
    }
  }

  @Test("may be larger than the socket's buffers, both ways")
  func large() async throws {
    let text = String(repeating: "é", count: 500_000)
    try await TestDatabase.withConnection { connection in
      let statements = (0..<8).map { _ in Statement("SELECT $1::text", [.text(text)]) }
      let rows = try await connection.run(statements, timeout: 30)
      #expect(rows.map { $0[0].columns } == Array(repeating: [text], count: 8))
    }
  }

  @Test("wait for a server that cannot be reached no longer than a call may take")
  func unreachable() async throws {
    let address = try PostgreSQLAddress("postgres:///none?host=/nowhere")
    #expect(try await code { try await PostgreSQLLedger(address) } == .unavailable)
  }
}

@Suite(
  "A PostgreSQL ledger's tables",
  .enabled(if: TestDatabase.text != nil, TestDatabase.isMissing), .serialized)
struct MigrationTests {
  @Test("are created once by servers that start together")
  func together() async throws {
    try await TestDatabase.withSchema { schema in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            let ledger = try await PostgreSQLLedger(try TestDatabase.address(), schema: schema)
            _ = try await ledger.append(.of(Customer.ID("c\(number)"), at: 0))
            await ledger.close()
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("are not created unless that is allowed")
  func missing() async throws {
    try await TestDatabase.withSchema { schema in
      let refused = try await code {
        try await PostgreSQLLedger(try TestDatabase.address(), schema: schema, mayCreate: false)
      }
      #expect(refused == .missing)
    }
  }

  @Test("of a newer version are refused, and unchanged")
  func newer() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      try await ledgers[0].write(
        "INSERT INTO \(schema).migrations (name) VALUES ('99-future')", [])
      let refused = try await code {
        try await PostgreSQLLedger(try TestDatabase.address(), schema: schema)
      }
      #expect(refused == .newerSchema)
    }
  }

  @Test("that are removed while a server runs are an error, not an empty ledger")
  func removed() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      try await ledgers[0].write("DROP SCHEMA \(schema) CASCADE", [])
      let refused = try await code { try await ledgers[0].record(of: "c1", in: "coach") }
      #expect(refused == .replaced)
    }
  }

  @Test("have a name that needs no quotes", arguments: ["", "A", "a-b", "1a", "a;b", "é"])
  func name(name: String) async throws {
    let refused = try await code {
      try await PostgreSQLLedger(try TestDatabase.address(), schema: name)
    }
    #expect(refused == .unavailable)
  }
}
