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
