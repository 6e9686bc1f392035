/// A page of past notifications, at most 20.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponse>.
public struct NotificationHistoryResponse: Hashable, Codable, Sendable {
  /// The notifications with the attempts to deliver them.
  public var notificationHistory: [NotificationHistoryResponseItem]
  /// Whether another page follows.
  public var hasMore: Bool
  /// The token with which to request the next page.
  public var paginationToken: String?

  /// Creates the value from its fields, which have Apple's names.
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
