import Tollgate

/// A random number generator whose seed is printed; one seed gives the same numbers everywhere.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns true with a probability in percent.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Returns one of several elements; the first if there is no other.
  mutating func pick<Element>(_ first: Element, _ others: Element...) -> Element {
    let all = [first] + others
    return all[Int.random(in: 0..<all.count, using: &self)]
  }

  mutating func pick<Element>(from all: [Element]) -> Element? { all.randomElement(using: &self) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A duration between zero and the given number of milliseconds.
  mutating func time(upTo milliseconds: Int64) -> Int64 {
    Int64.random(in: 0...max(0, milliseconds), using: &self)
  }
}

extension Int64 {
  static let second: Int64 = 1000
  static let minute: Int64 = 60 * second
  static let hour: Int64 = 60 * minute
  static let day: Int64 = 24 * hour
}
