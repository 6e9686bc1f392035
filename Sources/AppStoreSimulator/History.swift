/// The latest entries of something that goes on, numbered from 1; older ones are forgotten.
struct History<Entry: Sendable>: Sendable {
  private var ring: [Entry] = []
  private let limit: Int

  /// How many entries there ever were.
  private(set) var count = 0

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  mutating func append(_ entry: Entry) {
    if ring.count < limit { ring.append(entry) } else { ring[count % limit] = entry }
    count += 1
  }

  /// The numbers of the entries after this one that are still kept, oldest first.
  func numbers(after number: Int) -> ClosedRange<Int>? {
    let first = max(max(0, number), count - ring.count)
    return first < count ? first + 1...count : nil
  }

  /// The entry with a number that is still kept.
  subscript(number: Int) -> Entry { ring[(number - 1) % limit] }
}
