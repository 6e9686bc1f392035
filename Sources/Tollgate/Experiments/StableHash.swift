/// A hash that is the same on every device, on every server and in every version.
///
/// It is the 64-bit [FNV-1a](https://www.rfc-editor.org/rfc/rfc9923.html) hash of the UTF-8 bytes of names with a slash
/// between them, with [SplitMix64's](https://prng.di.unimi.it/splitmix64.c) mixer applied to it.
struct StableHash: Hashable, Sendable {
  let value: UInt64

  init(_ names: String...) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func combine(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for (position, name) in names.enumerated() {
      if position > 0 { combine(UInt8(ascii: "/")) }
      for byte in name.utf8 { combine(byte) }
    }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
    value = hash ^ hash >> 31
  }

  /// `-log2(value / 2^64)` in units of 2⁻³², 1 to 2³⁸: an exponentially distributed number, computed with integers
  /// alone, so that no two machines round it differently.
  var negativeLogarithm: UInt64 {
    // 0 stands for the smallest value that has a logarithm.
    let value = max(1, value)
    let shift = value.leadingZeroBitCount
    var mantissa = value << UInt64(shift)
    var fraction: UInt64 = 0
    // Squaring a number in 1..<2 doubles its logarithm, whose next binary digit says whether the square reached 2.
    for _ in 0..<32 {
      let (high, low) = mantissa.multipliedFullWidth(by: mantissa)
      let reachesTwo = high >> 63 == 1
      fraction = fraction << 1 | (reachesTwo ? 1 : 0)
      mantissa = reachesTwo ? high : high << 1 | low >> 63
    }
    return UInt64(64) << 32 - (UInt64(63 - shift) << 32 | fraction)
  }
}
