import Foundation

extension String {
  /// The price between directional isolates, if the text around it is written from right to left.
  ///
  /// Without them, "US$ 39.99" is displayed with its sign on the wrong side of the letters or of the number: the Unicode
  /// Bidirectional Algorithm ([UAX #9](https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates)) places each
  /// part separately. A price that is formatted for right-to-left text, as "٣٩٫٩٩ ر.س." is, needs none unless its currency
  /// has Latin letters.
  ///
  /// - Parameter language: The BCP 47 code of the language around the price, which decides its direction.
  package func isolatingPrice(in language: String) -> String {
    let isFormattedForIt = unicodeScalars.contains {
      ["\u{200F}", "\u{61C}"].contains($0) || $0.properties.generalCategory == .otherLetter
    }
    let hasLatinLetters = unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }
    guard !isEmpty, hasLatinLetters || !isFormattedForIt,
      Locale.Language(identifier: language).characterDirection == .rightToLeft
    else { return self }
    return "\u{2066}\(self)\u{2069}"
  }
}
