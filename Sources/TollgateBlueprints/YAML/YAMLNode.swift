/// A value of a YAML document, with its position in the text and in the tree.
///
/// | in the text | content |
/// |---|---|
/// | `9.99 USD`, `"9.99"` | a scalar that is text |
/// | `3`, `0.5`, `true`, `~` | a scalar of another kind |
/// | `[en, de]`, and lines with dashes | a list |
/// | `{ name: Coach }`, and lines with keys | a map |
package struct YAMLNode: Sendable {
  /// A line and a column, from 1.
  package struct Position: Hashable, Sendable {
    package let line: Int
    package let column: Int
    /// The number of the file: 0 for the blueprint itself, 1 for its first part.
    var part = 0
  }

  /// The type that YAML's core schema gives an unquoted scalar.
  package enum ScalarKind: Sendable {
    case text
    /// Decimal digits with an optional sign.
    case integer
    /// A number with a fraction or an exponent, an infinity or not-a-number.
    case number
    /// `true` or `false`, also with a capital or in capitals.
    case flag
    /// No value, `~` or `null`.
    case empty
  }

  /// A key with its value.
  package struct Entry: Sendable {
    package let key: String
    package let position: Position
    package let value: YAMLNode
  }

  package enum Content: Sendable {
    case scalar(String, ScalarKind)
    case list([YAMLNode])
    case map([Entry])
  }

  package let content: Content
  /// The position of the value; that of the key for a map or a list that has one.
  package let position: Position
  /// The keys and positions that lead to it.
  let path: [String]

  package subscript(key: String) -> YAMLNode? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// A description of the value, for messages.
  var found: String {
    switch content {
    case .scalar(let text, .text):
      Double(text) == nil ? "`\(text.prefix(40))`" : "the text `\(text.prefix(40))`"
    case .scalar(let text, .integer), .scalar(let text, .number): "the number `\(text)`"
    case .scalar(let text, .flag): "`\(text)`"
    case .scalar(_, .empty): "nothing"
    case .list(let items): items.isEmpty ? "an empty list" : "a list"
    case .map(let entries): entries.isEmpty ? "an empty map" : "a map"
    }
  }

  /// The first scalar at or below this node with exactly this text.
  func scalar(saying text: String) -> YAMLNode? {
    switch content {
    case .scalar(let own, _): own == text ? self : nil
    case .list(let items): items.lazy.compactMap { $0.scalar(saying: text) }.first
    case .map(let entries): entries.lazy.compactMap { $0.value.scalar(saying: text) }.first
    }
  }
}

extension YAMLNode {
  /// The value under a key of this map, at the key's position.
  func entry(named key: String) -> YAMLNode? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key == key }
      .map { YAMLNode(content: $0.value.content, position: $0.position, path: $0.value.path) }
  }

  /// The position of a key of this map.
  func keyPosition(of key: String) -> Position? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.position
  }
}
