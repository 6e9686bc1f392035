/// Writes a layout in the house style.
///
/// - Each level is indented by two spaces, including a list below a key.
/// - A map or list in braces or brackets stays so if it has no comment and its line has at most ``width`` columns.
/// - Text below `>-` is wrapped again at ``foldedWidth``; text below `|` stays as it is.
/// - Comments are above an entry, indented by two spaces more than its parent, or at the end of its line, after one
///   space.
/// - At most one blank line in a row is kept; sections always have one between them, except single lines.
struct YAMLWriter {
  /// The greatest number of columns of a line with braces or brackets.
  static let width = 124
  /// The greatest number of columns of the lines below `>-`.
  static let foldedWidth = 112

  static func text(of layout: YAMLLayout) -> String {
    var lines: [String] = []
    for comment in layout.header {
      if comment.followsBlankLine, !lines.isEmpty { lines.append("") }
      lines.append(comment.text)
    }
    if !lines.isEmpty { lines.append("") }
    lines += block(layout.root, indent: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a map or a list without brackets.
  private static func block(_ container: YAMLLayout.Container, indent: Int) -> [String] {
    var lines: [String] = []
    var wasShort = false
    for entry in container.entries {
      let own = self.lines(of: entry, indent: indent)
      let isShort = own.count == 1
      let hasBlank = entry.leading.first?.followsBlankLine ?? entry.followsBlankLine
      let isSection = container.owner == nil && !(isShort && wasShort)
      if hasBlank || isSection, !lines.isEmpty { lines.append("") }
      lines += own
      wasShort = isShort
    }
    for comment in container.foot {
      if comment.followsBlankLine, !lines.isEmpty { lines.append("") }
      lines.append(spaces(indent) + comment.text)
    }
    return lines
  }

  /// Returns the lines of an entry: its comments, itself, and what is below it.
  ///
  /// An item whose value is a map or a list begins on the line of its dash.
  private static func lines(of entry: YAMLLayout.Entry, indent: Int) -> [String] {
    var comments = entry.leading
    let head = entry.key.map { $0.line(inFlow: true) + ":" } ?? "-"
    var own: [String]
    switch entry.value {
    case .scalar(let scalar):
      if let block = scalar.block(width: foldedWidth - indent - 2) {
        own = ["\(head) \(block.sign)"]
        own += block.lines.map { $0.isEmpty ? "" : spaces(indent + 2) + $0 }
      } else {
        let line = scalar.line(inFlow: false)
        own = [line.isEmpty ? head : "\(head) \(line)"]
      }
    case .container(let inner):
      let flow = "\(head) \(flow(inner))"
      if inner.entries.isEmpty {
        comments += inner.foot
        own = [flow]
      } else if inner.isFlow, !inner.hasComments, indent + flow.count <= width {
        own = [flow]
      } else if entry.key == nil {
        comments += raised(from: inner)
        own = block(inner, indent: indent + 2)
        own[0] = "- " + own[0].dropFirst(indent + 2)
      } else {
        own = [head] + block(inner, indent: indent + 2)
      }
    }
    // Only one comment fits after a line; a second one, of a value on a line of its own, is written above.
    comments += entry.trailing.dropLast().map {
      YAMLLayout.Comment(text: $0, followsBlankLine: false)
    }
    if let trailing = entry.trailing.last { own[0] += " " + trailing }
    own[0] = spaces(indent) + own[0]
    var lines: [String] = []
    for comment in comments {
      if comment.followsBlankLine, !lines.isEmpty { lines.append("") }
      lines.append(spaces(indent) + comment.text)
    }
    if entry.followsBlankLine, !lines.isEmpty { lines.append("") }
    return lines + own
  }

  /// Takes the comments of an item's first entry, which cannot be written between the dash and the entry.
  private static func raised(from container: YAMLLayout.Container) -> [YAMLLayout.Comment] {
    guard let first = container.entries.first else { return [] }
    defer { first.leading = [] }
    guard first.leading.isEmpty, case .container(let inner) = first.value, first.key == nil
    else { return first.leading }
    return raised(from: inner)
  }

  /// Returns a map or a list on one line.
  private static func flow(_ container: YAMLLayout.Container) -> String {
    let entries = container.entries.map { entry in
      let value =
        switch entry.value {
        case .scalar(let scalar): scalar.line(inFlow: true)
        case .container(let inner): flow(inner)
        }
      guard let key = entry.key?.line(inFlow: true) else { return value }
      return value.isEmpty ? "\(key):" : "\(key): \(value)"
    }.joined(separator: ", ")
    if container.isList { return "[\(entries)]" }
    return entries.isEmpty ? "{}" : "{ \(entries) }"
  }

  /// An indentation.
  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
