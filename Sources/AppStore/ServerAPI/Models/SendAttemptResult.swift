/// What came of an attempt to deliver a notification.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/sendattemptresult>.
public struct SendAttemptResult: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The server answered that it has it.
  public static let success = Self(rawValue: "SUCCESS")

  /// The server did not answer in time.
  public static let timedOut = Self(rawValue: "TIMED_OUT")

  /// No secure connection could be made.
  public static let tlsIssue = Self(rawValue: "TLS_ISSUE")

  /// The server redirected in a circle.
  public static let circularRedirect = Self(rawValue: "CIRCULAR_REDIRECT")

  /// The server did not answer.
  public static let noResponse = Self(rawValue: "NO_RESPONSE")

  /// The connection failed.
  public static let socketIssue = Self(rawValue: "SOCKET_ISSUE")

  /// The answer was in a character set that is not understood.
  public static let unsupportedCharset = Self(rawValue: "UNSUPPORTED_CHARSET")

  /// The answer was not understood.
  public static let invalidResponse = Self(rawValue: "INVALID_RESPONSE")

  /// The connection was closed too early.
  public static let prematureClose = Self(rawValue: "PREMATURE_CLOSE")

  /// The status of the answer was none from 200 to 206.
  public static let unsuccessfulHTTPResponseCode = Self(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")

  /// Any other reason.
  public static let other = Self(rawValue: "OTHER")
}
