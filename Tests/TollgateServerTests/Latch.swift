import Dispatch
import Synchronization

/// Blocks a thread until it is opened.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }

  func open() { semaphore.signal() }
}

/// The order in which work was done.
final class Order: Sendable {
  private let done = Mutex<[String]>([])

  var names: [String] { done.withLock { $0 } }

  func add(_ name: String) { done.withLock { $0.append(name) } }
}
