/// Many uses of one feature by one customer, which never change and are shared by all copies.
///
/// A use takes 20 bytes and its key. Keys are looked up, and instants counted, by binary search; a ``KeyTable`` narrows the
/// search of a large chunk, as each of its steps waits for memory.
package final class UseChunk: Sendable {
  /// Where each key ends in ``keys``; the next one begins there.
  package let ends: [UInt32]
  /// The bytes of the keys, as ``UseKeyBytes`` encodes them, in ascending order.
  package let keys: [UInt8]
  /// The instant of each key's use, in the order of ``keys``.
  package let instants: [Instant]
  /// The same instants in ascending order.
  package let sorted: [Instant]
  /// Where to look for a key.
  private let table: KeyTable

  /// Creates a chunk of keys in ascending order without duplicates, and their instants.
  package init(ends: [UInt32], keys: [UInt8], instants: [Instant], sorted: [Instant]) {
    self.ends = ends
    self.keys = keys
    self.instants = instants
    self.sorted = sorted
    table = KeyTable(ends: ends, keys: keys)
  }

  /// Creates a chunk of a few uses, in any order.
  convenience init(_ uses: [(key: [UInt8], at: Instant)]) {
    var builder = Builder(count: uses.count, bytes: uses.reduce(0) { $0 + $1.key.count })
    for use in uses.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      use.key.withUnsafeBufferPointer { builder.append($0, use.at) }
    }
    self.init(builder, sorted: uses.map(\.at).sorted())
  }

  /// Creates a chunk of many uses; nil unless their keys are ASCII, and their bytes in ascending order without
  /// duplicates.
  convenience init?(ascending uses: some Collection<(key: Idempotency.Key, at: Instant)>) {
    var ends: [UInt32] = []
    var keys: [UInt8] = []
    var instants: [Instant] = []
    ends.reserveCapacity(uses.count)
    keys.reserveCapacity(17 * uses.count)
    instants.reserveCapacity(uses.count)
    var last: Range<Int>?
    for use in uses {
      let start = keys.count
      guard UseKeyBytes.append(use.key, to: &keys),
        last.map({ keys[$0].lexicographicallyPrecedes(keys[start...]) }) != false
      else { return nil }
      last = start..<keys.count
      ends.append(UInt32(keys.count))
      instants.append(use.at)
    }
    self.init(ends: ends, keys: keys, instants: instants, sorted: instants.sorted())
  }

  /// Creates a chunk of the uses of two others, which have no key in common.
  convenience init(merging left: UseChunk, _ right: UseChunk) {
    var builder = Builder(
      count: left.count + right.count, bytes: left.keys.count + right.keys.count)
    left.keys.withUnsafeBufferPointer { leftKeys in
      right.keys.withUnsafeBufferPointer { rightKeys in
        var (first, second) = (0, 0)
        while first < left.count || second < right.count {
          let isLeft =
            second == right.count
            || first < left.count
              && compare(
                left.key(first, in: leftKeys), right.key(second, in: rightKeys)) < 0
          if isLeft {
            builder.append(left.key(first, in: leftKeys), left.instants[first])
            first += 1
          } else {
            builder.append(right.key(second, in: rightKeys), right.instants[second])
            second += 1
          }
        }
      }
    }
    self.init(builder, sorted: Self.merge(left.sorted, right.sorted))
  }

  private convenience init(_ builder: Builder, sorted: [Instant]) {
    self.init(
      ends: builder.ends, keys: builder.keys, instants: builder.instants, sorted: sorted)
  }

  /// How many uses there are.
  package var count: Int { instants.count }

  /// About how much memory it takes, in bytes.
  var estimatedBytes: Int { 224 + 22 * count + keys.count }

  /// The place of a key; nil if the chunk does not have it.
  func place(of key: [UInt8]) -> Int? {
    keys.withUnsafeBufferPointer { keys in
      key.withUnsafeBufferPointer { key in
        var (low, high) = table.places(of: key, in: keys) ?? (0, count)
        while low < high {
          let middle = (low + high) / 2
          let order = compare(self.key(middle, in: keys), key)
          if order == 0 { return middle }
          if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
      }
    }
  }

  /// The chunk with another instant for the use at a place.
  func replacing(_ place: Int, with at: Instant) -> UseChunk {
    var instants = instants
    instants[place] = at
    return UseChunk(ends: ends, keys: keys, instants: instants, sorted: instants.sorted())
  }

  /// The bytes of the key at a place.
  package func key(_ place: Int) -> ArraySlice<UInt8> {
    keys[(place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])]
  }

  private func key(
    _ place: Int, in keys: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: keys[(place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])])
  }

  /// Merges ascending instants; uses usually follow each other, and are then appended.
  private static func merge(_ left: [Instant], _ right: [Instant]) -> [Instant] {
    guard let last = left.last, let first = right.first, first < last else { return left + right }
    var merged: [Instant] = []
    merged.reserveCapacity(left.count + right.count)
    var index = 0
    for instant in left {
      while index < right.count, right[index] < instant {
        merged.append(right[index])
        index += 1
      }
      merged.append(instant)
    }
    return merged + right[index...]
  }

  /// The columns of a chunk to which keys are appended in ascending order.
  private struct Builder {
    var ends: [UInt32] = []
    var keys: [UInt8] = []
    var instants: [Instant] = []

    init(count: Int, bytes: Int) {
      ends.reserveCapacity(count)
      keys.reserveCapacity(bytes)
      instants.reserveCapacity(count)
    }

    mutating func append(_ key: UnsafeBufferPointer<UInt8>, _ at: Instant) {
      keys.append(contentsOf: key)
      ends.append(UInt32(keys.count))
      instants.append(at)
    }
  }
}

/// Compares two keys byte by byte: less than, equal to or greater than 0.
private func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int
{
  for index in 0..<min(left.count, right.count) where left[index] != right[index] {
    return left[index] < right[index] ? -1 : 1
  }
  return left.count - right.count
}
