import Tollgate

/// The state collected in one reading of a file.
final class Reader {
  let file: String
  /// The language of texts that are written as one line.
  var language = "en"
  var diagnostics: [BlueprintDiagnostic] = []
  /// The features, once they were read.
  var features: [Feature.ID: Feature] = [:]
  /// Texts written inline where they are used.
  var texts: [LocalizedText] = []
  /// The nodes of inline texts.
  var textNodes: [LocalizedText.ID: YAMLNode] = [:]
  /// The original positions of the items that were read, for lists of which some were not.
  var positions: [[String]: [Int]] = [:]
  /// Names that a section declares but that could not be read.
  var broken: Set<String> = []

  init(file: String) { self.file = file }

  func error(
    at node: YAMLNode, _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    report(
      .error, at: node.position, node.path, message, expected: expected, nearest: nearest)
  }

  /// Records an unexpected value.
  func unexpected(_ node: YAMLNode, expected: String, nearest: String? = nil) {
    error(at: node, "found \(node.found)", expected: expected, nearest: nearest)
  }

  func report(
    _ severity: BlueprintDiagnostic.Severity, at position: YAMLNode.Position, _ path: [String],
    _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    diagnostics.append(
      BlueprintDiagnostic(
        file: file, line: position.line, column: position.column,
        path: path.joined(separator: "."), severity: severity, message: message,
        expected: expected, nearest: nearest))
  }
}
