import Crypto
package import Foundation
package import SwiftASN1
@_spi(DisableValidityCheck) import X509

/// A verified chain: the leaf's key and the time span in which all three certificates are valid.
package struct CertificateChain: Sendable {
  let key: P256.Signing.PublicKey

  /// From the first instant at which all are valid to the first at which one no longer is.
  let validity: Range<Instant>

  /// Apple's marker extension on a leaf that signs App Store data.
  package static let leafMark: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]

  /// Apple's marker extension on an intermediate of its Worldwide Developer Relations.
  package static let intermediateMark: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 2, 1]

  /// Verifies three certificates in DER, leaf first, up to one of the pinned roots.
  ///
  /// Time is not checked here, because the signing time is inside data that only this chain can authenticate.
  @concurrent
  static func verify(
    _ certificates: [[UInt8]], roots: Set<[UInt8]>
  ) async throws(VerificationError) -> CertificateChain {
    guard certificates.count == 3, roots.contains(certificates[2]) else {
      throw VerificationError(.untrustedRoot, "The chain ends in a certificate that is not pinned.")
    }
    let leaf = try parse(certificates[0])
    let intermediate = try parse(certificates[1])
    let root = try parse(certificates[2])
    guard leaf.extensions[oid: leafMark] != nil,
      intermediate.extensions[oid: intermediateMark] != nil
    else {
      throw VerificationError(
        .missingAppleExtension, "The leaf or the intermediate does not carry Apple's mark.")
    }
    try await verify(leaf, intermediate, root)
    guard let key = P256.Signing.PublicKey(leaf.publicKey) else {
      throw VerificationError(.invalidCertificate, "The leaf's key is not on P-256.")
    }
    return CertificateChain(key: key, validity: validity(of: [leaf, intermediate, root]))
  }

  /// The key of a certificate without a trusted issuer.
  static func key(of certificate: [UInt8]) throws(VerificationError) -> P256.Signing.PublicKey {
    guard let key = P256.Signing.PublicKey(try parse(certificate).publicKey) else {
      throw VerificationError(.invalidCertificate, "The certificate's key is not on P-256.")
    }
    return key
  }

  /// Checks that a certificate can be pinned as a root.
  ///
  /// - Parameter der: The certificate in DER.
  /// - Throws: ``VerificationError`` if it cannot be read, did not sign itself, or may sign no certificates.
  package static func checkRoot(_ der: Data) throws(VerificationError) {
    let root = try parse(Array(der))
    guard try keyUsage(of: root).keyCertSign, root.issuer == root.subject,
      root.publicKey.isValidSignature(root.signature, for: root)
    else {
      throw VerificationError(
        .chainInvalid, "The certificate is not a root: it did not sign itself.")
    }
  }

  /// Checks that a certificate can be one with which Xcode signs.
  ///
  /// - Parameter der: The certificate in DER.
  /// - Throws: ``VerificationError`` if it cannot be read, or its key is not on P-256.
  package static func checkLocal(_ der: Data) throws(VerificationError) {
    _ = try key(of: Array(der))
  }

  private static func verify(
    _ leaf: Certificate, _ intermediate: Certificate, _ root: Certificate
  ) async throws(VerificationError) {
    guard try keyUsage(of: intermediate).keyCertSign, try keyUsage(of: leaf).digitalSignature else {
      throw VerificationError(.chainInvalid, "A certificate's key usage does not allow this.")
    }
    var verifier = Verifier(rootCertificates: CertificateStore([root])) {
      RFC5280Policy.withValidityCheckDisabled()
    }
    let result = await verifier.validate(
      leaf: leaf, intermediates: CertificateStore([intermediate]))
    switch result {
    case .validCertificate(let chain) where Array(chain) == [leaf, intermediate, root]: return
    case .validCertificate, .couldNotValidate:
      throw VerificationError(.chainInvalid, "The certificates do not sign one another.")
    }
  }

  private static func parse(_ der: [UInt8]) throws(VerificationError) -> Certificate {
    do {
      return try Certificate(derEncoded: der)
    } catch {
      throw VerificationError(.invalidCertificate, "A certificate of the chain cannot be read.")
    }
  }

  private static func keyUsage(of certificate: Certificate) throws(VerificationError) -> KeyUsage {
    do {
      if let usage = try certificate.extensions.keyUsage { return usage }
    } catch {
      throw VerificationError(.invalidCertificate, "A certificate's key usage cannot be read.")
    }
    throw VerificationError(.chainInvalid, "A certificate does not say what its key is for.")
  }

  private static func validity(of certificates: [Certificate]) -> Range<Instant> {
    var start = Instant(milliseconds: .min)
    var end = Instant(milliseconds: .max)
    for certificate in certificates {
      start = max(start, Instant(milliseconds: second(certificate.notValidBefore) * 1000))
      // The certificate's last second is part of its validity.
      end = min(end, Instant(milliseconds: (second(certificate.notValidAfter) + 1) * 1000))
    }
    return start..<max(start, end)
  }

  private static func second(_ date: Date) -> Int64 {
    Int64(date.timeIntervalSince1970.rounded(.down))
  }
}
