/// Why the App Store Server API gave no usable answer.
///
/// Neither sentence nor description contains an identifier, signed data or the key.
public struct ServerAPIError: Error, Hashable, Sendable {
  /// The stable name of a reason; names are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The request cannot be made: an identifier is empty, or something in it cannot be written.
    case invalidRequest

    /// The key did not sign, or Apple does not take its token: status 401.
    case unauthorized

    /// Too many requests were sent: status 429.
    case rateLimited

    /// Apple refused the request; ``ServerAPIError/errorCode`` says why.
    case refused

    /// Apple failed: status 500 or above.
    case failed

    /// There was no answer.
    case notReached

    /// The answer is not what Apple documents, or pages go on without end.
    case answerUnreadable

    /// Signed data in the answer was refused; ``ServerAPIError/verification`` says why.
    case unverified

    /// The task was cancelled.
    case cancelled
  }

  /// The stable name of the reason.
  public let code: Code

  /// What was wrong, as a sentence for the people who run the server.
  public let sentence: String

  /// The HTTP status, when there was an answer.
  public internal(set) var status: Int?

  /// Apple's number for the reason, when the answer had one.
  public internal(set) var errorCode: ServerAPIErrorCode?

  /// When Apple allows to ask again, when the answer said so.
  public internal(set) var retryAfter: Milliseconds?

  /// Why signed data was refused.
  public internal(set) var verification: VerificationError?

  init(_ code: Code, _ sentence: String, verification: VerificationError? = nil) {
    self.code = code
    self.sentence = sentence
    self.verification = verification
  }

  /// Whether the same request may succeed later.
  ///
  /// Apple's own number decides where there is one. Without it, a request that got no answer, or one
  /// with the status 429, 500, 502, 503 or 504, is worth trying again.
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
