import Tollgate

/// The mistakes found in one reading of a file, and what its forms noted on the way.
package final class Reader {
  package let file: String
  package internal(set) var diagnostics: [BlueprintDiagnostic] = []
  /// The original positions of the items that were read, for lists of which some were not.
  var positions: [[String]: [Int]] = [:]
  /// Names that a section declares but that could not be read.
  var broken: Set<String> = []
  /// What the forms of a blueprint note for one another; other files leave it as it is.
  var blueprint = BlueprintNotes()

  /// Starts with the mistakes in the document's YAML.
  package init(file: String, diagnostics: [BlueprintDiagnostic] = []) {
    self.file = file
    self.diagnostics = diagnostics
  }

  package func error(
    at node: YAMLNode, _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    report(
      .error, at: node.position, node.path, message, expected: expected, nearest: nearest)
  }

  /// Records an unexpected value.
  package func unexpected(_ node: YAMLNode, expected: String, nearest: String? = nil) {
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

/// What a blueprint's forms note while it is read.
struct BlueprintNotes {
  /// The language of texts that are written as one line.
  var language = "en"
  /// The features, once they were read.
  var features: [Feature.ID: Feature] = [:]
  /// Texts written inline where they are used.
  var texts: [LocalizedText] = []
  /// The nodes of inline texts.
  var textNodes: [LocalizedText.ID: YAMLNode] = [:]
}
