import AppStore
public import Logging
public import ServiceLifecycle
import Tollgate
import TollgateLedger
import TollgateWire

/// Recovers what the server missed: refused notifications that other settings accept, subscriptions whose period ended
/// without news, and notifications that were sent while the server was down.
///
/// It runs beside a server as a service of its group. The store is asked for each app and environment whose configuration
/// has a client of the store's API. ``runOnce()`` is one round of it. Everything it learns is recorded as notifications
/// are, so that nothing is counted twice; each round logs a line for each app and environment, without personal values.
public actor StoreJobs: Service {
  /// How long it waits between rounds that leave nothing to do.
  public static let rest = Duration.seconds(10)
  /// How many purchases of an app one round asks about.
  public static let batch = 100
  /// How many parts of the past one round catches up for an app.
  public static let windows = 20
  /// How often the past is looked at while the server runs, in milliseconds.
  public static let historyInterval: Int64 = 3_600_000
  /// How long an app's requests wait after the store asked for it without saying how long, in milliseconds.
  public static let pause: Int64 = 60_000
  /// How long they wait at the longest, in milliseconds, whatever the store says.
  public static let longestPause: Int64 = 24 * 3_600_000
  /// How long they wait when the store does not accept the key, in milliseconds.
  public static let unauthorizedPause: Int64 = 600_000

  /// A store that is asked about an app.
  private struct Source: Hashable {
    let app: Blueprint.App.ID
    let environment: StoreEnvironment
  }

  private struct State {
    var restsUntil: Instant?
    var catchesUpAt: Instant?
    var hasCaughtUp = false
  }

  private let service: TollgateService
  private let logger: Logger
  private let sleep: @Sendable (Duration) async throws -> Void
  private var states: [Source: State] = [:]
  /// When an app's refused notifications are judged next.
  private var judgesAt: [Blueprint.App.ID: Instant] = [:]

  /// Makes the jobs of a service.
  ///
  /// - Parameters:
  ///   - service: What records; its clock is the jobs' clock.
  ///   - logger: Where rounds are logged.
  ///   - sleep: Waits, and throws when the task is cancelled.
  public init(
    _ service: TollgateService, logger: Logger,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.logger = logger
    self.sleep = sleep
  }

  /// Works in rounds until the process is asked to end; an interrupted round starts again at the next start.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        guard await self.runOnce().isBehind == false else { continue }
        do { try await self.sleep(Self.rest) } catch { return }
      }
    }
  }

  /// Does one round, app by app: judges refused notifications again, asks about purchases that are due, then catches up
  /// the past where that is due.
  ///
  /// - Returns: What it did for all apps together.
  @discardableResult
  public func runOnce() async -> StoreJobReport {
    var total = StoreJobReport()
    for id in service.appIDs {
      guard let app = service.apps[id] else { continue }
      var rounds: [(name: String, report: StoreJobReport)] = [("\(id)", await judge(app))]
      for environment in StoreEnvironment.asked {
        guard let api = app.storeAPIs[environment] else { continue }
        let name = environment == .production ? "\(id)" : "\(id) (\(environment.rawValue))"
        rounds.append((name, await round(Source(app: id, environment: environment), app, api)))
      }
      for (name, report) in rounds where report != StoreJobReport() {
        report.log(of: name, to: logger)
        total.add(report)
      }
    }
    return total
  }

  /// Judges refused notifications again: at the start, and each hour for those that only had to wait.
  private func judge(_ app: ServedApp) async -> StoreJobReport {
    var report = StoreJobReport()
    let now = service.clock()
    if let next = judgesAt[app.id], now < next { return report }
    do throws(Problem) {
      let count = try await service.judgeRefused(in: app)
      report.recovered = count.recorded
      report.known = count.known
      report.refused = count.refused
      judgesAt[app.id] = now.adding(milliseconds: Self.historyInterval)
    } catch {
      report.stop(error.code.rawValue)
    }
    return report
  }

  private func round(
    _ source: Source, _ app: ServedApp, _ api: AppStoreServerAPI
  ) async -> StoreJobReport {
    var report = StoreJobReport()
    let now = service.clock()
    if let until = states[source]?.restsUntil, now < until { return report }
    do {
      // Payers first: somebody may wait for the answer.
      try await check(source, app, api, at: now, &report)
      try await catchUp(source, app, api, at: now, &report)
    } catch let error as ServerAPIError {
      rest(after: error, source, at: now)
      report.stop(error.code.rawValue)
    } catch let error as Problem {
      report.stop(error.code.rawValue)
    } catch {
      report.stop("unforeseen")
    }
    return report
  }

  /// Catches up the past; where the store's answer fails, it is asked again a little later.
  private func catchUp(
    _ source: Source, _ app: ServedApp, _ api: AppStoreServerAPI, at now: Instant,
    _ report: inout StoreJobReport
  ) async throws {
    let state = states[source] ?? State()
    if let next = state.catchesUpAt, now < next { return }
    do {
      for _ in 0..<Self.windows {
        guard
          let window = try await service.nextWindow(of: source.environment, in: app, at: now)
        else {
          states[source, default: State()].hasCaughtUp = true
          states[source, default: State()].catchesUpAt = now.adding(
            milliseconds: Self.historyInterval)
          return
        }
        // A ledger restored from a copy lacks what was acknowledged, so the first walk asks for everything.
        let count = try await service.catchUp(
          window, of: source.environment, in: app, asking: api, onlyFailures: state.hasCaughtUp)
        report.add(count)
      }
      report.isBehind = true
    } catch let error as ServerAPIError where !error.concernsEveryPurchase {
      states[source, default: State()].catchesUpAt = now.adding(milliseconds: Self.pause)
      report.failures["history \(error.code.rawValue)", default: 0] += 1
    }
  }

  private func check(
    _ source: Source, _ app: ServedApp, _ api: AppStoreServerAPI, at now: Instant,
    _ report: inout StoreJobReport
  ) async throws {
    let due: [LedgerCheck]
    do {
      due = try await service.ledger.checks(
        dueAt: now, of: source.environment, in: app.id, limit: Self.batch)
    } catch {
      throw Problem(error)
    }
    for check in due {
      switch try await service.perform(check, in: app, asking: api) {
      case .asked(let facts, let hasEnded):
        report.asked += 1
        report.facts += facts
        if hasEnded { report.ended += 1 }
      case .settled: break
      case .failed(let code): report.failures[code, default: 0] += 1
      }
    }
    if due.count == Self.batch { report.isBehind = true }
  }

  private func rest(after error: ServerAPIError, _ source: Source, at now: Instant) {
    let wanted: Int64 =
      if let instant = error.retryAfter {
        Instant(milliseconds: instant.rawValue).since(now)
      } else {
        error.code == .unauthorized ? Self.unauthorizedPause : Self.pause
      }
    states[source, default: State()].restsUntil = now.adding(
      milliseconds: min(max(wanted, 0), Self.longestPause))
  }
}

extension StoreEnvironment {
  /// The environments whose API is asked, production first.
  fileprivate static let asked: [StoreEnvironment] = [.production, .sandbox, .xcode]
}
