import Foundation

/// The protected header of signed App Store data: the algorithm and the chain in DER, leaf first.
struct ProtectedHeader {
  let certificates: [[UInt8]]

  /// Whether the header carries a single certificate, as in Xcode's local testing.
  var isLocal: Bool { certificates.count == 1 }

  private struct Wire: Decodable {
    var alg: String
    var x5c: [String]?
    var crit: [String]?
  }

  init(_ json: [UInt8], acceptsLocal: Bool = false) throws(VerificationError) {
    let wire: Wire
    do {
      wire = try JSONDecoder().decode(Wire.self, from: Data(json))
    } catch {
      throw VerificationError(.malformed, "The header is not a JSON object with an algorithm.")
    }
    guard wire.alg == "ES256", wire.crit == nil else {
      throw VerificationError(.unsupportedAlgorithm, "Signed data uses ES256 without extensions.")
    }
    guard let x5c = wire.x5c, x5c.count == 3 || acceptsLocal && x5c.count == 1 else {
      throw VerificationError(
        .wrongChainLength,
        wire.x5c?.count == 1
          ? VerificationError.localRefusal : "The header carries a chain of 3 certificates.")
    }
    var certificates: [[UInt8]] = []
    for text in x5c {
      guard let der = Base64.decode(Array(text.utf8)[...], as: .standard), !der.isEmpty else {
        throw VerificationError(.invalidCertificate, "A certificate of the chain is not Base64.")
      }
      certificates.append(der)
    }
    self.certificates = certificates
  }
}
