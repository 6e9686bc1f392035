/// The confirmation that a test notification was requested.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/sendtestnotificationresponse>.
public struct SendTestNotificationResponse: Hashable, Codable, Sendable {
  /// The token for querying its delivery.
  public var testNotificationToken: String

  public init(testNotificationToken: String) { self.testNotificationToken = testNotificationToken }
}

/// The delivery status of a test notification.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/checktestnotificationresponse>.
public struct CheckTestNotificationResponse: Hashable, Codable, Sendable {
  public var signedPayload: String
  public var sendAttempts: [SendAttemptItem]?

  public init(signedPayload: String, sendAttempts: [SendAttemptItem]? = nil) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}
