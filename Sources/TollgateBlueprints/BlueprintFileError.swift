public import Foundation
package import Tollgate

/// An error for a blueprint file that cannot be used, with every mistake in it.
public struct BlueprintFileError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a kind of failure.
  ///
  /// Newer versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The file, a part or the `.storekit` file it names cannot be read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The file is not valid YAML.
    public static let invalidYAML = Self(rawValue: "invalidYAML")
    /// The file is YAML but not a valid blueprint.
    public static let invalidBlueprint = Self(rawValue: "invalidBlueprint")
    /// The file cannot be formatted in the house style without losing or changing something.
    public static let notFormattable = Self(rawValue: "notFormattable")
  }

  /// Which file it is, by which a server that has served it recognizes it.
  package struct Identity: Hashable, Sendable {
    package let app: Blueprint.App.ID
    package let revision: String
  }

  /// The kind of failure.
  public let code: Code
  /// Everything found in one run, in the order of the file: at least one error, and warnings.
  public let diagnostics: [BlueprintDiagnostic]
  /// Which file it is; nil if too little of it could be read.
  package let identity: Identity?

  /// Creates an error from diagnostics.
  ///
  /// - Parameter diagnostics: Everything found, in the order of the file, with at least one error.
  public init(code: Code, diagnostics: [BlueprintDiagnostic]) {
    self.init(code: code, diagnostics: diagnostics, identity: nil)
  }

  init(code: Code, diagnostics: [BlueprintDiagnostic], identity: Identity?) {
    self.code = code
    self.diagnostics = diagnostics
    self.identity = identity
  }

  /// Whether a retry may help; always false.
  public var isRetryable: Bool { false }

  public var message: String { diagnostics.map(\.description).joined(separator: "\n") }

  public var description: String { message }

  public var errorDescription: String? { message }
}
