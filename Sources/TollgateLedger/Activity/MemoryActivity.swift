import Tollgate
import TollgateMutex

/// What tells the write of an entry from others in a ledger in memory, which keeps no versions of facts.
private struct RecordedWrite: Hashable {
  let customer: Customer.ID
  let at: Instant

  init(_ entry: LedgerEntry) {
    customer = entry.customer
    at = entry.at
  }
}

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

  /// Copies the end of the log.
  func facts(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    ledger.apps.withLock { ($0[app]?.log ?? []).suffix(max(0, limit)).reversed() }
  }

  /// Looks through the end of the log.
  func transactions(
    latest limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerEntry] {
    let log = ledger.apps.withLock { $0[app]?.log ?? [] }
    let latest = log.suffix(LedgerActivityLimits.facts)
    // The facts that come with a transfer are recorded in the same write, before it. A placeholder's facts from before
    // its transfer remain from an erasure, each with its own instant.
    var lastTransfers: [RecordedWrite: Int] = [:]
    var released: [Customer.ID: Int] = [:]
    for entry in latest where entry.fact.kind == .transfer {
      lastTransfers[RecordedWrite(entry)] = entry.sequence
      if entry.customer.isPlaceholder { released[entry.customer] = entry.sequence }
    }
    return Array(
      latest.reversed().filter {
        $0.fact.kind == .transaction && lastTransfers[RecordedWrite($0)] ?? 0 < $0.sequence
          && released[$0.customer] ?? 0 < $0.sequence
      }.prefix(max(0, limit)))
  }
}
