import Yams

/// A YAML text as one tree, with every duplicate key.
package struct YAMLDocument: Sendable {
  package let root: YAMLNode
  package let diagnostics: [BlueprintDiagnostic]
  /// Whether the text had to be repaired to read it; the repairs are among the diagnostics.
  let isRepaired: Bool

  /// The greatest number of values in a document.
  static let nodeLimit = 100_000

  /// The greatest number of repairs, and of duplicate keys that are reported.
  ///
  /// Each one reads the whole text again; the character that marks a key is in Unicode's private use area from U+E000.
  private static let readingLimit = 20

  /// Reads one document.
  ///
  /// The underlying parser stops at the first duplicate key. To report everything in one run, the first of the two is
  /// marked with a private character of the same width, and the text is read again.
  package static func read(
    _ yaml: String, file: String
  ) throws(BlueprintFileError) -> YAMLDocument {
    var repair = YAMLRepair(yaml.withoutByteOrderMark, file: file)
    var readings = 0
    while true {
      do {
        return try read(repair, &readings)
      } catch let failure {
        guard let position = failure.position, readings < readingLimit,
          repair.repairCause(at: position)
        else {
          // If a repair leads to another mistake on the same line, the advice is all there is to report.
          let isSaid = repair.diagnostics.contains { $0.line == failure.error.diagnostics[0].line }
          throw BlueprintFileError(
            code: .invalidYAML,
            diagnostics: repair.diagnostics + (isSaid ? [] : failure.error.diagnostics))
        }
      }
    }
  }

  /// A text that could not be read, and the parser's position if it has one.
  private struct Failure: Error {
    /// The error to report if nothing can be repaired.
    let error: BlueprintFileError
    /// The position in the repaired text; nil for errors about the text as a whole.
    var position: YAMLNode.Position?
  }

  /// Reads a text, marking duplicate keys until the parser accepts it.
  ///
  /// - Parameter readings: How often the text was read before.
  private static func read(
    _ repair: YAMLRepair, _ readings: inout Int
  ) throws(Failure) -> YAMLDocument {
    let file = repair.file
    var text = repair.text
    var marks: [YAMLNode.Position: Unicode.Scalar] = [:]
    while true {
      let standIns = YAMLStandIns(text)
      readings += 1
      do {
        guard let node = try Yams.compose(yaml: standIns.text) else {
          throw failure(file, .start, "the file is empty")
        }
        var builder = Builder(
          repair: repair, standIns: standIns, marks: marks,
          lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        let root = builder.build(node, path: [], at: .start)
        if let (position, message) = builder.unsupported {
          throw failure(file, position, message)
        }
        if builder.count > nodeLimit {
          throw failure(file, .start, "more than \(nodeLimit) values")
        }
        return YAMLDocument(
          root: root, diagnostics: repair.diagnostics + builder.diagnostics,
          isRepaired: repair.isRepaired)
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let position = YAMLNode.Position(context.mark)
        guard readings <= readingLimit, marks[position] == nil,
          let scalar = mark(&text, at: position, number: marks.count)
        else {
          let name = standIns.original(names.sorted().first ?? "")
          throw Failure(
            error: failure(file, repair.original(position), "the key `\(name)` is defined twice"))
        }
        marks[position] = scalar
      } catch let error as YamlError {
        throw failure(error, repair)
      } catch let error as BlueprintFileError {
        throw Failure(error: error)
      } catch let error as Failure {
        throw error
      } catch {
        throw Failure(error: failure(file, .start, "the YAML cannot be read"))
      }
    }
  }

  /// Replaces the first character of a key with a private one, different for each mark, and returns the original.
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
  /// The error for invalid YAML at a position in the file.
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

  /// Converts an error of the parser; its position may be after the cause, such as a quotation mark that is never
  /// closed.
  private static func failure(_ error: YamlError, _ repair: YAMLRepair) -> Failure {
    let file = repair.file
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let position = YAMLNode.Position(mark)
      if problem.contains("nesting level") {
        return Failure(
          error: failure(
            file, repair.original(position), "lists and maps are nested too deeply"),
          position: position)
      }
      let start = context.map { "\($0.text): " } ?? ""
      let hint =
        isColonInValue(position, of: repair.text)
        ? "; put text with a colon in quotes" : Self.hint(of: position, repair)
      return Failure(
        error: failure(file, repair.original(position), "broken YAML: \(start)\(problem)\(hint)"),
        position: position)
    case .reader(let problem, let offset, _, let yaml):
      let before = yaml.prefix(offset ?? 0)
      let column = before.unicodeScalars.reversed().prefix { $0 != "\n" }.count
      let line = before.unicodeScalars.count { $0 == "\n" }
      return Failure(
        error: failure(
          file, YAMLNode.Position(line: line + 1, column: column + 1), "broken YAML: \(problem)"))
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded,
      .duplicatedKeysInMapping:
      return Failure(error: failure(file, .start, "the YAML cannot be read"))
    }
  }

  /// The advice on a comment that cuts brackets off, on the line of a position or on the one before; empty without one.
  private static func hint(of position: YAMLNode.Position, _ repair: YAMLRepair) -> String {
    let lines = repair.text.split(separator: "\n", omittingEmptySubsequences: false)
    for number in [position.line, position.line - 1] where lines.indices.contains(number - 1) {
      let line = lines[number - 1]
      guard let comment = line.comment else { continue }
      let (before, after) = (line[..<comment], line[comment...])
      guard before.contains(where: { "{[".contains($0) }),
        after.contains(where: { "}]".contains($0) })
      else { continue }
      let column = before.unicodeScalars.count + 1
      let place = repair.original(YAMLNode.Position(line: number, column: column))
      return
        "; `#` after a space begins a comment, on line \(place.line) at column \(place.column): "
        + "put text that contains it in quotes"
    }
    return ""
  }

  /// Whether a position is at a second colon of its line, as in `text: Note: it ends`.
  private static func isColonInValue(_ position: YAMLNode.Position, of text: String) -> Bool {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(position.line - 1) else { return false }
    let rest = lines[position.line - 1].dropFirst(position.column - 1)
    return rest.first == ":"
      && String(lines[position.line - 1].prefix(position.column - 1)).contains(": ")
  }
}

extension YAMLNode.Position {
  /// The beginning of the file, for mistakes about it as a whole.
  fileprivate static let start = Self(line: 1, column: 1)

  /// Converts a position of the parser, which also counts from 1.
  init(_ mark: Mark) {
    self.init(line: mark.line, column: mark.column)
  }
}

extension Substring {
  /// Where a comment begins that text is directly behind, such as `#1`; nil without one outside of quotation marks.
  var comment: Index? {
    var quote: Character?
    var before: Character = " "
    for index in indices {
      let character = self[index]
      if let open = quote {
        if character == open, before != "\\" { quote = nil }
      } else if character == "\"" || character == "'", before == " " || "{[,".contains(before) {
        quote = character
      } else if character == "#", before == " " {
        let next = self[index...].dropFirst().first
        return next.map { $0.isLetter || $0.isNumber } ?? false ? index : nil
      }
      before = character
    }
    return nil
  }
}
