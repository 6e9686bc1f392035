/// A notification of the past, and the attempts to deliver it.
public struct NotificationDelivery: Hashable, Sendable {
  /// The notification, signed.
  public let signedPayload: String

  /// The notification, or why it was refused: one that is refused does not hide the others.
  public let notification: Result<Verified<NotificationPayload>, VerificationError>

  /// The attempts to deliver it, six at most.
  public let attempts: [SendAttemptItem]
}
