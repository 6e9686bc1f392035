extension AppStoreServerAPI {
  /// Requests that Apple send a test notification to the app's server.
  ///
  /// It is not retried if Apple does not respond, because Apple may have sent one. Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/request-a-test-notification>.
  ///
  /// - Returns: The token for querying its delivery.
  public func requestTestNotification() async throws(ServerAPIError) -> String {
    var endpoint = ServerAPIEndpoint(.post, "v1", "notifications", "test")
    endpoint.isRepeatable = false
    let response: SendTestNotificationResponse = try await answer(to: endpoint)
    return response.testNotificationToken
  }

  /// Returns the delivery status of a test notification.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-test-notification-status>.
  ///
  /// - Parameter token: The token from ``requestTestNotification()``.
  /// - Returns: The notification and the attempts so far.
  public func testNotification(
    _ token: String
  ) async throws(ServerAPIError) -> NotificationDelivery {
    let response: CheckTestNotificationResponse = try await answer(
      to: ServerAPIEndpoint(.get, "v1", "notifications", "test", token))
    return await delivery(response.signedPayload, response.sendAttempts)
  }

  /// Returns past notifications, page by page.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-notification-history>.
  ///
  /// - Parameters:
  ///   - request: Which notifications to list; the same for every page.
  ///   - paginationToken: The token of the last known page, to continue after it.
  public func notificationHistory(
    _ request: NotificationHistoryRequest, after paginationToken: String? = nil
  ) -> ServerAPIPages<NotificationPage> {
    ServerAPIPages(from: paginationToken) { token throws(ServerAPIError) in
      let response: NotificationHistoryResponse = try await answer(
        to: ServerAPIEndpoint(.post, "v1", "notifications", "history")
          .asking(token.map { [("paginationToken", $0)] } ?? []).sending(request))
      guard response.paginationToken != nil || !response.hasMore else {
        throw ServerAPIError(.answerUnreadable, "A page does not say how the next was requested.")
      }
      var deliveries: [NotificationDelivery] = []
      for item in response.notificationHistory {
        deliveries.append(await delivery(item.signedPayload, item.sendAttempts))
      }
      let next = response.hasMore ? response.paginationToken : nil
      return (NotificationPage(deliveries: deliveries, paginationToken: next), next)
    }
  }

  private func delivery(
    _ signedPayload: String, _ attempts: [SendAttemptItem]?
  ) async -> NotificationDelivery {
    let notification: Result<Verified<NotificationPayload>, VerificationError>
    do throws(VerificationError) {
      notification = .success(try await verifier.notification(signedPayload, at: now()))
    } catch {
      notification = .failure(error)
    }
    return NotificationDelivery(
      signedPayload: signedPayload, notification: notification, attempts: attempts ?? [])
  }
}

/// A page of past notifications.
public struct NotificationPage: Hashable, Sendable {
  /// The notifications, at most 20.
  public let deliveries: [NotificationDelivery]

  /// The token with which to continue after this page; nil on the last one.
  public let paginationToken: String?
}

/// A past notification and its delivery attempts.
public struct NotificationDelivery: Hashable, Sendable {
  public let signedPayload: String

  /// The notification, or why it was rejected; a rejected one does not affect the others.
  public let notification: Result<Verified<NotificationPayload>, VerificationError>

  /// The delivery attempts, at most six.
  public let attempts: [SendAttemptItem]
}
