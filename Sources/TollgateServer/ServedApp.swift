import Crypto
import Foundation
public import Tollgate
import TollgateAppStore
import TollgateHTML
import TollgateWire

/// An app that a service serves, with the values derived once from its configuration.
public final class ServedApp: Sendable {
  /// The version of the rules for refusing notifications; after a change, stored notifications are tried again.
  private static let rules = 1

  private let configuration: AppConfiguration
  let sandbox: SandboxPolicy
  /// Signs promotional offers; nil without a key.
  let offerSigner: OfferSigner?
  let blueprintBody: [UInt8]
  let blueprintSignature: String
  /// The fonts of its paywalls, by their hashes.
  let fonts: [String: Asset]
  /// A fingerprint of everything that decides whether a notification is refused.
  let settings: String

  public var blueprint: Blueprint { configuration.blueprint }
  public var revision: String { configuration.revision }
  /// What is wrong with the blueprint by this version; it was served before, and so is served nevertheless.
  public var mistakes: [String] { configuration.mistakes }
  public var id: Blueprint.App.ID { blueprint.app.id }
  var verifier: SignedDataVerifier { configuration.verifier }
  /// Whether nobody's purchase in production is accepted, so that every customer is a developer or a tester.
  var isDevelopment: Bool { !verifier.environments.contains(.production) }
  var storeAPIs: [StoreEnvironment: AppStoreServerAPI] { configuration.storeAPIs }
  var issuers: [TokenIssuer] { configuration.issuers }
  var signInKey: AppleSignInKey? { configuration.signInKey }
  var answersRevenueCat: Bool { configuration.answersRevenueCat }

  init(_ configuration: AppConfiguration, _ signer: ResponseSigner) throws(ConfigurationError) {
    try configuration.check()
    self.configuration = configuration
    offerSigner = configuration.offerKey.map {
      OfferSigner(key: $0, bundleID: configuration.verifier.bundleID)
    }
    sandbox = try configuration.sandbox.normalized(for: configuration.blueprint.app.id)
    settings = Self.digest(
      "\(Self.rules)", configuration.revision, configuration.verifier.bundleID,
      "\(configuration.verifier.appAppleID ?? 0)",
      "\(configuration.verifier.environments.map(\.rawValue).sorted())", sandbox.fingerprint)
    let blueprint = configuration.blueprint
    fonts = Dictionary(
      blueprint.definition.fonts.map { ($0.digest, Asset.woff2($0.bytes)) }
    ) { first, _ in first }
    let response = BlueprintResponse(
      revision: configuration.revision, definition: blueprint.definition)
    do {
      blueprintBody = try JSON.bytes(response)
      blueprintSignature = try signer.signature(
        of: blueprintBody, app: blueprint.app.id, customer: nil)
    } catch {
      throw ConfigurationError(
        .blueprint, "The blueprint of \(blueprint.app.id) cannot be written as JSON.")
    }
  }

  /// The same app with another blueprint, and with everything else as it was configured.
  ///
  /// - Throws: ``ConfigurationError`` if the blueprint is for another app, bundle identifier or Apple ID.
  func serving(
    _ stored: StoredBlueprint, mistakes: [String], _ signer: ResponseSigner
  ) throws(ConfigurationError) -> ServedApp {
    let blueprint = stored.blueprint
    guard blueprint.app.id == id, blueprint.app.appAppleID == self.blueprint.app.appAppleID else {
      throw ConfigurationError(
        .blueprint, "The blueprint is for another app or Apple ID than that of \(id).")
    }
    return try ServedApp(
      AppConfiguration(
        blueprint: blueprint, revision: stored.revision, mistakes: mistakes, verifier: verifier,
        storeAPIs: storeAPIs, issuers: issuers, signInKey: signInKey,
        sandbox: configuration.sandbox,
        offerKey: configuration.offerKey, answersRevenueCat: answersRevenueCat), signer)
  }

  private static func digest(_ parts: String...) -> String {
    SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).prefix(16).hexadecimal
  }
}

extension AppConfiguration {
  /// Rejects a configuration that could not work, so that a server that starts can accept what its store sends.
  fileprivate func check() throws(ConfigurationError) {
    let id = blueprint.app.id
    guard verifier.bundleID == blueprint.app.bundleID else {
      throw ConfigurationError(
        .bundleMismatch, "The verifier of \(id) is for another bundle identifier.")
    }
    guard !verifier.environments.isEmpty,
      sandbox != .refused || verifier.environments.contains(.production)
    else {
      throw ConfigurationError(
        .noEnvironment, "The server of \(id) would accept no environment of the store.")
    }
    guard !verifier.environments.contains(.production) || verifier.appAppleID != nil else {
      throw ConfigurationError(
        .missingAppleID,
        """
        A server for production needs the Apple ID of \(id): without it every notification of the App Store is \
        refused. Set `appleID` under `app` in the blueprint to the number that App Store Connect shows under App \
        Information.
        """)
    }
    for (environment, api) in storeAPIs {
      guard api.verifier.bundleID == verifier.bundleID,
        api.verifier.accepts(environment), verifier.accepts(environment)
      else {
        throw ConfigurationError(
          .storeAPIMismatch,
          "The client of the store's API for \(id) verifies for another app or environment.")
      }
    }
    if let mistake = issuers.lazy.compactMap(\.mistake).first {
      throw ConfigurationError(.issuers, "\(id): \(mistake).")
    }
  }
}

extension SignedDataVerifier {
  fileprivate func accepts(_ environment: StoreEnvironment) -> Bool {
    switch environment {
    case .production: environments.contains(.production)
    case .sandbox: environments.contains(.sandbox)
    case .xcode: !environments.isDisjoint(with: [.xcode, .localTesting])
    }
  }
}

extension SandboxPolicy {
  /// The policy with email addresses in normalized form.
  fileprivate func normalized(
    for app: Blueprint.App.ID
  ) throws(ConfigurationError) -> SandboxPolicy {
    switch self {
    case .allowed, .refused: return self
    case .testers(let customers, let emails):
      do {
        var normalized: Set<String> = []
        for email in emails { normalized.insert(try EmailAddress(email).text) }
        return .testers(customers: customers, emails: normalized)
      } catch {
        throw ConfigurationError(.testers, "A tester of \(app) has an invalid email address.")
      }
    }
  }
}
