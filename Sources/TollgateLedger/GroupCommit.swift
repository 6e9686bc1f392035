import TollgateMutex

/// Batches the writes of many callers: while one group commits, the next one gathers.
///
/// Nothing waits for a timer. A lone write commits at once; under load a group is everything that arrived while the
/// last one was being made durable.
///
/// Callers see their own write's result only: one rejected write in a group does not affect the others.
///
/// With a commit of 5 ms, for example, a single connection makes 200 lone writes a second; with 100 writes to a group
/// it makes 20,000.
package final class GroupCommit<Item: Sendable, Answer: Sendable>: Sendable {
  /// The result of one write: the ledger's answer, or the reason it was rejected.
  package typealias Outcome = Result<Answer, LedgerError>

  /// A write in the queue, and what to do with its result.
  private struct Waiting {
    let item: Item
    let completion: @Sendable (Outcome) -> Void
  }

  /// The writes not yet taken into a group, in order of arrival.
  private struct Queue {
    var waiting: [Waiting] = []
    /// Whether a task is committing groups; it takes every write that arrives in the meantime.
    var isCommitting = false
  }

  /// What a caller does after entering the queue.
  private enum Next {
    /// The running task will commit the write.
    case wait
    /// No task is running: start one.
    case commit
    /// The queue is full.
    case reject
  }

  private let queue = Mutex(Queue())
  /// The limit of writes in one commit, which bounds how long the database's lock is held.
  private let maximumGroup: Int
  /// The limit of writes in the queue, which bounds memory and how long a caller may wait.
  private let maximumWaiting: Int
  /// Commits a group and returns a result for each of its items, in the same order.
  private let commit: @Sendable ([Item]) async -> [Outcome]

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - maximumGroup: The greatest number of writes in one commit.
  ///   - maximumWaiting: How many writes may wait; any more are rejected.
  ///   - commit: Commits a group, and returns a result for each item, in order.
  package init(
    maximumGroup: Int, maximumWaiting: Int, commit: @escaping @Sendable ([Item]) async -> [Outcome]
  ) {
    self.maximumGroup = maximumGroup
    self.maximumWaiting = maximumWaiting
    self.commit = commit
  }

  /// How many writes are waiting for the next group.
  package var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Enters an item into the queue and returns once its group has been committed.
  ///
  /// - Returns: The answer of the commit.
  /// - Throws: What the commit returned for this item, or the code `unavailable` at once if the queue is full.
  package func submit(_ item: Item) async throws(LedgerError) -> Answer {
    let outcome = await withCheckedContinuation { caller in
      submit(item) { caller.resume(returning: $0) }
    }
    return try outcome.get()
  }

  /// Enters an item into the queue, for a caller that does not wait.
  ///
  /// - Parameter completion: Called once, on any thread, with the result: after the commit of the item's group, or at once
  ///   with the code `unavailable` if the queue is full.
  package func submit(_ item: Item, completion: @escaping @Sendable (Outcome) -> Void) {
    let next = queue.withLock { queue -> Next in
      guard queue.waiting.count < maximumWaiting else { return .reject }
      queue.waiting.append(Waiting(item: item, completion: completion))
      guard !queue.isCommitting else { return .wait }
      queue.isCommitting = true
      return .commit
    }
    switch next {
    case .wait: break
    // An unstructured task: the caller may be cancelled, and its group must still be committed and answered.
    case .commit: Task { await commitAll() }
    case .reject: completion(.failure(.overloaded))
    }
  }

  /// Commits groups until the queue is empty.
  private func commitAll() async {
    while let group = nextGroup() {
      let outcomes = await commit(group.map(\.item))
      for (waiting, outcome) in zip(group, outcomes) { waiting.completion(outcome) }
    }
  }

  /// Takes the next group; nil ends the task, under the same lock under which a caller decides to start one.
  private func nextGroup() -> [Waiting]? {
    queue.withLock { queue in
      guard !queue.waiting.isEmpty else {
        queue.isCommitting = false
        return nil
      }
      guard queue.waiting.count > maximumGroup else {
        defer { queue.waiting = [] }
        return queue.waiting
      }
      defer { queue.waiting.removeFirst(maximumGroup) }
      return Array(queue.waiting.prefix(maximumGroup))
    }
  }
}
