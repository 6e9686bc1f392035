/// A past notification and its delivery attempts.
public struct NotificationDelivery: Hashable, Sendable {
  /// The notification, signed.
  public let signedPayload: String

  /// The notification, or why it was rejected; a rejected one does not affect the others.
  public let notification: Result<Verified<NotificationPayload>, VerificationError>

  /// The delivery attempts, at most six.
  public let attempts: [SendAttemptItem]
}
