/// A past notification with its delivery attempts.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponseitem>.
public struct NotificationHistoryResponseItem: Hashable, Codable, Sendable {
  /// The notification, signed.
  public var signedPayload: String
  /// The delivery attempts, at most six.
  public var sendAttempts: [SendAttemptItem]?

  /// Creates the value from its fields, which have Apple's names.
  public init(signedPayload: String, sendAttempts: [SendAttemptItem]? = nil) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}
