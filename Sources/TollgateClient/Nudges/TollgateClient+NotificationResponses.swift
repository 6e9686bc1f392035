#if canImport(UserNotifications) && !os(tvOS)
  import Foundation
  import Tollgate
  public import UserNotifications

  extension TollgateClient {
    /// Opens what the blueprint says whenever the customer taps a nudge, as the delegate of the system's notification
    /// center, and returns the client.
    ///
    /// Call it where the client is created: iOS passes the tap that started the app only to a delegate that is set while
    /// the app launches. An app with a delegate of its own calls ``open(_:)`` there instead.
    ///
    /// ```swift
    /// @State private var client = TollgateClient(configuration).openingNudges()
    /// ```
    @discardableResult
    public func openingNudges() -> TollgateClient {
      let delegate = NudgeResponses(self)
      // The center does not keep its delegate.
      notificationDelegate = delegate
      UNUserNotificationCenter.current().delegate = delegate
      return self
    }

    /// Opens what the blueprint says if a response is the tap on a nudge.
    ///
    /// - Returns: Whether it is one; every other notification is the app's.
    @discardableResult
    nonisolated public func open(_ response: UNNotificationResponse) -> Bool {
      let identifier = response.notification.request.identifier
      guard identifier.hasPrefix(UserNotificationScheduler.prefix) else { return false }
      let nudge = Nudge.ID(String(identifier.dropFirst(UserNotificationScheduler.prefix.count)))
      Task { await self.nudgeTapped(nudge) }
      return true
    }
  }

  /// The notification center's delegate for an app that has no other.
  private final class NudgeResponses: NSObject, UNUserNotificationCenterDelegate {
    private weak var client: TollgateClient?

    init(_ client: TollgateClient) { self.client = client }

    // The variant with a completion handler: UIKit requires that the handler is called on the thread that it was passed
    // on, which an `async` method does not promise.
    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      client?.open(response)
      completionHandler()
    }
  }
#endif
