/// Operations that nobody waits for, one at a time, in order.
@MainActor
final class BackgroundTasks {
  private var last: Task<Void, Never>?

  /// Starts an operation after the earlier ones, and returns at once.
  func start(_ operation: @escaping @MainActor () async -> Void) {
    let earlier = last
    last = Task {
      await earlier?.value
      await operation()
    }
  }

  /// Waits for the operations started so far.
  func finish() async { await last?.value }
}
