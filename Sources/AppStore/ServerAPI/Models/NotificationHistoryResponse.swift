/// A page of notifications of the past, 20 at most.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponse>.
public struct NotificationHistoryResponse: Hashable, Codable, Sendable {
  /// The notifications with the attempts to deliver them.
  public var notificationHistory: [NotificationHistoryResponseItem]
  /// Whether another page follows.
  public var hasMore: Bool
  /// What to ask the next page with.
  public var paginationToken: String?

  /// Makes the value from its fields, named as Apple names them.
  public init(
    notificationHistory: [NotificationHistoryResponseItem],
    hasMore: Bool,
    paginationToken: String? = nil
  ) {
    self.notificationHistory = notificationHistory
    self.hasMore = hasMore
    self.paginationToken = paginationToken
  }
}
