public import Foundation

/// Signed data, and whether its signature can be trusted.
///
/// Follows <https://developer.apple.com/documentation/storekit/verificationresult>.
@frozen
public enum VerificationResult<SignedType> {
  /// The signature cannot be trusted, for the given reason.
  case unverified(SignedType, VerificationError)

  /// The signature can be trusted.
  case verified(SignedType)

  /// The reason that a signature cannot be trusted.
  public enum VerificationError: Error, Hashable, Sendable {
    /// A certificate of the chain was revoked.
    case revokedCertificate

    /// The chain is not permitted to sign this data.
    case invalidCertificateChain

    /// The data belongs to another device.
    case invalidDeviceVerification

    /// The data cannot be read.
    case invalidEncoding

    /// The signature does not match.
    case invalidSignature

    case missingRequiredProperties
  }

  /// The data, if it can be trusted.
  public var payloadValue: SignedType {
    get throws {
      switch self {
      case .verified(let value): return value
      case .unverified(_, let error): throw error
      }
    }
  }

  /// The data, whether it can be trusted or not.
  public var unsafePayloadValue: SignedType {
    switch self {
    case .verified(let value), .unverified(let value, _): value
    }
  }
}

extension VerificationResult: Equatable where SignedType: Equatable {}

extension VerificationResult: Hashable where SignedType: Hashable {}

extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult: CustomDebugStringConvertible
where SignedType: CustomDebugStringConvertible {
  /// The data, and whether it can be trusted.
  public var debugDescription: String {
    switch self {
    case .verified(let value): "verified(\(value.debugDescription))"
    case .unverified(let value, let error): "unverified(\(value.debugDescription), \(error))"
    }
  }
}

extension VerificationResult.VerificationError: LocalizedError {
  /// What went wrong, in English.
  public var errorDescription: String? { "Unable to Verify" }

  /// Why it went wrong, in English.
  public var failureReason: String? {
    switch self {
    case .revokedCertificate: "A certificate was revoked."
    case .invalidCertificateChain: "The certificates may not sign this data."
    case .invalidDeviceVerification: "The data belongs to another device."
    case .invalidEncoding: "The data cannot be read."
    case .invalidSignature: "The signature does not fit the data."
    case .missingRequiredProperties: "The data lacks something that verification needs."
    }
  }

  /// A suggestion for recovery, in English.
  public var recoverySuggestion: String? {
    switch self {
    case .revokedCertificate: "Try again later."
    case .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
      .invalidSignature, .missingRequiredProperties:
      nil
    }
  }
}

extension VerificationResult.VerificationError {
  init(_ failure: StoreSession.VerificationFailure) {
    switch failure {
    case .revokedCertificate: self = .revokedCertificate
    case .invalidCertificateChain: self = .invalidCertificateChain
    case .invalidDeviceVerification: self = .invalidDeviceVerification
    case .invalidEncoding: self = .invalidEncoding
    case .invalidSignature: self = .invalidSignature
    case .missingRequiredProperties: self = .missingRequiredProperties
    }
  }
}

extension VerificationResult {
  init(_ value: SignedType, _ failure: StoreSession.VerificationFailure?) {
    self = failure.map { .unverified(value, VerificationError($0)) } ?? .verified(value)
  }
}
