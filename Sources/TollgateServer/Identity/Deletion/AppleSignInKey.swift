import Crypto
import Foundation
import Tollgate
import TollgateAppStore

/// A private key for Sign in with Apple, with its identifiers; its description never shows the key.
///
/// Follows Apple's [Creating a client
/// secret](https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
public struct AppleSignInKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// How long a client secret is valid; Apple allows up to six months.
  static let lifetime = Duration.minutes(5)

  public let teamID: String
  public let keyID: String
  private let key: P256.Signing.PrivateKey

  /// Parses a key as downloaded from Apple's developer account.
  ///
  /// - Parameter pem: The text of the `.p8` file: a private key on P-256, PKCS #8 in PEM.
  /// - Throws: ``ConfigurationError`` with code `signInKey` if the text is not a private key.
  public init(pem: String, keyID: String, teamID: String) throws(ConfigurationError) {
    do {
      key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw ConfigurationError(.signInKey, "The text is not a P-256 private key in PEM format.")
    }
    self.keyID = keyID
    self.teamID = teamID
  }

  /// The identifiers of the key, without the key.
  public var description: String { "AppleSignInKey(keyID: \(keyID), teamID: \(teamID))" }

  /// The identifiers of the key, without the key.
  public var debugDescription: String { description }

  private struct Header: Encodable {
    let alg = "ES256"
    let kid: String
  }

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud = TokenIssuer.apple
    let sub: String
  }

  /// Creates the client secret for requests to Apple: a JSON Web Token signed with ES256.
  ///
  /// - Parameter client: The client identifier that the requests are for.
  /// - Returns: The token in compact form.
  /// - Throws: An error of the encoder or of the signature.
  func clientSecret(for client: String, at now: Instant) throws -> String {
    let issued = now.milliseconds / 1000
    let claims = Claims(
      iss: teamID, iat: issued, exp: issued + Self.lifetime.components.seconds, sub: client)
    let text = [try JSON.encoder.encode(Header(kid: keyID)), try JSON.encoder.encode(claims)]
      .map { Base64.encode($0, as: .url) }.joined(separator: ".")
    let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
    return "\(text).\(Base64.encode(signature, as: .url))"
  }
}
