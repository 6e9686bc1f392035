/// The delivery status of a test notification.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/checktestnotificationresponse>.
public struct CheckTestNotificationResponse: Hashable, Codable, Sendable {
  /// The notification, signed.
  public var signedPayload: String
  /// The attempts to deliver it.
  public var sendAttempts: [SendAttemptItem]?

  /// Creates the value from its fields, which have Apple's names.
  public init(signedPayload: String, sendAttempts: [SendAttemptItem]? = nil) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}
