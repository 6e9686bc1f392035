/// The result of an attempt to deliver a notification.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/sendattemptresult>.
public struct SendAttemptResult: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The server acknowledged it.
  public static let success = Self(rawValue: "SUCCESS")

  /// The server did not respond in time.
  public static let timedOut = Self(rawValue: "TIMED_OUT")

  /// A secure connection could not be established.
  public static let tlsIssue = Self(rawValue: "TLS_ISSUE")

  /// The server's redirects are circular.
  public static let circularRedirect = Self(rawValue: "CIRCULAR_REDIRECT")

  /// The server did not respond.
  public static let noResponse = Self(rawValue: "NO_RESPONSE")

  /// The connection failed.
  public static let socketIssue = Self(rawValue: "SOCKET_ISSUE")

  /// The response used an unsupported character set.
  public static let unsupportedCharset = Self(rawValue: "UNSUPPORTED_CHARSET")

  /// The response was invalid.
  public static let invalidResponse = Self(rawValue: "INVALID_RESPONSE")

  /// The connection was closed prematurely.
  public static let prematureClose = Self(rawValue: "PREMATURE_CLOSE")

  /// The status of the response was not from 200 to 206.
  public static let unsuccessfulHTTPResponseCode = Self(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")

  /// Any other reason.
  public static let other = Self(rawValue: "OTHER")
}
