package import Tollgate
import TollgateMutex

extension MemoryLedger: LedgerHistorySource, LedgerHistories {
  package func openHistories(
    asOfOneInstant: Bool
  ) async throws(LedgerError) -> any LedgerHistories {
    asOfOneInstant ? MemoryHistories(apps: apps.withLock { $0 }) : self
  }

  package func customerCount(
    in app: Blueprint.App.ID, upTo limit: Int
  ) async throws(LedgerError) -> Int {
    min(limit, unmerged(in: app).count)
  }

  package func histories(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerHistory] {
    try await MemoryHistories(apps: apps.withLock { $0 })
      .histories(after: customer, in: app, limit: limit)
  }

  package func close() async {}
}

/// The histories in a ledger's memory, as of one instant.
private struct MemoryHistories: LedgerHistories {
  let apps: [Blueprint.App.ID: MemoryTables]

  func customerCount(in app: Blueprint.App.ID, upTo limit: Int) async throws(LedgerError) -> Int {
    min(limit, customers(of: app).count)
  }

  func histories(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerHistory] {
    customers(of: app).sorted().drop { id in customer.map { id <= $0 } ?? false }.prefix(limit)
      .map { LedgerHistory(of: $0, facts: apps[app]?.history(of: $0) ?? []) }
  }

  func close() async {}

  private func customers(of app: Blueprint.App.ID) -> [Customer.ID] {
    apps[app]?.rows.filter { $0.value.mergedInto == nil }.map(\.key) ?? []
  }
}
