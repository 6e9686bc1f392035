import TollgateMutex

/// A cache of values created from records, so that repeated requests return the same signature.
final class RecentlySigned<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var values: [Key: Value] = [:]
    var keys: [Key] = []
    var oldest = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// The value of a key, created if it is not cached.
  func value(for key: Key, make: () -> Value) -> Value {
    state.withLock { state in
      if let value = state.values[key] { return value }
      let value = make()
      state.values[key] = value
      if state.keys.count < limit {
        state.keys.append(key)
      } else {
        state.values[state.keys[state.oldest]] = nil
        state.keys[state.oldest] = key
        state.oldest = (state.oldest + 1) % limit
      }
      return value
    }
  }
}
