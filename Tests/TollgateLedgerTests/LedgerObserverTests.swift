import GRDB
import Synchronization
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("The observer of a ledger")
struct LedgerObserverTests {
  @Test(
    "the observer of a ledger learns of every commit and of a full disk, but not of rejected writes"
  )
  func reports() async throws {
    let folder = try TemporaryFolder()
    let commits = Mutex<[Int]>([])
    let failures = Mutex<[LedgerError.Code]>([])
    let ledger = try SQLiteLedger(
      path: folder.file,
      observer: LedgerObserver(
        committed: { writes, _ in commits.withLock { $0.append(writes) } },
        failed: { error in failures.withLock { $0.append(error.code) } }))
    _ = try await ledger.append(.of("c1", at: 0))
    #expect(try await code { try await ledger.append(.of("c1", at: 0)) } == .conflict)
    #expect(commits.withLock { $0 } == [1, 1])
    #expect(failures.withLock { $0 } == [])

    try await ledger.connections.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
    }
    let large = LedgerWrite.of("c2", at: 0, answer: .of("k", Array(repeating: 65, count: 100_000)))
    #expect(try await code { try await ledger.append(large) } == .full)
    #expect(failures.withLock { $0 } == [.full])
    #expect(ledger.waitingWrites == 0)
    try await ledger.close()
  }

  @Test(
    "the observer of a ledger learns of no failure if a task is cancelled, whose reads and writes are completed"
  )
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let failures = Mutex<[LedgerError.Code]>([])
    let ledger = try SQLiteLedger(
      path: folder.file,
      observer: LedgerObserver(failed: { error in failures.withLock { $0.append(error.code) } }))
    _ = try await ledger.append(.of("ann", at: 0, answer: .of("k")))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(Task.isCancelled)
      let pruned = try await ledger.prune(LedgerPruning(.answers, before: .day(1)))
      #expect(pruned.count == 1)
      #expect(try await ledger.property(LedgerProperty("name")) == nil)
      return try await ledger.record(of: "ann", in: "coach")?.version
    }
    #expect(try await task.value == 1)
    #expect(failures.withLock { $0 } == [])
    try await ledger.close()
  }
}
