import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite(
  "A PostgreSQL ledger's transactions",
  .needsPostgreSQL, .serialized)
struct CommitTests {
  @Test("a PostgreSQL ledger's transactions are known to be committed, or are given up for ever")
  func settled() async throws {
    try await TestDatabase.withLedgers(1) { _, schema in
      try await TestDatabase.withConnection { connection in
        let lane = TestLane(1, schema)
        func isCommitted(_ number: Int64) async throws -> Bool {
          let rows = try await connection.run([lane.settle(number)], timeout: 5)
          return try rows[0][0].bool(0)
        }
        _ = try await connection.run(lane.begin(2) + [Statement("COMMIT")], timeout: 5)
        #expect(try await isCommitted(2))
        #expect(try await isCommitted(2))
        #expect(try await !isCommitted(4))
        await #expect(throws: PostgreSQLFailure.rejected("TG002")) {
          try await connection.run(lane.begin(4) + [Statement("COMMIT")], timeout: 5)
        }
        #expect(try await !isCommitted(4))
        _ = try await connection.run(lane.begin(6) + [Statement("COMMIT")], timeout: 5)
        #expect(try await isCommitted(6))
      }
    }
  }

  @Test(
    "a PostgreSQL ledger's transactions that write what they accept keep what they refused in the lane"
  )
  func refused() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      for name in ["a", "b"] as [Customer.ID] { _ = try await ledgers[0].append(.of(name, at: 0)) }
      try await TestDatabase.withConnection { connection in
        let lane = TestLane(1, schema)
        let groups: [(Int64, [String], String?)] = [
          (2, ["1", "2"], "{2}"), (4, ["1", "1"], "{1}"), (6, ["2", "2"], nil),
          (8, ["1", "1"], "{1,2}"),
        ]
        for (number, versions, refused) in groups {
          let call = Statement(
            "SELECT \(schema).append_accepted_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            [
              .text(lane.id), .texts(["coach", "coach"]), .texts(["a", "b"]),
              .texts(versions), .array(["0", "0"]), .texts(["{}", "{}"]),
              .texts(["{}", "{}"]), .array([nil, nil]), .array([nil, nil]), .array([nil, nil]),
              .array([nil, nil]),
            ])
          let rows = try await connection.run(
            lane.begin(number) + [call, Statement("COMMIT")], timeout: 5)
          #expect(rows[2][0].columns == [refused])
          let kept = Statement(
            "SELECT refused FROM \(schema).lanes WHERE id = $1", [.text(lane.id)])
          let settled = try await connection.run([lane.settle(number), kept], timeout: 5)
          #expect(try settled[0][0].bool(0))
          #expect(settled[1][0].columns == [refused])
        }
        for name in ["a", "b"] as [Customer.ID] {
          #expect(try await ledgers[0].version(of: name, in: "coach") == 3)
        }
      }
    }
  }

  @Test("a PostgreSQL ledger's transactions that wait for a locked row write to its latest version")
  func waited() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      _ = try await ledgers[0].append(.of("a", at: 0))
      try await TestDatabase.withConnection { other in
        let seen = Statement("UPDATE \(schema).customers SET seen_at = seen_at + 1")
        _ = try await other.run([Statement("BEGIN"), seen], timeout: 5)
        async let version = ledgers[0].append(.of("a", at: 1, use: "k"))
        try await TestDatabase.waitingForRows(1, application: schema)
        _ = try await other.run([Statement("COMMIT")], timeout: 5)
        #expect(try await version == 2)
      }
      #expect(try await ledgers[0].version(of: "a", in: "coach") == 2)
    }
  }

  @Test("a PostgreSQL ledger's transactions prepare a statement once in a session that is kept")
  func prepared() async throws {
    try await TestDatabase.withConnection { connection in
      func quotient(by divisor: Int64) -> Statement {
        Statement("SELECT 10 / $1::integer", [.integer(divisor)], isPrepared: true)
      }
      // A pooler in between keeps no session.
      guard try await connection.keepSession(Statement("SELECT 1"), timeout: 5) else { return }
      let transactions = [
        [Statement("BEGIN"), Statement("SELECT 1/0"), quotient(by: 5)], [quotient(by: 0)],
      ]
      for transaction in transactions {
        await #expect(throws: PostgreSQLFailure.rejected("22012")) {
          try await connection.run(transaction, timeout: 5)
        }
      }
      let count = Statement("SELECT count(*) FROM pg_prepared_statements")
      let rows = try await connection.run([quotient(by: 5), quotient(by: 2), count], timeout: 5)
      #expect(rows.map { $0.map(\.columns) } == [[["2"]], [["5"]], [["1"]]])
    }
  }

  @Test("a PostgreSQL ledger's transactions give the statements of two sessions different names")
  func names() async throws {
    var names: [[String?]] = []
    for _ in 1...2 {
      try await TestDatabase.withConnection { connection in
        guard try await connection.keepSession(Statement("SELECT 1"), timeout: 5) else { return }
        let statements = [
          Statement("SELECT 2", isPrepared: true),
          Statement("SELECT name FROM pg_prepared_statements"),
        ]
        names.append(try await connection.run(statements, timeout: 5)[1][0].columns)
      }
    }
    #expect(Set(names).count == names.count)
  }

  @Test(
    "whose connection the server closes fail at once, and not at their time-out",
    .timeLimit(.minutes(1)))
  func terminated() async throws {
    for _ in 1...20 {
      try await TestDatabase.withConnection { connection in
        // The server's last message and the end of the connection often arrive together.
        await #expect(throws: PostgreSQLFailure.self) {
          try await connection.run(
            [Statement("SELECT pg_terminate_backend(pg_backend_pid())")], timeout: 600)
        }
      }
    }
  }

  @Test(
    "whose connections the server closes while others are opened leave the process running",
    .timeLimit(.minutes(2)))
  func replaced() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask {
          for _ in 1...40 {
            // The next connection often gets the number of the descriptor that was just closed.
            try await TestDatabase.withConnection { connection in
              _ = try? await connection.run(
                [Statement("SELECT pg_terminate_backend(pg_backend_pid())")], timeout: 600)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "a PostgreSQL ledger's transactions that are still running are waited for",
    arguments: [true, false])
  func running(commits: Bool) async throws {
    try await TestDatabase.withLedgers(1) { _, schema in
      try await TestDatabase.withConnection { running in
        try await TestDatabase.withConnection { other in
          let lane = TestLane(1, schema)
          _ = try await running.run(lane.begin(2), timeout: 5)
          async let outcome = other.run([lane.settle(2)], timeout: 5)
          _ = try await running.run(
            [Statement(commits ? "COMMIT" : "ROLLBACK")], timeout: 5)
          #expect(try await outcome[0][0].bool(0) == commits)
        }
      }
    }
  }

  @Test(
    "a PostgreSQL ledger's transactions that are found to be committed are written again, so that a synchronous standby has them"
  )
  func settledDurably() async throws {
    try await TestDatabase.withLedgers(1) { _, schema in
      try await TestDatabase.withConnection { connection in
        let lane = TestLane(1, schema)
        _ = try await connection.run(lane.begin(2) + [Statement("COMMIT")], timeout: 5)
        let rows = try await connection.run(
          [
            Statement("BEGIN"), Statement("SET LOCAL synchronous_commit = off"), lane.settle(2),
            Statement(
              """
              SELECT pg_current_xact_id_if_assigned() IS NOT NULL,
                current_setting('synchronous_commit')
              """), Statement("COMMIT"),
          ], timeout: 5)
        #expect(try rows[2][0].bool(0))
        #expect(rows[3][0].columns == ["t", "on"])
      }
    }
  }

  @Test(
    "a PostgreSQL ledger's transactions of a lane in use can still be settled when another server starts months later"
  )
  func oldLane() async throws {
    try await TestDatabase.withLedgers(1) { _, schema in
      try await TestDatabase.withConnection { connection in
        let (old, lost) = (TestLane(1, schema), TestLane(2, schema))
        for lane in [old, lost] {
          _ = try await connection.run(lane.begin(2) + [Statement("COMMIT")], timeout: 5)
        }
        let age = Statement("UPDATE \(schema).lanes SET at = now() - interval '91 days'")
        _ = try await connection.run([age], timeout: 5)
        _ = try await connection.run(old.begin(4) + [Statement("COMMIT")], timeout: 5)
        let other = try await PostgreSQLLedger(try TestDatabase.address(), schema: schema)
        let rows = try await connection.run([old.settle(4), lost.settle(2)], timeout: 5)
        #expect(try rows.map { try $0[0].bool(0) } == [true, false])
        await other.close()
      }
    }
  }

  @Test("whose session PostgreSQL has ended are not taken for rejected ones")
  func idle() async throws {
    try await TestDatabase.withConnection { connection in
      let rows = try await connection.run(
        [
          Statement("BEGIN"), Statement("SET LOCAL idle_in_transaction_session_timeout = '1ms'"),
          Statement("SELECT pg_backend_pid()"),
        ], timeout: 5)
      try await TestDatabase.withConnection { other in
        let sessions = Statement(
          "SELECT count(*), pg_sleep(0.01) FROM pg_stat_activity WHERE pid = $1::int",
          [.text(try rows[2][0].text(0))])
        while try await other.run([sessions], timeout: 5)[0][0].integer(0) > 0 {}
      }
      do {
        _ = try await connection.run([Statement("COMMIT")], timeout: 5)
        Issue.record("the session had ended")
      } catch let failure as PostgreSQLFailure {
        #expect(failure.endsConnection)
      }
    }
  }

  @Test("a PostgreSQL ledger's transactions that end in a deadlock are repeated, and lose nothing")
  func deadlock() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      for name in ["a", "b"] as [Customer.ID] { _ = try await ledgers[0].append(.of(name, at: 0)) }
      func lock(_ name: String) -> Statement {
        Statement("SELECT 1 FROM \(schema).customers WHERE id = $1 FOR UPDATE", [.text(name)])
      }
      try await TestDatabase.withConnection { other in
        // The ledger's transaction looks for the deadlock first, and is the one that ends.
        _ = try await other.run(
          [Statement("BEGIN"), Statement("SET LOCAL deadlock_timeout = '60s'"), lock("b")],
          timeout: 5)
        async let merged = ledgers[0].append(
          LedgerWrite(
            app: "coach", customer: "a", expectedVersion: 1, facts: [], at: .start,
            absorbs: LedgerMerge(customer: "b", expectedVersion: 1)))
        try await TestDatabase.waitingForRows(1, application: schema)
        _ = try await other.run([lock("a"), Statement("COMMIT")], timeout: 10)
        #expect(try await merged == 2)
      }
      #expect(try await ledgers[0].record(of: "b", in: "coach")?.mergedInto == "a")
    }
  }

  @Test(
    "a PostgreSQL ledger's transactions that fail are repeated on another connection if theirs has ended or reached a standby",
    arguments: [
      ("25P03", true), ("25P04", true), ("25006", true), ("57P01", true), ("08006", true),
      ("40001", false), ("40P01", false), ("23505", false), ("TG003", false),
    ] as [(String, Bool)])
  func reconnected(state: String, isNeeded: Bool) {
    #expect(PostgreSQLFailure.rejected(state).endsConnection == isNeeded)
  }

  @Test("a PostgreSQL ledger's transactions that take too long end, and so does the caller's wait")
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

  @Test("a PostgreSQL ledger's transactions that are rejected leave the connection usable")
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

  @Test("a PostgreSQL ledger's transactions may be larger than the socket's buffers, both ways")
  func large() async throws {
    let text = String(repeating: "é", count: 500_000)
    try await TestDatabase.withConnection { connection in
      let statements = (0..<8).map { _ in Statement("SELECT $1::text", [.text(text)]) }
      let rows = try await connection.run(statements, timeout: 30)
      #expect(rows.map { $0[0].columns } == Array(repeating: [text], count: 8))
    }
  }

  @Test(
    "a PostgreSQL ledger's transactions wait for a server that cannot be reached no longer than a call may take"
  )
  func unreachable() async throws {
    let address = try PostgreSQLAddress("postgres:///none?host=/nowhere")
    #expect(try await code { try await PostgreSQLLedger(address) } == .unavailable)
  }
}

