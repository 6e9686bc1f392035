/// A blueprint file that cannot be used, with everything that is wrong with it.
public struct BlueprintFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of a kind of failure.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The file, or the `.storekit` file it names, cannot be read.
    case unreadable
    /// The file is no YAML.
    case invalidYAML
    /// The file is YAML but no blueprint.
    case invalidBlueprint
  }

  /// The kind of failure.
  public let code: Code
  /// Everything that was found in one run, in the order of the file: at least one error, and warnings.
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
}
