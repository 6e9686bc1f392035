public import TollgateBlueprints

/// A scenario file that cannot be run, with everything that is wrong with it.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of a kind of failure.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file, or one that it names, cannot be read.
    case unreadable
    /// The file is not valid YAML.
    case invalidYAML
    /// The file is YAML but not a scenario of the app.
    case invalidScenario
    /// The scenario names the blueprint of another app than the one it is to run with.
    case otherApp
    /// The blueprint cannot be used.
    case invalidBlueprint
  }

  /// The kind of failure.
  public let code: Code
  /// Everything that was found in one run, in the order of the file.
  public let diagnostics: [BlueprintDiagnostic]

  /// Collects what was found.
  public init(code: Code, diagnostics: [BlueprintDiagnostic]) {
    self.code = code
    self.diagnostics = diagnostics
  }

  /// Reading the same file again never helps.
  public var isRetryable: Bool { false }

  /// A line for each diagnostic.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }

  init(_ code: Code, _ file: String, at position: YAMLNode.Position? = nil, _ message: String) {
    self.init(
      code: code,
      diagnostics: [
        BlueprintDiagnostic(
          file: file, line: position?.line ?? 0, column: position?.column ?? 0, message: message)
      ])
  }
}
