/// A query for past notifications.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryrequest>.
public struct NotificationHistoryRequest: Hashable, Codable, Sendable {
  /// The start of the time span, within the past 180 days, or 30 in the sandbox.
  public var startDate: Instant
  /// The end of the time span, after its start.
  public var endDate: Instant
  /// Only notifications of this type; not together with a transaction identifier.
  public var notificationType: NotificationType?
  /// Only notifications of this subtype; only together with a type.
  public var notificationSubtype: Subtype?
  /// Only notifications about the customer who has this transaction.
  public var transactionId: String?
  /// True to list only those that the server has not acknowledged.
  public var onlyFailures: Bool?

  public init(startDate: Instant, endDate: Instant) {
    self.startDate = startDate
    self.endDate = endDate
  }
}

/// A page of past notifications, at most 20.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponse>.
public struct NotificationHistoryResponse: Hashable, Codable, Sendable {
  /// The notifications with the attempts to deliver them.
  public var notificationHistory: [NotificationHistoryResponseItem]
  /// Whether another page follows.
  public var hasMore: Bool
  /// The token with which to request the next page.
  public var paginationToken: String?

  public init(
    notificationHistory: [NotificationHistoryResponseItem],
    hasMore: Bool,
    paginationToken: String? = nil
  ) {
    self.notificationHistory = notificationHistory
    self.hasMore = hasMore
    self.paginationToken = paginationToken
  }
}

/// A past notification with its delivery attempts.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponseitem>.
public struct NotificationHistoryResponseItem: Hashable, Codable, Sendable {
  public var signedPayload: String
  /// The delivery attempts, at most six.
  public var sendAttempts: [SendAttemptItem]?

  public init(signedPayload: String, sendAttempts: [SendAttemptItem]? = nil) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}

/// One attempt to deliver a notification.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/sendattemptitem>.
public struct SendAttemptItem: Hashable, Codable, Sendable {
  public var attemptDate: Instant
  public var sendAttemptResult: SendAttemptResult

  public init(attemptDate: Instant, sendAttemptResult: SendAttemptResult) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }
}

/// The result of an attempt to deliver a notification.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/sendattemptresult>.
public struct SendAttemptResult: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

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

  public static let invalidResponse = Self(rawValue: "INVALID_RESPONSE")

  /// The connection was closed prematurely.
  public static let prematureClose = Self(rawValue: "PREMATURE_CLOSE")

  /// The status of the response was not from 200 to 206.
  public static let unsuccessfulHTTPResponseCode = Self(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")

  /// Any other reason.
  public static let other = Self(rawValue: "OTHER")
}
