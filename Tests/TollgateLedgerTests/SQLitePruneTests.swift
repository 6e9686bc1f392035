import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("Pruning a ledger file")
struct SQLitePruneTests {
  @Test(
    "pruning a ledger file finds what is old by an index, however many rows there are",
    arguments: LedgerPruning.Kind.allCases)
  func plan(kind: LedgerPruning.Kind) async throws {
    guard let rows = ExpiredRows(kind), kind != .refusals else { return }
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    let plan = try await ledger.connections.read { database in
      try Row.fetchAll(
        database, sql: "EXPLAIN QUERY PLAN " + rows.delete,
        arguments: ["before": 2, "limit": 3]
      ).map { row -> String in row["detail"] }
    }
    let index: String? =
      switch kind {
      case .endedSessions, .notifications: "claimsToPrune"
      case .reservations: "factsToPrune"
      case .attributes: "attributesToPrune"
      case .answers: "answersByInstant"
      case .revocations, .refusals, .customers: nil
      }
    if let index {
      #expect(plan.contains { $0.contains(index) }, "\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
    try await ledger.close()
  }

  @Test(
    "pruning a ledger file in which a process dies loses nothing that is kept, and continues afterwards"
  )
  func killed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let ledger = try SQLiteLedger(path: path)
      for number in 0..<60 {
        let id = Customer.ID("c\(number)")
        let facts: [Fact] = number < 30 ? [.reached("a"), .reached("b")] : [.used("k", by: id)]
        _ = try await ledger.append(.of(id, at: 0, facts, answer: .of("k")))
      }
      var pruning = LedgerPruning(.customers, before: .day(1), rows: 7)
      for _ in 0..<5 {
        pruning.position = try await ledger.prune(pruning).next ?? .start
      }
      _ = try await ledger.prune(LedgerPruning(.answers, before: .day(1), rows: 9))
      kill(getpid(), SIGKILL)
    }
    let ledger = try SQLiteLedger(path: path)
    let removed = try await ledger.pruneAll(.customers, beforeDay: 1)
    #expect((1..<30).contains(removed))
    for number in 0..<60 {
      let id = Customer.ID("c\(number)")
      let record = try await ledger.record(of: id, in: "coach")
      #expect(record?.customer == (number < 30 ? nil : Customer([.used("k", by: id)])))
    }
    let check = try await ledger.connections.read {
      try String.fetchOne($0, sql: "PRAGMA integrity_check")
    }
    #expect(check == "ok")
    try await ledger.close()
  }

  @Test(
    "pruning a ledger file gives its pages to new rows, and shrinking gives them back to the disk")
  func pages() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    func pages() async throws -> (all: Int, free: Int) {
      try await ledger.connections.read { database in
        (
          try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0,
          try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
        )
      }
    }
    func fill(_ customer: Customer.ID) async throws {
      for number in 0..<100 {
        _ = try await ledger.append(
          .of(
            customer, at: number,
            answer: .of(Idempotency.Key("k\(number)"), Array(repeating: 65, count: 2000))))
      }
    }
    try await fill("ann")
    let full = try await pages()
    #expect(try await ledger.pruneAll(.answers, beforeDay: 1) == 100)
    let pruned = try await pages()
    #expect(pruned.all == full.all)
    #expect(pruned.free > 40)
    try await fill("bob")
    #expect(try await pages().all <= full.all + 2)
    #expect(try await ledger.pruneAll(.answers, beforeDay: 1) == 100)
    try await ledger.shrink()
    let small = try await pages()
    #expect(small.free == 0)
    #expect(small.all < full.all - 40)
    #expect(try await ledger.record(of: "bob", in: "coach")?.version == 100)
    try await ledger.close()
  }
}
