import AppStoreSimulatorTestSupport
import Crypto
import Foundation
import SwiftASN1
import Synchronization
import X509

@testable import AppStoreSimulator
@testable import TollgateAppStore

/// What a responder answers about a certificate.
enum OCSPAnswer: Sendable {
  case good
  case revoked
  case unknown
  case stale
  case forged
  case garbage
  case tooLong
  case none
}

/// A chain whose certificates name responders, and the responders.
final class OCSPResponder: Sendable {
  struct Silent: Error {}

  private let rootKey = P384.Signing.PrivateKey()
  private let intermediateKey = P384.Signing.PrivateKey()
  private let root: Certificate
  private let intermediate: Certificate
  private let chain: SigningChain
  private let answers: [String: OCSPAnswer]
  private let asked = Mutex<[String]>([])

  init(leaf: OCSPAnswer = .good, intermediate answer: OCSPAnswer = .good) throws {
    root = try SimulatedCertificate.root(rootKey)
    intermediate = try Self.certificate(
      .init(intermediateKey.publicKey), "Intermediate", "http://intermediate.test",
      signedBy: rootKey, of: root,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true))
        Certificate.Extension(
          oid: CertificateChain.intermediateMark, critical: false, value: [5, 0])
      })
    let leafKey = P256.Signing.PrivateKey()
    let leafCertificate = try Self.certificate(
      .init(leafKey.publicKey), "Leaf", "http://leaf.test", signedBy: intermediateKey,
      of: intermediate,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        Certificate.Extension(oid: CertificateChain.leafMark, critical: false, value: [5, 0])
      })
    chain = try SigningChain(certificates: [leafCertificate, intermediate, root], key: leafKey)
    answers = ["http://leaf.test": leaf, "http://intermediate.test": answer]
  }

  /// The addresses asked, in order.
  var addresses: [String] { asked.withLock { $0 } }

  /// A transaction that the chain signed, verified.
  func data() async throws -> Verified<TransactionPayload> {
    let verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, environments: [.sandbox])
    return try await verifier.transaction(chain.sign(Shop.transaction()), at: Shop.start)
  }

  func checker(
    memory: Duration = RevocationChecker.defaultMemory,
    cacheLimit: Int = RevocationChecker.defaultCacheLimit
  ) -> RevocationChecker {
    RevocationChecker(memory: memory, cacheLimit: cacheLimit) { question, address in
      self.asked.withLock { $0.append(address) }
      return try self.answer(to: question, at: address)
    } sleep: { _ in
      try await Task.sleep(for: .seconds(3600))
    }
  }

  private func answer(to question: [UInt8], at address: String) throws -> [UInt8] {
    let isLeaf = address == "http://leaf.test"
    let (issuer, key) = isLeaf ? (intermediate, intermediateKey) : (root, rootKey)
    switch answers[address] ?? .none {
    case .none: throw Silent()
    case .garbage: return [1, 2, 3]
    case .tooLong: return [UInt8](repeating: 0, count: RevocationChecker.answerSizeLimit + 1)
    case .good: return try response(to: question, from: issuer, key, status: [0x80, 0])
    case .unknown: return try response(to: question, from: issuer, key, status: [0x82, 0])
    case .revoked:
      let status = node(0xA1, node(0x18, Array("20260101120000Z".utf8)))
      return try response(to: question, from: issuer, key, status: status)
    case .stale:
      return try response(to: question, from: issuer, key, status: [0x80, 0], month: "202501")
    case .forged:
      return try response(
        to: question, from: issuer, P384.Signing.PrivateKey(), status: [0x80, 0])
    }
  }

  /// A response of RFC 6960 section 4.2.1 about the certificate that the question names.
  private func response(
    to question: [UInt8], from issuer: Certificate, _ key: P384.Signing.PrivateKey,
    status: [UInt8], month: String = "202601"
  ) throws -> [UInt8] {
    let single = node(
      0x30,
      try certificateID(in: question) + status + time("\(month)30120000Z")
        + node(0xA0, time("\(month)31235900Z")))
    var name = DER.Serializer()
    try name.serialize(issuer.subject)
    let data = node(
      0x30, node(0xA1, name.serializedBytes) + time("\(month)30120000Z") + node(0x30, single))
    let signature = try key.signature(for: Data(data)).derRepresentation
    let algorithm = node(0x30, try oid([1, 2, 840, 10045, 4, 3, 3]))
    let basic = node(0x30, data + algorithm + node(0x03, [0] + signature))
    let bytes = node(0x30, try oid([1, 3, 6, 1, 5, 5, 7, 48, 1, 1]) + node(0x04, basic))
    return node(0x30, [0x0A, 1, 0] + node(0xA0, bytes))
  }

  private func certificateID(in question: [UInt8]) throws -> [UInt8] {
    var request = try DER.parse(question)
    // The question, what of it may be signed, the list of requests, the first request, its subject.
    for _ in 0..<4 {
      guard case .constructed(let nodes) = request.content,
        let next = nodes.first(where: { $0.identifier == .sequence })
      else { throw Silent() }
      request = next
    }
    return Array(request.encodedBytes)
  }

  private func time(_ text: String) -> [UInt8] { node(0x18, Array(text.utf8)) }

  private func oid(_ identifier: ASN1ObjectIdentifier) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(identifier)
    return serializer.serializedBytes
  }

  private func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<128: [tag, UInt8(content.count)] + content
    case ..<256: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }
  }

  private static func certificate(
    _ key: Certificate.PublicKey, _ name: String, _ address: String,
    signedBy issuerKey: P384.Signing.PrivateKey, of issuer: Certificate,
    extensions: Certificate.Extensions
  ) throws -> Certificate {
    var extensions = extensions
    let access = AuthorityInformationAccess([
      .init(method: .ocspServer, location: .uniformResourceIdentifier(address))
    ])
    try extensions.append(Certificate.Extension(access, critical: false))
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(name.utf8.count), publicKey: key,
      notValidBefore: SimulatedCertificate.validity.lowerBound,
      notValidAfter: SimulatedCertificate.validity.upperBound, issuer: issuer.subject,
      subject: DistinguishedName { CommonName(name) }, signatureAlgorithm: .ecdsaWithSHA384,
      extensions: extensions, issuerPrivateKey: .init(issuerKey))
  }
}
