/// Writes blueprints and their parts in the house style, as `tollgate fmt` does.
///
/// Keys get the order of ``BlueprintSchema``, values the quotes that they need, and sections one blank line between
/// them. Every comment stays with the line it belongs to, and the meaning of the file does not change.
///
/// ```swift
/// let tidy = try BlueprintFormat.format(text, name: "coach.yml")
/// ```
public enum BlueprintFormat {
  /// Formats a text.
  ///
  /// Unknown names and missing keys are ignored here; ``BlueprintCheck`` finds those.
  ///
  /// - Parameter name: The file's name, as shown in diagnostics.
  /// - Returns: The same blueprint in the house style; formatting it again changes nothing.
  /// - Throws: ``BlueprintFileError`` if the YAML has a mistake, or something in it, such as an anchor, would be lost.
  public static func format(
    _ yaml: String, name: String
  ) throws(BlueprintFileError) -> String {
    let yaml = yaml.withoutByteOrderMark
    let document = try YAMLDocument.read(yaml, file: name)
    guard document.diagnostics.isEmpty else {
      throw BlueprintFileError(code: .invalidYAML, diagnostics: document.diagnostics)
    }
    let layout: YAMLLayout
    do {
      layout = try YAMLLayout.read(yaml)
    } catch {
      let position = YAMLSource(yaml).position(of: error.offset)
      throw failure(
        name, position,
        "the file cannot be formatted without losing something: it has \(error.what)")
    }
    let comments = layout.comments
    layout.sort(by: BlueprintForms.blueprint.schema, PartForms.schema)
    let text = YAMLWriter.text(of: layout)
    guard let written = try? YAMLDocument.read(text, file: name), written.diagnostics.isEmpty,
      written.root.means(document.root), let kept = try? YAMLLayout.read(text).comments,
      kept.sorted() == comments.sorted()
    else {
      throw failure(
        name, YAMLNode.Position(line: 1, column: 1),
        "the file cannot be formatted without changing what it says")
    }
    return text
  }

  /// The error for a file that cannot be formatted.
  private static func failure(
    _ file: String, _ position: YAMLNode.Position, _ message: String
  ) -> BlueprintFileError {
    BlueprintFileError(
      code: .notFormattable,
      diagnostics: [
        BlueprintDiagnostic(
          file: file, line: position.line, column: position.column, message: message)
      ])
  }
}

extension YAMLLayout {
  /// The texts of all comments.
  fileprivate var comments: [String] { header.map(\.text) + root.comments }
}

extension YAMLLayout.Container {
  /// The texts of its comments and of those below it.
  fileprivate var comments: [String] {
    foot.map(\.text)
      + entries.flatMap { entry in
        let inner =
          if case .container(let container) = entry.value { container.comments } else { [String]() }
        return entry.leading.map(\.text) + entry.trailing + inner
      }
  }
}

extension YAMLNode {
  /// Whether two values are equal, regardless of the order of keys.
  fileprivate func means(_ other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let text, let kind), .scalar(let otherText, let otherKind)):
      text == otherText && kind == otherKind
    case (.list(let items), .list(let others)):
      items.count == others.count && zip(items, others).allSatisfy { $0.means($1) }
    case (.map(let entries), .map(let others)):
      entries.count == others.count
        && entries.allSatisfy { entry in other[entry.key].map(entry.value.means) ?? false }
    case (.scalar, _), (.list, _), (.map, _): false
    }
  }
}
