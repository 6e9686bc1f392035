public import AppStore
public import Tollgate

/// One app that a server serves.
public struct AppConfiguration: Sendable {
  /// The app's rules.
  public let blueprint: Blueprint
  /// The revision of the blueprint, which clients compare to know that it changed.
  public let revision: String
  /// Verifies what the store signs for the app, in every environment that the server accepts.
  public let verifier: SignedDataVerifier
  /// The clients that ask each environment's store about missed notifications and periods that ended without news; an
  /// environment without one is not asked.
  public let storeAPIs: [StoreEnvironment: AppStoreServerAPI]
  /// Trusted token issuers.
  public let issuers: [TokenIssuer]
  /// Whose purchases of the sandbox are accepted, where the verifier accepts that environment.
  public let sandbox: SandboxPolicy

  /// Describes an app.
  ///
  /// - Parameters:
  ///   - blueprint: The app's rules.
  ///   - revision: The revision of the blueprint.
  ///   - verifier: Verifies what the store signs for the app; for production it has the app's Apple ID.
  ///   - storeAPIs: Ask the store; their verifiers are for the same app and accept the environment they ask. Their
  ///     retries should be few, as ``StoreJobs`` tries again later by itself.
  ///   - issuers: Trusted token issuers; nil is Sign in with Apple in the app itself.
  ///   - sandbox: Whose purchases of the sandbox are accepted.
  public init(
    blueprint: Blueprint, revision: String, verifier: SignedDataVerifier,
    storeAPIs: [StoreEnvironment: AppStoreServerAPI] = [:], issuers: [TokenIssuer]? = nil,
    sandbox: SandboxPolicy = .allowed
  ) {
    self.storeAPIs = storeAPIs
    self.sandbox = sandbox
    self.issuers = issuers ?? [.apple(bundleID: blueprint.app.bundleID)]
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
    /// No environment of the store is accepted.
    case noEnvironment
    /// A server for production lacks the app's Apple ID, without which it would refuse every notification.
    case missingAppleID
    /// A verifier's bundle identifier is not the blueprint's.
    case bundleMismatch
    /// A client of the store's API is for another app or environment than the verifier.
    case storeAPIMismatch
    /// The ledger cannot be read or written.
    case ledger
    /// A blueprint cannot be written as JSON.
    case blueprint
    /// An issuer cannot be used as it is described.
    case issuers
    /// A tester's email address is invalid.
    case testers
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
