import Tollgate
import TollgateMutex

/// What happened last in a ledger in memory.
struct MemoryActivity: LedgerActivity {
  let ledger: MemoryLedger

  /// Counts the rows under the ledger's lock.
  func customers(
    seenSince instant: Instant, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    ledger.apps.withLock { apps in
      (apps[app]?.rows ?? [:]).count { id, row in
        row.seenAt >= instant && row.mergedInto == nil && !row.isErased && !id.isPlaceholder
      }
    }
  }

  /// Looks through the end of the log.
  func transactions(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    let log = ledger.apps.withLock { $0[app]?.log ?? [] }
    return Array(
      log.suffix(LedgerActivityLimits.facts).reversed().filter { $0.fact.kind == .transaction }
        .prefix(max(0, limit)))
  }
}
