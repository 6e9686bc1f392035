public import AppStore

/// An App Store Server Notification of version 2, ready to be delivered.
///
/// It is signed when its payload or text is first asked for, and stays the same from then on.
public struct SignedNotification: Hashable, Sendable {
  /// The place among the simulator's notifications, from 1.
  public let sequence: Int

  /// When the store made it.
  public let at: Milliseconds

  /// Whose purchase it is about; nil for a test notification and for a summary.
  public let account: AccountID?

  private let content: Deferred<Signed<NotificationPayload>>

  init(
    sequence: Int, at: Milliseconds, account: AccountID?,
    content: @escaping @Sendable () -> Signed<NotificationPayload>
  ) {
    self.sequence = sequence
    self.at = at
    self.account = account
    self.content = Deferred(content)
  }

  /// What it tells.
  public var payload: NotificationPayload { content.value.payload }

  /// The `signedPayload` that the store posts.
  public var jws: String { content.value.jws }

  /// Whether it is the same notification.
  public static func == (left: Self, right: Self) -> Bool {
    left.sequence == right.sequence && left.at == right.at && left.account == right.account
      && (left.content === right.content || left.content.value == right.content.value)
  }

  /// Feeds its place and instant to the hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sequence)
    hasher.combine(at)
  }
}
