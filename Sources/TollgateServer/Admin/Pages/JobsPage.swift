import Tollgate
import TollgateLedger

/// The background jobs of an app.
struct JobsPage: Sendable {
  struct Row: Sendable {
    let title: String
    /// What it does.
    let detail: String
    /// When its last round on this server ended, and whether another server has it; nil if nothing is known.
    let ran: String?
    /// How far it has come, and what waits; empty if nothing waits.
    let states: [DatedText]
    let hasStates: Bool
    /// The code and the instant of its last failure on this server; nil if it has not failed.
    let failure: String?
  }

  let rows: [Row]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - log: When the jobs ran on this server.
  ///   - backlog: What they still have to do.
  init(_ log: JobLog, _ backlog: JobBacklog, for visit: AdminVisit) {
    rows = JobLog.Job.allCases.map { job in
      let entry = log.entry(of: job, for: visit.app.id)
      let states = backlog.sentences(about: job).map { DatedText($0) }
      return Row(
        title: job.title, detail: job.detail, ran: entry?.ran, states: states,
        hasStates: !states.isEmpty,
        failure: entry?.failure.map { "\($0.code) at \($0.at.minute) UTC" })
    }
  }
}

extension JobLog.Entry {
  /// When it ran, and whether another server has it.
  fileprivate var ran: String? {
    guard isElsewhere else { return ranAt?.minute }
    return ranAt.map { "\($0.minute), now on another server" } ?? "on another server"
  }
}

extension JobLog.Job {
  var title: String {
    switch self {
    case .store: "App Store"
    case .webhooks: "Webhooks"
    case .nudges: "Nudges by webhook"
    case .charts: "Charts"
    case .retention: "Retention"
    }
  }

  fileprivate var detail: String {
    switch self {
    case .store:
      "Checks purchases whose period has ended, recovers missed notifications, answers refund requests and revokes the sign-ins of deleted accounts."
    case .webhooks: "Delivers events in order."
    case .nudges: "Records nudges when they are due, for the app's own backend."
    case .charts: "Counts customers who have changed, and active customers."
    case .retention: "Removes data whose retention has ended, once a day, for all apps."
    }
  }
}

extension JobBacklog {
  /// How far a job has come and what waits, in sentences; empty if nothing is known to wait.
  fileprivate func sentences(about job: JobLog.Job) -> [String] {
    switch job {
    case .store:
      var lines: [String] = []
      if let oldestCheck { lines.append("A check has been due since \(oldestCheck.minute) UTC.") }
      for (environment, instant) in recovered.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        lines.append(
          instant.map {
            "Missed \(environment.rawValue) notifications are recovered up to \($0.minute) UTC."
          } ?? "Missed \(environment.rawValue) notifications were never requested.")
      }
      if let oldestRevocation {
        lines.append("A sign-in revocation has been due since \(oldestRevocation.minute) UTC.")
      }
      return lines
    case .webhooks:
      return webhooks.compactMap { status in
        guard status.waiting > 0 || status.replays > 0 else { return nil }
        let next = status.nextAt.map { ", next attempt at \($0.minute) UTC" } ?? ""
        return
          "To the \(status.destination.rawValue): \(status.waiting) waiting\(next); replays: \(status.replays)."
      }
    case .charts: return charts?.note.map { [$0] } ?? []
    case .nudges, .retention: return []
    }
  }
}