@Suite(
  "A PostgreSQL ledger's tables",
  .needsPostgreSQL, .serialized)
struct MigrationTests {
  @Test("a PostgreSQL ledger's tables are created once by servers that start together")
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

  @Test("a PostgreSQL ledger's tables are not created unless that is allowed")
  func missing() async throws {
    try await TestDatabase.withSchema { schema in
      let refused = try await code {
        try await PostgreSQLLedger(try TestDatabase.address(), schema: schema, mayCreate: false)
      }
      #expect(refused == .missing)
    }
  }

  @Test("a PostgreSQL ledger's tables of a newer version are refused, and unchanged")
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

  @Test(
    "a PostgreSQL ledger's tables that are removed while a server runs are an error, not an empty ledger"
  )
  func removed() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      try await ledgers[0].write("DROP SCHEMA \(schema) CASCADE", [])
      let refused = try await code { try await ledgers[0].record(of: "c1", in: "coach") }
      #expect(refused == .replaced)
    }
  }

  @Test(
    "a PostgreSQL ledger's tables have a name that needs no quotes",
    arguments: ["", "A", "a-b", "1a", "a;b", "é"])
  func name(name: String) async throws {
    let refused = try await code {
      try await PostgreSQLLedger(try TestDatabase.address(), schema: name)
    }
    #expect(refused == .unavailable)
  }
}
