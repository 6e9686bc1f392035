import Yams

/// A YAML text as one tree, with every key that stands twice.
struct YAMLDocument: Sendable {
  let root: YAMLNode
  let diagnostics: [BlueprintDiagnostic]

  /// How many values a document may have, aliases written out.
  static let nodeLimit = 100_000

  /// How many keys that stand twice are looked for.
  private static let duplicateLimit = 200

  /// Reads one document.
  ///
  /// The parser below stops at the first key that stands twice. So that everything comes in one run, the first of the
  /// two is marked with a private character of the same width, and the text is read again.
  static func read(_ yaml: String, file: String) throws(BlueprintFileError) -> YAMLDocument {
    var text = yaml
    var marks: [YAMLNode.Position: Unicode.Scalar] = [:]
    while true {
      do {
        guard let node = try Yams.compose(yaml: text) else {
          throw failure(file, .start, "the file is empty")
        }
        var builder = Builder(file: file, marks: marks)
        let root = builder.build(node, path: [], at: .start)
        if builder.count > nodeLimit {
          throw failure(
            file, .start,
            "more than \(nodeLimit) values, aliases written out")
        }
        return YAMLDocument(root: root, diagnostics: builder.diagnostics)
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let position = YAMLNode.Position(context.mark)
        guard marks.count < duplicateLimit, marks[position] == nil,
          let scalar = mark(&text, at: position, number: marks.count)
        else {
          let name = names.sorted().first ?? ""
          throw failure(file, position, "the key `\(name)` stands twice")
        }
        marks[position] = scalar
      } catch let error as YamlError {
        throw failure(error, file)
      } catch let error as BlueprintFileError {
        throw error
      } catch {
        throw failure(file, .start, "the YAML cannot be read")
      }
    }
  }

  /// Puts a private character, another for each mark, over the first of a key, and returns what stood there.
  private static func mark(
    _ text: inout String, at position: YAMLNode.Position, number: Int
  ) -> Unicode.Scalar? {
    var scalars = text.unicodeScalars
    var index = scalars.startIndex
    var line = 1
    while line < position.line {
      guard index < scalars.endIndex else { return nil }
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" {
        scalars.formIndex(after: &index)
      }
      if scalar == "\n" || scalar == "\r" { line += 1 }
    }
    guard scalars.index(index, offsetBy: position.column, limitedBy: scalars.endIndex) != nil
    else { return nil }
    scalars.formIndex(&index, offsetBy: position.column - 1)
    if scalars[index] == "\"" || scalars[index] == "'" { scalars.formIndex(after: &index) }
    guard index < scalars.endIndex, scalars[index].properties.isAlphabetic,
      let marker = Unicode.Scalar(0xE000 + UInt32(number))
    else { return nil }
    let old = scalars[index]
    scalars.replaceSubrange(index...index, with: [marker])
    text = String(scalars)
    return old
  }

  /// Turns the parser's nodes into ours, and notes keys that stand twice or are no text.
  private struct Builder {
    let file: String
    let marks: [YAMLNode.Position: Unicode.Scalar]
    var diagnostics: [BlueprintDiagnostic] = []
    var count = 0

    mutating func build(_ node: Node, path: [String], at outer: YAMLNode.Position) -> YAMLNode {
      count += 1
      let own = node.mark.map(YAMLNode.Position.init) ?? outer
      switch node {
      case .scalar(let scalar):
        return YAMLNode(
          content: .scalar(scalar.string, Self.kind(of: scalar)), position: own, path: path)
      case .sequence(let sequence):
        var items: [YAMLNode] = []
        for (index, item) in sequence.enumerated() where count <= YAMLDocument.nodeLimit {
          let position = item.mark.map(YAMLNode.Position.init)
          items.append(build(item, path: path + ["\(index)"], at: position ?? own))
        }
        return YAMLNode(content: .list(items), position: outer, path: path)
      case .mapping(let mapping):
        return YAMLNode(content: .map(entries(mapping, path, own)), position: outer, path: path)
      case .alias:
        return YAMLNode(content: .scalar("", .empty), position: own, path: path)
      }
    }

    private mutating func entries(
      _ mapping: Node.Mapping, _ path: [String], _ own: YAMLNode.Position
    ) -> [YAMLNode.Entry] {
      var entries: [YAMLNode.Entry] = []
      var seen: [String: YAMLNode.Position] = [:]
      for (key, value) in mapping where count <= YAMLDocument.nodeLimit {
        let position =
          key.mark.map(YAMLNode.Position.init) ?? own
        guard case .scalar(let scalar) = key else {
          report(position, path, "a key is a list or a map; expected a name")
          continue
        }
        var name = scalar.string
        if let first = marks[position] {
          name = String(first) + name.unicodeScalars.dropFirst().map(String.init).joined()
        }
        if let first = seen[name] {
          report(
            position, path + [name],
            "`\(name)` stands twice; the first is on line \(first.line)")
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

    private mutating func report(
      _ position: YAMLNode.Position, _ path: [String], _ message: String
    ) {
      diagnostics.append(
        BlueprintDiagnostic(
          file: file, line: position.line, column: position.column,
          path: path.joined(separator: "."), message: message))
    }

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

    private static func isInteger(_ text: String) -> Bool {
      let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
      return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Whether YAML 1.2's core schema reads a float: digits with a dot or an exponent, an infinity or no number.
    private static func isNumber(_ text: String) -> Bool {
      guard let first = text.utf8.first, (48...57).contains(first) || "+-.".utf8.contains(first)
      else { return false }
      if [".inf", "-.inf", "+.inf", ".nan"].contains(text.lowercased()) { return true }
      return text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
        && Double(text) != nil
    }
  }
}

extension YAMLDocument {
  fileprivate static func failure(
    _ file: String, _ position: YAMLNode.Position, _ message: String
  ) -> BlueprintFileError {
    BlueprintFileError(
      code: .invalidYAML,
      diagnostics: [
        BlueprintDiagnostic(
          file: file, line: position.line, column: position.column, message: message)
      ])
  }

  fileprivate static func failure(_ error: YamlError, _ file: String) -> BlueprintFileError {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let start = context.map { "\($0.text): " } ?? ""
      return failure(
        file, YAMLNode.Position(mark), "broken YAML: \(start)\(problem)")
    case .reader(let problem, _, _, _):
      return failure(file, .start, "broken YAML: \(problem)")
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded,
      .duplicatedKeysInMapping:
      return failure(file, .start, "the YAML cannot be read")
    }
  }
}

extension YAMLNode.Position {
  fileprivate static let start = Self(line: 1, column: 1)

  fileprivate init(_ mark: Mark) {
    self.init(line: mark.line, column: mark.column)
  }
}
