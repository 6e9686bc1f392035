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
    case .reader(let problem, let offset, _, let yaml):
      let before = yaml.prefix(offset ?? 0)
      let column = before.unicodeScalars.reversed().prefix { $0 != "\n" }.count
      let line = before.unicodeScalars.count { $0 == "\n" }
      return failure(
        file, YAMLNode.Position(line: line + 1, column: column + 1), "broken YAML: \(problem)")
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded,
      .duplicatedKeysInMapping:
      return failure(file, .start, "the YAML cannot be read")
    }
  }
}

extension YAMLNode.Position {
  fileprivate static let start = Self(line: 1, column: 1)

  init(_ mark: Mark) {
    self.init(line: mark.line, column: mark.column)
  }
}
