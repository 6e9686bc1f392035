import Crypto
import Foundation
package import TollgateAppStore

/// The parts of a compact JSON Web Signature; empty if the text is not one.
struct SignedText {
  /// The header, decoded.
  let header: Data

  /// The payload, decoded.
  let payload: Data

  /// The signature, decoded.
  let signature: Data

  /// The signed bytes.
  let signed: Data

  init(_ jws: String) {
    let parts = Array(jws.utf8).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      (header, payload, signature, signed) = (Data(), Data(), Data(), Data())
      return
    }
    let decoded = parts.map { Data(Base64.decode($0, as: .url) ?? []) }
    (header, payload, signature) = (decoded[0], decoded[1], decoded[2])
    signed = Data(parts[0] + [UInt8(ascii: ".")] + parts[1])
  }
}

extension SignedText {
  /// The signature as a Crypto value.
  ///
  /// An ES256 signature has 64 bytes (RFC 7518 section 3.4), which is Crypto's only requirement.
  var ecdsaSignature: P256.Signing.ECDSASignature {
    do {
      return try P256.Signing.ECDSASignature(rawRepresentation: signature)
    } catch {
      preconditionFailure("The store signed with \(signature.count) bytes instead of 64.")
    }
  }
}

extension Instant {
  /// The instant of a date, to the nearest millisecond.
  package init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  /// The instant as a Foundation date.
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
