package import Tollgate

/// Brings the tables of charts of an app up to date, a few customers in each commit.
///
/// What a customer adds is computed from all its facts, and replaces what it added before. A counter that is stopped
/// between its steps loses nothing, and of two that run at once one applies its commit.
package struct ChartCounter: Sendable {
  /// How many customers are counted in one commit.
  package static let batch = 200

  /// The version of the measures, to be increased when one counts differently; a new one is noticed by its name.
  private static let version = 2

  private static let measures = ["\(version)"] + ChartMeasure.allCases.map(\.rawValue)

  private let ledger: any LedgerChartSource
  private let tables: any LedgerChartTables
  private let app: Blueprint.App.ID
  private let billing: [CatalogProduct.ID: Period]

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - tables: Its tables of charts; nil for those that it has.
  ///   - billing: The billing periods of products; if they change, all customers are counted again.
  package init(
    _ ledger: any LedgerChartSource, tables: (any LedgerChartTables)? = nil,
    of app: Blueprint.App.ID, billing: [CatalogProduct.ID: Period]
  ) {
    self.ledger = ledger
    self.tables = tables ?? ledger.charts
    self.app = app
    self.billing = billing
  }

  /// Counts the next customers: those who have changed, or else the next ones of a count of all.
  ///
  /// - Returns: Whether there may be more.
  @discardableResult
  package func countNext(limit: Int = batch) async throws(LedgerError) -> Bool {
    var state =
      try await tables.state(in: app)
      ?? LedgerChartState(number: 0, rules: rules, cursor: "")
    if state.rules != rules { (state.rules, state.cursor) = (rules, "") }
    let changes = try await tables.changes(in: app, limit: limit)
    var parts: [Customer.ID: ChartPart?] = [:]
    if changes.isEmpty {
      guard let cursor = state.cursor else { return false }
      (parts, state.cursor) = try await walk(after: cursor, limit: limit)
    } else {
      for change in changes {
        parts[change.customer] = .some(try await part(of: change.customer))
      }
    }
    let stored = try await tables.parts(of: Array(parts.keys), in: app)
    var update = LedgerChartUpdate(state, settled: changes)
    for (customer, part) in parts {
      try update.count(customer, part, before: stored[customer])
    }
    let isApplied = try await tables.apply(update, in: app)
    return !isApplied || state.cursor != nil || changes.count == limit
  }

  /// By what rules parts are computed: the measures and the billing periods.
  private var rules: String {
    (Self.measures + billing.map { "\($0.key)=\($0.value.count) \($0.value.unit)" }.sorted())
      .joined(separator: "\n")
  }

  /// What a customer adds; nil if they add nothing, such as one who was merged into another.
  private func part(of customer: Customer.ID) async throws(LedgerError) -> ChartPart? {
    guard let record = try await ledger.record(of: customer, in: app),
      record.mergedInto == nil
    else { return nil }
    return try part(
      of: LedgerHistory(of: customer, facts: try await ledger.history(of: customer, in: app)))
  }

  private func part(of history: LedgerHistory) throws(LedgerError) -> ChartPart? {
    ChartPart(
      of: history.customer, facts: try history.facts(), since: history.since, billing: billing)
  }

  /// What the next of all customers add, and the last of them; nil once there are no more.
  private func walk(
    after cursor: String, limit: Int
  ) async throws(LedgerError) -> ([Customer.ID: ChartPart?], String?) {
    guard let source = ledger as? any LedgerHistorySource else {
      throw LedgerError(.unavailable, "The ledger has no histories.")
    }
    let histories = try await source.openHistories()
    let batch: [LedgerHistory]
    do throws(LedgerError) {
      batch = try await histories.histories(
        after: cursor.isEmpty ? nil : Customer.ID(cursor), in: app, limit: limit)
    } catch {
      await histories.close()
      throw error
    }
    await histories.close()
    var parts: [Customer.ID: ChartPart?] = [:]
    for history in batch { parts[history.customer] = .some(try part(of: history)) }
    return (parts, batch.count == limit ? batch.last?.customer.rawValue : nil)
  }
}
