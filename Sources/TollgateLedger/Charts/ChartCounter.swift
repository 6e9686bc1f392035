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

  /// Counts the next customers: those of a count of all, or else those who have changed.
  ///
  /// A count of all settles the changes of those whom it reaches, so that it counts nobody twice.
  ///
  /// - Returns: Whether there may be more.
  @discardableResult
  package func countNext(limit: Int = batch) async throws(LedgerError) -> Bool {
    var state =
      try await tables.state(in: app)
      ?? LedgerChartState(number: 0, rules: rules, cursor: "")
    if state.rules != rules { (state.rules, state.cursor) = (rules, "") }
    let isWalking = state.cursor != nil
    let last = state.cursor.flatMap { $0.isEmpty ? nil : Customer.ID($0) }
    // Read before the facts, so that what is recorded in between remains a change.
    var changes = try await tables.changes(after: last, in: app, limit: limit)
    if changes.isEmpty, !isWalking { return false }
    let histories = try await histories(
      of: isWalking ? .next(last, limit: limit) : .named(changes.map(\.customer)))
    var parts: [Customer.ID: ChartPart?] = [:]
    if isWalking {
      state.cursor = histories.count == limit ? histories.last?.customer.rawValue : nil
    } else {
      // Customers who are unknown or were merged into others add nothing.
      for change in changes { parts[change.customer] = .some(nil) }
    }
    for history in histories {
      parts[history.customer] = .some(try ChartPart(of: history, billing: billing))
    }
    if isWalking { changes = changes.filter { parts.keys.contains($0.customer) } }
    let stored = try await tables.parts(of: Array(parts.keys), in: app)
    var update = LedgerChartUpdate(state, settled: changes)
    for (customer, part) in parts {
      try update.count(customer, part, before: stored[customer])
    }
    let isApplied = try await tables.apply(update, in: app)
    return !isApplied || isWalking || changes.count == limit
  }

  /// By what rules parts are computed: the measures and the billing periods.
  private var rules: String {
    (Self.measures + billing.map { "\($0.key)=\($0.value.count) \($0.value.unit)" }.sorted())
      .joined(separator: "\n")
  }

  private func histories(
    of customers: ChartedCustomers
  ) async throws(LedgerError) -> [LedgerHistory] {
    let histories = try await ledger.histories()
    let batch: [LedgerHistory]
    do throws(LedgerError) {
      batch = try await histories.chartHistories(of: customers, in: app)
    } catch {
      await histories.close()
      throw error
    }
    await histories.close()
    return batch
  }
}
