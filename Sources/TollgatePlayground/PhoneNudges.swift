import Tollgate
import TollgateClient
import TollgateMutex
import TollgateSimulation

/// The phone's own schedule of local notifications, which continues while the app is not running.
final class PhoneNudges: NudgeScheduler {
  struct Notification: Hashable, Sendable {
    let id: Nudge.ID
    let line: String
    let at: Instant
  }

  private struct State {
    var waiting: [Nudge.ID: Notification] = [:]
    var sent: [Notification] = []
  }

  private let clock: ManualClock
  private let state = Mutex(State())

  init(clock: ManualClock) { self.clock = clock }

  var waiting: [Notification] { state.withLock { $0.waiting.values.sorted { $0.at < $1.at } } }

  var sent: [Notification] { state.withLock { $0.sent } }

  /// The instant at which the next one is due.
  var next: Instant? { state.withLock { $0.waiting.values.map(\.at).min() } }

  func schedule(_ nudge: PlannedNudge, saying line: String, in delay: Duration) async -> Bool {
    let at = clock.now.advanced(by: delay)
    state.withLock { $0.waiting[nudge.id] = Notification(id: nudge.id, line: line, at: at) }
    return true
  }

  func cancel(_ nudge: Nudge.ID) async {
    state.withLock { $0.waiting[nudge] = nil }
  }

  /// Sends what is due, once, in order.
  func sendDue() -> [Notification] {
    let now = clock.now
    return state.withLock { state in
      let due = state.waiting.values.filter { $0.at <= now }.sorted {
        ($0.at, $0.id) < ($1.at, $1.id)
      }
      for nudge in due { state.waiting[nudge.id] = nil }
      state.sent += due
      return due
    }
  }

  func forget() {
    state.withLock { $0 = State() }
  }
}

extension PhoneNudges {
  /// The local notifications planned, then those sent, newest first.
  var rows: [NudgeRow] {
    waiting.map {
      NudgeRow(
        id: $0.id.rawValue, time: Words.moment($0.at), text: $0.line, state: "planned",
        tone: .good)
    }
      + sent.reversed().enumerated().map {
        NudgeRow(
          id: "\($1.id)-sent-\($0)", time: Words.moment($1.at), text: $1.line, state: "sent",
          tone: .neutral)
      }
  }
}
