public import Foundation
public import Tollgate
public import TollgateAppStore

/// The configuration of one app on a server.
public struct AppConfiguration: Sendable {
  public let blueprint: Blueprint
  /// The revision of the blueprint, which clients compare to detect changes.
  public let revision: String
  /// What is wrong with a blueprint that is served nevertheless, because it was served before this version found it.
  public let mistakes: [String]
  /// Verifies what the store signs for the app, in every environment that the server accepts.
  public let verifier: SignedDataVerifier
  /// The clients that ask each environment's store about missed notifications and about periods that ended without
  /// an update; an environment without a client is not asked.
  public let storeAPIs: [StoreEnvironment: AppStoreServerAPI]
  /// Trusted token issuers.
  public let issuers: [TokenIssuer]
  /// The key for Sign in with Apple, which revokes the sign-ins of deleted accounts; nil revokes none.
  public let signInKey: AppleSignInKey?
  /// Which customers' sandbox purchases are accepted, if the verifier accepts that environment.
  public let sandbox: SandboxPolicy
  /// The app's in-app purchase key, which signs promotional offers and full prices; nil signs none.
  public let offerKey: AppStoreKey?
  /// Whether builds with RevenueCat's SDK buy in the app: a purchase that the store signed for one of its names then
  /// belongs to that name's account, which the first report of it opens.
  public let answersRevenueCat: Bool

  /// Creates the configuration of an app.
  ///
  /// - Parameters:
  ///   - mistakes: What is wrong with the blueprint, a line each, if it is served nevertheless.
  ///   - verifier: Verifies what the store signs for the app; for production it needs the app's Apple ID.
  ///   - storeAPIs: Clients of the store's API; their verifiers are for the same app and accept the environment they
  ///     ask. They should retry rarely, as ``StoreJobs`` retries later.
  ///   - issuers: Trusted token issuers; nil means Sign in with Apple in the app itself.
  ///   - signInKey: The key for Sign in with Apple, which revokes the sign-ins of deleted accounts.
  ///   - sandbox: Which customers' sandbox purchases are accepted.
  ///   - answersRevenueCat: Whether the server's ``RevenueCatKeys`` have a key of the app.
  public init(
    blueprint: Blueprint, revision: String, mistakes: [String] = [],
    verifier: SignedDataVerifier,
    storeAPIs: [StoreEnvironment: AppStoreServerAPI] = [:], issuers: [TokenIssuer]? = nil,
    signInKey: AppleSignInKey? = nil, sandbox: SandboxPolicy = .allowed,
    offerKey: AppStoreKey? = nil, answersRevenueCat: Bool = false
  ) {
    self.answersRevenueCat = answersRevenueCat
    self.offerKey = offerKey
    self.storeAPIs = storeAPIs
    self.sandbox = sandbox
    self.signInKey = signInKey
    self.issuers = issuers ?? [.apple(bundleID: blueprint.app.bundleID)]
    self.blueprint = blueprint
    self.revision = revision
    self.mistakes = mistakes
    self.verifier = verifier
  }
}

/// An error for a configuration that a service cannot start with.
public struct ConfigurationError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// There is no app to serve.
    public static let noApps = Self(rawValue: "noApps")
    /// Two blueprints name the same app.
    public static let duplicateApp = Self(rawValue: "duplicateApp")
    /// No environment of the store is accepted.
    public static let noEnvironment = Self(rawValue: "noEnvironment")
    /// A server for production lacks the app's Apple ID, without which it would refuse every notification.
    public static let missingAppleID = Self(rawValue: "missingAppleID")
    /// A verifier's bundle identifier is not the blueprint's.
    public static let bundleMismatch = Self(rawValue: "bundleMismatch")
    /// A client of the store's API is for another app or environment than the verifier.
    public static let storeAPIMismatch = Self(rawValue: "storeAPIMismatch")
    /// The ledger cannot be read or written.
    public static let ledger = Self(rawValue: "ledger")
    /// The server's keys cannot be used.
    public static let keys = Self(rawValue: "keys")
    /// The server's keys are not those of the ledger, or an outdated copy of them.
    public static let otherKeys = Self(rawValue: "otherKeys")
    /// There are no server keys, and the ledger belongs to some.
    public static let missingKeys = Self(rawValue: "missingKeys")
    /// The ledger belongs to a server for another environment.
    public static let environment = Self(rawValue: "environment")
    /// A blueprint cannot be written as JSON.
    public static let blueprint = Self(rawValue: "blueprint")
    /// An issuer's description is unusable.
    public static let issuers = Self(rawValue: "issuers")
    /// A key for Sign in with Apple cannot be read.
    public static let signInKey = Self(rawValue: "signInKey")
    /// A tester's email address is invalid.
    public static let testers = Self(rawValue: "testers")
    /// Something is to be kept for a number of days that is out of range.
    public static let retention = Self(rawValue: "retention")
    /// The mail hook has an unusable address or secret.
    public static let mailHook = Self(rawValue: "mailHook")
    /// The destination of webhooks cannot be used.
    public static let webhook = Self(rawValue: "webhook")
  }

  /// The stable code of the reason.
  public let code: Code
  /// The description of the error, for operators.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public var errorDescription: String? { message }
}
