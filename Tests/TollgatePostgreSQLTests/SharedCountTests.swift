import TestSupport
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite(
  "What several servers count and remove together",
  .needsPostgreSQL, .serialized)
struct SharedCountTests {
  private static let end = Instant.start.adding(milliseconds: 900_000)

  @Test("every failed attempt counts, whichever server it was made at")
  func attempts() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          group.addTask {
            // In either order, as they could end in a deadlock.
            let subjects = number % 4 < 2 ? ["ada", "phone"] : ["phone", "ada"]
            try await ledgers[number % 2].add(
              subjects.map { LedgerAttempts(subject: $0, count: 1, endsAt: Self.end) },
              in: "coach", at: .start)
          }
        }
        try await group.waitForAll()
      }
      for subject in ["ada", "phone"] {
        let count = try await ledgers[0].attempts(of: subject, in: "coach", at: .start)?.count
        #expect(count == 60)
      }
    }
  }

  @Test("a one-time code that both servers get at once is right once")
  func codes() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, _ in
      for round in 0..<10 as Range<UInt8> {
        let code = LedgerEmailCode(
          kind: .passwordReset, customer: "ada", hash: [round], expiresAt: Self.end)
        try await ledgers[0].save(code, in: "coach", at: .start)
        let uses = try await withThrowingTaskGroup(of: Bool.self) { group in
          for number in 0..<10 {
            group.addTask {
              try await ledgers[number % 2].use(code, in: "coach", at: .start)
            }
          }
          return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(uses.filter { $0 }.count == 1)
      }
    }
  }

  @Test("servers that prune at once, while customers write, remove each row once")
  func pruning() async throws {
    try await TestDatabase.withLedgers(2) { ledgers, _ in
      for number in 0..<120 {
        _ = try await ledgers[0].append(.of(Customer.ID("c\(number)"), at: 0))
      }
      let later = Instant.start.adding(milliseconds: 1)
      let removed = try await withThrowingTaskGroup(of: Int.self) { group in
        for ledger in ledgers {
          group.addTask {
            var pruning = LedgerPruning(.customers, before: later, rows: 7)
            var removed = 0
            while true {
              let pruned = try await ledger.prune(pruning)
              removed += pruned.count
              guard let next = pruned.next else { return removed }
              pruning.position = next
            }
          }
        }
        group.addTask {
          for number in stride(from: 0, to: 120, by: 10) {
            // Either the write comes first, and the customer stays; or it finds nobody.
            let refused = try await code {
              try await ledgers[1].append(.of(Customer.ID("c\(number)"), at: 1, use: "k"))
            }
            #expect(refused == nil || refused == .conflict)
          }
          return 0
        }
        return try await group.reduce(0, +)
      }
      var left = 0
      for number in 0..<120 {
        let record = try await ledgers[0].record(of: Customer.ID("c\(number)"), in: "coach")
        if let record {
          #expect(record.version == 2)
          left += 1
        }
      }
      #expect(removed + left == 120)
    }
  }
}
