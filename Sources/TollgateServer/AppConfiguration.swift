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
  /// Asks the store about missed notifications and periods that ended without news; nil never asks.
  public let storeAPI: AppStoreServerAPI?
  /// Whose tokens prove who a person is.
  public let issuers: [TokenIssuer]

  /// Describes an app.
  ///
  /// - Parameters:
  ///   - blueprint: The app's rules.
  ///   - revision: The revision of the blueprint.
  ///   - verifier: Verifies what the store signs for the app.
  ///   - storeAPI: Asks the store; its verifier is for the same app and environment. Its retries should be few, as
  ///     ``StoreJobs`` tries again later by itself.
  ///   - issuers: Whose tokens prove who a person is; nil is Sign in with Apple in the app itself.
  public init(
    blueprint: Blueprint, revision: String, verifier: SignedDataVerifier,
    storeAPI: AppStoreServerAPI? = nil, issuers: [TokenIssuer]? = nil
  ) {
    self.storeAPI = storeAPI
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
    /// A verifier accepts none or several environments; facts of different environments never mix.
    case mixedEnvironments
    /// A verifier's bundle identifier is not the blueprint's.
    case bundleMismatch
    /// The client of the store's API is for another app or environment than the verifier.
    case storeAPIMismatch
    /// The ledger cannot be read or written.
    case ledger
    /// A blueprint cannot be written as JSON.
    case blueprint
    /// An issuer cannot be used as it is described.
    case issuers
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
