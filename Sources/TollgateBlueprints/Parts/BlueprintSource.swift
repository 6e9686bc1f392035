/// A file of a blueprint: the one that names the parts, or a part.
package struct BlueprintSource: Sendable {
  /// The file's name, or a part's path as it is written.
  package let name: String
  package let text: String
  /// The file's values, at their positions.
  let root: YAMLNode

  /// The language of the file's texts, for a part that holds texts in one language.
  package var language: String? {
    guard case .scalar(let code, .text)? = root["language"]?.content,
      NameRule.languages.isValid(code)
    else { return nil }
    return code
  }
}

extension YAMLNode {
  /// Returns the node with its positions in another file.
  func moved(to part: Int) -> YAMLNode {
    let position = Position(line: position.line, column: position.column, part: part)
    let content: Content =
      switch content {
      case .scalar: content
      case .list(let items): .list(items.map { $0.moved(to: part) })
      case .map(let entries): .map(entries.map { $0.moved(to: part) })
      }
    return YAMLNode(content: content, position: position, path: path)
  }

  /// Returns the node under another path.
  func moved(to path: [String]) -> YAMLNode {
    let content: Content =
      switch content {
      case .scalar: content
      case .list(let items):
        .list(items.enumerated().map { $1.moved(to: path + ["\($0)"]) })
      case .map(let entries):
        .map(
          entries.map {
            Entry(key: $0.key, position: $0.position, value: $0.value.moved(to: path + [$0.key]))
          })
      }
    return YAMLNode(content: content, position: position, path: path)
  }

  /// The entries of a map; nil for everything else.
  var entries: [Entry]? {
    if case .map(let entries) = content { entries } else { nil }
  }
}

extension YAMLNode.Entry {
  /// Returns the entry with its positions in another file.
  fileprivate func moved(to part: Int) -> Self {
    Self(
      key: key,
      position: YAMLNode.Position(line: position.line, column: position.column, part: part),
      value: value.moved(to: part))
  }
}
