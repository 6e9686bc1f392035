import Tollgate

extension Period {
  /// The period that words mean, to suggest it in ISO 8601: "14 days", "two weeks", "a month", "hour", "12h", and "P24H"
  /// or "PT7D", whose `T` is missing or too much; nil if none is clear.
  ///
  /// Seconds, as in "PT90S" and "30 seconds", mean the minutes that they begin.
  init?(words: String) {
    let text = Self.withoutDesignator(words.lowercased())
    if let unit = Unit(rawValue: text) {
      self.init(1, unit)
      return
    }
    if let seconds = Self.seconds(in: text) {
      self.init((seconds + 59) / 60, .minute)
      return
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let number = digits.isEmpty ? text.prefix { $0.isLetter } : digits
    let name = text.dropFirst(number.count).drop { $0 == " " || $0 == "-" }
    guard let count = Int(number) ?? Self.numbers[String(number)], (1...999_999).contains(count),
      let unit = Unit.allCases.first(where: { $0.isWritten(name) })
    else { return nil }
    self.init(count, unit)
  }

  /// The period that a rhythm means, such as "monthly"; nil for every other word.
  init?(rhythm: String) {
    switch rhythm.lowercased() {
    case "hourly": self.init(1, .hour)
    case "daily": self.init(1, .day)
    case "weekly": self.init(1, .week)
    case "monthly": self.init(1, .month)
    case "yearly", "annual", "annually": self.init(1, .year)
    default: return nil
    }
  }

  /// Returns a text in lowercase without the `p` or `pt` before its number.
  private static func withoutDesignator(_ text: String) -> String {
    for designator in ["pt", "p"] where text.hasPrefix(designator) {
      let rest = text.dropFirst(designator.count)
      if rest.first?.isNumber ?? false { return String(rest) }
    }
    return text
  }

  /// The number of seconds that a text in lowercase means; nil if it means none, or another unit.
  private static func seconds(in text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count).drop { $0 == " " || $0 == "-" }
    guard ["s", "sec", "second", "seconds"].contains(name), let count = Int(digits),
      (1...999_999).contains(count)
    else { return nil }
    return count
  }

  private static let numbers = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fourteen": 14, "thirty": 30,
  ]
}

extension Period.Unit {
  /// Whether a word in lowercase is this unit's name or letter; `m` may be a minute or a month.
  fileprivate func isWritten(_ word: Substring) -> Bool {
    let letter = self == .month || self == .minute ? nil : rawValue.prefix(1)
    return word == rawValue || word == rawValue + "s" || word == letter
  }
}
