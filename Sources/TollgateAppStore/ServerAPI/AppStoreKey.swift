import Crypto
public import Foundation

/// A private App Store Connect key for the In-App Purchase APIs, with its identifiers.
///
/// Its description never shows the key. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/creating-api-keys-to-authorize-api-requests>.
public struct AppStoreKey: Sendable {
  public let keyID: String

  /// The identifier of the issuer, shown above the keys in App Store Connect.
  public let issuerID: String

  private let key: P256.Signing.PrivateKey

  /// The public half of the key, as App Store Connect has it: a point on P-256 in the format of X9.63.
  public var publicKey: Data { key.publicKey.x963Representation }

  private struct Header: Encodable {
    var alg = "ES256"
    var kid: String
    var typ = "JWT"

    init(kid: String) { self.kid = kid }
  }

  /// Parses a key as downloaded from App Store Connect.
  ///
  /// - Parameter pem: The text of the `.p8` file: a private key on P-256, PKCS #8 in PEM.
  /// - Throws: ``AppStoreKeyError`` if the text is not a private key.
  public init(pem: String, keyID: String, issuerID: String) throws(AppStoreKeyError) {
    do {
      key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw AppStoreKeyError(.keyUnreadable, "The text is not a P-256 private key in PEM format.")
    }
    self.keyID = keyID
    self.issuerID = issuerID
  }

  /// Creates a new key for a simulated store, which App Store Connect does not know.
  package init(simulated keyID: String) {
    key = P256.Signing.PrivateKey()
    self.keyID = keyID
    issuerID = "simulated"
  }

  /// A compact JSON Web Signature (RFC 7515) over claims, ES256, with the key's identifier.
  func sign(_ claims: some Encodable) throws(AppStoreKeyError) -> String {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let parts = [try encoder.encode(Header(kid: keyID)), try encoder.encode(claims)]
      let text = parts.map { Base64.encode($0, as: .url) }.joined(separator: ".")
      let signature = try key.signature(for: Data(text.utf8)).rawRepresentation
      return "\(text).\(Base64.encode(signature, as: .url))"
    } catch {
      throw AppStoreKeyError(.signingFailed, "The claims could not be signed.")
    }
  }

  /// An ECDSA signature of SHA-256 in DER.
  func signature(of text: String) throws(AppStoreKeyError) -> Data {
    do {
      return try key.signature(for: Data(text.utf8)).derRepresentation
    } catch {
      throw AppStoreKeyError(.signingFailed, "The text could not be signed.")
    }
  }
}

extension AppStoreKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifiers of the key, without the key.
  public var description: String { "AppStoreKey(keyID: \(keyID), issuerID: \(issuerID))" }

  /// The identifiers of the key, without the key.
  public var debugDescription: String { description }
}
