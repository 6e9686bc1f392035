import Crypto
public import Foundation
import SwiftASN1
import TollgateAppStore
import X509

/// A chain of three certificates like Apple's, with the key of its leaf, which signs like the App Store; or the single
/// certificate with which Xcode's local testing signs.
///
/// Keys are derived from the seed; certificates and signatures differ from chain to chain in their random part.
/// Creating one takes a few milliseconds, so simulators can share it. The certificates are valid from 2010 to 2110.
public struct SigningChain: Sendable {
  /// The certificates in DER: leaf, intermediate, root, or the single one.
  public let certificates: [Data]

  private let key: P256.Signing.PrivateKey
  private let header: String

  /// The root certificate in DER, for a verifier to pin: among its roots, or a single one among its
  /// `localCertificates`.
  public var root: Data { certificates[certificates.count - 1] }

  /// Creates a chain.
  ///
  /// - Parameter seed: The seed from which the keys are derived.
  /// - Throws: An error of the cryptographic libraries if a key or certificate cannot be created.
  public init(seed: UInt64 = 1) throws {
    let rootKey = try P384.Signing.PrivateKey(rawRepresentation: Self.secret(seed, "root", 48))
    let intermediateKey = try P384.Signing.PrivateKey(
      rawRepresentation: Self.secret(seed, "intermediate", 48))
    let leafKey = try P256.Signing.PrivateKey(rawRepresentation: Self.secret(seed, "leaf", 32))
    let root = try SimulatedCertificate.root(rootKey)
    let intermediate = try SimulatedCertificate.intermediate(
      intermediateKey.publicKey, signedBy: rootKey, of: root)
    let leaf = try SimulatedCertificate.leaf(
      leafKey.publicKey, signedBy: intermediateKey, of: intermediate)
    try self.init(certificates: [leaf, intermediate, root], key: leafKey)
  }

  /// Creates the single certificate that Xcode makes on a developer's machine, which signs a run with a `.storekit`
  /// file.
  ///
  /// - Parameter seed: The seed from which the key is derived.
  /// - Throws: An error of the cryptographic libraries if the key or the certificate cannot be created.
  public static func xcode(seed: UInt64 = 1) throws -> SigningChain {
    let key = try P256.Signing.PrivateKey(rawRepresentation: secret(seed, "xcode", 32))
    return try SigningChain(certificates: [try SimulatedCertificate.xcode(key)], key: key)
  }

  /// Creates a chain from existing certificates, leaf first, without validating it.
  init(certificates: [Certificate], key: P256.Signing.PrivateKey) throws {
    self.certificates = try certificates.map { certificate in
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return Data(serializer.serializedBytes)
    }
    self.key = key
    self.header = Self.header(algorithm: "ES256", certificates: self.certificates)
  }

  /// Signs a payload as a compact JSON Web Signature (RFC 7515), ES256, with the chain in `x5c`.
  ///
  /// - Parameter payload: The payload; its JSON has sorted keys.
  /// - Throws: The error of encoding or signing.
  public func sign(_ payload: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try sign(json: try encoder.encode(payload), header: header)
  }

  /// Signs any text with any header.
  func sign(json: Data, header: String) throws -> String {
    let signed = header + "." + Base64.encode(json, as: .url)
    let signature = try key.signature(for: Data(signed.utf8))
    return signed + "." + Base64.encode(signature.rawRepresentation, as: .url)
  }

  /// Signs data as it is, with ECDSA and SHA-256; the signature is in DER.
  func signature(of data: [UInt8]) throws -> [UInt8] {
    Array(try key.signature(for: Data(data)).derRepresentation)
  }

  static func header(algorithm: String, certificates: [Data]) -> String {
    let chain = certificates.map { "\"\(Base64.encode($0, as: .standard))\"" }
    let json = "{\"alg\":\"\(algorithm)\",\"x5c\":[\(chain.joined(separator: ","))]}"
    return Base64.encode(json.utf8, as: .url)
  }

  private static func secret(_ seed: UInt64, _ purpose: String, _ count: Int) -> Data {
    let seedBytes = withUnsafeBytes(of: seed.bigEndian) { Data($0) }
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: seedBytes), info: Data(purpose.utf8),
      outputByteCount: count)
    return key.withUnsafeBytes { Data($0) }
  }
}
