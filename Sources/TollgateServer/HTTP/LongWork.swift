import TollgateWire

/// Work that takes long because of the bytes it is about, such as encoding and signing a long answer.
///
/// It runs on a thread of its own pool: all other connections of an event loop would have to wait for it there.
enum LongWork {
  /// How many bytes an event loop encodes or signs at once; it takes less than a millisecond.
  static let bytes = 64 * 1024

  /// Runs work off the event loop if it is about more than ``bytes``.
  ///
  /// - Parameter bytes: About how many bytes it is about.
  static func run<Value: Sendable>(
    about bytes: Int, _ work: @Sendable () throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    guard bytes > Self.bytes else { return try work() }
    let result = await withTaskExecutorPreference(globalConcurrentExecutor) {
      await concurrently(work)
    }
    return try result.get()
  }

  @concurrent
  private static func concurrently<Value: Sendable>(
    _ work: @Sendable () throws(Problem) -> Value
  ) async -> Result<Value, Problem> {
    Result(catching: work)
  }
}
