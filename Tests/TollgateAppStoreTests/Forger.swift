import Crypto
import Foundation
import SwiftASN1
import TollgateAppStore
import X509

@testable import AppStoreSimulator

/// Makes chains and texts that look almost like the App Store's.
struct Forger {
  private let rootKey = P384.Signing.PrivateKey()
  private let intermediateKey = P384.Signing.PrivateKey()
  private let root: Certificate

  init() throws {
    root = try SimulatedCertificate.root(rootKey)
  }

  /// The root in DER.
  var rootDER: Data {
    get throws { try der(root) }
  }

  /// A chain from this forger's root.
  func chain(
    markedLeaf: Bool = true, markedIntermediate: Bool = true,
    validity: Range<Date> = SimulatedCertificate.validity, leafSignedBy stranger: Bool = false
  ) throws -> SigningChain {
    let intermediate = try SimulatedCertificate.intermediate(
      intermediateKey.publicKey, signedBy: rootKey, of: root, marked: markedIntermediate)
    let leafKey = P256.Signing.PrivateKey()
    let leaf = try SimulatedCertificate.leaf(
      leafKey.publicKey, signedBy: stranger ? P384.Signing.PrivateKey() : intermediateKey,
      of: intermediate, marked: markedLeaf, validity: validity)
    return try SigningChain(certificates: [leaf, intermediate, root], key: leafKey)
  }

  /// A chain whose leaf is signed by another leaf, which is not an authority.
  func chainThroughLeaf() throws -> SigningChain {
    let middleKey = P384.Signing.PrivateKey()
    let middle = try Certificate(
      version: .v3, serialNumber: 7, publicKey: .init(middleKey.publicKey),
      notValidBefore: SimulatedCertificate.validity.lowerBound,
      notValidAfter: SimulatedCertificate.validity.upperBound, issuer: root.subject,
      subject: DistinguishedName { CommonName("No authority") },
      signatureAlgorithm: .ecdsaWithSHA384,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        KeyUsage(keyCertSign: true)
        Certificate.Extension(
          oid: CertificateChain.intermediateMark, critical: false, value: [5, 0])
      }, issuerPrivateKey: .init(rootKey))
    let leafKey = P256.Signing.PrivateKey()
    let leaf = try SimulatedCertificate.leaf(leafKey.publicKey, signedBy: middleKey, of: middle)
    return try SigningChain(certificates: [leaf, middle, root], key: leafKey)
  }

  /// The text with its header replaced and everything else kept.
  static func replacingHeader(of jws: String, with json: String) -> String {
    let parts = jws.split(separator: ".")
    return [Base64.encode(json.utf8, as: .url), String(parts[1]), String(parts[2])]
      .joined(separator: ".")
  }

  static func headerJSON(
    algorithm: String = "ES256", certificates: [Data], more: String = ""
  ) -> String {
    let list = certificates.map { "\"\($0.base64EncodedString())\"" }.joined(separator: ",")
    return "{\"alg\":\"\(algorithm)\",\"x5c\":[\(list)]\(more)}"
  }

  private func der(_ certificate: Certificate) throws -> Data {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return Data(serializer.serializedBytes)
  }
}
