package import Tollgate

/// A price or a length that a line states in its own words.
///
/// Such a line is wrong as soon as the price changes in the store. `check` compares it with the products; the explorer
/// compares it with what happens.
package enum Claim: Hashable {
  /// An amount in thousandths of a currency's unit, whatever the currency, with its digits as written.
  case price(Int64, written: String)
  /// A length, such as "7-day" or "three days", with the words as written.
  case length(Period, written: String)

  /// Returns the claims of a line: prices, then lengths, each in order.
  ///
  /// Values in braces are not claims, since the store fills them in. "$4.99/month after 7 days" claims 4.99, a month
  /// and 7 days.
  ///
  /// - Parameter line: A line as written in the blueprint.
  /// - Returns: The claims, duplicates included.
  package static func claims(in line: String) -> [Claim] {
    let words = LocalizedText.pieces(of: line).map { piece in
      switch piece {
      case .words(let words): words
      case .value, .unknown: "\u{0}"
      }
    }.joined()
    return prices(in: words) + lengths(in: words)
  }

  /// Finds numbers with a currency: a sign on either side, or three capital letters after them.
  private static func prices(in line: String) -> [Claim] {
    var claims: [Claim] = []
    var rest = Substring(line)
    while let start = rest.firstIndex(where: { $0.isASCII && $0.isNumber }) {
      let number = rest[start...].prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
      let before = rest[..<start].last { $0 != " " }
      let after = rest[number.endIndex...].drop { $0 == " " }
      rest = rest[number.endIndex...]
      let digits = number.trimming(suffix: [".", ","])
      let isCurrency = before.map { "$€£¥".contains($0) } ?? false || isCurrency(after)
      guard isCurrency, let amount = amount(digits) else { continue }
      claims.append(.price(amount, written: String(digits)))
    }
    return claims
  }

  /// Returns whether a text begins with a currency's sign or code.
  private static func isCurrency(_ text: Substring) -> Bool {
    if let first = text.first, "$€£¥".contains(first) { return true }
    let word = text.prefix { $0.isLetter }
    return word.count == 3 && Money.isCurrency(word)
  }

  /// Parses digits with a decimal point or comma into thousandths; nil for grouped digits and more than three decimals.
  private static func amount(_ digits: Substring) -> Int64? {
    let parts = digits.split(whereSeparator: { $0 == "." || $0 == "," })
    guard let whole = parts.first.flatMap({ Int64($0) }), (1...2).contains(parts.count) else {
      return nil
    }
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard fraction.count <= 3, let thousandths = Int64((fraction + "000").prefix(3)) else {
      return nil
    }
    let (amount, overflows) = whole.saturatingMultiplied(by: 1000)
      .addingReportingOverflow(thousandths)
    return overflows ? nil : amount
  }

  /// Finds units after a number or a slash, in English and German.
  private static func lengths(in line: String) -> [Claim] {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "/" && $0 != "\u{0}" }
    var claims: [Claim] = []
    for (position, word) in words.enumerated() {
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      if parts.count == 2, let unit = unit(parts[1].lowercased()) {
        claims.append(.length(Period(1, unit), written: "/\(parts[1])"))
        continue
      }
      guard position > 0, let unit = unit(word.lowercased()),
        let count = count(words[position - 1].lowercased())
      else { continue }
      claims.append(
        .length(Period(count, unit), written: "\(words[position - 1]) \(word)"))
    }
    return claims
  }

  /// Returns the number that a word before a unit stands for: digits, a number word up to twelve, or "per"; nil for
  /// others.
  private static func count(_ word: String) -> Int? {
    if word == "per" || word == "pro" { return 1 }
    let number = word.utf8.count <= 3 ? Int(word) : nil
    return (number ?? english.firstIndex(of: word) ?? german.firstIndex(of: word))
      .flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the unit that a word names, in English or German; nil for other words.
  private static func unit(_ word: String) -> Period.Unit? {
    switch word {
    case "day", "days", "tag", "tage", "tagen": .day
    case "week", "weeks", "woche", "wochen": .week
    case "month", "months", "monat", "monate", "monaten": .month
    case "year", "years", "jahr", "jahre", "jahren": .year
    default: nil
    }
  }

  /// The English number words, from 0.
  private static let english = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]
  /// The German number words, from 0.
  private static let german = [
    "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf",
    "zwölf",
  ]
}

extension Substring {
  /// Returns the text without the given characters at its end.
  fileprivate func trimming(suffix: Set<Character>) -> Substring {
    var text = self
    while let last = text.last, suffix.contains(last) { text = text.dropLast() }
    return text
  }
}
