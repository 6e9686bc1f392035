public import Foundation

/// An error of a request to the App Store Server API.
///
/// Neither message nor description contains an identifier, signed data or the key.
public struct ServerAPIError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes; none is changed or reused.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    fileprivate init(_ reason: Reason) { rawValue = reason.rawValue }

    /// The request is invalid: an identifier is empty, or a value cannot be encoded.
    public static let invalidRequest = Self(.invalidRequest)

    /// The key did not sign, or Apple rejects its token: status 401.
    public static let unauthorized = Self(.unauthorized)

    /// Too many requests were sent: status 429.
    public static let rateLimited = Self(.rateLimited)

    /// Apple rejected the request; ``ServerAPIError/errorCode`` says why.
    public static let refused = Self(.refused)

    /// Apple failed: status 500 or above.
    public static let failed = Self(.failed)

    /// There was no response.
    public static let notReached = Self(.notReached)

    /// The response is not what Apple documents, or its pages never end.
    public static let answerUnreadable = Self(.answerUnreadable)

    /// Signed data in the response was rejected; ``ServerAPIError/verification`` says why.
    public static let unverified = Self(.unverified)

    /// The task was cancelled.
    public static let cancelled = Self(.cancelled)
  }

  /// The reasons of this version, so that the package's own switches name each of them.
  package enum Reason: String {
    case invalidRequest, unauthorized, rateLimited, refused, failed, notReached, answerUnreadable
    case unverified, cancelled
  }

  package let reason: Reason

  /// The stable code of the reason.
  public var code: Code { Code(reason) }

  /// A description of the error for the server's operators.
  public let message: String

  /// The HTTP status, if there was a response.
  public internal(set) var status: Int?

  /// Apple's number for the reason, if the response had one.
  public internal(set) var errorCode: ServerAPIErrorCode?

  /// When Apple allows a retry, if the response said so.
  public internal(set) var retryAfter: Instant?

  /// Why signed data was rejected.
  public internal(set) var verification: VerificationError?

  init(_ reason: Reason, _ message: String, verification: VerificationError? = nil) {
    self.reason = reason
    self.message = message
    self.verification = verification
  }

  /// Whether the same request may succeed later.
  ///
  /// Apple's own number decides if there is one. Without it, a request that got no response, or one with the status
  /// 429, 500, 502, 503 or 504, is worth retrying.
  public var isRetryable: Bool {
    if let errorCode { return errorCode.isRetryable }
    switch reason {
    case .rateLimited, .notReached: return true
    case .failed: return status.map([500, 502, 503, 504].contains) ?? false
    case .invalidRequest, .unauthorized, .refused, .answerUnreadable, .unverified, .cancelled:
      return false
    }
  }

  /// The code, the message and Apple's number.
  public var description: String {
    "\(code.rawValue): \(message)" + (errorCode.map { " (\($0.rawValue))" } ?? "")
  }

  public var errorDescription: String? { message }
}

extension ServerAPIError {
  /// Whether Apple itself said that it did nothing.
  var isRefusal: Bool { reason == .rateLimited || errorCode != nil }
}
