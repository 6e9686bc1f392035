/// The uses of one feature by one customer, where a use costs about the same whatever came before it.
///
/// The latest few uses are in a list. Once it is full it becomes a chunk, and chunks of similar size are merged, so that
/// each is at least twice the size of the next: a thousand times as many uses are in ten more chunks. Chunks never
/// change, and copies of the table share them.
package struct UseTable: Sendable {
  /// How many uses the list has when it becomes a chunk.
  static let recentLimit = 32

  /// The chunks, the largest first; no key is in two of them.
  package private(set) var chunks: [UseChunk] = []
  /// The latest uses.
  private var recent: [(key: [UInt8], at: Instant)] = []
  /// Uses with keys that are not ASCII, which no client of ours creates.
  package private(set) var others: [Idempotency.Key: Instant] = [:]

  package init() {}

  /// How many uses there are.
  package var count: Int { chunks.reduce(recent.count + others.count) { $0 + $1.count } }

  /// About how much memory it takes, in bytes.
  var estimatedBytes: Int {
    chunks.reduce(64 + recent.count * 96 + others.count * 160) { $0 + $1.estimatedBytes }
  }

  /// When a key was used; nil if it was not.
  subscript(key: Idempotency.Key) -> Instant? {
    guard let bytes = UseKeyBytes.encode(key) else { return others[key] }
    if let use = recent.first(where: { $0.key == bytes }) { return use.at }
    for chunk in chunks {
      if let place = chunk.place(of: bytes) { return chunk.instants[place] }
    }
    return nil
  }

  /// Records a use unless an earlier report of it is known, and returns whether it did.
  mutating func keepEarliest(_ at: Instant, of key: Idempotency.Key) -> Bool {
    guard let bytes = UseKeyBytes.encode(key) else {
      if let known = others[key], known <= at { return false }
      others[key] = at
      return true
    }
    return keepEarliest(at, of: bytes)
  }

  private mutating func keepEarliest(_ at: Instant, of key: [UInt8]) -> Bool {
    if let index = recent.firstIndex(where: { $0.key == key }) {
      guard at < recent[index].at else { return false }
      recent[index].at = at
      return true
    }
    for index in chunks.indices {
      guard let place = chunks[index].place(of: key) else { continue }
      guard at < chunks[index].instants[place] else { return false }
      chunks[index] = chunks[index].replacing(place, with: at)
      return true
    }
    recent.append((key, at))
    if recent.count == Self.recentLimit {
      append(UseChunk(recent))
      recent = []
    }
    return true
  }

  /// Appends a chunk without any key of the others, and merges those that are too similar in size.
  private mutating func append(_ chunk: UseChunk) {
    var chunk = chunk
    while let last = chunks.last, last.count < 2 * chunk.count {
      chunk = UseChunk(merging: chunks.removeLast(), chunk)
    }
    chunks.append(chunk)
  }

  /// Joins the uses of a chunk.
  ///
  /// - Parameters:
  ///   - chunk: The chunk, which is shared rather than copied if it can be.
  ///   - isNew: Whether none of its keys is known already; if it is false, each one is looked up.
  /// - Returns: Whether it changed anything.
  package mutating func join(_ chunk: UseChunk, isNew: Bool) -> Bool {
    guard chunk.count > 0 else { return false }
    if isNew || count == 0 {
      append(chunk)
      return true
    }
    var changed = false
    for place in 0..<chunk.count
    where keepEarliest(chunk.instants[place], of: Array(chunk.key(place))) {
      changed = true
    }
    return changed
  }

  /// All uses with ASCII keys in one chunk; nil if there isn't one.
  package var merged: UseChunk? {
    let latest = recent.isEmpty ? [] : [UseChunk(recent)]
    // The smallest first, so that each use is moved few times.
    let ascending = latest + chunks.reversed()
    return ascending.dropFirst().reduce(ascending.first) { merged, chunk in
      merged.map { UseChunk(merging: chunk, $0) } ?? chunk
    }
  }

  /// How many uses are before an instant.
  func count(before instant: Instant) -> Int {
    chunks.reduce(0) { $0 + $1.sorted.count(before: instant) }
      + recent.count { $0.at < instant } + others.values.count { $0 < instant }
  }

  /// The instants of all uses in several runs, each in order.
  var runs: [ArraySlice<Instant>] {
    var latest = recent.map(\.at)
    if !others.isEmpty { latest += others.values }
    latest.sort()
    var runs: [ArraySlice<Instant>] = []
    runs.reserveCapacity(chunks.count + 1)
    for chunk in chunks { runs.append(chunk.sorted[...]) }
    runs.append(latest[...])
    return runs
  }

  /// The earliest and the latest use; nil if there isn't one.
  var span: ClosedRange<Instant>? {
    var span: ClosedRange<Instant>?
    func include(_ first: Instant, _ last: Instant) {
      span = span.map { min($0.lowerBound, first)...max($0.upperBound, last) } ?? first...last
    }
    for chunk in chunks {
      if let first = chunk.sorted.first, let last = chunk.sorted.last { include(first, last) }
    }
    for use in recent { include(use.at, use.at) }
    for at in others.values { include(at, at) }
    return span
  }

  /// All keys with their instants, in no particular order.
  package var entries: [(key: Idempotency.Key, at: Instant)] {
    var entries: [(key: Idempotency.Key, at: Instant)] = []
    entries.reserveCapacity(count)
    for chunk in chunks {
      for place in 0..<chunk.count {
        guard let key = UseKeyBytes.decode(chunk.key(place)) else { continue }
        entries.append((key, chunk.instants[place]))
      }
    }
    for use in recent {
      if let key = UseKeyBytes.decode(use.key) { entries.append((key, use.at)) }
    }
    entries += others.map { ($0.key, $0.value) }
    return entries
  }
}

extension UseTable: Hashable {
  /// Whether two tables have the same uses, however they came to have them.
  package static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    let known = Dictionary(left.entries.lazy.map { ($0.key, $0.at) }) { first, _ in first }
    return right.entries.allSatisfy { known[$0.key] == $0.at }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(span)
  }
}
