import Tollgate

/// What one reading of a file gathers.
final class Reader {
  let file: String
  /// The language of texts that are written as one line.
  var language = "en"
  var diagnostics: [BlueprintDiagnostic] = []
  /// The features, once they were read.
  var features: [Feature.ID: Feature] = [:]
  /// Texts written where they are used.
  var texts: [Text] = []
  /// Where each text written in place stands.
  var textNodes: [Text.ID: YAMLNode] = [:]
  /// The positions in the file of the items that were read, for lists of which some were not.
  var positions: [[String]: [Int]] = [:]
  /// Names of things that a section declares but that were not read.
  var broken: Set<String> = []

  init(file: String) { self.file = file }

  func error(
    at node: YAMLNode, _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    report(
      .error, at: node.position, node.path, message, expected: expected, nearest: nearest)
  }

  /// Notes that something else stands where a value was expected.
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
