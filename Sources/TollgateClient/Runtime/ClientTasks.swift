/// The client's work in progress.
@MainActor
struct ClientTasks {
  /// Makes the changes to the device's storage; those that cannot be made yet wait in it.
  let storage: DeviceWriter
  /// Retries what the server did not accept.
  let retry = DelayedTask()
  /// Wakes at the next instant at which time alone changes the membership.
  let wake = DelayedTask()
  /// Sends what the app recorded without waiting for it.
  let reports = BackgroundTasks()
  /// Sends the outbox.
  let delivery = TaskQueue<ClientError?>()
  /// Schedules notifications.
  let nudges = TaskQueue<Void>()
  /// Confirms the cached state when the app starts.
  let launch = SharedTask<Void>()
  /// Fetches the customer again when the app returns.
  let refresh = SharedTask<Void>()
  /// Listens to the store.
  let listening = SharedListening()
  /// Creates an anonymous customer.
  let sessionCreation = SharedTask<Result<Session, ServerCalls.Failure>>()
  /// Fetches the profile.
  let profile = SharedTask<Result<Profile, ClientError>>()
  /// The names that the app used and its blueprint does not have.
  let askedNames = AskedNames()
}

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

/// Runs operations one at a time, in order; each continues if its caller is cancelled.
@MainActor
final class TaskQueue<Value: Sendable> {
  private var last: Task<Value, Never>?

  func run(_ operation: @escaping @MainActor () async -> Value) async -> Value {
    let previous = last
    let task = Task {
      _ = await previous?.value
      return await operation()
    }
    last = task
    return await task.value
  }
}

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
