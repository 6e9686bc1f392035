import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite(
  "Several servers on one PostgreSQL",
  .needsPostgreSQL, .serialized)
struct SeveralServersTests {
  @Test("exactly one of the writes decided on one version lands")
  func oneVersion() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, _ in
      for version in 0..<10 {
        let codes = try await withThrowingTaskGroup(of: LedgerError.Code?.self) { group in
          for number in 0..<60 {
            group.addTask {
              try await code {
                try await ledgers[number % 2].append(
                  .of("c1", at: version, use: "\(version)-\(number)"))
              }
            }
          }
          return try await group.reduce(into: [LedgerError.Code?]()) { $0.append($1) }
        }
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.filter { $0 == .conflict }.count == 59)
      }
      for ledger in ledgers {
        #expect(try await ledger.record(of: "c1", in: "coach")?.version == 10)
        #expect(try await ledger.entries(after: 0, in: "coach", limit: 99).count == 10)
      }
    }
  }

  @Test("what customers race for has one owner, whatever order it is claimed in")
  func claims() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, _ in
      let claims: [LedgerClaim] = [.purchase("1"), .purchase("2"), .email("a@b.c")]
      let winners = try await withThrowingTaskGroup(of: Customer.ID?.self) { group in
        for number in 0..<80 {
          group.addTask {
            let id = Customer.ID("c\(number)")
            let refused = try await code {
              try await ledgers[number % 2].append(
                .of(id, at: 0, claims: number % 4 < 2 ? claims : claims.reversed()))
            }
            #expect(refused == nil || refused == .claimed)
            return refused == nil ? id : nil
          }
        }
        return try await group.reduce(into: [Customer.ID]()) { if let id = $1 { $0.append(id) } }
      }
      #expect(winners.count == 1)
      for claim in claims {
        #expect(try await ledgers[0].owner(of: claim, in: "coach") == winners.first)
      }
      // A rejected write leaves no customer behind, though its group was committed.
      #expect(
        try await ledgers[0].record(of: "c0", in: "coach")?.id == (winners == ["c0"] ? "c0" : nil))
    }
  }

  @Test("a cache asks whether a version is the latest, and gets the record only if it is not")
  func newer() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, _ in
      #expect(try await ledgers[1].record(of: "c1", in: "coach", newerThan: 0) == .changed(nil))
      #expect(try await ledgers[1].version(of: "c1", in: "coach") == nil)
      _ = try await ledgers[0].append(.of("c1", at: 0, use: "a"))
      let record = try await ledgers[0].record(of: "c1", in: "coach")
      #expect(try await ledgers[1].record(of: "c1", in: "coach", newerThan: 0) == .changed(record))
      #expect(try await ledgers[1].record(of: "c1", in: "coach", newerThan: 1) == .unchanged)
      #expect(try await ledgers[1].version(of: "c1", in: "coach") == 1)
      #expect(ledgers.allSatisfy { $0.isShared })
    }
  }

  @Test("a reader that follows misses nothing of a transaction that began earlier and ends later")
  func follower() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      try await TestDatabase.withConnection { slow in
        _ = try await slow.run(
          [
            Statement("BEGIN"),
            Statement(
              """
              INSERT INTO \(schema).facts (app, customer, version, at, kind, body)
              SELECT 'coach', 'slow', 1, 0, 'milestone',
                '{"at":0,"kind":"milestone","milestone":"late","v":1}'
              """),
          ], timeout: 5)
        _ = try await ledgers[0].append(.of("fast", at: 0, use: "a"))
        let first = try await ledgers[0].entries(after: 0, in: "coach", limit: 9)
        #expect(first.map(\.customer) == ["fast"])
        _ = try await slow.run([Statement("COMMIT")], timeout: 5)
        let next = try await ledgers[0].entries(
          after: first.last?.sequence ?? 0, in: "coach", limit: 9)
        #expect(next.map(\.customer) == ["slow"])
        #expect(next.map(\.sequence) == [2])
      }
    }
  }

  @Test("nothing is lost or doubled while connections are cut, for calls without a key too")
  func cut() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, schema in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            let id = Customer.ID("c\(number)")
            for version in 0..<20 {
              // A commit that took place and was not recognized would conflict when it is repeated.
              let written = try await ledgers[number % 2].append(
                .of(id, at: version, use: "k\(version)"))
              #expect(written == version + 1)
            }
          }
        }
        group.addTask {
          try await TestDatabase.withConnection { connection in
            for _ in 0..<40 {
              _ = try await connection.run(
                [
                  Statement(
                    """
                    SELECT pg_terminate_backend(pid), pg_sleep(0.01) FROM (
                      SELECT pid FROM pg_stat_activity WHERE application_name = $1
                      ORDER BY random() LIMIT 1) AS s
                    """, [.text(schema)])
                ], timeout: 5)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await ledgers[0].entries(after: 0, in: "coach", limit: 9999).count == 800)
    }
  }
}
