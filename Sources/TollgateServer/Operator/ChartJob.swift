public import Logging
public import ServiceLifecycle
import Tollgate
import TollgateLedger

/// Keeps the tables of charts of every app, from which operators read charts of any number of customers at once.
///
/// It runs alongside a server as a service of its group. Each commit that may change a chart leaves the customer's name
/// in the ledger. A round reads the facts of such customers, computes what each adds to the tables with the code that
/// also counts charts from facts, and replaces what they added before, in one commit. A job that is stopped in between
/// loses nothing, and what was applied once is not applied again. Of the servers that share a ledger one counts.
///
/// A new ledger's tables, and those of an app whose products have other billing periods than before, are counted from
/// all histories, a batch at a time; customers who are not counted yet count as behind.
///
/// Once a day it adds up the hours of the days before, so that a chart is read as fast after years. Every ten minutes it
/// counts the ``ActiveCustomers``.
public actor ChartJob: Service {
  /// How long it waits between rounds that leave nothing to do.
  public static let interval = Duration.seconds(2)
  /// How long it waits between other rounds, so that requests are answered as fast as before.
  public static let pause = Duration.milliseconds(50)
  private let service: TollgateService
  private let runner: JobRunner
  private let sleep: @Sendable (Duration) async throws -> Void
  /// The day of each app before which hours were added up.
  private var days: [Blueprint.App.ID: Int64] = [:]

  /// Creates the job of a service.
  ///
  /// - Parameters:
  ///   - logger: Where failures are logged, without personal values.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    _ service: TollgateService, logger: Logger,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    runner = JobRunner(.charts, of: service, logger: logger, failure: "could not count charts")
    self.sleep = sleep
  }

  /// Runs rounds until the service group shuts down.
  public func run() async throws {
    try await repeatRounds(sleep) { await self.runOnce() ? Self.pause : Self.interval }
  }

  /// Runs one round for each app, and returns whether any of them has more to count at once.
  @discardableResult
  public func runOnce() async -> Bool {
    guard let ledger = service.records.ledger as? any LedgerChartSource else { return false }
    var isBehind = false
    for app in service.apps {
      let outcome = await runner.round(of: app.id, task: .charts) {
        () async throws(LedgerError) in try await round(app, in: ledger)
      }
      if case .done(true) = outcome { isBehind = true }
    }
    return isBehind
  }

  /// Counts the next customers, and returns whether there are more.
  private func round(
    _ app: ServedApp, in ledger: any LedgerChartSource
  ) async throws(LedgerError) -> Bool {
    let now = service.records.clock()
    try await ActiveCustomers.refresh(in: ledger, of: app.id, at: now)
    let counter = ChartCounter(ledger, of: app.id, billing: app.blueprint.definition.billing)
    if try await counter.countNext() { return true }
    let today = now.hours / 24
    if days[app.id] != today {
      // What fails is done the next day: no number depends on it.
      days[app.id] = today
      try await ledger.charts.addUpHours(before: today, in: app.id)
    }
    return false
  }
}

extension Blueprint.Definition {
  /// The billing periods of products, as charts count them.
  var billing: [CatalogProduct.ID: Period] {
    products.reduce(into: [:]) { $0[$1.id] = $1.period }
  }
}

extension LedgerTask {
  /// Counting charts.
  fileprivate static let charts = LedgerTask("charts")
}
