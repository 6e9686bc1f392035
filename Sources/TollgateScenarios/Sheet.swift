import Tollgate
import TollgateBlueprints
import Yams

/// Reads values from YAML nodes and collects every mistake with its place.
final class Sheet {
  let file: String
  private(set) var diagnostics: [BlueprintDiagnostic] = []
  /// Keys that were misspelt, and so are not missing.
  private(set) var meant: Set<String> = []

  init(file: String) { self.file = file }

  func place(of node: Node) -> Place {
    node.mark.map { Place(line: $0.line, column: $0.column) } ?? Place(line: 1, column: 1)
  }

  func mistake(
    _ node: Node, _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    let place = place(of: node)
    diagnostics.append(
      BlueprintDiagnostic(
        file: file, line: place.line, column: place.column, message: message, expected: expected,
        nearest: nearest))
  }

  func unexpected(_ node: Node, expected: String) {
    let found =
      switch node {
      case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "`\(scalar.string)`"
      case .sequence: "a list"
      case .mapping: "a map"
      case .alias: "an alias"
      }
    mistake(node, "found \(found)", expected: expected)
  }

  /// The entries of a map whose keys are all known; unknown ones are noted and left out.
  func entries(of node: Node, _ what: String, keys: [String]) -> [(key: Node, value: Node)]? {
    guard let mapping = node.mapping else {
      unexpected(node, expected: what)
      return nil
    }
    return mapping.compactMap { key, value in
      guard let name = key.string, keys.contains(name) else {
        let name = key.string ?? ""
        let nearest = nearestName(to: name, in: keys)
        if let nearest { meant.insert(nearest) }
        mistake(
          key, "\(what) has no key `\(name)`", expected: nearest == nil ? oneOf(keys) : nil,
          nearest: nearest)
        return nil
      }
      return (key, value)
    }
  }

  func text(_ node: Node, _ expected: String = "a text") -> String? {
    guard let text = node.scalar?.string, !text.isEmpty else {
      unexpected(node, expected: expected)
      return nil
    }
    return text
  }

  func whole(_ node: Node, _ range: ClosedRange<Int>) -> Int? {
    guard let text = node.scalar?.string, let number = Int(text), range.contains(number) else {
      unexpected(
        node, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  func flag(_ node: Node) -> Bool? {
    switch node.scalar?.string {
    case "true": return true
    case "false": return false
    default:
      unexpected(node, expected: "`true` or `false`")
      return nil
    }
  }

  func instant(_ node: Node) -> Instant? {
    guard let text = node.scalar?.string, let instant = Instant(text) else {
      unexpected(node, expected: "a date and time such as `2026-03-02T09:00:00Z`")
      return nil
    }
    return instant
  }

  func period(_ node: Node) -> Period? {
    guard let text = node.scalar?.string, let period = Period(text) else {
      unexpected(node, expected: "a period such as `P3D` or `PT12H`")
      return nil
    }
    return period
  }

  /// A word of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(_ node: Node, _: Word.Type) -> Word?
  where Word.RawValue == String {
    let names = Word.allCases.map(\.rawValue)
    guard let text = node.scalar?.string, let word = Word(rawValue: text) else {
      let nearest = node.scalar.flatMap { nearestName(to: $0.string, in: names) }
      mistake(
        node, "found `\(node.scalar?.string ?? "")`", expected: oneOf(names), nearest: nearest)
      return nil
    }
    return word
  }

  /// One of several names.
  func name(_ node: Node, _ what: String, in names: [String]) -> String? {
    guard let text = node.scalar?.string, names.contains(text) else {
      let nearest = node.scalar.flatMap { nearestName(to: $0.string, in: names) }
      mistake(
        node, "there is no \(what) `\(node.scalar?.string ?? "")`",
        expected: names.isEmpty ? nil : oneOf(names), nearest: nearest)
      return nil
    }
    return text
  }

  private func oneOf(_ names: [String]) -> String {
    names.count == 1
      ? "`\(names[0])`" : "one of \(names.map { "`\($0)`" }.joined(separator: ", "))"
  }

  /// The elements of a list, or a single value as a list of one.
  func list(_ node: Node) -> [Node] {
    guard let sequence = node.sequence else { return [node] }
    return Array(sequence)
  }

  /// Whether a node is `none`.
  func isNone(_ node: Node) -> Bool { node.scalar?.string == "none" }
}
