import Crypto
import Foundation
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateSimulation

/// Apple as an issuer of identity tokens, with a key that only tests have.
enum AppleID {
  private static let key = P256.Signing.PrivateKey()
  private static let name = "https://appleid.apple.com"

  /// What the server of an app trusts.
  static let issuer = TokenIssuer(
    issuer: name, audiences: ["com.example.strikelab"],
    keys: [.publicKey(key.publicKey.pemRepresentation)], requiresNonce: true)

  /// An issuer whose tokens need no nonce.
  static let other = TokenIssuer(
    issuer: "https://issuer.example", audiences: ["strikelab"],
    keys: [.publicKey(key.publicKey.pemRepresentation)])

  /// The identity token of a credential, as Apple's answer has it.
  static func token(of user: String, nonce: String?, in world: World) throws -> Data {
    var claims: [String: any Sendable] = [
      "iss": name, "aud": "com.example.strikelab", "sub": user,
      "email": "\(user)@privaterelay.appleid.com", "email_verified": "true",
      "iat": world.time.now.milliseconds / 1000, "exp": world.time.now.milliseconds / 1000 + 86_400,
    ]
    claims["nonce"] = nonce
    return Data(try sign(claims).utf8)
  }

  /// A token of the other issuer.
  static func otherToken(of user: String, in world: World) throws -> String {
    try sign([
      "iss": "https://issuer.example", "aud": "strikelab", "sub": user,
      "exp": world.time.now.milliseconds / 1000 + 3600,
    ])
  }

  private static func sign(_ claims: [String: any Sendable]) throws -> String {
    let header: [String: any Sendable] = ["alg": "ES256", "typ": "JWT"]
    let signed = try [header, claims].map {
      Base64.encode(
        try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys), as: .url)
    }.joined(separator: ".")
    let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
    return signed + "." + Base64.encode(signature, as: .url)
  }
}
