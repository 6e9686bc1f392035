import TollgateMutex
import TollgateWire

/// Runs work with the same key in order of arrival, and work with different keys concurrently.
final class TurnQueue<Key: Hashable & Sendable>: Sendable {
  /// The greatest number of waiters for one key; more are refused as `busy`, so that the queue does not grow.
  static var waitingLimit: Int { 256 }

  // A key has an entry while its work runs: the continuations, in order of arrival, of those that wait for it.
  private let queues = Mutex<[Key: [CheckedContinuation<Bool, Never>]]>([:])

  /// Runs a body while no other one with its key is running.
  ///
  /// A cancelled task keeps its place: it runs when its turn comes, and its own body decides what to do.
  ///
  /// - Parameters:
  ///   - key: The key of the queue that the body waits in.
  ///   - body: The work, which must not enter the same queue again: it would wait for itself.
  /// - Throws: What the body throws, or `Problem` with code `busy` if ``waitingLimit`` others wait.
  func run<Value: Sendable>(
    _ key: Key, _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    guard await enter(key) else {
      throw Problem(.busy, "Too many similar requests are waiting: try again in a moment.")
    }
    defer { leave(key) }
    return try await body()
  }

  /// Takes a turn if no work with its key is running; ``leave(_:)`` ends it.
  func enterIfFree(_ key: Key) -> Bool { queues.withLock { $0.start(key) } }

  /// Waits for a turn; false if too many wait already.
  private func enter(_ key: Key) async -> Bool {
    if enterIfFree(key) { return true }
    return await withCheckedContinuation { continuation in
      let answer: Bool? = queues.withLock { queues in
        if queues.start(key) { return true }
        guard queues[key, default: []].count < Self.waitingLimit else { return false }
        queues[key, default: []].append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Hands the turn to the caller that waited longest, or removes the queue if nobody waits.
  func leave(_ key: Key) {
    let next = queues.withLock { queues -> CheckedContinuation<Bool, Never>? in
      guard let position = queues.index(forKey: key) else { return nil }
      guard queues.values[position].isEmpty else { return queues.values[position].removeFirst() }
      queues.remove(at: position)
      return nil
    }
    next?.resume(returning: true)
  }
}

extension Dictionary where Value == [CheckedContinuation<Bool, Never>] {
  /// Starts a queue for a key if there isn't one.
  fileprivate mutating func start(_ key: Key) -> Bool {
    guard self[key] == nil else { return false }
    self[key] = []
    return true
  }
}
