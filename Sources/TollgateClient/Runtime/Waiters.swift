/// Callers that wait for the next value.
@MainActor
final class Waiters<Value: Sendable> {
  private var waiting: [CheckedContinuation<Value, Never>] = []

  /// The next value.
  func next() async -> Value { await withCheckedContinuation { waiting.append($0) } }

  func resume(returning value: Value) {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume(returning: value) }
  }
}
