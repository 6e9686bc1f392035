import AppStoreSimulator
public import Crypto
public import Foundation

extension VerificationResult where SignedType == Transaction {
  /// The signed text: a compact JSON Web Signature (RFC 7515).
  public var jwsRepresentation: String { unsafePayloadValue.signed.jws }

  /// The header of the signed text, decoded.
  public var headerData: Data { SignedText(jwsRepresentation).header }

  /// The payload of the signed text, decoded.
  public var payloadData: Data { SignedText(jwsRepresentation).payload }

  /// The signature of the signed text, decoded.
  public var signatureData: Data { SignedText(jwsRepresentation).signature }

  /// The signature, ready for verification.
  public var signature: P256.Signing.ECDSASignature {
    SignedText(jwsRepresentation).ecdsaSignature
  }

  /// The signed bytes.
  public var signedData: Data { SignedText(jwsRepresentation).signed }

  /// When the data was signed.
  public var signedDate: Date { unsafePayloadValue.signedDate }

  /// A hash by which the device recognizes its own data: SHA-384 of the nonce and the device's identifier.
  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

  /// The UUID that is part of the hash.
  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

// The other signed data has the same parts as a transaction.
extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
  public var jwsRepresentation: String { unsafePayloadValue.signed.jws }

  public var headerData: Data { SignedText(jwsRepresentation).header }

  public var payloadData: Data { SignedText(jwsRepresentation).payload }

  public var signatureData: Data { SignedText(jwsRepresentation).signature }

  public var signature: P256.Signing.ECDSASignature {
    SignedText(jwsRepresentation).ecdsaSignature
  }

  public var signedData: Data { SignedText(jwsRepresentation).signed }

  public var signedDate: Date { unsafePayloadValue.signedDate }

  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == AppTransaction {
  public var jwsRepresentation: String { unsafePayloadValue.jws }

  public var headerData: Data { SignedText(jwsRepresentation).header }

  public var payloadData: Data { SignedText(jwsRepresentation).payload }

  public var signatureData: Data { SignedText(jwsRepresentation).signature }

  public var signature: P256.Signing.ECDSASignature {
    SignedText(jwsRepresentation).ecdsaSignature
  }

  public var signedData: Data { SignedText(jwsRepresentation).signed }

  public var signedDate: Date { unsafePayloadValue.signedDate }

  public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

  public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
