/// Why signed data was refused.
///
/// The sentence never contains the data, nor anything about a customer.
public struct VerificationError: Error, Hashable, Sendable {
  /// The stable name of a reason; names are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The text is longer than ``SignedDataVerifier/sizeLimit``.
    case tooLarge

    /// The text is no compact JSON Web Signature: three parts of unpadded Base64url (RFC 7515).
    case malformed

    /// The header names another algorithm than ES256, or an extension that must be understood.
    case unsupportedAlgorithm

    /// The header carries another number of certificates than three, or than one where local testing
    /// is accepted.
    case wrongChainLength

    /// A certificate cannot be read, or its key is not on P-256 where it must be.
    case invalidCertificate

    /// The chain ends in a certificate that is not pinned.
    case untrustedRoot

    /// Apple's mark is missing from the leaf or the intermediate.
    case missingAppleExtension

    /// The certificates do not sign one another, or may not.
    case chainInvalid

    /// The data was signed at a time when a certificate of the chain was not valid.
    case certificateExpired

    /// The signature does not fit the data.
    case invalidSignature

    /// The signed payload lacks a field or has one of another type.
    case payloadUnreadable

    /// The data is about another app's bundle identifier.
    case wrongBundle

    /// The notification or app transaction is about another app in production.
    case wrongApp

    /// The data is from an environment that is not accepted.
    case wrongEnvironment

    /// Whether the same data may be accepted later; every check here needs nothing but the data.
    public var isRetryable: Bool {
      switch self {
      case .tooLarge, .malformed, .unsupportedAlgorithm, .wrongChainLength, .invalidCertificate,
        .untrustedRoot, .missingAppleExtension, .chainInvalid, .certificateExpired,
        .invalidSignature, .payloadUnreadable, .wrongBundle, .wrongApp, .wrongEnvironment:
        false
      }
    }
  }

  /// The stable name of the reason.
  public let code: Code

  /// What was wrong, as a sentence for the people who run the server.
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
