public import Foundation
public import TollgateBlueprints

/// A scenario file that cannot be run, with everything that is wrong with it.
public struct ScenarioError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of a kind of failure.
  ///
  /// Newer versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The file, or one that it names, cannot be read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The file is not valid YAML.
    public static let invalidYAML = Self(rawValue: "invalidYAML")
    /// The file is YAML but not a scenario of the app.
    public static let invalidScenario = Self(rawValue: "invalidScenario")
    /// The scenario names the blueprint of another app than the one it is to run with.
    public static let otherApp = Self(rawValue: "otherApp")
    /// The blueprint cannot be used.
    public static let invalidBlueprint = Self(rawValue: "invalidBlueprint")
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

  public var message: String { diagnostics.map(\.description).joined(separator: "\n") }

  public var description: String { message }

  init(_ code: Code, _ file: String, at position: YAMLNode.Position? = nil, _ message: String) {
    self.init(
      code: code,
      diagnostics: [
        BlueprintDiagnostic(
          file: file, line: position?.line ?? 0, column: position?.column ?? 0, message: message)
      ])
  }

  public var errorDescription: String? { message }
}
