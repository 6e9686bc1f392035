/// A notification of the past with the attempts to deliver it.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponseitem>.
public struct NotificationHistoryResponseItem: Hashable, Codable, Sendable {
  /// The notification, signed.
  public var signedPayload: String
  /// The attempts to deliver it, six at most.
  public var sendAttempts: [SendAttemptItem]?

  /// Makes the value from its fields, named as Apple names them.
  public init(signedPayload: String, sendAttempts: [SendAttemptItem]? = nil) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}
