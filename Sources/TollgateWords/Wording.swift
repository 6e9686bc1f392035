package import Tollgate

/// A line in one language: one form, or one for each plural category of the Unicode CLDR that the language has.
///
/// A value is written in braces, by the name of its ``Slot``.
package struct Wording: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  /// A value that a standard line may show.
  package enum Slot: String, Sendable {
    case count, date, feature, length, monthly, offer, per, price, product, saving, span, total
    case unit
  }

  package let forms: [LocalizedText.PluralForm: String]

  package init(stringLiteral line: String) { forms = [.other: line] }

  package init(dictionaryLiteral forms: (LocalizedText.PluralForm, String)...) {
    self.forms = Dictionary(forms) { first, _ in first }
  }

  /// The form for a number; nil chooses the only one.
  package func form(for count: Int?, in language: SpokenLanguage) -> String {
    let category = count.map { LocalizedText.PluralForm.category(of: $0, in: language.rawValue) }
    return category.flatMap { forms[$0] } ?? forms[.other] ?? ""
  }

  /// The line with its values put in; a value that is missing leaves its place empty.
  package func line(for count: Int?, in language: SpokenLanguage, _ values: [Slot: String])
    -> String
  {
    LocalizedText.pieces(of: form(for: count, in: language)).map { piece in
      switch piece {
      case .words(let words): words
      case .unknown(let name): Slot(rawValue: name).flatMap { values[$0] } ?? ""
      case .value: ""
      }
    }.joined()
  }
}
