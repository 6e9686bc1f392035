import TollgateMutex
import TollgateWire

/// Admits one count at a time, since each reads every customer.
final class ChartQueue: Sendable {
  private let isCounting = Mutex(false)
  private let refusal: String

  /// Creates a queue for counts of one kind.
  ///
  /// - Parameter refusal: What those read who are refused.
  init(refusing refusal: String = "Another chart is being counted.") { self.refusal = refusal }

  /// Counts, or throws `busy` during another count.
  func count<Value: Sendable>(
    _ count: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let isFree = isCounting.withLock { isCounting in
      defer { isCounting = true }
      return !isCounting
    }
    guard isFree else { throw Problem(.busy, refusal) }
    defer { isCounting.withLock { $0 = false } }
    return try await count()
  }
}
