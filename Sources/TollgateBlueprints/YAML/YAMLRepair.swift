import Tollgate

/// A text with the most frequent YAML mistakes repaired.
///
/// These are tabs as indentation, values that begin with braces, such as `title: {app.name} for you`, and keys without a
/// colon.
/// Each repair is reported with advice, and the rest of the file can then be read, so that everything is reported in
/// one run. The file itself is never changed.
///
/// | in the file | as it is read | advice |
/// |---|---|---|
/// | a tab before `title:` | two spaces | use spaces |
/// | `title: {app.name} for you` | `title: "{app.name} for you"` | the quoted value |
/// | `rules` above a list | `rules:` | the key with its colon |
struct YAMLRepair {
  /// Characters that were inserted into a line of the repaired text, which shift the columns after them.
  private struct Insertion {
    /// The line, from 1.
    let line: Int
    /// The column of the first of them, from 1.
    let column: Int
    /// How many there are.
    let count: Int
  }

  /// The file's name, for diagnostics.
  let file: String
  /// The text with all repairs so far.
  private(set) var text: String
  /// The advice on each repair; tabs have one for the whole file.
  private(set) var diagnostics: [BlueprintDiagnostic] = []
  /// What was inserted, in order.
  private var insertions: [Insertion] = []
  /// Whether tabs were looked for; it is done once, for the whole text.
  private var hasSpaces = false

  /// Creates a text without repairs.
  init(_ text: String, file: String) {
    self.text = text
    self.file = file
  }

  /// Whether anything was repaired.
  var isRepaired: Bool { !diagnostics.isEmpty }

  /// Returns the position in the file of a position in the repaired text.
  func original(_ position: YAMLNode.Position) -> YAMLNode.Position {
    var column = position.column
    for insertion in insertions.reversed()
    where insertion.line == position.line && insertion.column < column {
      column -= min(insertion.count, column - insertion.column)
    }
    return YAMLNode.Position(line: position.line, column: column)
  }

  /// Repairs the cause of a parser error at a position; false if it is something else.
  ///
  /// The parser notices an unquoted value at its end or on the next line, so both lines are tried.
  mutating func repairCause(at position: YAMLNode.Position) -> Bool {
    if !hasSpaces, replaceTabs() { return true }
    return quotePlaceholder(on: position.line)
      || position.line > 1 && quotePlaceholder(on: position.line - 1)
      || addColon(before: position.line)
  }

  /// Adds the colon of a key on a line, or above it; false if none is missing.
  private mutating func addColon(before number: Int) -> Bool {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let key = MissingColon.key(before: number - 1, in: lines) else { return false }
    let line = lines[key.line]
    let end = line.utf8.index(line.startIndex, offsetBy: key.range.upperBound)
    lines[key.line] = "\(line[..<end]):\(line[end...])"
    text = lines.joined(separator: "\n")
    let column = key.range.lowerBound + 1
    report(
      original(YAMLNode.Position(line: key.line + 1, column: column)),
      "the colon after `\(key.name)` is missing", expected: "`\(key.name):`")
    insertions.append(
      Insertion(line: key.line + 1, column: key.range.upperBound + 1, count: 1))
    return true
  }

  /// Replaces each tab that indents a line with two spaces; false if there aren't any.
  private mutating func replaceTabs() -> Bool {
    hasSpaces = true
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var first: YAMLNode.Position?
    var count = 0
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " || $0 == "\t" }
      guard indent.contains("\t"), indent.count < line.count else { continue }
      count += 1
      for (offset, character) in indent.enumerated() where character == "\t" {
        let position = YAMLNode.Position(line: index + 1, column: offset + 1)
        first = first ?? position
        let tabs = indent.prefix(offset).count { $0 == "\t" }
        insertions.append(Insertion(line: index + 1, column: offset + 1 + tabs, count: 1))
      }
      lines[index] =
        indent.replacing("\t", with: "  ") + String(line.dropFirst(indent.count))
    }
    guard let first else { return false }
    text = lines.joined(separator: "\n")
    let others = count == 1 ? "" : ", here and on \(count - 1) more line\(count == 2 ? "" : "s")"
    report(first, "a tab indents the line\(others); YAML allows only spaces")
    return true
  }

  /// Quotes the first unquoted value with a placeholder on a line; false if there isn't one.
  private mutating func quotePlaceholder(on number: Int) -> Bool {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.indices.contains(number - 1) else { return false }
    let line = Array(lines[number - 1].unicodeScalars)
    guard let value = UnquotedValue.first(in: line) else { return false }
    let written = String(String.UnicodeScalarView(line[value]))
    let quoted =
      "\"\(written.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    lines[number - 1] =
      String(String.UnicodeScalarView(line[..<value.lowerBound])) + quoted
      + String(String.UnicodeScalarView(line[value.upperBound...]))
    text = lines.joined(separator: "\n")
    let column = value.lowerBound + 1
    report(
      original(YAMLNode.Position(line: number, column: column)),
      "without quotes, YAML reads the braces as a map", expected: quoted)
    insertions.append(Insertion(line: number, column: column, count: 1))
    insertions.append(Insertion(line: number, column: value.upperBound + 2, count: 1))
    return true
  }

  /// Records the advice on a repair.
  private mutating func report(
    _ position: YAMLNode.Position, _ message: String, expected: String? = nil
  ) {
    diagnostics.append(
      BlueprintDiagnostic(
        file: file, line: position.line, column: position.column, message: message,
        expected: expected))
  }
}

