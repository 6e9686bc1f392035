extension LocalizedText.PluralForm {
  /// The plural category of a whole number in a language, by the
  /// [rules of the Unicode CLDR](https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html).
  ///
  /// - Parameters:
  ///   - number: The number; a negative one has the form of its magnitude.
  ///   - language: A BCP 47 code; a language without a CLDR rule is treated as English.
  public static func category(of number: Int, in language: String) -> LocalizedText.PluralForm {
    (PluralRule(language: language) ?? .en).category(of: number.magnitude)
  }

  /// The plural categories of a language, each with the numbers from 0 to 200 that fall into it; nil if the CLDR has no
  /// rule for the language.
  ///
  /// A category without such numbers is one for whole millions, as in French and Spanish.
  package static func categories(in language: String) -> [LocalizedText.PluralForm: [Int]]? {
    PluralRule(language: language).map { rule in
      var numbers = Dictionary(grouping: 0...200) { rule.category(of: UInt($0)) }
      numbers[rule.category(of: 1_000_000), default: []] += []
      return numbers
    }
  }
}

extension PluralRule {
  private static let rules = Dictionary(
    allCases.flatMap { rule in rule.languages.split(separator: " ").map { ($0, rule) } }
  ) { first, _ in first }

  /// The rule of a language, by its BCP 47 code, or nil if there isn't one.
  ///
  /// The code's region counts if it has a rule of its own: `pt-PT` differs from `pt`.
  init?(language: String) {
    let parts = language.split { $0 == "-" || $0 == "_" }
    guard let base = parts.first?.lowercased() else { return nil }
    let region = parts.dropFirst().last { $0.utf8.count == 2 }.map { "\(base)-\($0.uppercased())" }
    guard let rule = region.flatMap({ Self.rules[$0[...]] }) ?? Self.rules[base[...]] else {
      return nil
    }
    self = rule
  }
}
