import Logging
import ServiceLifecycle
import Tollgate
import TollgateLedger
import TollgateWire

extension Service {
  /// Repeats rounds until the service group shuts down; an interrupted round starts over at the next start.
  ///
  /// - Parameters:
  ///   - wait: How long it waits before the first round.
  ///   - sleep: Waits, and throws if the task is cancelled.
  ///   - round: A round, which returns how long it waits before the next one.
  func repeatRounds(
    after wait: Duration = .zero, _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ round: @escaping @Sendable () async throws -> Duration
  ) async throws {
    try await cancelWhenGracefulShutdown {
      var wait = wait
      while !Task.isCancelled {
        if wait > .zero {
          do { try await sleep(wait) } catch { return }
        }
        wait = try await round()
      }
    }
  }
}

/// How the rounds of a job are shared by servers, recorded and logged.
struct JobRunner: Sendable {
  /// How a round ended.
  enum Outcome<Value> {
    case done(Value)
    /// Another server has the task.
    case elsewhere
    case failed
  }

  private let job: JobLog.Job
  private let jobs: JobLog
  private let clock: @Sendable () -> Instant
  private let logger: Logger
  /// What is logged if a round fails.
  private let failure: Logger.Message
  /// This server's share of the job's tasks.
  let share: WorkShare

  init(_ job: JobLog.Job, of service: TollgateService, logger: Logger, failure: Logger.Message) {
    self.init(
      job, in: service.observability.jobs, on: service.records.ledger, clock: service.records.clock,
      logger: logger, failure: failure)
  }

  init(
    _ job: JobLog.Job, in jobs: JobLog, on ledger: any Ledger,
    clock: @escaping @Sendable () -> Instant, logger: Logger, failure: Logger.Message
  ) {
    self.job = job
    self.jobs = jobs
    self.clock = clock
    self.logger = logger
    self.failure = failure
    share = WorkShare(ledger, clock: clock)
  }

  /// Runs a round, unless another server has the task, records how it ended, and logs a failure.
  ///
  /// - Parameters:
  ///   - app: The app; nil for a job that works for all apps at once.
  ///   - task: The task that it takes first; nil if the work itself takes what it needs.
  func round<Value, Failure: JobFailure>(
    of app: Blueprint.App.ID?, task: LedgerTask? = nil,
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Failure) -> Value
  ) async -> Outcome<Value> {
    do throws(Failure) {
      if let task {
        guard try await take(task, in: app ?? .allApps, Failure.self) else {
          jobs.leave(job, of: app)
          return .elsewhere
        }
      }
      let value = try await work()
      jobs.record(job, of: app, at: clock())
      return .done(value)
    } catch {
      jobs.record(job, of: app, at: clock(), failed: error.reason)
      var metadata: Logger.Metadata = ["code": "\(error.reason)"]
      if let app { metadata["app"] = "\(app)" }
      logger.warning(failure, metadata: metadata)
      return .failed
    }
  }

  private func take<Failure: JobFailure>(
    _ task: LedgerTask, in app: Blueprint.App.ID, _: Failure.Type
  ) async throws(Failure) -> Bool {
    do { return try await share.take(task, in: app) } catch { throw Failure(error) }
  }
}

extension Blueprint.App.ID {
  /// The name under which a ledger keeps what concerns all apps; no app has it.
  static let allApps = Blueprint.App.ID("")
}

/// Why a round failed.
protocol JobFailure: Error {
  init(_ error: LedgerError)
  /// The code that is recorded and logged.
  var reason: String { get }
}

extension LedgerError: JobFailure {
  init(_ error: LedgerError) { self = error }
  var reason: String { code.rawValue }
}

extension Problem: JobFailure {
  var reason: String { code.rawValue }
}
