public import Foundation
public import Tollgate
public import TollgateWire

extension BlueprintBundle {
  /// Signs a blueprint that ships in an app, as a server with the same keys would serve it.
  ///
  /// - Returns: The bundle, and the key that the app has to pin.
  /// - Throws: ``ConfigurationError`` with code `keys` or `blueprint`.
  public static func signed(
    _ blueprint: Blueprint, revision: String, at now: Instant, by keys: ServerKeys
  ) throws(ConfigurationError) -> (bundle: BlueprintBundle, key: AnswerKey) {
    let signer = try ResponseSigner(keys, bytes: IdentifierSource.random.bytes)
    let response = BlueprintResponse(
      revision: revision, definition: blueprint.definition, bundledAt: now)
    do {
      let body = try JSON.bytes(response)
      let signature = try signer.signature(of: body, app: blueprint.app.id, customer: nil)
      let bundle = BlueprintBundle(
        app: blueprint.app.id, body: Data(body), signature: signature)
      return (bundle, signer.publicKey)
    } catch {
      throw ConfigurationError(
        .blueprint, "The blueprint of \(blueprint.app.id) cannot be written as JSON.")
    }
  }

  /// The bundle as a file.
  ///
  /// - Returns: JSON; the same bundle has the same bytes.
  /// - Throws: `Problem` with code `internal_error` if it cannot be written.
  public func file() throws(Problem) -> Data { Data(try JSON.bytes(self) + [UInt8(ascii: "\n")]) }
}
