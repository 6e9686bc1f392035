import AppStoreSimulatorHTTP
import Crypto
import Foundation
import Testing
import TollgateAppStore

/// A token that a caller may come with.
struct TokenCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var holds = false
  var change: @Sendable (inout Draft) throws -> Void

  /// What a token is made of, before it is signed.
  struct Draft {
    var scheme = "Bearer"
    var header: [String: JSONValue]
    var claims: [String: JSONValue]
    var key: P256.Signing.PrivateKey
    var breaks = false
  }

  static let all = [
    Self(testDescription: "as Apple asks", holds: true) { _ in },
    Self(testDescription: "without an issue date", holds: true) { $0.claims["iat"] = nil },
    Self(testDescription: "for a whole hour", holds: true) { $0.lives(3600) },
    Self(testDescription: "for longer than an hour") { $0.lives(3601) },
    Self(testDescription: "without an issue date, for too long") {
      $0.lives(3601)
      $0.claims["iat"] = nil
    },
    Self(testDescription: "over") { $0.lives(0) },
    Self(testDescription: "from the future") {
      $0.claims["iat"] = .integer(Market.start.milliseconds / 1000 + 61)
    },
    Self(testDescription: "without an end") { $0.claims["exp"] = nil },
    Self(testDescription: "of another issuer") { $0.claims["iss"] = .string("another") },
    Self(testDescription: "for another audience") { $0.claims["aud"] = .string("another") },
    Self(testDescription: "of another app") { $0.claims["bid"] = .string("com.example.other") },
    Self(testDescription: "of another key's name") { $0.header["kid"] = .string("another") },
    Self(testDescription: "without a key's name") { $0.header["kid"] = nil },
    Self(testDescription: "with another algorithm") { $0.header["alg"] = .string("none") },
    Self(testDescription: "signed by another key") { $0.key = P256.Signing.PrivateKey() },
    Self(testDescription: "with a broken signature") { $0.breaks = true },
    Self(testDescription: "under another scheme") { $0.scheme = "Basic" },
  ]

  func token(_ market: Market) async throws -> String {
    let now = Market.start.milliseconds / 1000
    var draft = Draft(
      header: ["alg": .string("ES256"), "kid": .string(market.key.keyID), "typ": .string("JWT")],
      claims: [
        "iss": .string(market.key.issuerID), "iat": .integer(now), "exp": .integer(now + 300),
        "aud": .string("appstoreconnect-v1"), "bid": .string("com.example.market"),
      ], key: try P256.Signing.PrivateKey(pemRepresentation: market.key.pem))
    try change(&draft)
    let parts = try [draft.header, draft.claims].map {
      Base64.encode(try JSONEncoder().encode($0), as: .url)
    }
    let text = parts.joined(separator: ".")
    var signature = try draft.key.signature(for: Data(text.utf8)).rawRepresentation
    if draft.breaks { signature[0] ^= 1 }
    return "\(draft.scheme) \(text).\(Base64.encode(signature, as: .url))"
  }
}

extension TokenCase.Draft {
  mutating func lives(_ seconds: Int64) {
    claims["exp"] = .integer(Market.start.milliseconds / 1000 + seconds)
  }
}