/// The search for unquoted values with a placeholder in braces, in one line of YAML.
///
/// It knows enough of YAML for that: quotes, comments, keys, list items, and lists and maps in brackets.
enum UnquotedValue {
  /// The greatest number of scalars in a value in braces.
  private static let longest = 120

  /// Returns whether a name in braces looks like a placeholder of texts: `trial.daysLeft`.
  ///
  /// A misspelled name in a known family counts too: quoting it leads to the message that it is unknown.
  static func isPlaceholder(_ name: String) -> Bool {
    if LocalizedText.Placeholder(rawValue: name) != nil { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let families = Set(LocalizedText.Placeholder.unnamed.map { $0.rawValue.prefix { $0 != "." } })
    return parts.count == 2 && families.contains(parts[0]) && !parts[1].isEmpty
      && parts[1].allSatisfy { $0.isLetter && $0.isASCII }
  }

  /// Returns the first such value as a range of scalars in the line; nil if there isn't one.
  static func first(in line: [Unicode.Scalar]) -> Range<Int>? {
    var depth = 0
    var start: Int?
    var index = 0
    while index < line.count {
      let scalar = line[index]
      if start == nil, scalar == "\"" || scalar == "'" {
        index = afterQuotes(line, index)
        start = index
        continue
      }
      if scalar == "#", index == 0 || line[index - 1] == " " { return nil }
      if scalar == "{", let end = placeholder(line, index) {
        let from = start ?? index
        if from == index || depth > 0 {
          return from..<valueEnd(line, from: end, inFlow: depth > 0)
        }
        index = end
        continue
      }
      switch scalar {
      case "{", "[":
        if start == nil {
          depth += 1
        }
      case "}", "]":
        depth -= 1
        start = nil
      case "," where depth > 0: start = nil
      case ":" where index + 1 < line.count && line[index + 1] == " ": start = nil
      case "-" where start == nil && index + 1 < line.count && line[index + 1] == " ": break
      case " ": break
      default: start = start ?? index
      }
      index += 1
    }
    return nil
  }

  /// Returns the index after a placeholder that begins at an index, or nil if there isn't one.
  private static func placeholder(_ line: [Unicode.Scalar], _ open: Int) -> Int? {
    guard let close = line[open...].prefix(longest).firstIndex(of: "}") else { return nil }
    let name = String(String.UnicodeScalarView(line[(open + 1)..<close]))
    return isPlaceholder(name) ? close + 1 : nil
  }

  /// Returns where an unquoted value ends: at a comment, in brackets at a comma or the closing bracket, or at the
  /// line's end.
  private static func valueEnd(_ line: [Unicode.Scalar], from: Int, inFlow: Bool) -> Int {
    var index = from
    while index < line.count {
      if line[index] == "{", let end = placeholder(line, index) {
        index = end
        continue
      }
      if inFlow, [",", "}", "]"].contains(line[index]) { break }
      if line[index] == "#", line[index - 1] == " " { break }
      index += 1
    }
    while index > from, line[index - 1] == " " || line[index - 1] == "\r" { index -= 1 }
    return index
  }

  /// Returns the index after a quoted scalar; the line's end if the closing quotation mark is missing.
  private static func afterQuotes(_ line: [Unicode.Scalar], _ open: Int) -> Int {
    var index = open + 1
    while index < line.count, line[index] != line[open] {
      index += line[index] == "\\" && line[open] == "\"" ? 2 : 1
    }
    return min(index + 1, line.count)
  }
}
