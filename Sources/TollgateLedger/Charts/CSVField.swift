/// A field of a CSV file, as in [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180).
package enum CSVField {
  /// What a spreadsheet would take for the beginning of a formula.
  private static let formulas: Set<Character> = ["=", "+", "-", "@", "\t", "\r", "\n", "\r\n"]

  /// A text that no spreadsheet takes for a formula, without quotation marks.
  ///
  /// An apostrophe before such a text [makes it text](https://owasp.org/www-community/attacks/CSV_Injection).
  package static func text(_ text: String) -> String {
    (text.first.map(formulas.contains) ?? false ? "'" : "") + text
  }

  /// A text in quotation marks, which no spreadsheet takes for a formula.
  package static func quoted(_ text: String) -> String {
    "\"\(Self.text(text).replacing("\"", with: "\"\""))\""
  }

  /// A line of texts in quotation marks, with its end.
  package static func line(_ texts: [String]) -> String {
    texts.map(quoted).joined(separator: ",") + "\r\n"
  }
}
