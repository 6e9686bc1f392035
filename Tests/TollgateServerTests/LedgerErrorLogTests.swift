import Logging
import Synchronization
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateServer

@Suite("The log of the ledger's failures")
struct LedgerErrorLogTests {
  @Test("a failure is logged at once, and its repetitions as one number a minute")
  func repetitions() {
    let lines = LogLines()
    let clock = Mutex(Instant(milliseconds: 0))
    let log = LedgerErrorLog(Logger(label: "tests") { _ in lines.handler }) {
      clock.withLock { $0 }
    }
    func pass(_ seconds: Int64) {
      clock.withLock { $0 = $0.adding(milliseconds: seconds * 1000) }
      log.logRepetitions()
    }
    let full = LedgerError(.full, "The disk is full.")
    for _ in 0..<1000 { log.record(full) }
    #expect(lines.all == ["error the ledger fails code=full"])
    log.record(LedgerError(.corrupt, "The file is damaged."))
    #expect(lines.all.dropFirst(1) == ["error the ledger fails code=corrupt"])
    pass(59)
    #expect(lines.all.count == 2)
    pass(1)
    #expect(lines.all.dropFirst(2) == ["error the ledger fails code=full more=999"])
    // Nothing failed for a minute, so the next failure is news.
    pass(60)
    #expect(lines.all.count == 3)
    log.record(full)
    #expect(lines.all.dropFirst(3) == ["error the ledger fails code=full"])
  }

  @Test("a failure that persists is logged once a minute, also if no job runs")
  func continuing() {
    let lines = LogLines()
    let clock = Mutex(Instant(milliseconds: 0))
    let log = LedgerErrorLog(Logger(label: "tests") { _ in lines.handler }) {
      clock.withLock { $0 }
    }
    for second in 0..<180 {
      clock.withLock { $0 = Instant(milliseconds: Int64(second) * 1000) }
      log.record(LedgerError(.full, "The disk is full."))
    }
    #expect(
      lines.all == [
        "error the ledger fails code=full", "error the ledger fails code=full more=60",
        "error the ledger fails code=full more=60",
      ])
  }
}
