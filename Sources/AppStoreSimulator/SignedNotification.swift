public import TollgateAppStore

/// An App Store Server Notification of version 2, ready to be delivered.
///
/// It is signed when its payload or text is first accessed, and stays the same from then on.
public struct SignedNotification: Hashable, Sendable {
  /// The position among the simulator's notifications, from 1.
  public let sequence: Int

  /// When the store created it.
  public let at: Instant

  /// The account it concerns; nil for a test notification and for a summary.
  public let account: AccountID?

  private let content: Deferred<Signed<NotificationPayload>>

  init(
    sequence: Int, at: Instant, account: AccountID?,
    content: @escaping @Sendable () -> Signed<NotificationPayload>
  ) {
    self.sequence = sequence
    self.at = at
    self.account = account
    self.content = Deferred(content)
  }

  public var payload: NotificationPayload { content.value.payload }

  /// The `signedPayload` that the store posts.
  public var jws: String { content.value.jws }

  /// Whether it is the same notification.
  public static func == (left: Self, right: Self) -> Bool {
    left.sequence == right.sequence && left.at == right.at && left.account == right.account
      && (left.content === right.content || left.content.value == right.content.value)
  }

  /// Feeds its position and instant to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sequence)
    hasher.combine(at)
  }
}
