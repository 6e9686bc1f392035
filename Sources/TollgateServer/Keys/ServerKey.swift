import Crypto
import Foundation
public import Tollgate
public import TollgateWire

/// A secret key of the server, which signs either customer tokens or answers.
///
/// Its id is derived from the key, so the same key always has the same id. The id is public: tokens name it as `kid`,
/// and answers in the header `Tollgate-Key`.
public struct ServerKey: Hashable, Sendable, Identifiable {
  /// What a key signs.
  public enum Use: String, Codable, CaseIterable, Sendable {
    /// Customer tokens, with HMAC-SHA-256.
    case tokens
    /// Answers, with Ed25519; clients pin the public key.
    case answers
  }

  /// A key's place in a rotation.
  public enum State: String, Codable, CaseIterable, Sendable {
    /// It will sign later: clients can already pin it.
    case next
    /// It signs.
    case current
    /// It signed earlier: its tokens are still valid.
    case previous
    /// Its secret was erased, and nothing it signed is valid on this server any more.
    case retired
  }

  /// The length of a secret in bytes.
  public static let secretByteCount = 32

  /// The first 64 bits of a SHA-256 as 16 hexadecimal digits.
  public let id: String
  public let use: Use
  public let createdAt: Instant
  /// When it began to sign; nil if it never did, or is retired.
  public internal(set) var currentSince: Instant?
  /// Its place in a rotation.
  public internal(set) var state: State
  /// The key that clients pin; nil for a key for tokens, or once it is retired.
  public private(set) var publicKey: AnswerKey?
  /// The secret; empty once the key is retired.
  private(set) var secret: [UInt8]

  /// Creates a key from its secret.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys` if the secret does not have ``secretByteCount`` bytes.
  init(
    for use: Use, secret: [UInt8], createdAt: Instant, state: State
  ) throws(ConfigurationError) {
    guard secret.count == Self.secretByteCount else {
      throw ConfigurationError(
        .keys, "A server key must have \(Self.secretByteCount) bytes, not \(secret.count).")
    }
    self.use = use
    self.createdAt = createdAt
    self.state = state
    self.secret = secret
    switch use {
    case .tokens:
      let digest = SHA256.hash(data: Array("tollgate-token-key-1\n".utf8) + secret)
      id = digest.prefix(AnswerKey.idByteCount).hexadecimal
    case .answers:
      let signer = try ResponseSigner(seed: secret)
      publicKey = signer.publicKey
      id = signer.publicKey.id
    }
  }

  /// Creates the record of a retired key, without its secret.
  init(retired id: String, for use: Use, createdAt: Instant) {
    self.id = id
    self.use = use
    self.createdAt = createdAt
    state = .retired
    secret = []
  }

  /// How long the key has been signing at an instant; zero if it never did.
  ///
  /// It is never negative, even if the clock is wrong.
  func age(at now: Instant) -> Duration {
    max(.zero, (currentSince ?? now).duration(to: now))
  }

  /// The key without its secret.
  var retired: ServerKey { ServerKey(retired: id, for: use, createdAt: createdAt) }
}

extension ServerKey: CustomStringConvertible {
  /// The id, the use and the state; never the secret.
  public var description: String { "\(id) (\(use), \(state))" }
}

extension ServerKey: CustomReflectable {
  /// The id, the use and the state; never the secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "use": use.rawValue, "state": state.rawValue])
  }
}
