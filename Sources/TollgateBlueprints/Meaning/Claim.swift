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
  /// A length that costs nothing, such as "7 days free" or "14-day trial"; it is claimed as a length as well.
  case freeLength(Period, written: String)

  /// Returns the claims of a line: prices, then lengths, each in order.
  ///
  /// Values in braces are not claims, since the store fills them in. "$4.99/month after 7 days" claims 4.99, a month
  /// and 7 days.
  ///
  /// - Parameters:
  ///   - line: A line as written in the blueprint.
  ///   - language: The line's language, as a BCP 47 code; lengths are read in those of ``ClaimLanguage``.
  /// - Returns: The claims, duplicates included.
  package static func claims(in line: String, language: String) -> [Claim] {
    let words = LocalizedText.words(of: line)
    guard let language = ClaimLanguage.named(language) else { return prices(in: words) }
    let lengths = language.lengths(in: words)
    return prices(in: words) + lengths.map { .length($0.period, written: $0.written) }
      + lengths.filter { language.isFree($0, in: words) }
      .map { .freeLength($0.period, written: $0.written) }
  }

  /// Finds numbers with a currency: a sign on either side, or a code or a name after them.
  private static func prices(in line: String) -> [Claim] {
    var claims: [Claim] = []
    var rest = Substring(line)
    while let start = rest.firstIndex(where: { $0.isASCII && $0.isNumber }) {
      let number = rest[start...].prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
      let before = rest[..<start].last { $0 != " " }
      let after = rest[number.endIndex...].drop { $0 == " " }
      rest = rest[number.endIndex...]
      let digits = number.trimming(suffix: [".", ","])
      let isCurrency = before.map { signs.contains($0) } ?? false || isCurrency(after)
      guard isCurrency, let amount = amount(digits) else { continue }
      claims.append(.price(amount, written: String(digits)))
    }
    return claims
  }

  private static let signs = "$€£¥¥円"

  /// The names of currencies; “pounds” are also a weight.
  private static let currencies: Set<String> = [
    "euro", "euros", "dollar", "dollars", "dólares", "dollari", "yen", "ドル", "ユーロ",
  ]

  /// Returns whether a text begins with a currency's sign, code or name.
  private static func isCurrency(_ text: Substring) -> Bool {
    if let first = text.first, signs.contains(first) { return true }
    let word = text.prefix { $0.isLetter }
    return word.count == 3 && Money.isCurrency(word) || currencies.contains(word.lowercased())
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
}

extension LocalizedText {
  /// Returns a line with a character that is in no word in place of each value in braces.
  static func words(of line: String) -> String {
    pieces(of: line).map { piece in
      switch piece {
      case .words(let words): words
      case .value, .unknown: "\u{0}"
      }
    }.joined()
  }
}

extension Substring {
  /// Returns the text without the given characters at its end.
  fileprivate func trimming(suffix: Set<Character>) -> Substring {
    var text = self
    while let last = text.last, suffix.contains(last) { text = text.dropLast() }
    return text
  }
}
