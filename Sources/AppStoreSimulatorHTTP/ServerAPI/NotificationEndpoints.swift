import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the App Store Server API for the notifications themselves.
enum NotificationEndpoints {
  /// The number of notifications on a page of their history.
  static let pageLimit = 20

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/request-a-test-notification>.
  ///
  /// Fails with `serverNotificationURLNotFound` while no address is configured. The post happens in the next turn.
  static func sendTest(
    _ service: isolated StoreService
  ) throws(ServerAPIRefusal) -> SendTestNotificationResponse {
    guard service.address != nil else { throw ServerAPIRefusal(.serverNotificationURLNotFound) }
    let notification = service.simulator.sendTestNotification()
    let token = service.testNotifications.add(notification)
    service.settleSoon()
    return SendTestNotificationResponse(testNotificationToken: token)
  }

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-test-notification-status>.
  ///
  /// Fails with `testNotificationNotFound` until the first attempt has been made.
  static func testStatus(
    _ call: ServerAPICall, _ service: isolated StoreService
  ) throws(ServerAPIRefusal) -> CheckTestNotificationResponse {
    let token = call.parameter("token")
    guard TestNotifications.isToken(token) else {
      throw ServerAPIRefusal(.invalidTestNotificationToken)
    }
    guard let sequence = service.testNotifications[token],
      let notification = service.notification(sequence),
      let attempts = service.sender.delivery(of: sequence)?.attempts, !attempts.isEmpty
    else { throw ServerAPIRefusal(.testNotificationNotFound) }
    return CheckTestNotificationResponse(signedPayload: notification.jws, sendAttempts: attempts)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-notification-history>.
  ///
  /// Oldest first. The token of the next page names the last notification of this one, so that new notifications do not
  /// move the pages.
  static func history(
    _ call: ServerAPICall, _ service: isolated StoreService
  ) throws(ServerAPIRefusal) -> NotificationHistoryResponse {
    let filter = try NotificationFilter(call, service.simulator)
    let start = try index(call.value("paginationToken"))
    var page: [SignedNotification] = []
    var hasMore = false
    for notification in service.simulator.notifications(after: start)
    where matches(notification, filter, service) {
      guard page.count < pageLimit else {
        hasMore = true
        break
      }
      page.append(notification)
    }
    let items = page.map { notification in
      let attempts = service.sender.delivery(of: notification.sequence)?.attempts ?? []
      return NotificationHistoryResponseItem(
        signedPayload: notification.jws, sendAttempts: attempts.isEmpty ? nil : attempts)
    }
    return NotificationHistoryResponse(
      notificationHistory: items, hasMore: hasMore,
      paginationToken: hasMore ? page.last.map { token(after: $0.sequence) } : nil)
  }

  /// Whether a notification is listed; a failure is one that the server has not acknowledged.
  private static func matches(
    _ notification: SignedNotification, _ filter: NotificationFilter,
    _ service: isolated StoreService
  ) -> Bool {
    if filter.onlyFailures, service.sender.delivery(of: notification.sequence)?.state == .delivered
    {
      return false
    }
    return filter.matches(notification)
  }

  private static func token(after sequence: Int) -> String { "page_\(sequence)" }

  /// The position after which a page starts, from its token; 0 without one.
  private static func index(_ token: String?) throws(ServerAPIRefusal) -> Int {
    guard let token else { return 0 }
    guard token.hasPrefix("page_"), let sequence = Int(token.dropFirst(5)), sequence > 0 else {
      throw ServerAPIRefusal(.invalidPaginationToken)
    }
    return sequence
  }
}
