import Crypto
import Foundation
import Tollgate
import TollgateWire

/// Signs responses with a server key, so that a client that pins the public key can detect a forged cache.
struct ResponseSigner: Sendable {
  private let key: Curve25519.Signing.PrivateKey
  /// The key that clients pin.
  let publicKey: AnswerKey
  /// The public key's id, the value of the header `Tollgate-Key`.
  let keyID: String
  /// The key that will sign next; nil if there isn't one.
  let nextPublicKey: AnswerKey?

  /// Creates the signer of a server.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys`.
  init(_ keys: ServerKeys) throws(ConfigurationError) {
    try self.init(seed: keys.current(.answers).secret, next: keys.nextAnswerKey)
  }

  /// Creates a signer from a seed of 32 bytes (RFC 8032, 5.1.5).
  ///
  /// - Throws: ``ConfigurationError`` with code `keys` for an invalid seed.
  init(seed: [UInt8], next: AnswerKey? = nil) throws(ConfigurationError) {
    let invalid = ConfigurationError(.keys, "The server's key for answers is damaged.")
    do {
      key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    } catch {
      throw invalid
    }
    guard let publicKey = AnswerKey(bytes: key.publicKey.rawRepresentation) else { throw invalid }
    self.publicKey = publicKey
    keyID = publicKey.id
    nextPublicKey = next
  }

  /// Signs a response with Ed25519 ([RFC 8032](https://www.rfc-editor.org/rfc/rfc8032)).
  ///
  /// Two signatures of the same message may differ, as CryptoKit randomizes them; both are valid.
  ///
  /// - Parameters:
  ///   - body: The body, byte for byte as sent.
  ///   - app: The app it is served for.
  ///   - customer: The customer it is about; nil for a response about the app.
  /// - Returns: The signature in Base64, the value of the header `Tollgate-Signature`.
  /// - Throws: `Problem` with code `internal_error`.
  func signature(
    of body: [UInt8], app: Blueprint.App.ID, customer: Customer.ID?
  ) throws(Problem) -> String {
    do {
      return try key.signature(for: AnswerKey.message(body, app: app, customer: customer))
        .base64EncodedString()
    } catch {
      throw Problem(.internalError, "The answer could not be signed.")
    }
  }
}
