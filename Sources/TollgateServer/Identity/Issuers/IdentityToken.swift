import Foundation
import JWTKit
import Tollgate

/// The members of a token's header that describe its signature.
struct IdentityTokenHeader: Decodable, Sendable {
  let alg: String
  let kid: String?
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

  func text(_ name: String) -> String? {
    switch values[name] {
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .number, .texts, .other, nil: nil
    }
  }

  var audiences: Set<String> {
    switch values["aud"] {
    case .text(let audience): [audience]
    case .texts(let audiences): Set(audiences)
    case .number, .flag, .other, nil: []
    }
  }

  /// The instant of a claim in seconds since 1970; nil if it is not a number.
  func instant(_ name: String) -> Instant? {
    guard case .number(let seconds) = values[name], let whole = Int64(exactly: seconds.rounded()),
      abs(whole) < Int64.max / 1000
    else { return nil }
    return Instant(milliseconds: whole * 1000)
  }
}
