/// Where the keys of a ``UseChunk`` are, by the first two bytes in which they differ.
///
/// All keys of a chunk may begin alike, such as those of UUIDs or `use-1`. The table divides the rest into about as many
/// ranges as an eighth of the keys. Random keys are then found among a few; keys that fall into one range are found by
/// binary search among all of them, as without the table.
struct KeyTable: Sendable {
  /// The number of keys from which a table is worth its memory.
  private static let fewest = 256

  /// How many bytes all keys have in common at their start.
  private let common: Int
  /// By how much two bytes are shifted to give a range.
  private let shift: Int
  /// The first place of each range, and the number of keys; empty for few keys.
  private let starts: [UInt32]

  /// Creates the table of keys in ascending order, each of which begins where the one before it ends.
  init(ends: [UInt32], keys: [UInt8]) {
    guard ends.count >= Self.fewest else {
      (common, shift, starts) = (0, 0, [])
      return
    }
    let ranges = min(1 << 16, 1 << (Int.bitWidth - 1 - (ends.count / 8).leadingZeroBitCount))
    let shift = 16 - ranges.trailingZeroBitCount
    var starts: [UInt32] = []
    starts.reserveCapacity(ranges + 1)
    common = keys.withUnsafeBufferPointer { keys in
      let first = keys[..<Int(ends[0])]
      let last = keys[Int(ends[ends.count - 2])...]
      let common = zip(first, last).prefix { $0 == $1 }.count
      var start = 0
      for (place, end) in ends.enumerated() {
        let key = UnsafeBufferPointer(rebasing: keys[start..<Int(end)])
        let range = Self.number(of: key, after: common) >> shift
        while starts.count <= range { starts.append(UInt32(place)) }
        start = Int(end)
      }
      return common
    }
    while starts.count <= ranges { starts.append(UInt32(ends.count)) }
    self.shift = shift
    self.starts = starts
  }

  /// The range of places in which a key is, if it is present; nil if that is every place.
  ///
  /// - Parameter keys: The bytes that the table was created with.
  func places(
    of key: UnsafeBufferPointer<UInt8>, in keys: UnsafeBufferPointer<UInt8>
  ) -> (low: Int, high: Int)? {
    if starts.isEmpty { return nil }
    guard key.count >= common else { return (0, 0) }
    for index in 0..<common where key[index] != keys[index] { return (0, 0) }
    let range = Self.number(of: key, after: common) >> shift
    return (Int(starts[range]), Int(starts[range + 1]))
  }

  /// The two bytes of a key after those that all keys have in common; 0 stands for a byte that it does not have.
  private static func number(of key: UnsafeBufferPointer<UInt8>, after common: Int) -> Int {
    let first = common < key.count ? Int(key[common]) : 0
    let second = common + 1 < key.count ? Int(key[common + 1]) : 0
    return first << 8 | second
  }
}
