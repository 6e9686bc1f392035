/// The latest entries of a growing sequence, numbered from 1; older ones are dropped.
struct History<Entry: Sendable>: Sendable {
  private var ring: [Entry] = []
  private let limit: Int

  /// The number of entries ever added.
  private(set) var count = 0

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  mutating func append(_ entry: Entry) {
    if ring.count < limit { ring.append(entry) } else { ring[count % limit] = entry }
    count += 1
  }

  /// The numbers of the later entries that are still kept, oldest first.
  func numbers(after number: Int) -> ClosedRange<Int>? {
    let first = max(max(0, number), count - ring.count)
    return first < count ? first + 1...count : nil
  }

  /// The entry with a number, which must still be kept.
  subscript(number: Int) -> Entry { ring[(number - 1) % limit] }
}
