import TollgateMutex
import TollgateWire

/// Admits one count at a time, since each reads every customer.
final class ChartQueue: Sendable {
  private let isCounting = Mutex(false)
  private let counted: String

  /// Creates a queue for counts of one kind.
  ///
  /// - Parameter counted: What is counted, for the message of those who are refused.
  init(of counted: String = "chart") { self.counted = counted }

  /// Counts, or throws `busy` during another count.
  func count<Value: Sendable>(
    _ count: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let isFree = isCounting.withLock { isCounting in
      defer { isCounting = true }
      return !isCounting
    }
    guard isFree else { throw Problem(.busy, "Another \(counted) is being counted.") }
    defer { isCounting.withLock { $0 = false } }
    return try await count()
  }
}
