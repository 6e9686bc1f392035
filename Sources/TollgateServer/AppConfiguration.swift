public import AppStore
public import Tollgate

/// One app that a server serves.
public struct AppConfiguration: Sendable {
  /// The app's rules.
  public let blueprint: Blueprint
  /// The revision of the blueprint, which clients compare to know that it changed.
  public let revision: String
  /// Verifies what the store signs for the app; it accepts exactly one environment.
  public let verifier: SignedDataVerifier

  /// Describes an app.
  public init(blueprint: Blueprint, revision: String, verifier: SignedDataVerifier) {
    self.blueprint = blueprint
    self.revision = revision
    self.verifier = verifier
  }
}

/// Why a service cannot start with its configuration.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of a reason.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// There is no app to serve.
    case noApps
    /// Two blueprints name the same app.
    case duplicateApp
    /// A verifier accepts none or several environments; facts of different environments never mix.
    case mixedEnvironments
    /// A verifier's bundle identifier is not the blueprint's.
    case bundleMismatch
    /// The ledger cannot be read or written.
    case ledger
    /// A blueprint cannot be written as JSON.
    case blueprint
  }

  /// The stable name of the reason.
  public let code: Code
  /// What is wrong, as a sentence for operators.
  public let sentence: String

  init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// Whether the same start may succeed later.
  public var isRetryable: Bool { false }

  /// The sentence.
  public var description: String { sentence }
}
