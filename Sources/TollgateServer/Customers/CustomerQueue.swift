import Tollgate
import TollgateMutex
import TollgateWire

/// Serializes the writes to one customer in order of arrival, while writes to other customers run concurrently.
///
/// The ledger's versions already keep writes apart; queueing avoids deciding them repeatedly.
final class CustomerQueue: Sendable {
  /// How many writes to one customer may wait; the one beyond is refused as `busy` instead of growing the queue.
  static let waitingLimit = 256

  // A customer has an entry while a write runs: the continuations, in order of arrival, of those that wait for it.
  private let queues = Mutex<[CustomerKey: [CheckedContinuation<Bool, Never>]]>([:])

  /// Runs a body while no other is running for the customer.
  ///
  /// A cancelled task keeps its place: it runs when its turn comes, and its own body decides what to do.
  ///
  /// - Parameters:
  ///   - key: The customer whose queue the body waits in.
  ///   - body: The work, which must not enter the same queue again: it would wait for itself.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or `Problem` with code `busy` if ``waitingLimit`` others wait.
  func run<Value: Sendable>(
    _ key: CustomerKey, _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    guard await enter(key) else {
      throw Problem(.busy, "Too many requests of this customer wait.")
    }
    defer { leave(key) }
    return try await body()
  }

  /// Waits for the customer's turn; false if too many wait already.
  private func enter(_ key: CustomerKey) async -> Bool {
    if queues.withLock({ $0.start(key) }) { return true }
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

  /// Hands the turn to the write that waited longest, or removes the queue if none waits.
  private func leave(_ key: CustomerKey) {
    let next = queues.withLock { queues -> CheckedContinuation<Bool, Never>? in
      guard let queue = queues[key], !queue.isEmpty else {
        queues[key] = nil
        return nil
      }
      return queues[key]?.removeFirst()
    }
    next?.resume(returning: true)
  }
}

extension [CustomerKey: [CheckedContinuation<Bool, Never>]] {
  /// Starts a queue for a customer if there isn't one.
  fileprivate mutating func start(_ key: CustomerKey) -> Bool {
    guard self[key] == nil else { return false }
    self[key] = []
    return true
  }
}
