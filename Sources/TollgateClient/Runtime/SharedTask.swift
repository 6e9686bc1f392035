/// One operation for everyone who requests it while it runs.
@MainActor
final class SharedTask<Value: Sendable> {
  private var running: Task<Value, Never>?

  /// The value of the operation that is running, or else of a new one.
  func value(_ operation: @escaping @MainActor () async -> Value) async -> Value {
    let task = running ?? Task { await operation() }
    running = task
    let value = await task.value
    if running == task { running = nil }
    return value
  }

  /// Waits for the operation that is running, if there is one.
  func wait() async { _ = await running?.value }

  /// Lets the next request start a new operation, although one is running.
  func abandon() { running = nil }
}
