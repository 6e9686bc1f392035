/// A sentence in parts, so that a page breaks none of its dates over two lines.
struct DatedText: Sendable {
  /// Words, and the date that follows them.
  struct Part: Sendable {
    let text: String
    /// A day or a minute, as in `2026-03-02 09:41`; nil after the last words.
    let date: String?
  }

  let parts: [Part]

  init(_ text: String) {
    var parts: [Part] = []
    var rest = Substring(text)
    while let date = rest.firstMatch(of: /\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/) {
      parts.append(Part(text: String(rest[..<date.range.lowerBound]), date: String(date.output)))
      rest = rest[date.range.upperBound...]
    }
    self.parts = parts + [Part(text: String(rest), date: nil)]
  }
}
