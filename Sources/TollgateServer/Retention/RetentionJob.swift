public import Logging
public import ServiceLifecycle
public import Tollgate
public import TollgateLedger
import TollgateWire

/// Removes from the ledger what ``Retention`` no longer keeps: once a day, in small transactions with pauses.
///
/// It runs alongside a server as a service of its group. Each transaction removes at most
/// ``TollgateLedger/LedgerPruning/rowLimit`` rows, and the pause after it leaves the ledger to the requests. A pass
/// that is interrupted continues with the next one. Each pass that removed something logs one line with the counts. Of
/// the servers that share a ledger one does it for all. A service's job also removes the proposals of its apps that were
/// not published within ``BlueprintProposal/lifetimeDays``.
///
/// ```swift
/// let job = RetentionJob(ledger: ledger, clock: clock, logger: logger)
/// let report = try await job.runOnce()  // report.removed[.answers]
/// ```
public actor RetentionJob: Service {
  /// How long after the server's start the first pass begins.
  public static let delay = Duration.minutes(1)
  /// How long it waits between passes.
  public static let interval = Duration.hours(24)
  /// How long it waits before it tries again to take a pass that another server has.
  public static let patience = Duration.hours(1)
  /// The pause after each transaction.
  public static let pause = Duration.milliseconds(50)

  /// What a pass removed.
  public struct Report: Hashable, Sendable {
    /// How many of each kind were removed, or would be; kinds without any are absent.
    public var removed: [LedgerPruning.Kind: Int] = [:]
    /// How many proposed blueprints were removed; a dry run does not count them.
    public var proposals = 0
    /// The greatest number of rows that one transaction removed.
    public var mostRows = 0
  }

  private let ledger: any Ledger
  private let runner: JobRunner
  private let retention: Retention
  private let clock: @Sendable () -> Instant
  private let logger: Logger
  private let sleep: @Sendable (Duration) async throws -> Void
  private let forget: @Sendable (Blueprint.App.ID, Customer.ID) -> Void
  /// The apps whose old proposals are removed.
  private let apps: [Blueprint.App.ID]
  /// When this server last took the pass that it runs; nil between passes.
  private var takenAt: Instant?

  /// Creates the job of a ledger.
  ///
  /// - Parameters:
  ///   - retention: How long each kind is kept.
  ///   - logger: Where passes are logged, without personal values.
  ///   - forget: Called with each customer that was removed, for caches.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    ledger: any Ledger, retention: Retention = Retention(),
    clock: @escaping @Sendable () -> Instant, logger: Logger,
    forget: @escaping @Sendable (Blueprint.App.ID, Customer.ID) -> Void = { _, _ in },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.init(
      ledger: ledger, retention: retention, clock: clock, logger: logger, forget: forget,
      apps: [], jobs: JobLog(), sleep: sleep)
  }

  private init(
    ledger: any Ledger, retention: Retention, clock: @escaping @Sendable () -> Instant,
    logger: Logger, forget: @escaping @Sendable (Blueprint.App.ID, Customer.ID) -> Void,
    apps: [Blueprint.App.ID], jobs: JobLog,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.ledger = ledger
    runner = JobRunner(
      .retention, in: jobs, on: ledger, clock: clock, logger: logger,
      failure: "could not prune the ledger")
    self.retention = retention
    self.clock = clock
    self.logger = logger
    self.forget = forget
    self.apps = apps
    self.sleep = sleep
  }

  /// Creates the job of a service, which forgets the customers that are removed.
  ///
  /// - Parameters:
  ///   - service: The service; its clock is the job's clock.
  ///   - retention: How long each kind is kept.
  ///   - logger: Where passes are logged, without personal values.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    _ service: TollgateService, retention: Retention = Retention(), logger: Logger,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    let records = service.records
    self.init(
      ledger: records.ledger, retention: retention, clock: records.clock, logger: logger,
      forget: { app, customer in
        records.cache.remove(CustomerKey(app: app, customer: customer))
      }, apps: service.apps.map(\.id), jobs: service.observability.jobs, sleep: sleep)
  }

  /// Runs passes until the service group shuts down.
  public func run() async throws {
    try await repeatRounds(after: Self.delay, sleep) {
      await self.runAndLog() ? Self.interval : Self.patience
    }
  }

  /// Runs one pass over all kinds.
  ///
  /// - Parameter isDryRun: Whether everything that would be removed is only counted.
  /// - Throws: `LedgerError` if the ledger cannot be read or written; what was removed before stays removed. A
  ///   `CancellationError` if the task is cancelled during a pause.
  public func runOnce(isDryRun: Bool = false) async throws -> Report {
    var report = Report()
    let now = clock()
    for kind in LedgerPruning.Kind.allCases {
      guard var pruning = retention.pruning(kind, at: now) else { continue }
      pruning.isDryRun = isDryRun
      try await run(pruning, &report)
    }
    if !isDryRun {
      for app in apps { report.proposals += try await removeProposals(of: app, at: now) }
    }
    return report
  }

  private func removeProposals(
    of app: Blueprint.App.ID, at now: Instant
  ) async throws(LedgerError) -> Int {
    do throws(Problem) {
      let limit = now.advanced(by: .zero - .days(BlueprintProposal.lifetimeDays))
      return try await BlueprintRevisions(ledger, of: app).removeProposals(before: limit, at: now)
    } catch {
      // What another version of the server wrote is left for it to remove.
      guard error.isRetryable else { return 0 }
      throw LedgerError(.unavailable, error.message)
    }
  }

  private func run(_ pruning: LedgerPruning, _ report: inout Report) async throws {
    var pruning = pruning
    while true {
      let pruned = try await ledger.prune(pruning)
      if pruned.count > 0 { report.removed[pruning.kind, default: 0] += pruned.count }
      report.mostRows = max(report.mostRows, pruned.rows)
      for (app, customers) in pruned.customers {
        for customer in customers { forget(app, customer) }
      }
      try await prolong()
      guard let next = pruned.next else { return }
      pruning.position = next
      try await sleep(Self.pause)
    }
  }

  /// Prolongs the lease of a pass that takes longer than half of it.
  private func prolong() async throws(LedgerError) {
    guard let takenAt, takenAt.duration(to: clock()) >= WorkShare.length / 2 else { return }
    _ = try await runner.share.take(.retention, in: .allApps)
    self.takenAt = clock()
  }

  /// Runs a pass unless another server has the task, and returns whether it did.
  private func runAndLog() async -> Bool {
    let outcome = await runner.round(of: nil, task: .retention) {
      () async throws(LedgerError) -> Report? in try await pass()
    }
    switch outcome {
    case .elsewhere: return false
    case .failed:
      await giveBack()
      return false
    case .done(.none):
      // The next start continues.
      await giveBack()
    case .done(.some(let report)):
      var counts: Logger.Metadata = Dictionary(
        uniqueKeysWithValues: report.removed.map { ($0.key.rawValue, "\($0.value)") })
      if report.proposals > 0 { counts["proposals"] = "\(report.proposals)" }
      guard !counts.isEmpty else { return true }
      logger.info("pruned the ledger", metadata: counts)
    }
    return true
  }

  /// Runs a pass, keeps the task until the next one is due, and returns what was removed; nil if it was cancelled in a
  /// pause.
  private func pass() async throws(LedgerError) -> Report? {
    takenAt = clock()
    defer { takenAt = nil }
    do {
      let report = try await runOnce()
      _ = try await runner.share.take(.retention, in: .allApps, for: Self.interval)
      return report
    } catch let error as LedgerError {
      throw error
    } catch {
      return nil
    }
  }

  /// Releases the task, so that another server can finish the pass.
  private func giveBack() async {
    do { _ = try await runner.share.take(.retention, in: .allApps, for: .zero) } catch {
      // The lease ends by itself.
    }
  }
}
