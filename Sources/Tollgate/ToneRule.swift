/// What an app never says: phrases that none of its lines may hold, in whatever case and with whatever quotation marks.
package struct ToneRule: Sendable {
  private let phrases: [(said: String, plain: String)]

  /// Collects the phrases of a tone list.
  package init(neverSay phrases: [String]) {
    self.phrases = phrases.map { ($0, Self.plain($0)) }.filter { !$0.1.isEmpty }
  }

  /// The phrases that a line says, as the list has them.
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
