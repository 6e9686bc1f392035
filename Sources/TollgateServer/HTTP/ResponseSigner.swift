import Crypto
import Foundation
import NIOPosix
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
  /// The answers that are signed together.
  let batches: AnswerBatches

  /// Creates the signer of a server.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys`.
  init(
    _ keys: ServerKeys, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) throws(ConfigurationError) {
    try self.init(
      seed: keys.current(.answers).secret, next: keys.nextAnswerKey, bytes: bytes)
  }

  /// Creates a signer from a seed of 32 bytes (RFC 8032, 5.1.5).
  ///
  /// - Parameters:
  ///   - next: The key that will sign next; nil if there isn't one.
  ///   - bytes: Creates random bytes, for the salts of answers that are signed together.
  /// - Throws: ``ConfigurationError`` with code `keys` for an invalid seed.
  init(
    seed: [UInt8], next: AnswerKey? = nil,
    bytes: @escaping @Sendable (Int) -> [UInt8] = IdentifierSource.random.bytes
  ) throws(ConfigurationError) {
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
    batches = AnswerBatches(key: key, bytes: bytes)
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
      throw Self.failure
    }
  }

  /// Signs a response, together with the others that are ready at the same moment on the same event loop.
  ///
  /// The parameters and the error are those of ``signature(of:app:customer:)``.
  func batchedSignature(
    of body: [UInt8], app: Blueprint.App.ID, customer: Customer.ID?
  ) async throws(Problem) -> String {
    guard body.count <= LongWork.bytes, let loop = MultiThreadedEventLoopGroup.currentEventLoop
    else {
      return try await LongWork.run(about: body.count) { () throws(Problem) in
        try self.signature(of: body, app: app, customer: customer)
      }
    }
    let message = AnswerKey.message(body, app: app, customer: customer)
    let signature = await withCheckedContinuation { caller in
      batches.sign(message, on: loop) { caller.resume(returning: $0) }
    }
    guard let signature else { throw Self.failure }
    return signature.description
  }

  static let failure = Problem(.internalError, "The answer could not be signed.")
}
