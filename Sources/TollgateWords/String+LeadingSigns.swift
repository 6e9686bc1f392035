import Foundation

extension String {
  /// The text with a left-to-right mark before each sign that leads a number, if a language is written from right to
  /// left.
  ///
  /// Without the mark, "−80%" is displayed as "80%−" there: the Unicode Bidirectional Algorithm
  /// ([UAX #9](https://www.unicode.org/reports/tr9/#W7)) takes the sign for punctuation between words. Digits of Arabic
  /// itself need none, as their sign belongs on the right.
  ///
  /// - Parameter language: The BCP 47 code of the language around the text, which decides its direction.
  package func keepingSignsBeforeNumbers(in language: String) -> String {
    let scalars = Array(unicodeScalars)
    let signs = scalars.indices.filter { index in
      guard ["-", "−", "+"].contains(scalars[index]), index + 1 < scalars.count,
        ("0"..."9").contains(scalars[index + 1])
      else { return false }
      return index == 0 || scalars[index - 1].properties.isWhitespace || scalars[index - 1] == "("
    }
    guard !signs.isEmpty,
      Locale.Language(identifier: language).characterDirection == .rightToLeft
    else { return self }
    var marked = scalars
    for index in signs.reversed() { marked.insert("\u{200E}", at: index) }
    var text = UnicodeScalarView()
    text.append(contentsOf: marked)
    return String(text)
  }
}
