/// A page of past notifications.
public struct NotificationPage: Hashable, Sendable {
  /// The notifications, at most 20.
  public let deliveries: [NotificationDelivery]

  /// The token with which to continue after this page; nil on the last one.
  public let paginationToken: String?
}
