/// An error of a request to the App Store Server API.
///
/// Neither sentence nor description contains an identifier, signed data or the key.
public struct ServerAPIError: Error, Hashable, Sendable {
  /// The stable code of a reason; codes are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The request is invalid: an identifier is empty, or a value cannot be encoded.
    case invalidRequest

    /// The key did not sign, or Apple rejects its token: status 401.
    case unauthorized

    /// Too many requests were sent: status 429.
    case rateLimited

    /// Apple rejected the request; ``ServerAPIError/errorCode`` says why.
    case refused

    /// Apple failed: status 500 or above.
    case failed

    /// There was no response.
    case notReached

    /// The response is not what Apple documents, or its pages never end.
    case answerUnreadable

    /// Signed data in the response was rejected; ``ServerAPIError/verification`` says why.
    case unverified

    /// The task was cancelled.
    case cancelled
  }

  /// The stable code of the reason.
  public let code: Code

  /// A description of the error for the server's operators.
  public let sentence: String

  /// The HTTP status, if there was a response.
  public internal(set) var status: Int?

  /// Apple's number for the reason, if the response had one.
  public internal(set) var errorCode: ServerAPIErrorCode?

  /// When Apple allows a retry, if the response said so.
  public internal(set) var retryAfter: Instant?

  /// Why signed data was rejected.
  public internal(set) var verification: VerificationError?

  init(_ code: Code, _ sentence: String, verification: VerificationError? = nil) {
    self.code = code
    self.sentence = sentence
    self.verification = verification
  }

  /// Whether the same request may succeed later.
  ///
  /// Apple's own number decides if there is one. Without it, a request that got no response, or one with the status
  /// 429, 500, 502, 503 or 504, is worth retrying.
  public var isRetryable: Bool {
    if let errorCode { return errorCode.isRetryable }
    switch code {
    case .rateLimited, .notReached: return true
    case .failed: return status.map([500, 502, 503, 504].contains) ?? false
    case .invalidRequest, .unauthorized, .refused, .answerUnreadable, .unverified, .cancelled:
      return false
    }
  }
}

extension ServerAPIError {
  /// Whether Apple itself said that it did nothing.
  var isRefusal: Bool { code == .rateLimited || errorCode != nil }
}

extension ServerAPIError: CustomStringConvertible {
  /// The code, the sentence and Apple's number.
  public var description: String {
    "\(code.rawValue): \(sentence)" + (errorCode.map { " (\($0.rawValue))" } ?? "")
  }
}
