package import Tollgate

extension MemoryLedger: LedgerHistorySource, LedgerHistories {
  package func openHistories() async throws(LedgerError) -> any LedgerHistories { self }

  package func customerCount(
    in app: Blueprint.App.ID, upTo limit: Int
  ) async throws(LedgerError) -> Int {
    min(limit, unmerged(in: app).count)
  }

  package func histories(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerHistory] {
    let customers = unmerged(in: app).sorted().drop { id in customer.map { id <= $0 } ?? false }
    var histories: [LedgerHistory] = []
    for customer in customers.prefix(limit) {
      histories.append(
        LedgerHistory(of: customer, facts: try await history(of: customer, in: app)))
    }
    return histories
  }

  package func close() async {}
}
