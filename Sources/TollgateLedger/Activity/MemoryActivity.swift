import Tollgate
import TollgateMutex

/// The recent activity in a ledger in memory.
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
    let latest = log.suffix(LedgerActivityLimits.facts)
    // A placeholder's facts from before its transfer remain from an erasure.
    var released: [Customer.ID: Int] = [:]
    for entry in latest where entry.customer.isPlaceholder && entry.fact.kind == .transfer {
      released[entry.customer] = entry.sequence
    }
    return Array(
      latest.reversed().filter {
        $0.fact.kind == .transaction && released[$0.customer] ?? 0 < $0.sequence
      }.prefix(max(0, limit)))
  }
}
