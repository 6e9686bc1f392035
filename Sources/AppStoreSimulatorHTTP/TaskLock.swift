import DequeModule
import TollgateMutex

/// A lock that admits one task at a time, in order of arrival.
///
/// Unlike an actor, whose methods other tasks may enter at every `await`, it is held until it is left: a turn of the
/// store posts its notifications before the next one begins.
final class TaskLock: Sendable {
  static let waitingLimit = 1_000

  /// Who holds the lock, and who waits for it.
  private struct State {
    var isBusy = false

    /// The waiting tasks, first come, first served.
    var waiting: Deque<CheckedContinuation<Bool, Never>> = []
  }

  private let state = Mutex(State())

  /// Waits for a turn.
  ///
  /// - Returns: False if too many are waiting already; otherwise ``leave()`` must follow.
  func enter() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        guard state.isBusy else {
          state.isBusy = true
          return true
        }
        guard state.waiting.count < Self.waitingLimit else { return false }
        state.waiting.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Ends a turn.
  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.isBusy = false }
      return state.waiting.popFirst()
    }
    next?.resume(returning: true)
  }
}
