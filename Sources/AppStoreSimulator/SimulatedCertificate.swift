import Crypto
import Foundation
import SwiftASN1
import TollgateAppStore
import X509

/// Creates certificates shaped like those with which Apple, or Xcode, signs App Store data.
enum SimulatedCertificate {
  /// The default validity of certificates: 2010 to 2110.
  static let validity =
    Date(timeIntervalSince1970: 1_262_304_000)..<Date(timeIntervalSince1970: 4_417_977_600)

  static func root(_ key: P384.Signing.PrivateKey) throws -> Certificate {
    try make(
      Certificate.PublicKey(key.publicKey), name: try name("Simulated Root CA"), serial: 1,
      issuer: try name("Simulated Root CA"), issuerKey: Certificate.PrivateKey(key),
      issuerIdentifier: nil, role: .authority(pathLength: nil))
  }

  static func intermediate(
    _ key: P384.Signing.PublicKey, signedBy issuerKey: P384.Signing.PrivateKey,
    of issuer: Certificate, marked: Bool = true
  ) throws -> Certificate {
    try make(
      Certificate.PublicKey(key), name: try name("Simulated Developer Relations CA"), serial: 2,
      issuer: issuer.subject, issuerKey: Certificate.PrivateKey(issuerKey),
      issuerIdentifier: issuer, role: .authority(pathLength: 0),
      mark: marked ? CertificateChain.intermediateMark : nil)
  }

  static func leaf(
    _ key: P256.Signing.PublicKey, signedBy issuerKey: P384.Signing.PrivateKey,
    of issuer: Certificate, marked: Bool = true, validity: Range<Date> = validity
  ) throws -> Certificate {
    try make(
      Certificate.PublicKey(key), name: try name("Simulated Store Signing"), serial: 3,
      issuer: issuer.subject, issuerKey: Certificate.PrivateKey(issuerKey),
      issuerIdentifier: issuer, role: .signer, mark: marked ? CertificateChain.leafMark : nil,
      validity: validity)
  }

  static func xcode(_ key: P256.Signing.PrivateKey) throws -> Certificate {
    try make(
      Certificate.PublicKey(key.publicKey), name: try name("StoreKit Testing in Xcode"), serial: 1,
      issuer: try name("StoreKit Testing in Xcode"), issuerKey: Certificate.PrivateKey(key),
      issuerIdentifier: nil, role: .signer, signatureAlgorithm: .ecdsaWithSHA256)
  }

  private enum Role {
    case authority(pathLength: Int?)
    case signer
  }

  private static func make(
    _ key: Certificate.PublicKey, name: DistinguishedName, serial: Int, issuer: DistinguishedName,
    issuerKey: Certificate.PrivateKey, issuerIdentifier: Certificate?, role: Role,
    mark: ASN1ObjectIdentifier? = nil, validity: Range<Date> = validity,
    signatureAlgorithm: Certificate.SignatureAlgorithm = .ecdsaWithSHA384
  ) throws -> Certificate {
    var extensions = Certificate.Extensions()
    switch role {
    case .authority(let pathLength):
      try extensions.append(
        Certificate.Extension(
          BasicConstraints.isCertificateAuthority(maxPathLength: pathLength), critical: true))
      try extensions.append(
        Certificate.Extension(KeyUsage(keyCertSign: true, cRLSign: true), critical: true))
    case .signer:
      try extensions.append(
        Certificate.Extension(BasicConstraints.notCertificateAuthority, critical: true))
      try extensions.append(
        Certificate.Extension(KeyUsage(digitalSignature: true), critical: true))
    }
    try extensions.append(
      Certificate.Extension(SubjectKeyIdentifier(hash: key), critical: false))
    if let issuerIdentifier {
      try extensions.append(
        Certificate.Extension(
          AuthorityKeyIdentifier(
            keyIdentifier: SubjectKeyIdentifier(hash: issuerIdentifier.publicKey).keyIdentifier),
          critical: false))
    }
    if let mark {
      // Apple's marker extensions contain an ASN.1 NULL.
      try extensions.append(Certificate.Extension(oid: mark, critical: false, value: [5, 0]))
    }
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(serial), publicKey: key,
      notValidBefore: validity.lowerBound, notValidAfter: validity.upperBound, issuer: issuer,
      subject: name, signatureAlgorithm: signatureAlgorithm, extensions: extensions,
      issuerPrivateKey: issuerKey)
  }

  private static func name(_ common: String) throws -> DistinguishedName {
    try DistinguishedName {
      CommonName(common)
      OrganizationName("App Store Simulator")
      CountryName("US")
    }
  }
}
