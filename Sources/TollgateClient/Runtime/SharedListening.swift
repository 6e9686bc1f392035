/// One operation that runs for as long as anyone waits for it.
@MainActor
final class SharedListening {
  private var running: Task<Void, Never>?
  private let ended = Broadcast<Void>(limit: 1)
  private var waiting = 0

  /// Starts the operation, or joins it if it is running, until it ends or the caller's task is cancelled.
  ///
  /// The operation is cancelled with the last caller's task.
  func join(_ operation: @escaping @MainActor () async -> Void) async {
    let end = ended.stream()
    if running == nil {
      running = Task {
        await operation()
        // After a cancellation, another may already be running.
        if !Task.isCancelled { self.finish() }
      }
    }
    waiting += 1
    for await _ in end { break }
    waiting -= 1
    guard waiting == 0, let last = running else { return }
    running = nil
    last.cancel()
    await last.value
  }

  private func finish() {
    running = nil
    ended.send(())
  }
}
