import Yams

extension YAMLDocument {
  /// The conversion of the parser's nodes to ours.
  ///
  /// It records keys that are duplicates or not text, and puts the first character of marked keys back.
  struct Builder {
    /// The repaired text, which maps positions back to the file.
    let repair: YAMLRepair
    /// What the parser read in place of some characters.
    let standIns: YAMLStandIns
    /// The original first characters of marked keys, by position in the repaired text.
    let marks: [YAMLNode.Position: Unicode.Scalar]
    /// The lines of the repaired text.
    let lines: [Substring]
    /// The mistakes found.
    var diagnostics: [BlueprintDiagnostic] = []
    /// The first use of YAML that is not supported, in the file; nil without one.
    var unsupported: (position: YAMLNode.Position, message: String)?
    /// The number of nodes built.
    var count = 0

    /// Converts a node and everything below it, up to the limit of nodes.
    ///
    /// - Parameters:
    ///   - path: The keys and positions that lead to it.
    ///   - outer: The position of its key or list item, which maps and lists take.
    /// - Returns: The node with positions of the file.
    mutating func build(_ node: Node, path: [String], at outer: YAMLNode.Position) -> YAMLNode {
      count += 1
      let own = position(of: node) ?? outer
      switch node {
      case .scalar(let scalar):
        noteUnsupported(scalar, own)
        noteComment(behind: scalar, path, own)
        return YAMLNode(
          content: .scalar(standIns.original(scalar.string), Self.kind(of: scalar)), position: own,
          path: path)
      case .sequence(let sequence):
        var items: [YAMLNode] = []
        for (index, item) in sequence.enumerated() where count <= YAMLDocument.nodeLimit {
          items.append(build(item, path: path + ["\(index)"], at: position(of: item) ?? own))
        }
        return YAMLNode(content: .list(items), position: outer, path: path)
      case .mapping(let mapping):
        if let placeholder = placeholder(mapping) {
          report(
            own, path, "without quotes, YAML reads the braces as a map",
            expected: "\"{\(placeholder)}\"")
          return YAMLNode(
            content: .scalar("{\(placeholder)}", .text), position: own, path: path)
        }
        return YAMLNode(content: .map(entries(mapping, path, own)), position: outer, path: path)
      case .alias:
        return YAMLNode(content: .scalar("", .empty), position: own, path: path)
      }
    }

    /// Converts the entries of a map; keys that are not text and second uses of a key are recorded and left out.
    private mutating func entries(
      _ mapping: Node.Mapping, _ path: [String], _ own: YAMLNode.Position
    ) -> [YAMLNode.Entry] {
      var entries: [YAMLNode.Entry] = []
      var seen: [String: YAMLNode.Position] = [:]
      for (key, value) in mapping where count <= YAMLDocument.nodeLimit {
        let position = position(of: key) ?? own
        guard case .scalar(let scalar) = key else {
          report(position, path, "a key is a list or a map; expected a name")
          continue
        }
        noteUnsupported(scalar, position)
        var name = standIns.original(scalar.string)
        if let first = key.mark.flatMap({ marks[YAMLNode.Position($0)] }) {
          name = String(first) + name.unicodeScalars.dropFirst().map(String.init).joined()
        }
        if let first = seen[name] {
          report(
            position, path + [name],
            "`\(name)` is defined twice; the first is on line \(first.line)")
          continue
        }
        seen[name] = position
        entries.append(
          YAMLNode.Entry(
            key: name, position: position,
            value: build(value, path: path + [name], at: position)))
      }
      return entries
    }

    /// Returns the placeholder that an unquoted map was meant to be; nil if it is an ordinary map.
    ///
    /// Without quotes, `title: {app.name}` is a map with the key `app.name` and no value.
    private func placeholder(_ mapping: Node.Mapping) -> String? {
      guard mapping.count == 1, case .scalar(let key)? = mapping.first?.key,
        case .scalar(let value)? = mapping.first?.value, value.string.isEmpty,
        value.style == .plain, UnquotedValue.isPlaceholder(key.string)
      else { return nil }
      return key.string
    }

    /// Warns about text that ends at `#`, such as `We are #1`: the rest of the line is a comment.
    private mutating func noteComment(
      behind scalar: Node.Scalar, _ path: [String], _ position: YAMLNode.Position
    ) {
      guard scalar.style == .plain, let mark = scalar.mark,
        lines.indices.contains(mark.line - 1)
      else { return }
      let line = lines[mark.line - 1]
      guard let comment = line.comment else { return }
      let rest = line.unicodeScalars.dropFirst(mark.column - 1)
      let written = standIns.original(scalar.string)
      let value = String(String.UnicodeScalarView(rest.prefix(written.unicodeScalars.count)))
      let text = line[..<comment]
      guard value == written,
        text.unicodeScalars.dropFirst(mark.column - 1 + value.unicodeScalars.count)
          .allSatisfy({ $0 == " " })
      else { return }
      diagnostics.append(
        BlueprintDiagnostic(
          file: repair.file, line: position.line, column: position.column,
          path: path.joined(separator: "."), severity: .warning,
          message:
            "the value ends before ` \(line[comment...].prefix(20))`, since `#` after a space begins a comment",
          expected: "quotes around a text with `#`, or a space after the `#` of a comment"))
    }

    /// Notes an alias, or a key behind `?`, unless there was one before.
    private mutating func noteUnsupported(_ scalar: Node.Scalar, _ position: YAMLNode.Position) {
      guard unsupported == nil, let message = standIns.unsupported(scalar) else { return }
      unsupported = (position, message)
    }

    /// Returns the position of a node in the file; nil if the parser has none.
    private func position(of node: Node) -> YAMLNode.Position? {
      node.mark.map { repair.original(YAMLNode.Position($0)) }
    }

    /// Records a mistake.
    private mutating func report(
      _ position: YAMLNode.Position, _ path: [String], _ message: String, expected: String? = nil
    ) {
      diagnostics.append(
        BlueprintDiagnostic(
          file: repair.file, line: position.line, column: position.column,
          path: path.joined(separator: "."), message: message, expected: expected))
    }

    /// Returns the type that YAML 1.2's [core schema](https://yaml.org/spec/1.2.2/#103-core-schema) gives a scalar; a
    /// quoted one is text.
    ///
    /// YAML 1.1's `yes`, `no`, `on` and `off` are text, so that `no: …` is Norwegian.
    private static func kind(of scalar: Node.Scalar) -> YAMLNode.ScalarKind {
      guard scalar.style == .plain || scalar.style == .any else { return .text }
      switch scalar.string {
      case "", "~", "null", "Null", "NULL": return .empty
      case "true", "True", "TRUE", "false", "False", "FALSE": return .flag
      default: break
      }
      if isInteger(scalar.string) { return .integer }
      return isNumber(scalar.string) ? .number : .text
    }

    /// Whether a text is decimal digits with an optional sign; hexadecimal and octal numbers are text here.
    private static func isInteger(_ text: String) -> Bool {
      let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
      return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Whether YAML 1.2's core schema reads a float: digits with a dot or an exponent, an infinity or not-a-number.
    private static func isNumber(_ text: String) -> Bool {
      guard let first = text.utf8.first, (48...57).contains(first) || "+-.".utf8.contains(first)
      else { return false }
      if [".inf", "-.inf", "+.inf", ".nan"].contains(text.lowercased()) { return true }
      return text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
        && Double(text) != nil
    }
  }
}
