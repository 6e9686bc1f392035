import TollgateMutex

/// Identifiers in the form of UUIDs, counted, so that they are the same in every run.
package final class CountedIDs: Sendable {
  private let prefix: String
  private let count = Mutex(0)

  /// Starts at 1; sources with different prefixes never return the same identifier.
  package init(prefix: Int = 0) { self.prefix = Self.hex(prefix, digits: 8) }

  /// The next identifier.
  @Sendable package func next() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return "\(prefix)-0000-4000-8000-\(Self.hex(number, digits: 12))"
  }

  private static func hex(_ number: Int, digits: Int) -> String {
    let hex = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - hex.count)) + hex
  }
}
