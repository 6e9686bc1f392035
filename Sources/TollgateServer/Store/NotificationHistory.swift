import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// Recovers notifications that the server missed, from the store's notification history.
///
/// A mark in the ledger says up to when everything is recorded, for each environment; it only moves forward. Follows
/// [Get Notification History](https://developer.apple.com/documentation/appstoreserverapi/get-notification-history).
struct NotificationHistory: Sendable {
  let notifications: NotificationIntake

  private var ledger: any Ledger { notifications.records.ledger }

  /// When everything is due to be recovered again: an hour after the last time.
  func nextPass(
    of environment: StoreEnvironment, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Instant? {
    let mark = try await Problem.catching(
      await ledger.instant(of: .notifications(of: environment), in: app.id))
    return mark.map { min($0, now).advanced(by: StoreJobs.historyInterval) }
  }

  /// The next window to recover; nil if none is left.
  ///
  /// A new ledger starts from the current time.
  ///
  /// - Returns: The window after the mark.
  func nextWindow(
    of environment: StoreEnvironment, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> NotificationWindow? {
    do {
      let mark = LedgerMark.notifications(of: environment)
      guard let instant = try await ledger.instant(of: mark, in: app.id) else {
        try await ledger.advance(mark, in: app.id, to: now)
        return nil
      }
      return NotificationWindow(after: instant, at: now, in: environment)
    } catch {
      throw Problem(error)
    }
  }

  /// Records the notifications of a window, and moves the mark to its end once all are recorded or refused.
  ///
  /// A refused notification does not stop the rest: ``NotificationIntake`` keeps it to be tried again.
  ///
  /// - Parameters:
  ///   - environment: The environment of the store that is asked.
  ///   - onlyFailures: Whether notifications that the server acknowledged are left out.
  /// - Returns: How many were new, known and refused.
  /// - Throws: `ServerAPIError`, or a retryable `Problem`; the mark then stays where it was.
  func recover(
    _ window: NotificationWindow, of environment: StoreEnvironment, in app: ServedApp,
    asking api: AppStoreServerAPI, onlyFailures: Bool
  ) async throws -> NotificationCounts {
    var request = NotificationHistoryRequest(startDate: window.start, endDate: window.end)
    request.onlyFailures = onlyFailures ? true : nil
    var counts = NotificationCounts()
    for try await page in api.notificationHistory(request) {
      for delivery in page.deliveries {
        do {
          counts.add(
            try await notifications.receive(
              NotificationRequest(signedPayload: delivery.signedPayload), in: app
            ).outcome)
        } catch {
          guard error.code.isNotificationRefusal else { throw error }
          counts.refused += 1
        }
      }
    }
    try await Problem.catching(
      await ledger.advance(
        .notifications(of: environment), in: app.id, to: window.end))
    return counts
  }
}
