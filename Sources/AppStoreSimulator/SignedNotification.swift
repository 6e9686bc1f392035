public import AppStore

/// An App Store Server Notification of version 2, ready to be delivered.
public struct SignedNotification: Hashable, Sendable {
  /// The place among the simulator's notifications, from 1.
  public let sequence: Int

  /// When the store made it.
  public let at: Milliseconds

  /// Whose purchase it is about; nil for a test notification.
  public let account: AccountID?

  /// What it tells.
  public let payload: NotificationPayload

  /// The `signedPayload` that the store posts.
  public let jws: String
}
