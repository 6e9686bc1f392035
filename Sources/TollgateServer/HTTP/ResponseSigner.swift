import Crypto
import Foundation
import NIOPosix
import Tollgate
import TollgateLedger
import TollgateWire

/// Signs responses with a key of the ledger, so that a client that pins the public key can detect a forged cache.
struct ResponseSigner: Sendable {
  /// The length of a key's seed in bytes (RFC 8032, 5.1.5).
  static let seedByteCount = 32

  private let key: Curve25519.Signing.PrivateKey
  /// The key that clients pin.
  let publicKey: AnswerKey
  /// The answers that are signed together.
  let batches: AnswerBatches

  /// Creates a signer; nil for an invalid seed.
  ///
  /// - Parameters:
  ///   - seed: The key's seed.
  ///   - bytes: Creates random bytes, for the salts of answers that are signed together.
  init?(seed: [UInt8], bytes: @escaping @Sendable (Int) -> [UInt8]) {
    do {
      key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    } catch {
      return nil
    }
    guard let publicKey = AnswerKey(bytes: key.publicKey.rawRepresentation) else { return nil }
    self.publicKey = publicKey
    batches = AnswerBatches(key: key, bytes: bytes)
  }

  /// Creates the signer of a ledger, whose key is created on first use.
  ///
  /// - Throws: ``ConfigurationError`` with code `ledger`.
  init(
    of ledger: any Ledger, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) async throws(ConfigurationError) {
    let seed: [UInt8]
    // Existing ledgers keep the key under this name: renaming it would invalidate every pin.
    do throws(LedgerError) {
      seed = try await ledger.secret("answers") { bytes(Self.seedByteCount) }
    } catch {
      throw ConfigurationError(.ledger, error.message)
    }
    guard let signer = ResponseSigner(seed: seed, bytes: bytes) else {
      throw ConfigurationError(.ledger, "The ledger's key for answers is damaged.")
    }
    self = signer
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
    guard let loop = MultiThreadedEventLoopGroup.currentEventLoop else {
      return try signature(of: body, app: app, customer: customer)
    }
    let message = AnswerKey.message(body, app: app, customer: customer)
    let signature = await withCheckedContinuation { caller in
      batches.sign(message, on: loop) { caller.resume(returning: $0) }
    }
    guard let signature else { throw Self.failure }
    return signature.description
  }

  private static let failure = Problem(.internalError, "The answer could not be signed.")
}
