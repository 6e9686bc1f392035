import TollgateMutex

/// A value that is created lazily and exactly once, safely across tasks.
final class Deferred<Value: Sendable>: Sendable {
  private enum State {
    case waiting(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Mutex<State>

  init(_ make: @escaping @Sendable () -> Value) {
    state = Mutex(.waiting(make))
  }

  var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .waiting(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
