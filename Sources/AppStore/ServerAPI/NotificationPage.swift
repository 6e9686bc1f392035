/// A page of notifications of the past.
public struct NotificationPage: Hashable, Sendable {
  /// The notifications, 20 at most.
  public let deliveries: [NotificationDelivery]

  /// What to go on after this page with; nothing on the last.
  public let paginationToken: String?
}
