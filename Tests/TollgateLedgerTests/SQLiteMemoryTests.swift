import Synchronization
import Testing
import Tollgate
import TollgateLedger

@Suite("A ledger in memory")
struct SQLiteMemoryTests {
  @Test("two ledgers in memory share nothing, and each begins empty")
  func apart() async throws {
    let (first, second) = (SQLiteLedger.inMemory(), SQLiteLedger.inMemory())
    #expect(try await first.append(.of("ann", at: 0, [.reached("discovery")])) == 1)
    #expect(try await second.record(of: "ann", in: "coach") == nil)
    #expect(try await second.append(.of("ann", at: 0)) == 1)
    #expect(try await first.entries(after: 0, in: "coach", limit: 9).count == 1)
    #expect(try await second.entries(after: 0, in: "coach", limit: 9).isEmpty)
    #expect(try await SQLiteLedger.inMemory().record(of: "ann", in: "coach") == nil)
  }

  @Test("a ledger in memory reports its commits, and says whether several servers use it")
  func observed() async throws {
    let commits = Mutex<[Int]>([])
    let ledger = SQLiteLedger.inMemory(
      isShared: true,
      observer: LedgerObserver(committed: { writes, _ in commits.withLock { $0.append(writes) } }))
    _ = try await ledger.append(.of("ann", at: 0))
    #expect(commits.withLock { $0 } == [1])
    #expect(ledger.isShared)
    #expect(!SQLiteLedger.inMemory().isShared)
  }
}
