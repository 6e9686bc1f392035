import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite(
  "A PostgreSQL ledger that is moved",
  .needsPostgreSQL)
struct MoveSourceTests {
  @Test(
    "a PostgreSQL ledger that is moved is refused while a server is connected, as source and as target"
  )
  func connected() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      _ = try await ledgers[0].append(.of("ann", at: 0))
      for isTarget in [false, true] {
        let refused = try await code {
          try await PostgreSQLTransfer(
            try TestDatabase.address(named: schema), schema: schema, isTarget: isTarget)
        }
        #expect(refused == .inUse)
      }
    }
  }

  @Test(
    "a PostgreSQL ledger that is moved is locked against writes, by servers under another name too, until the move has ended"
  )
  func locked() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      _ = try await ledgers[0].append(.of("ann", at: 0, use: "k1"))
      let source = try await PostgreSQLTransfer(
        try TestDatabase.address(named: schema + "_move"), schema: schema, isTarget: false)
      try await TestDatabase.withConnection { connection in
        for table in ["customers", "facts", "answers", "properties", "counter"] {
          let held = try await connection.run(
            [
              Statement(
                """
                SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND mode = 'ShareLock' AND granted
                """, [.text("\(schema).\(table)")])
            ], timeout: 10)
          #expect(held[0].count == 1, "\(table)")
        }
      }
      // Facts have their numbers, as for a reader.
      #expect(try await source.lastSequence() == 1)
      await source.close()
      #expect(try await ledgers[0].append(.of("ann", at: 1)) == 2)
    }
  }

  @Test("a PostgreSQL ledger that is moved is read completely by verify, which changes nothing")
  func verified() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      for version in 0..<3 {
        _ = try await ledgers[0].append(.of("ann", at: version, use: "k\(version)"))
      }
      let address = try TestDatabase.address()
      let contents = try await PostgreSQLContents.verify(address, schema: schema)
      #expect(contents == PostgreSQLContents(customers: 1, facts: 3))
      try await TestDatabase.withConnection { connection in
        _ = try await connection.run(
          [Statement("UPDATE \(schema).facts SET body = '{' WHERE version = 2")], timeout: 10)
      }
      let damaged = try await code { try await PostgreSQLContents.verify(address, schema: schema) }
      #expect(damaged == .corrupt)
      let missing = try await code {
        try await PostgreSQLContents.verify(address, schema: "nothing")
      }
      #expect(missing == .missing)
    }
  }
}
