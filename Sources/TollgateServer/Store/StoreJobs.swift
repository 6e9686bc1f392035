public import Logging
public import ServiceLifecycle
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// Recovers what the server missed: refused notifications that other settings accept, subscriptions whose period ended
/// without an update, and notifications sent while the server was down. It also revokes the sign-ins of deleted
/// accounts.
///
/// It runs alongside a server as a service of its group. The store is queried for each app and environment that has a
/// client of the store's API. ``runOnce()`` is one round. Everything it learns is recorded in the same way as
/// notifications, so nothing is counted twice; each round logs a line for each app and environment, without personal
/// values. Servers that share a ledger also share this work (``WorkShare``).
public actor StoreJobs: Service {
  /// How long it waits between rounds that leave nothing to do.
  public static let interval = Duration.seconds(10)
  /// How many purchases of an app one round checks.
  public static let batch = 100
  /// How many of them are checked at the same time.
  public static let parallelChecks = 8
  /// How many windows of past notifications one round recovers for an app.
  public static let windows = 20
  /// How often past notifications are requested while the server runs.
  public static let historyInterval = Duration.hours(1)
  /// The pause after the store limits the rate of requests without saying for how long.
  public static let pause = Duration.minutes(1)
  /// The longest pause, even if the store names a longer one.
  public static let longestPause = Duration.days(1)
  /// The pause after the store rejects the API key.
  public static let unauthorizedPause = Duration.minutes(10)

  /// The store of one app in one environment, which is paused and recovered separately.
  private struct Source: Hashable {
    let app: Blueprint.App.ID
    let environment: StoreEnvironment
  }

  private struct State {
    var pausedUntil: Instant?
    var recoversAt: Instant?
    var hasRecovered = false
    /// When the check that is due for longest became due, if any is.
    var oldestDue: Instant?
  }

  private let service: TollgateService
  private let checker: SubscriptionChecker
  private let history: NotificationHistory
  private let share: WorkShare
  private let logger: Logger
  private let sleep: @Sendable (Duration) async throws -> Void
  private var states: [Source: State] = [:]
  /// When an app's refused notifications are next tried again.
  private var retriesAt: [Blueprint.App.ID: Instant] = [:]

  /// Creates the jobs of a service.
  ///
  /// - Parameters:
  ///   - service: The service that records; its clock is the jobs' clock.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    _ service: TollgateService, logger: Logger,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    checker = SubscriptionChecker(updates: service.notifications.updates)
    history = NotificationHistory(notifications: service.notifications)
    share = WorkShare(service.records.ledger, clock: service.records.clock)
    self.logger = logger
    self.sleep = sleep
  }

  /// Runs rounds until the service group shuts down; an interrupted round starts over at the next start.
  public func run() async throws {
    try await repeatRounds(sleep) { await self.runOnce().isBehind ? .zero : Self.interval }
  }

  /// Runs one round, app by app: tries refused notifications again, recovers past notifications if that is due, and
  /// once it has them all, checks the purchases that are still due.
  ///
  /// - Returns: The result for all apps together.
  @discardableResult
  public func runOnce() async -> StoreJobReport {
    var total = StoreJobReport()
    service.observability.ledgerErrors.logRepetitions()
    for app in service.apps {
      await revoke(app)
      var rounds: [(store: StoreEnvironment?, report: StoreJobReport)] = [
        (nil, await retryRefused(app))
      ]
      for environment in StoreEnvironment.asked {
        guard let api = app.storeAPIs[environment] else { continue }
        rounds.append(
          (environment, await round(Source(app: app.id, environment: environment), app, api)))
      }
      service.observability.jobs.record(
        .store, of: app.id, at: service.records.clock(),
        failed: rounds.lazy.compactMap { $0.report.failure }.first)
      for (store, report) in rounds where report != StoreJobReport() {
        report.log(of: app.id, asking: store, to: logger)
        total.add(report)
      }
    }
    let now = service.records.clock()
    let oldest = states.values.compactMap(\.oldestDue).min()
    await service.readiness.note(storeOverdue: oldest.map { $0.duration(to: now) } ?? .zero)
    return total
  }

  /// Revokes the sign-ins of deleted accounts that are due, and logs the counts.
  private func revoke(_ app: ServedApp) async {
    let report = await service.revocations.runOnce(in: app, lease: share.lease)
    guard report != SignInRevocations.Report() else { return }
    logger.log(
      level: report.failed + report.abandoned == 0 ? .info : .warning, "revoked sign-ins",
      metadata: [
        "app": "\(app.id)", "revoked": "\(report.revoked)", "failed": "\(report.failed)",
        "abandoned": "\(report.abandoned)",
      ])
  }

  /// Tries refused notifications again: at the start, and each hour for those that only had to wait.
  ///
  /// Of several servers with the same settings, one does so each hour.
  private func retryRefused(_ app: ServedApp) async -> StoreJobReport {
    var report = StoreJobReport()
    let now = service.records.clock()
    if let next = retriesAt[app.id], now < next { return report }
    let task = LedgerTask.refusals(under: app.settings)
    do throws(Problem) {
      guard try await take(task, in: app) else {
        retriesAt[app.id] = now.advanced(by: WorkShare.patience)
        return report
      }
      let counts = try await service.notifications.retryRefused(in: app)
      report.recovered = counts.recorded
      report.known = counts.known
      report.refused = counts.refused
      retriesAt[app.id] = now.advanced(by: Self.historyInterval)
      _ = try await take(task, in: app, for: Self.historyInterval)
    } catch {
      report.stop(error.code.rawValue)
    }
    return report
  }

  /// Takes a task, unless another server has it.
  private func take(
    _ task: LedgerTask, in app: ServedApp, for length: Duration = WorkShare.length
  ) async throws(Problem) -> Bool {
    do { return try await share.take(task, in: app.id, for: length) } catch {
      throw Problem(error)
    }
  }

  private func round(
    _ source: Source, _ app: ServedApp, _ api: AppStoreServerAPI
  ) async -> StoreJobReport {
    var report = StoreJobReport()
    let now = service.records.clock()
    if let until = states[source]?.pausedUntil, now < until { return report }
    do {
      // After an outage, one page of notifications replaces a separate request for each of many purchases.
      guard try await recoverHistory(source, app, api, at: now, &report), !report.isBehind else {
        return report
      }
      try await check(source, app, api, at: now, &report)
    } catch let error as ServerAPIError {
      pause(after: error, source, at: now)
      report.stop(error.code.rawValue)
    } catch let error as Problem {
      report.stop(error.code.rawValue)
    } catch {
      report.stop("unexpected")
    }
    return report
  }

  /// Recovers past notifications; if the store's response fails, the query is repeated shortly after.
  ///
  /// - Returns: Whether the checks may follow; false while another server recovers.
  private func recoverHistory(
    _ source: Source, _ app: ServedApp, _ api: AppStoreServerAPI, at now: Instant,
    _ report: inout StoreJobReport
  ) async throws -> Bool {
    let state = states[source] ?? State()
    if let next = state.recoversAt, now < next { return true }
    // Each server does so once when it starts; afterwards, one of them does for all.
    if state.hasRecovered,
      let next = try await history.nextPass(of: source.environment, in: app, at: now), now < next
    {
      states[source, default: State()].recoversAt = next
      return true
    }
    let task = LedgerTask.notifications(of: source.environment)
    do {
      for _ in 0..<Self.windows {
        guard try await take(task, in: app) else { return false }
        guard
          let window = try await history.nextWindow(of: source.environment, in: app, at: now)
        else {
          states[source, default: State()].hasRecovered = true
          states[source, default: State()].recoversAt = now.advanced(by: Self.historyInterval)
          _ = try await take(task, in: app, for: .zero)
          return true
        }
        // A ledger restored from a backup lacks what was acknowledged, so the first pass requests everything.
        let counts = try await history.recover(
          window, of: source.environment, in: app, asking: api, onlyFailures: state.hasRecovered)
        report.add(counts)
      }
      report.isBehind = true
    } catch let error as ServerAPIError where !error.concernsEveryPurchase {
      await giveBack(task, in: app)
      states[source, default: State()].recoversAt = now.advanced(by: Self.pause)
      report.failures[error.failureOfHistory, default: 0] += 1
    } catch {
      await giveBack(task, in: app)
      throw error
    }
    return true
  }

  /// Leaves a task that failed to another server, which may reach the store.
  private func giveBack(_ task: LedgerTask, in app: ServedApp) async {
    // If this fails too, the lease ends by itself.
    _ = try? await share.take(task, in: app.id, for: .zero)
  }

  private func check(
    _ source: Source, _ app: ServedApp, _ api: AppStoreServerAPI, at now: Instant,
    _ report: inout StoreJobReport
  ) async throws {
    let due = try await checker.dueChecks(
      of: source.environment, in: app, at: now, limit: Self.batch, lease: share.lease)
    states[source, default: State()].oldestDue = due.first?.dueAt
    do {
      try await perform(due, in: app, asking: api, &report)
    } catch {
      // Another server may reach the store.
      _ = try? await checker.dueChecks(
        of: source.environment, in: app, at: now, limit: due.count, lease: share.release)
      throw error
    }
    if due.count == Self.batch { report.isBehind = true }
    if due.count < Self.batch { states[source, default: State()].oldestDue = nil }
  }

  /// Performs checks, some at the same time, until one fails in a way that concerns all.
  private func perform(
    _ due: [LedgerCheck], in app: ServedApp, asking api: AppStoreServerAPI,
    _ report: inout StoreJobReport
  ) async throws {
    var waiting = due[...]
    try await withThrowingTaskGroup(of: SubscriptionChecker.Outcome.self) { [checker] group in
      func start() {
        guard let check = waiting.popFirst() else { return }
        group.addTask { try await checker.perform(check, in: app, asking: api) }
      }
      for _ in 0..<Self.parallelChecks { start() }
      while let outcome = try await group.next() {
        report.add(outcome)
        service.observability.metrics.count(storeChecks: outcome.label)
        start()
      }
    }
  }

  private func pause(after error: ServerAPIError, _ source: Source, at now: Instant) {
    let wanted: Duration =
      if let instant = error.retryAfter {
        now.duration(to: instant)
      } else {
        error.code == .unauthorized ? Self.unauthorizedPause : Self.pause
      }
    states[source, default: State()].pausedUntil = now.advanced(
      by: min(max(wanted, .zero), Self.longestPause))
  }
}

extension StoreEnvironment {
  /// The environments whose API is asked, production first.
  fileprivate static let asked: [StoreEnvironment] = [.production, .sandbox, .xcode]
}
