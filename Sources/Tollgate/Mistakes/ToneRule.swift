/// A list of phrases that none of an app's lines may contain, ignoring case and the style of quotation marks.
package struct ToneRule: Sendable {
  private let phrases: [(said: String, plain: String)]

  /// Creates a rule from the phrases of a tone list.
  package init(neverSay phrases: [String]) {
    self.phrases = phrases.map { ($0, Self.plain($0)) }.filter { !$0.1.isEmpty }
  }

  /// The forbidden phrases that a line contains, as written in the list.
  package func phrases(in line: String) -> [String] {
    if phrases.isEmpty { return [] }
    let line = Self.plain(line)
    return phrases.filter { line.contains($0.plain) }.map(\.said)
  }

  /// A line in lower case, with straight quotation marks and single spaces.
  private static func plain(_ line: String) -> String {
    line.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").map {
      switch $0 {
      case "’", "‘", "ʼ": "'"
      case "“", "”", "„", "«", "»": "\""
      default: String($0)
      }
    }.joined()
  }
}
