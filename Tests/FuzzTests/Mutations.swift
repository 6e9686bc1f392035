/// Changes inputs the way a fuzzer does, the same for the same seed.
struct Mutations {
  private var state: UInt64
  /// The ends of every form of number, and what no form can hold.
  private static let numbers = [
    "-1", "0", "-0", "0.5", "4.9e-324", "1e300", "-1e300", "1e308", "1e400", "-1e400",
    "2147483648", "-2147483649", "9007199254740993", "9223372036854775", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "253402300799999", "253402300800000", "-62135769600000",
  ].map { Array($0.utf8) }
  private static let words =
    numbers
    + [
      "null", "true", "\"\"", "{}", "[]", "\u{0}", "\u{FEFF}", "&a [*a]", "!!int ", "<<: ",
      "\\ud800", "P0D", "P9999Y", ".", "==", "\r\n", "\u{1F600}",
    ].map { Array($0.utf8) }

  init(seed: UInt64) { state = seed }

  /// One to four changes to one of the inputs, whose first byte stays.
  mutating func next(from inputs: [[UInt8]]) -> [UInt8] {
    var input = inputs[below(inputs.count)]
    for _ in 0...below(4) { change(&input, inputs) }
    return input
  }

  private mutating func change(_ input: inout [UInt8], _ inputs: [[UInt8]]) {
    guard input.count > 1 else { return input.append(UInt8(below(256))) }
    let place = 1 + below(input.count - 1)
    let end = min(input.count, place + 1 + below(32))
    switch below(9) {
    case 0: input[place] ^= 1 << UInt8(below(8))
    case 1: input[place] = UInt8(below(256))
    case 2: input.removeSubrange(place..<end)
    case 3: input.insert(contentsOf: Array(input[place..<end]), at: place)
    case 4: input.insert(contentsOf: Self.words[below(Self.words.count)], at: place)
    case 5: input.replaceSubrange(place..<end, with: Self.words[below(Self.words.count)])
    case 6: input.removeSubrange(place...)
    case 7: exchangeNumber(after: place, in: &input)
    default:
      let other = inputs[below(inputs.count)]
      let start = below(other.count)
      input.replaceSubrange(place..., with: other[start...].prefix(4096))
    }
  }

  /// Puts another number in the place of the next one, so that what is read as a number stays one.
  private mutating func exchangeNumber(after place: Int, in input: inout [UInt8]) {
    func isPart(_ byte: UInt8) -> Bool { (48...57).contains(byte) || byte == UInt8(ascii: "-") }
    guard let start = input[place...].firstIndex(where: isPart) else { return }
    let end = input[start...].firstIndex { !isPart($0) } ?? input.endIndex
    input.replaceSubrange(start..<end, with: Self.numbers[below(Self.numbers.count)])
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
