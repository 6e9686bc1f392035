import DequeModule
import TollgateMutex

/// A listener that receives updates in order; the iterator of an endless sequence holds one.
final class Listener<Element: Sendable>: Sendable {
  private struct State {
    var queue: Deque<Element>
    var waiter: CheckedContinuation<Element?, Never>?
    var hasAsked = false
    var isOver = false
  }

  private let state: Mutex<State>

  /// The number of updates buffered for a slow listener; beyond it, the oldest are dropped.
  static var limit: Int { 10_000 }

  init(_ first: [Element] = []) {
    state = Mutex(State(queue: Deque(first)))
  }

  /// Whether it is waiting for an update.
  var isWaiting: Bool { state.withLock { $0.waiter != nil } }

  /// Whether it is idle: waiting, ended, or never started.
  var isIdle: Bool {
    state.withLock { $0.waiter != nil || $0.isOver || !$0.hasAsked }
  }

  func put(_ element: Element) {
    let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      guard !state.isOver else { return nil }
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      state.queue.append(element)
      state.queue.removeFirst(max(0, state.queue.count - Self.limit))
      return nil
    }
    waiter?.resume(returning: element)
  }

  /// Ends the listener and drops pending updates.
  func end() {
    let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      state.isOver = true
      state.queue = []
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  /// The next update; nil if the listener has ended or the task is cancelled.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Element?? in
          state.hasAsked = true
          if state.isOver { return .some(nil) }
          if let first = state.queue.popFirst() { return first }
          state.waiter = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end()
    }
  }
}
