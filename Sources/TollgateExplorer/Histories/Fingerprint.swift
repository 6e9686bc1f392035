/// 128 bits of what distinguishes states, the same on every machine and in every run.
///
/// Two states with the same fingerprint count as one. At 128 bits a collision among millions of states is not expected.
/// Swift's own `Hasher` is seeded in each process, so it cannot be used here: a limited search would find different
/// things in every run.
struct Fingerprint: Hashable, Sendable {
  /// The first lane.
  private var high: UInt64 = 0x9e37_79b9_7f4a_7c15
  /// The second lane, computed independently.
  private var low: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds a value; the order of calls matters.
  mutating func mix(_ value: UInt64) {
    // SplitMix64's finisher over one lane, FNV-1a over the other.
    var mixed = high &+ value &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    high = mixed ^ mixed >> 31
    low = (low ^ value) &* 0x100_0000_01b3
    low ^= low >> 29
  }

  /// Adds another fingerprint.
  mutating func mix(_ other: Fingerprint) {
    mix(other.high)
    mix(other.low)
  }

  /// Adds a number.
  mutating func mix(_ value: Int) { mix(UInt64(bitPattern: Int64(value))) }

  /// Adds a truth value.
  mutating func mix(_ value: Bool) { mix(value ? 1 as UInt64 : 2) }

  /// Adds a text by its UTF-8 bytes.
  ///
  /// The bytes are hashed on their own first, so that "ab" and "c" differ from "a" and "bc".
  mutating func mix(_ text: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    mix(hash)
  }
}
