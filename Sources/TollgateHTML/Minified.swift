/// Styles and scripts as they are sent: without the comments and the indentation that only their readers need.
package enum Minified {
  package static func css(_ sheet: [UInt8]) -> [UInt8] {
    Array(lines(of: text(sheet).replacing(#/(?s)/\*.*?\*//#, with: "")).utf8)
  }

  /// Leaves out the lines of a module that are comments; no text of it may go over several lines.
  package static func javaScript(_ module: [UInt8]) -> [UInt8] {
    Array(lines(of: text(module)) { !$0.hasPrefix("//") }.utf8)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func lines(
    of text: String, where isKept: (Substring) -> Bool = { _ in true }
  ) -> String {
    text.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.isEmpty && isKept($0) }.map { $0 + "\n" }.joined()
  }
}
