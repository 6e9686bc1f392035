public import Foundation

/// An error for signed data that was rejected.
///
/// The message contains neither the data nor anything about a customer.
public struct VerificationError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes; none is changed or reused.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    fileprivate init(_ reason: Reason) { rawValue = reason.rawValue }

    /// The text is longer than ``SignedDataVerifier/sizeLimit``.
    public static let tooLarge = Self(.tooLarge)

    /// The text is not a compact JSON Web Signature: three parts of unpadded Base64url (RFC 7515).
    public static let malformed = Self(.malformed)

    /// The header names an algorithm other than ES256, or an extension that must be understood.
    public static let unsupportedAlgorithm = Self(.unsupportedAlgorithm)

    /// The header does not carry three certificates, or one if local testing is accepted.
    public static let wrongChainLength = Self(.wrongChainLength)

    /// A certificate cannot be read, or its key is not on P-256 where it must be.
    public static let invalidCertificate = Self(.invalidCertificate)

    /// The chain ends in a certificate that is not pinned.
    public static let untrustedRoot = Self(.untrustedRoot)

    /// Apple's marker extension is missing from the leaf or the intermediate.
    public static let missingAppleExtension = Self(.missingAppleExtension)

    /// The certificates did not sign one another, or were not permitted to.
    public static let chainInvalid = Self(.chainInvalid)

    /// The data was signed at a time when a certificate of the chain was not valid.
    public static let certificateExpired = Self(.certificateExpired)

    /// The signature does not match the data.
    public static let invalidSignature = Self(.invalidSignature)

    /// The signed payload lacks a field or has one of another type.
    public static let payloadUnreadable = Self(.payloadUnreadable)

    /// The data is for another app's bundle identifier.
    public static let wrongBundle = Self(.wrongBundle)

    /// The notification or app transaction is for another app in production.
    public static let wrongApp = Self(.wrongApp)

    /// The data is from an environment that is not accepted.
    public static let wrongEnvironment = Self(.wrongEnvironment)
  }

  /// The reasons of this version, so that the package's own switches name each of them.
  package enum Reason: String {
    case tooLarge, malformed, unsupportedAlgorithm, wrongChainLength, invalidCertificate
    case untrustedRoot, missingAppleExtension, chainInvalid, certificateExpired, invalidSignature
    case payloadUnreadable, wrongBundle, wrongApp, wrongEnvironment
  }

  package let reason: Reason

  public var code: Code { Code(reason) }

  /// A description of the error for the server's operators.
  public let message: String

  /// Whether the same data may be accepted later; always false, as every check depends only on the data.
  public var isRetryable: Bool { false }

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  public var description: String { "\(code.rawValue): \(message)" }

  public var errorDescription: String? { message }
}

extension VerificationError {
  /// What to do about a purchase from a run with a `.storekit` file, whose certificate the server does not trust.
  static let localRefusal = """
    Xcode's local testing signed this purchase, with a certificate that the server does not trust: save it in Xcode \
    with Editor > Save Public Certificate and name it in the server's configuration.
    """

  /// What to do about a second certificate of Xcode's local testing where the first is pinned.
  static let otherLocalRefusal = """
    Xcode's local testing signed this purchase with a different certificate from the first one that the server accepted: \
    restart the server to accept it.
    """
}
