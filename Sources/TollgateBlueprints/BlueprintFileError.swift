/// An error for a blueprint file that cannot be used, with every mistake in it.
public struct BlueprintFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a kind of failure.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The file, or the `.storekit` file it names, cannot be read.
    case unreadable
    /// The file is not valid YAML.
    case invalidYAML
    /// The file is YAML but not a valid blueprint.
    case invalidBlueprint
  }

  /// The kind of failure.
  public let code: Code
  /// Everything found in one run, in the order of the file: at least one error, and warnings.
  public let diagnostics: [BlueprintDiagnostic]

  /// Creates an error from diagnostics.
  public init(code: Code, diagnostics: [BlueprintDiagnostic]) {
    self.code = code
    self.diagnostics = diagnostics
  }

  /// Whether a retry may help; always false.
  public var isRetryable: Bool { false }

  /// One line for each diagnostic.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
