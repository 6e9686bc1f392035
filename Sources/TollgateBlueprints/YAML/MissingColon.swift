/// The search for a key without its colon, near the line at which the YAML parser stopped.
///
/// | in the file | the parser stops |
/// |---|---|
/// | `coach.yearly { name: Coach }` | on the line |
/// | `rules` above a list or a map | on the line below |
/// | `paywall plans` between other keys | on the line below |
enum MissingColon {
  /// A key, as positions of UTF-8 in its line; all before it is ASCII.
  struct Key {
    /// The position of the line, from 0.
    let line: Int
    /// Where the key begins and ends.
    let range: Range<Int>
    let name: String
  }

  /// Returns the key whose colon is missing; nil if it is something else.
  static func key(before index: Int, in lines: [String]) -> Key? {
    guard lines.indices.contains(index) else { return nil }
    let line = Line(lines[index])
    if let key = line.key, line.hasBracket { return key.at(index) }
    guard let previous = lines[..<index].lastIndex(where: { !Line($0).isBlank }) else { return nil }
    let above = Line(lines[previous])
    guard let key = above.key, !above.hasColon else { return nil }
    if above.hasBracket { return key.at(previous) }
    let isBelow = above.indent < line.indent || above.indent == line.indent && line.isItem
    if above.isBare { return isBelow ? key.at(previous) : nil }
    // A word with text after it may also continue the text of an earlier line.
    guard line.indent == above.indent, line.hasColon,
      let before = lines[..<previous].lastIndex(where: { !Line($0).isBlank })
    else { return nil }
    let outer = Line(lines[before])
    let isAmongKeys =
      outer.indent == above.indent ? outer.hasColon : outer.indent < above.indent && outer.isOpen
    return isAmongKeys ? key.at(previous) : nil
  }

  /// One line, as far as it matters here.
  private struct Line {
    /// The indentation of the first key or text, after the dashes of list items.
    let indent: Int
    /// Whether it is an item of a list.
    let isItem: Bool
    /// The word that it begins with; nil if it begins with something else.
    let key: Key?
    /// What follows that word, without a comment.
    private let rest: Substring

    init(_ line: String) {
      var text = line.drop { $0 == " " }
      isItem = text.hasPrefix("- ")
      while text.hasPrefix("- ") { text = text.dropFirst(2).drop { $0 == " " } }
      indent = line.utf8.count - text.utf8.count
      let word = text.prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-")
      }
      var rest = text.dropFirst(word.count)
      if let comment = rest.firstRange(of: " #") { rest = rest[..<comment.lowerBound] }
      while let last = rest.last, last == " " || last == "\r" { rest = rest.dropLast() }
      self.rest = rest
      key =
        word.first?.isLetter == true && (rest.isEmpty || rest.first == " " || rest.first == ":")
        ? Key(line: 0, range: indent..<(indent + word.utf8.count), name: String(word)) : nil
      isBlank = text.isEmpty || text == "\r" || text.hasPrefix("#")
    }

    let isBlank: Bool
    var isBare: Bool { rest.isEmpty }
    /// Whether the word is a key with a colon.
    var hasColon: Bool { rest.first == ":" }
    /// Whether the value is on the lines below.
    var isOpen: Bool { rest == ":" }
    /// Whether a map or a list in brackets follows the word.
    var hasBracket: Bool {
      rest.first == " " && rest.drop { $0 == " " }.first.map { $0 == "{" || $0 == "[" } ?? false
    }
  }
}

extension MissingColon.Key {
  fileprivate func at(_ line: Int) -> Self { Self(line: line, range: range, name: name) }
}
