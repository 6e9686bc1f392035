import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite(
  "Background work that several servers share on one PostgreSQL",
  .needsPostgreSQL, .serialized)
struct SharedWorkTests {
  private static let later = Instant.start.adding(milliseconds: 1_000_000_000)

  private static func lease(_ holder: Int, hours: Int64 = 1) -> LedgerLease {
    LedgerLease(holder: "server \(holder)", length: .seconds(hours * 3600))
  }

  private static func schedule(_ count: Int, in ledger: PostgreSQLLedger) async throws {
    for number in 0..<count {
      let transaction = StoreTransaction(
        id: StoreTransaction.ID("t\(number)"), originalID: .init("\(number)"), product: "monthly",
        purchasedAt: .start, expiresAt: .start.adding(milliseconds: 1), environment: .production,
        signedAt: .start)
      _ = try await ledger.append(
        LedgerWrite(
          app: "coach", customer: Customer.ID("c\(number)"), expectedVersion: 0,
          facts: [.transaction(transaction)], at: .start))
    }
  }

  private static func take(
    _ limit: Int, from ledger: PostgreSQLLedger, _ lease: LedgerLease
  ) async throws -> [LedgerCheck] {
    try await ledger.checks(
      dueAt: later, of: .production, in: "coach", limit: limit, lease: lease)
  }

  @Test("EX-16 servers that look at the same moment take every due check once")
  func once() async throws {
    try await TestDatabase.withLedgers(4) { ledgers, _ in
      try await Self.schedule(120, in: ledgers[0])
      let taken = try await withThrowingTaskGroup(of: [LedgerCheck].self) { group in
        for (number, ledger) in ledgers.enumerated() {
          group.addTask {
            var mine: [LedgerCheck] = []
            while true {
              let batch = try await Self.take(7, from: ledger, Self.lease(number))
              guard !batch.isEmpty else { return mine }
              mine += batch
              for check in batch { try await ledger.settle(check, in: "coach", next: nil) }
            }
          }
        }
        return try await group.reduce(into: [LedgerCheck]()) { $0 += $1 }
      }
      #expect(taken.count == 120)
      #expect(Set(taken.map(\.purchase)).count == 120)
      #expect(try await Self.take(9, from: ledgers[0], Self.lease(9)).isEmpty)
    }
  }

  @Test("EX-16 a lost server's checks are taken over when its lease ends by the database's clock")
  func takenOver() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, schema in
      try await Self.schedule(2, in: ledgers[0])
      let lost = try await Self.take(9, from: ledgers[0], Self.lease(0))
      #expect(lost.count == 2)
      #expect(try await Self.take(9, from: ledgers[1], Self.lease(1)).isEmpty)
      try await ledgers[1].write(
        "UPDATE \(schema).checks SET leased_until = now() - interval '1 millisecond'", [])
      let taken = try await Self.take(9, from: ledgers[1], Self.lease(1))
      #expect(taken == lost)
      // The first server was only slow. The server that settles first decides.
      try await ledgers[1].settle(taken[0], in: "coach", next: Self.later)
      try await ledgers[0].settle(lost[0], in: "coach", next: nil)
      let left = try await ledgers[0].checks(
        dueAt: Self.later, of: .production, in: "coach", limit: 9)
      #expect(left.map(\.tries).sorted() == [0, 1])
    }
  }

  @Test("EX-16 one of the servers that ask for a task at the same moment gets it")
  func task() async throws {
    try await TestDatabase.withLedgers(4) { ledgers, schema in
      for round in 0..<5 {
        let takers = try await withThrowingTaskGroup(of: Int?.self) { group in
          for number in 0..<40 {
            group.addTask {
              let isTaken = try await ledgers[number % 4].take(
                LedgerTask("retention"), in: "coach", for: Self.lease(number), at: .start)
              return isTaken ? number : nil
            }
          }
          return try await group.reduce(into: [Int]()) { if let taker = $1 { $0.append(taker) } }
        }
        #expect(takers.count == 1, "round \(round)")
        try await ledgers[0].write("UPDATE \(schema).tasks SET leased_until = now()", [])
      }
    }
  }

  @Test("a round without work writes nothing")
  func idle() async throws {
    try await TestDatabase.withLedgers(1) { ledgers, schema in
      let lanes = "SELECT count(*), max(number) FROM \(schema).lanes"
      try await Self.schedule(1, in: ledgers[0])
      let check = try await Self.take(9, from: ledgers[0], Self.lease(0))
      try await ledgers[0].settle(check[0], in: "coach", next: Self.later)
      let before = try await ledgers[0].read(lanes, [])
      #expect(
        try await ledgers[0].checks(
          dueAt: .start, of: .production, in: "coach", limit: 9, lease: Self.lease(0)
        ).isEmpty)
      #expect(
        try await ledgers[0].revocations(
          dueAt: .start, in: "coach", limit: 9, lease: Self.lease(0)
        ).isEmpty)
      #expect(try await ledgers[0].read(lanes, []).map(\.columns) == before.map(\.columns))
    }
  }
}
