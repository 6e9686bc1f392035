/// Styles and scripts as they are sent: without the comments and the spaces that only their readers need.
package enum Minified {
  package static func css(_ sheet: [UInt8]) -> [UInt8] {
    packed(lines(of: text(sheet).replacing(#/(?s)/\*.*?\*//#, with: "")).utf8)
  }

  /// Leaves out spaces around braces and semicolons, and the last semicolon of a rule, except in quoted text.
  private static func packed(_ sheet: some Sequence<UInt8>) -> [UInt8] {
    let (space, newline) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    let (semicolon, end) = (UInt8(ascii: ";"), UInt8(ascii: "}"))
    var packed: [UInt8] = []
    var isQuoted = false
    var isAfterMark = true
    for byte in sheet {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == semicolon || byte == end || byte == UInt8(ascii: "{") {
        while let last = packed.last, last == space || last == newline { packed.removeLast() }
        if byte == end, packed.last == semicolon { packed.removeLast() }
        isAfterMark = true
      } else if !isQuoted, isAfterMark, byte == space || byte == newline {
        continue
      } else {
        isAfterMark = false
      }
      packed.append(byte)
    }
    return packed
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
