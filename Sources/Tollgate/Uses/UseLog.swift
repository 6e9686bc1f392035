/// The uses of one feature, by the customers they came from.
///
/// Two merged customers may have used the same key: the origin keeps their uses apart.
package struct UseLog<Origin: Hashable & Sendable>: Hashable, Sendable {
  /// The uses of each customer; none is empty.
  package private(set) var tables: [Origin: UseTable] = [:]

  package init() {}

  /// How many uses there are.
  package var count: Int { tables.values.reduce(0) { $0 + $1.count } }

  /// About how much memory it takes, in bytes.
  var estimatedBytes: Int { tables.values.reduce(0) { $0 + 192 + $1.estimatedBytes } }

  /// When a customer used a key; nil if they did not.
  package subscript(key: Idempotency.Key, by origin: Origin) -> Instant? {
    tables[origin]?[key]
  }

  /// Records a use unless an earlier report of it is known, and returns whether it did.
  package mutating func keepEarliest(
    _ at: Instant, of key: Idempotency.Key, by origin: Origin
  ) -> Bool {
    tables[origin, default: UseTable()].keepEarliest(at, of: key)
  }

  /// Joins the uses of a chunk; see ``UseTable/join(_:isNew:)``.
  package mutating func join(_ chunk: UseChunk, by origin: Origin, isNew: Bool) -> Bool {
    tables[origin, default: UseTable()].join(chunk, isNew: isNew)
  }

  /// Joins the uses of another log, except those of some customers.
  mutating func join(_ other: UseLog, besides known: Set<Origin>) {
    for (origin, table) in other.tables where !known.contains(origin) {
      guard tables[origin] != nil else {
        tables[origin] = table
        continue
      }
      for entry in table.entries { _ = keepEarliest(entry.at, of: entry.key, by: origin) }
    }
  }

  /// How many uses are before an instant.
  func count(before instant: Instant) -> Int {
    tables.values.reduce(0) { $0 + $1.count(before: instant) }
  }

  /// How many uses are not after an instant.
  func count(notAfter instant: Instant) -> Int { count(before: instant.adding(milliseconds: 1)) }

  /// The earliest use; nil if there isn't one.
  var earliest: Instant? { tables.values.lazy.compactMap { $0.span?.lowerBound }.min() }

  /// The latest use; nil if there isn't one.
  var latest: Instant? { tables.values.lazy.compactMap { $0.span?.upperBound }.max() }

  /// The instant of a use by its position in chronological order, from 0; nil if there are fewer.
  func instant(of index: Int) -> Instant? { runs.instant(of: index) }

  /// The instants of all uses in several runs, each in order.
  var runs: [ArraySlice<Instant>] { tables.values.flatMap(\.runs) }
}
