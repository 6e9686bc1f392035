extension LocalizedText {
  /// A piece of a line: words, or a value to fill in.
  public enum Piece: Hashable, Sendable {
    /// Words as written.
    case words(String)
    case value(Placeholder)
    /// Braces around an unknown placeholder.
    case unknown(String)
  }

  public static func pieces(of line: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      pieces.append(Placeholder(rawValue: name).map(Piece.value) ?? .unknown(name))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.words(String(rest))) }
    return pieces
  }

  /// Whether a brace is opened and not closed in a line, so that it shows as it is written.
  package static func hasOpenBrace(_ line: String) -> Bool {
    pieces(of: line).contains {
      if case .words(let words) = $0 { words.contains("{") } else { false }
    }
  }

  /// The line in a language, or in the nearest available one, with values filled in.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 code; `de-AT` falls back to `de`, `zh-Hans-CN` to `zh-Hans`, and any code to `fallback`.
  ///   - fallback: The app's own language.
  ///   - number: The numbers that a line may show; they choose the plural form.
  ///   - string: Other values, already formatted for the customer's locale.
  /// - Returns: The line; a missing value is left blank.
  public func line(
    in language: String, fallback: String, number: (Placeholder) -> Int?,
    string: (Placeholder) -> String?
  ) -> String {
    let chosen = wordings.language(serving: language) ?? fallback
    guard let wording = wordings[chosen] ?? wordings.min(by: { $0.key < $1.key })?.value else {
      return id.rawValue
    }
    let pieces = Self.pieces(of: wording.form(in: chosen, for: wording.count.flatMap(number)))
    return pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .value(let placeholder):
        string(placeholder) ?? number(placeholder).map(String.init) ?? ""
      case .unknown(let name): "{\(name)}"
      }
    }.joined()
  }
}

extension LocalizedText.Wording {
  func form(in language: String, for count: Int?) -> String {
    let wanted: [LocalizedText.PluralForm] =
      count.map { [.exactly($0), .category(of: $0, in: language), .other] } ?? [.other]
    return wanted.lazy.compactMap { forms[$0] }.first ?? ""
  }
}
