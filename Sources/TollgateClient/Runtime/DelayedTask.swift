/// At most one task that waits and then acts; a new one replaces it.
@MainActor
final class DelayedTask {
  private var waiting: (number: Int, task: Task<Void, Never>)?
  private var count = 0

  /// Acts after a delay.
  func start(
    after delay: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ action: @escaping @MainActor () async -> Void
  ) {
    cancel()
    count += 1
    let number = count
    let task = Task { [weak self] in
      do { try await sleep(delay) } catch { return }
      // The action may start the next one, which must not cancel it.
      if self?.waiting?.number == number { self?.waiting = nil }
      await action()
    }
    waiting = (number, task)
  }

  func cancel() {
    waiting?.task.cancel()
    waiting = nil
  }
}
