import AppStore
import Tollgate
import TollgateWire

/// An app with what is made of its configuration once.
struct ServedApp: Sendable {
  let blueprint: Blueprint
  let revision: String
  let verifier: SignedDataVerifier
  let environment: Environment
  let storeAPI: AppStoreServerAPI?
  let issuers: [TokenIssuer]
  let blueprintBody: [UInt8]
  let blueprintSignature: String

  var id: Blueprint.App.ID { blueprint.app.id }

  init(_ configuration: AppConfiguration, _ signer: AnswerSigner) throws(ConfigurationError) {
    blueprint = configuration.blueprint
    revision = configuration.revision
    verifier = configuration.verifier
    issuers = configuration.issuers
    let id = configuration.blueprint.app.id
    guard let environment = verifier.environments.first, verifier.environments.count == 1 else {
      throw ConfigurationError(
        .mixedEnvironments, "The verifier of \(id) must accept one environment of the store.")
    }
    guard verifier.bundleID == blueprint.app.bundleID else {
      throw ConfigurationError(
        .bundleMismatch, "The verifier of \(id) is for another bundle identifier.")
    }
    self.environment = environment
    storeAPI = configuration.storeAPI
    if let asked = storeAPI?.verifier {
      guard asked.bundleID == verifier.bundleID, asked.environments == verifier.environments else {
        throw ConfigurationError(
          .storeAPIMismatch, "The client of the store's API for \(id) verifies for another app.")
      }
    }
    if let mistake = issuers.lazy.compactMap(\.mistake).first {
      throw ConfigurationError(.issuers, "\(id): \(mistake).")
    }
    let response = BlueprintResponse(revision: revision, definition: blueprint.definition)
    do {
      blueprintBody = try JSON.bytes(response)
      blueprintSignature = try signer.signature(of: blueprintBody, app: id, customer: nil)
    } catch {
      throw ConfigurationError(.blueprint, "The blueprint of \(id) cannot be written as JSON.")
    }
  }
}
