/// Numbers that follow from a seed, by SplitMix64.
struct SeededNumbers {
  let seed: UInt64

  /// The number for something that a few numbers identify, such as a purpose and a position.
  subscript(_ parts: UInt64...) -> UInt64 {
    // The seed is mixed like the others: an exclusive or of it with a position would give near seeds the same numbers.
    ([seed] + parts).reduce(0) { state, part in
      var mixed = (state ^ part) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}
