/// How the delivery of a test notification went.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/checktestnotificationresponse>.
public struct CheckTestNotificationResponse: Hashable, Codable, Sendable {
  /// The notification, signed.
  public var signedPayload: String
  /// The attempts to deliver it.
  public var sendAttempts: [SendAttemptItem]?

  /// Makes the value from its fields, named as Apple names them.
  public init(signedPayload: String, sendAttempts: [SendAttemptItem]? = nil) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}
