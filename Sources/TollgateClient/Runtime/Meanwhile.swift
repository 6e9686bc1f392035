import Foundation
import TollgateMutex

/// A value that a thread of its own computes while the caller continues.
final class Meanwhile<Value: Sendable>: Sendable {
  /// The size of the stack of an app's main thread: 1 MiB.
  private static var stackSize: Int { 1 << 20 }

  private let computed = Mutex<Value?>(nil)
  private let group = DispatchGroup()

  init(_ compute: @escaping @Sendable () -> Value) {
    group.enter()
    let thread = Thread { [self] in
      let value = compute()
      computed.withLock { $0 = value }
      group.leave()
    }
    thread.qualityOfService = .userInteractive
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// The value; blocks until it is computed.
  var value: Value {
    group.wait()
    guard let value = computed.withLock({ $0 }) else { preconditionFailure("nothing was computed") }
    return value
  }
}
