import Crypto
import Foundation
import Tollgate
import TollgateWire

/// Signs responses with a key of the ledger, so that a client that pins the public key can detect a forged cache.
struct ResponseSigner: Sendable {
  /// The length of a key's seed in bytes (RFC 8032, 5.1.5).
  static let seedByteCount = 32

  private let key: Curve25519.Signing.PrivateKey
  let publicKey: AnswerKey

  /// Creates a signer; nil for an invalid seed.
  init?(seed: [UInt8]) {
    do {
      key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    } catch {
      return nil
    }
    guard let publicKey = AnswerKey(bytes: key.publicKey.rawRepresentation) else { return nil }
    self.publicKey = publicKey
  }

  /// The signature of a response in Base64.
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
