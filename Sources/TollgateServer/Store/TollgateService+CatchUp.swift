import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// A window of past notifications that are requested together and recorded before the next window.
struct HistoryWindow: Hashable {
  /// The longest window: an API client reads up to 200,000 notifications in one pass.
  static let longest = Duration.hours(6)
  /// How long before the mark a window begins: the store may list a notification late.
  static let overlap = Duration.minutes(15)
  /// The margin left out at the far end, so that no request starts too early for the store.
  static let margin = Duration.hours(1)

  let start: Instant
  let end: Instant

  /// Creates the window that follows a mark; nil if nothing lies between the mark and now.
  ///
  /// - Parameters:
  ///   - mark: The instant up to which everything is recorded.
  ///   - now: The server's clock.
  ///   - environment: The store's environment.
  init?(after mark: Instant, at now: Instant, in environment: StoreEnvironment) {
    let kept = now.subtracting(Period(environment.daysOfNotifications, .day))
      .advanced(by: Self.margin)
    let from = max(mark, kept)
    guard from < now else { return nil }
    start = max(from.advanced(by: .zero - Self.overlap), kept)
    end = min(from.advanced(by: Self.longest), now)
  }
}

extension StoreEnvironment {
  /// For how many days the store
  /// [keeps notifications](https://developer.apple.com/documentation/appstoreserverapi/get-notification-history).
  fileprivate var daysOfNotifications: Int {
    switch self {
    case .production: 180
    case .sandbox, .xcode: 30
    }
  }
}

/// How many notifications of a window were new, known and refused.
struct HistoryCount: Hashable {
  var recorded = 0
  var known = 0
  var refused = 0
}

extension TollgateService {
  /// The next window to recover; nil if none is left.
  ///
  /// A new ledger starts from the current time.
  func nextWindow(
    of environment: StoreEnvironment, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> HistoryWindow? {
    do {
      let mark = LedgerMark.notifications(of: environment)
      guard let instant = try await ledger.instant(of: mark, in: app.id) else {
        try await ledger.advance(mark, in: app.id, to: now)
        return nil
      }
      return HistoryWindow(after: instant, at: now, in: environment)
    } catch {
      throw Problem(error)
    }
  }

  /// Records the notifications of a window, and moves the mark to its end once all are recorded or refused.
  ///
  /// A refused notification does not stop the rest: ``receive(_:in:)`` keeps it to be judged again.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - environment: The environment of the store that is asked.
  ///   - app: The app.
  ///   - api: The client that asks.
  ///   - onlyFailures: Whether notifications that the server acknowledged are left out.
  /// - Returns: How many were new, known and refused.
  /// - Throws: `ServerAPIError`, or a retryable `Problem`; the mark then stays where it was.
  func catchUp(
    _ window: HistoryWindow, of environment: StoreEnvironment, in app: ServedApp,
    asking api: AppStoreServerAPI, onlyFailures: Bool
  ) async throws -> HistoryCount {
    let request = NotificationHistoryRequest(
      startDate: window.start,
      endDate: window.end, onlyFailures: onlyFailures ? true : nil)
    var count = HistoryCount()
    for try await page in api.notificationHistory(request) {
      for delivery in page.deliveries {
        do {
          switch try await receive(
            NotificationRequest(signedPayload: delivery.signedPayload), in: app.id
          ).outcome {
          case .recorded: count.recorded += 1
          case .duplicate, .nothingToRecord: count.known += 1
          }
        } catch {
          guard error.code.refusesNotifications else { throw error }
          count.refused += 1
        }
      }
    }
    do {
      try await ledger.advance(
        .notifications(of: environment), in: app.id, to: window.end)
    } catch {
      throw Problem(error)
    }
    return count
  }
}
