import Synchronization

/// Batches the writes of many callers: while one group commits, the next one gathers.
///
/// Nothing waits for a timer. A lone write commits at once; under load a group is everything that arrived while the
/// last one was being made durable.
final class GroupCommit<Item: Sendable, Answer: Sendable>: Sendable {
  typealias Outcome = Result<Answer, LedgerError>

  private struct Waiting {
    let item: Item
    let caller: CheckedContinuation<Outcome, Never>
  }

  private struct Line {
    var waiting: [Waiting] = []
    var isCommitting = false
  }

  private enum Next {
    case wait
    case commit
    case refuse
  }

  private let line = Mutex(Line())
  private let maximumGroup: Int
  private let maximumWaiting: Int
  private let commit: @Sendable ([Item]) async -> [Outcome]

  /// - Parameters:
  ///   - maximumGroup: The greatest number of writes in one commit.
  ///   - maximumWaiting: How many writes may wait; any more are rejected.
  ///   - commit: Commits a group, and returns a result for each item, in order.
  init(
    maximumGroup: Int, maximumWaiting: Int, commit: @escaping @Sendable ([Item]) async -> [Outcome]
  ) {
    self.maximumGroup = maximumGroup
    self.maximumWaiting = maximumWaiting
    self.commit = commit
  }

  /// How many writes are waiting for the next group.
  var waitingCount: Int { line.withLock { $0.waiting.count } }

  func submit(_ item: Item) async throws(LedgerError) -> Answer {
    let outcome = await withCheckedContinuation { caller in
      let next = line.withLock { line -> Next in
        guard line.waiting.count < maximumWaiting else { return .refuse }
        line.waiting.append(Waiting(item: item, caller: caller))
        guard !line.isCommitting else { return .wait }
        line.isCommitting = true
        return .commit
      }
      switch next {
      case .wait: break
      case .commit: Task { await commitAll() }
      case .refuse: caller.resume(returning: .failure(.overloaded))
      }
    }
    return try outcome.get()
  }

  private func commitAll() async {
    while let group = nextGroup() {
      let outcomes = await commit(group.map(\.item))
      for (waiting, outcome) in zip(group, outcomes) { waiting.caller.resume(returning: outcome) }
    }
  }

  private func nextGroup() -> [Waiting]? {
    line.withLock { line in
      guard !line.waiting.isEmpty else {
        line.isCommitting = false
        return nil
      }
      guard line.waiting.count > maximumGroup else {
        defer { line.waiting = [] }
        return line.waiting
      }
      defer { line.waiting.removeFirst(maximumGroup) }
      return Array(line.waiting.prefix(maximumGroup))
    }
  }
}
