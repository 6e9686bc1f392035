import AppStoreSimulator
import TollgateAppStore

extension StoreService {
  /// The number of notifications on a page of their history.
  static let notificationPageLimit = 20

  /// How many test notifications are tracked by their tokens.
  static let testNotificationLimit = 1_000

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/request-a-test-notification>.
  func requestTest(_ call: ServerAPICall) throws(ServerAPIRefusal) -> SendTestNotificationResponse {
    guard address != nil else { throw ServerAPIRefusal(.serverNotificationURLNotFound) }
    let notification = simulator.sendTestNotification()
    let token =
      "\(notification.payload.notificationUUID)_\(notification.at.milliseconds / 1000)"
    if testNotifications.count >= Self.testNotificationLimit,
      let oldest = testNotifications.min(by: { $0.value < $1.value })?.key
    {
      testNotifications[oldest] = nil
    }
    testNotifications[token] = notification.sequence
    settleSoon()
    return SendTestNotificationResponse(testNotificationToken: token)
  }

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-test-notification-status>.
  func test(_ call: ServerAPICall) throws(ServerAPIRefusal) -> CheckTestNotificationResponse {
    let token = call.parameter("token")
    let parts = token.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isUUID(String(parts[0])), Int64(parts[1]) != nil else {
      throw ServerAPIRefusal(.invalidTestNotificationToken)
    }
    guard let sequence = testNotifications[token], let notification = notification(sequence),
      let attempts = sender.delivery(of: sequence)?.attempts, !attempts.isEmpty
    else { throw ServerAPIRefusal(.testNotificationNotFound) }
    return CheckTestNotificationResponse(signedPayload: notification.jws, sendAttempts: attempts)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-notification-history>.
  func notificationHistory(
    _ call: ServerAPICall
  ) throws(ServerAPIRefusal) -> NotificationHistoryResponse {
    let filter = try NotificationFilter(call, self)
    let start = try Self.place(call.value("paginationToken"))
    var page: [SignedNotification] = []
    var hasMore = false
    for notification in simulator.notifications(after: start) where admits(notification, filter) {
      guard page.count < Self.notificationPageLimit else {
        hasMore = true
        break
      }
      page.append(notification)
    }
    let items = page.map { notification in
      let attempts = sender.delivery(of: notification.sequence)?.attempts ?? []
      return NotificationHistoryResponseItem(
        signedPayload: notification.jws, sendAttempts: attempts.isEmpty ? nil : attempts)
    }
    return NotificationHistoryResponse(
      notificationHistory: items, hasMore: hasMore,
      paginationToken: hasMore ? page.last.map { Self.token(after: $0.sequence) } : nil)
  }

  private func admits(_ notification: SignedNotification, _ filter: NotificationFilter) -> Bool {
    if filter.onlyFailures, sender.delivery(of: notification.sequence)?.state == .delivered {
      return false
    }
    return filter.admits(notification)
  }

  private static func token(after sequence: Int) -> String { "page_\(sequence)" }

  private static func place(_ token: String?) throws(ServerAPIRefusal) -> Int {
    guard let token else { return 0 }
    guard token.hasPrefix("page_"), let sequence = Int(token.dropFirst(5)), sequence > 0 else {
      throw ServerAPIRefusal(.invalidPaginationToken)
    }
    return sequence
  }
}
