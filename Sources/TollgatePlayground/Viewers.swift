import TollgateMutex

/// The browsers that show the worlds, each with its own stream of the updates of every app.
final class Viewers: Sendable {
  private struct State {
    var next = 0
    var streams: [Int: AsyncStream<String>.Continuation] = [:]
  }

  /// The maximum number of browsers at once; beyond it, the oldest is disconnected.
  static let limit = 64

  /// The maximum number of updates that wait for a slow browser; the oldest are dropped.
  static let waiting = 32

  private let state = Mutex(State())

  func stream() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(Self.waiting))
    let number = state.withLock { state in
      state.next += 1
      state.streams[state.next] = continuation
      if state.streams.count > Self.limit, let oldest = state.streams.keys.min() {
        state.streams.removeValue(forKey: oldest)?.finish()
      }
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.streams[number] = nil }
    }
    return stream
  }

  func send(_ update: String) {
    for stream in state.withLock({ Array($0.streams.values) }) { stream.yield(update) }
  }
}
