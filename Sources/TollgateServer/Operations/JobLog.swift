import Tollgate
import TollgateMutex

/// When the background jobs of this server last ran, and how they last failed.
///
/// It is in memory, and empty after each start: what a job still has to do is in the ledger.
final class JobLog: Sendable {
  enum Job: String, CaseIterable, Sendable {
    /// Asks the store about purchases, and recovers what the server missed.
    case store
    /// Delivers events to webhooks.
    case webhooks
    /// Records nudges for the app's own backend.
    case nudges
    /// Counts charts.
    case charts
    /// Removes data whose retention has ended.
    case retention
  }

  struct Failure: Hashable, Sendable {
    /// The code of the reason.
    let code: String
    let at: Instant
  }

  /// What is known about a job for one app.
  struct Entry: Hashable, Sendable {
    /// When its last round on this server ended; nil if it had none.
    fileprivate(set) var ranAt: Instant?
    /// How it last failed, even if it has succeeded since; nil if it never did.
    fileprivate(set) var failure: Failure?
    /// Whether another server has it.
    fileprivate(set) var isElsewhere = false
  }

  private struct Key: Hashable {
    let job: Job
    let app: Blueprint.App.ID?
  }

  /// At most one entry for each job and app.
  private let entries = Mutex<[Key: Entry]>([:])

  /// Records that a round has ended.
  ///
  /// - Parameters:
  ///   - app: The app; nil for a job that works for all apps at once.
  ///   - code: The code of the reason for which the round failed; nil if it did not.
  func record(
    _ job: Job, of app: Blueprint.App.ID?, at now: Instant, failed code: String? = nil
  ) {
    entries.withLock { entries in
      let failure = code.map { Failure(code: $0, at: now) }
      let key = Key(job: job, app: app)
      entries[key] = Entry(ranAt: now, failure: failure ?? entries[key]?.failure)
    }
  }

  /// Records that another server has a job, so that this one runs no rounds of it.
  ///
  /// - Parameter app: The app; nil for a job that works for all apps at once.
  func leave(_ job: Job, of app: Blueprint.App.ID?) {
    entries.withLock { $0[Key(job: job, app: app), default: Entry()].isElsewhere = true }
  }

  /// What is known about a job for an app; nil if this server has neither run it nor left it to another one.
  func entry(of job: Job, for app: Blueprint.App.ID) -> Entry? {
    entries.withLock { $0[Key(job: job, app: app)] ?? $0[Key(job: job, app: nil)] }
  }
}
