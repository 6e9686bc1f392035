import TollgateMutex
import TollgateWire

/// Admits one count of a chart at a time, since each reads every customer.
final class ChartQueue: Sendable {
  private let isCounting = Mutex(false)

  /// Counts, or throws `busy` while another chart is being counted.
  func count<Value: Sendable>(
    _ count: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let isFree = isCounting.withLock { isCounting in
      defer { isCounting = true }
      return !isCounting
    }
    guard isFree else { throw Problem(.busy, "Another chart is being counted.") }
    defer { isCounting.withLock { $0 = false } }
    return try await count()
  }
}
