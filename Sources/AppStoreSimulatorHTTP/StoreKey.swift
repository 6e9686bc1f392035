import Crypto
import Foundation
public import TollgateAppStore

/// The key that authorizes callers of a simulated store, with its identifiers.
///
/// The same seed gives the same key, so that a store can be restarted without configuring its callers again. It must
/// not be used for anything but a simulated store. Its description never shows the key.
public struct StoreKey: Sendable {
  public let keyID: String

  public let issuerID: String

  /// The private key in the format of App Store Connect's `.p8` files: PKCS #8 in PEM.
  public let pem: String

  /// The key with which tokens are verified.
  let publicKey: P256.Signing.PublicKey

  /// Creates the key derived from a seed.
  ///
  /// - Parameter seed: The seed from which key and identifiers are derived.
  /// - Throws: An error of the cryptographic library if a key cannot be created.
  public init(seed: UInt64 = 1) throws {
    let secret = Self.bytes(seed, "key", 32)
    let key = try P256.Signing.PrivateKey(rawRepresentation: secret)
    let issuer = Self.bytes(seed, "issuer", 16).withUnsafeBytes { $0.load(as: uuid_t.self) }
    keyID = Self.bytes(seed, "identifier", 5).map { String(format: "%02X", $0) }.joined()
    issuerID = UUID(uuid: issuer).uuidString.lowercased()
    pem = key.pemRepresentation
    publicKey = key.publicKey
  }

  /// Creates a key from existing values.
  ///
  /// - Parameter pem: The text of the `.p8` file.
  /// - Throws: `AppStoreKeyError` if the text is not a private key on P-256.
  public init(pem: String, keyID: String, issuerID: String) throws {
    _ = try AppStoreKey(pem: pem, keyID: keyID, issuerID: issuerID)
    self.keyID = keyID
    self.issuerID = issuerID
    self.pem = pem
    publicKey = try P256.Signing.PrivateKey(pemRepresentation: pem).publicKey
  }

  /// Returns the key for a client of the App Store Server API.
  ///
  /// - Throws: `AppStoreKeyError` if the key cannot be read.
  public func client() throws(AppStoreKeyError) -> AppStoreKey {
    try AppStoreKey(pem: pem, keyID: keyID, issuerID: issuerID)
  }

  /// Bytes derived from the seed, different for every purpose.
  private static func bytes(_ seed: UInt64, _ purpose: String, _ count: Int) -> Data {
    let seedBytes = withUnsafeBytes(of: seed.bigEndian) { Data($0) }
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: seedBytes), info: Data("server API \(purpose)".utf8),
      outputByteCount: count)
    return key.withUnsafeBytes { Data($0) }
  }
}

extension StoreKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifiers of the key, without the key.
  public var description: String { "StoreKey(keyID: \(keyID), issuerID: \(issuerID))" }

  /// The identifiers of the key, without the key.
  public var debugDescription: String { description }
}
