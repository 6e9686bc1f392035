import Yams

/// The parts of a file between its scalars: comments, brackets and dashes.
///
/// The parser reports where scalars begin, and no comments. Everything between two scalars is punctuation, white space
/// or a comment; anything else is something that a layout cannot keep, such as an anchor.
struct YAMLSource {
  /// A comment and its position.
  struct Comment {
    /// Where it begins, in scalars from 0.
    let start: Int
    /// The comment with its `#`, without trailing white space.
    let text: String
    /// Whether a value precedes it on its line.
    let isTrailing: Bool
    /// Where the innermost brackets or braces around it begin; nil if there aren't any.
    let flow: Int?
  }

  /// A scalar of the parser's tree and where it begins.
  struct Leaf {
    /// Where it begins, in scalars from 0.
    let start: Int
    /// Its text and notation.
    let scalar: Node.Scalar
  }

  /// The file's text.
  let scalars: [Unicode.Scalar]
  /// Where lines begin, from 0.
  let lines: [Int]
  /// The comments, in order.
  private(set) var comments: [Comment] = []
  /// Where each pair of brackets or braces ends, by where it begins.
  private(set) var flows: [Int: Int] = [:]
  /// The positions of the dashes of block lists, in order.
  private(set) var dashes: [Int] = []
  /// The brackets and braces that are open.
  private var open: [Int] = []

  /// Creates a source that is not scanned yet.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var lines = [0]
    for (index, scalar) in scalars.enumerated() where Self.endsLine(scalar) {
      if scalar == "\r", scalars.indices.contains(index + 1), scalars[index + 1] == "\n" {
        continue
      }
      lines.append(index + 1)
    }
    self.lines = lines
  }

  func offset(of position: YAMLNode.Position) -> Int {
    let line = min(max(position.line - 1, 0), lines.count - 1)
    return min(lines[line] + position.column - 1, scalars.count)
  }

  /// Returns the position of an offset, from line 1 and column 1.
  func position(of offset: Int) -> YAMLNode.Position {
    var line = 0
    var end = lines.count
    while end - line > 1 {
      let middle = (line + end) / 2
      if lines[middle] > offset { end = middle } else { line = middle }
    }
    return YAMLNode.Position(line: line + 1, column: offset - lines[line] + 1)
  }

  /// Returns whether the line above that of an offset is blank.
  func followsBlankLine(_ offset: Int) -> Bool {
    let line = position(of: offset).line - 1
    guard line > 0 else { return false }
    return scalars[lines[line - 1]..<lines[line]].allSatisfy { $0.properties.isWhitespace }
  }

  /// Finds the comments, brackets and dashes between scalars.
  ///
  /// - Throws: ``Unsupported`` if there is anything else between them.
  mutating func scan(_ leaves: [Leaf]) throws(Unsupported) {
    var offset = 0
    for leaf in leaves.sorted(by: { $0.start < $1.start }) where leaf.start >= offset {
      try gap(offset, leaf.start, isStart: offset == 0)
      offset = try end(of: leaf)
    }
    try gap(offset, scalars.count, isStart: false)
  }

  /// Something that a layout cannot keep, and its position.
  struct Unsupported: Error {
    /// Its position, in scalars from 0.
    let offset: Int
    /// What it is, as a noun phrase: “a tag”.
    let what: String
  }

  /// Reads the text between two scalars.
  private mutating func gap(_ start: Int, _ end: Int, isStart: Bool) throws(Unsupported) {
    var offset = start
    while offset < end {
      let scalar = scalars[offset]
      switch scalar {
      case "#": offset = comment(at: offset) - 1
      case "{", "[": open.append(offset)
      case "}", "]":
        if let begin = open.popLast() { flows[begin] = offset }
      case "-":
        if isStart, isDocumentMark(offset) {
          offset += 2
        } else if open.isEmpty {
          dashes.append(offset)
        }
      case ":", ",": break
      case _ where scalar.properties.isWhitespace || Self.endsLine(scalar): break
      default: throw unsupported(at: offset) ?? Unsupported(offset: offset, what: "`\(scalar)`")
      }
      offset += 1
    }
  }

  /// The YAML feature that begins at an offset, if it is one that blueprints do not use.
  private func unsupported(at offset: Int) -> Unsupported? {
    guard offset < scalars.count else { return nil }
    switch scalars[offset] {
    case "&", "*": return Unsupported(offset: offset, what: "an anchor or an alias")
    case "!": return Unsupported(offset: offset, what: "a tag")
    case "%": return Unsupported(offset: offset, what: "a directive")
    default: return nil
    }
  }

  /// Records the comment at an offset, and returns where its line ends.
  private mutating func comment(at offset: Int) -> Int {
    let end = scalars[offset...].firstIndex(where: Self.endsLine) ?? scalars.count
    var last = end
    while scalars[last - 1].properties.isWhitespace { last -= 1 }
    let line = position(of: offset).line - 1
    comments.append(
      Comment(
        start: offset, text: Self.text(scalars[offset..<last]),
        isTrailing: scalars[lines[line]..<offset].contains {
          !$0.properties.isWhitespace && $0 != "-"
        }, flow: open.last))
    return end
  }

  /// Returns the offset after a scalar.
  private mutating func end(of leaf: Leaf) throws(Unsupported) -> Int {
    let unread =
      unsupported(at: leaf.start)
      ?? Unsupported(offset: leaf.start, what: "a value that is written in an unusual way")
    switch leaf.scalar.style {
    case .singleQuoted, .doubleQuoted:
      let quote: Unicode.Scalar = leaf.scalar.style == .singleQuoted ? "'" : "\""
      guard leaf.start < scalars.count, scalars[leaf.start] == quote else { throw unread }
      var offset = leaf.start + 1
      while offset < scalars.count {
        // A doubled quote, or one after a backslash in double quotes, is a character of the text.
        if quote == "'", scalars[offset...].prefix(2).elementsEqual(["'", "'"]) {
          offset += 2
        } else if quote == "\"", scalars[offset] == "\\" {
          offset += 2
        } else if scalars[offset] == quote {
          return offset + 1
        } else {
          offset += 1
        }
      }
      return scalars.count
    case .plain, .any: return try end(of: leaf, from: leaf.start, unread)
    case .literal, .folded:
      guard leaf.start < scalars.count, "|>".unicodeScalars.contains(scalars[leaf.start])
      else { throw unread }
      var offset = leaf.start
      while offset < scalars.count, !Self.endsLine(scalars[offset]) {
        offset = scalars[offset] == "#" ? comment(at: offset) : offset + 1
      }
      return try end(of: leaf, from: offset, unread)
    }
  }

  /// Returns the offset after a scalar without quotes, which matches the source except for white space.
  private func end(
    of leaf: Leaf, from start: Int, _ unread: Unsupported
  ) throws(Unsupported) -> Int {
    var offset = start
    for scalar in leaf.scalar.string.unicodeScalars where !isBlank(scalar) {
      while offset < scalars.count, isBlank(scalars[offset]) { offset += 1 }
      guard offset < scalars.count, scalars[offset] == scalar else { throw unread }
      offset += 1
    }
    return offset
  }

  /// Whether a Unicode scalar separates unquoted words.
  private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || Self.endsLine(scalar)
  }

  /// Whether `---` on a line of its own begins at an offset.
  private func isDocumentMark(_ offset: Int) -> Bool {
    Self.text(scalars[offset...].prefix(3)) == "---" && lines.contains(offset)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// Whether a Unicode scalar ends a line for the parser, which follows YAML 1.1.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }
}
