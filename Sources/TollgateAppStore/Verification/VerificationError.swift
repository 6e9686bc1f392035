/// An error for signed data that was rejected.
///
/// The sentence contains neither the data nor anything about a customer.
public struct VerificationError: Error, Hashable, Sendable {
  /// The stable code of a reason; codes are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The text is longer than ``SignedDataVerifier/sizeLimit``.
    case tooLarge

    /// The text is not a compact JSON Web Signature: three parts of unpadded Base64url (RFC 7515).
    case malformed

    /// The header names an algorithm other than ES256, or an extension that must be understood.
    case unsupportedAlgorithm

    /// The header does not carry three certificates, or one if local testing is accepted.
    case wrongChainLength

    /// A certificate cannot be read, or its key is not on P-256 where it must be.
    case invalidCertificate

    /// The chain ends in a certificate that is not pinned.
    case untrustedRoot

    /// Apple's marker extension is missing from the leaf or the intermediate.
    case missingAppleExtension

    /// The certificates did not sign one another, or were not permitted to.
    case chainInvalid

    /// The data was signed at a time when a certificate of the chain was not valid.
    case certificateExpired

    /// The signature does not match the data.
    case invalidSignature

    /// The signed payload lacks a field or has one of another type.
    case payloadUnreadable

    /// The data is for another app's bundle identifier.
    case wrongBundle

    /// The notification or app transaction is for another app in production.
    case wrongApp

    /// The data is from an environment that is not accepted.
    case wrongEnvironment

    /// Whether the same data may be accepted later; every check here depends only on the data.
    public var isRetryable: Bool {
      switch self {
      case .tooLarge, .malformed, .unsupportedAlgorithm, .wrongChainLength, .invalidCertificate,
        .untrustedRoot, .missingAppleExtension, .chainInvalid, .certificateExpired,
        .invalidSignature, .payloadUnreadable, .wrongBundle, .wrongApp, .wrongEnvironment:
        false
      }
    }
  }

  /// The stable code of the reason.
  public let code: Code

  /// A description of the error for the server's operators.
  public let sentence: String

  /// Whether the same data may be accepted later.
  public var isRetryable: Bool { code.isRetryable }

  init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

extension VerificationError: CustomStringConvertible {
  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }
}
