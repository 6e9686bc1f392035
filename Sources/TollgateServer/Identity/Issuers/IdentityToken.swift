import Foundation
import JWTKit
import Tollgate
import TollgateWire

/// The members of a token's header that describe its signature.
///
/// Follows [RFC 7515](https://www.rfc-editor.org/rfc/rfc7515), 4.1.
struct IdentityTokenHeader: Decodable, Sendable {
  /// The name of the algorithm, which must be one of ``SignatureAlgorithm``.
  let alg: String
  /// The identifier of the key; nil if the issuer has one key or names none.
  let kid: String?
  /// Extensions that a recipient has to understand; a token with any is rejected, as none is understood here.
  let crit: [String]?
}

/// The claims of a token, read after its signature is verified or to find its issuer.
struct IdentityClaims: JWTPayload {
  /// The value of a claim, as far as it is used.
  enum Value: Hashable, Sendable, Codable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case texts([String])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = Self.read(Bool.self, container) {
        self = .flag(flag)
      } else if let number = Self.read(Double.self, container) {
        self = .number(number)
      } else if let text = Self.read(String.self, container) {
        self = .text(text)
      } else {
        self = Self.read([String].self, container).map(Value.texts) ?? .other
      }
    }

    private static func read<Kind: Decodable>(
      _ kind: Kind.Type, _ container: any SingleValueDecodingContainer
    ) -> Kind? {
      do { return try container.decode(kind) } catch { return nil }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .flag(let flag): try container.encode(flag)
      case .texts(let texts): try container.encode(texts)
      case .other: try container.encodeNil()
      }
    }
  }

  /// Every claim by its name, of any type.
  let values: [String: Value]

  init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: Value].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }

  /// Does not check times: the caller does, by its own clock.
  func verify(using algorithm: some JWTAlgorithm) {}

  /// The value of a claim as text.
  ///
  /// Some issuers write `email_verified` as a Boolean and some as a string, so a Boolean reads as its JSON text.
  ///
  /// - Returns: Its text; nil for a claim that is missing or of another type.
  func text(_ name: String) -> String? {
    switch values[name] {
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .number, .texts, .other, nil: nil
    }
  }

  /// The audiences (`aud`), which RFC 7519 allows as one string or an array; empty if there aren't any.
  var audiences: Set<String> {
    switch values["aud"] {
    case .text(let audience): [audience]
    case .texts(let audiences): Set(audiences)
    case .number, .flag, .other, nil: []
    }
  }

  /// The instant of a claim in seconds since 1970; nil only if the token does not have the claim.
  ///
  /// - Throws: `Problem` with code `invalid_identity_token` if the claim is not a number of seconds: what cannot be read
  ///   may be a limit that the issuer set.
  func instant(_ name: String) throws(Problem) -> Instant? {
    guard let value = values[name] else { return nil }
    guard case .number(let seconds) = value, let whole = Int64(exactly: seconds.rounded()) else {
      throw IdentityVerifier.invalid
    }
    return Instant(milliseconds: whole.saturatingMultiplied(by: 1000))
  }
}
