import AppStore
import Tollgate
import TollgateLedger
import TollgateWire

/// A part of the past whose notifications are asked for at once, and recorded before the next part is.
struct HistoryWindow: Hashable {
  /// How long a part is at the most, in milliseconds: an API client reads up to 200,000 notifications in a walk.
  static let longest: Int64 = 6 * 3_600_000
  /// How long before the mark a part begins, in milliseconds: the store may list a notification late.
  static let overlap: Int64 = 15 * 60_000
  /// What is left out at the far end, in milliseconds, so that no clock is too early for the store.
  static let margin: Int64 = 3_600_000

  let start: Instant
  let end: Instant

  /// The part that follows a mark; nil where nothing lies between the mark and now.
  ///
  /// - Parameters:
  ///   - mark: Up to when everything is recorded.
  ///   - now: The server's clock.
  ///   - environment: The store's environment; it keeps notifications for 180 days, or 30 in the sandbox.
  init?(after mark: Instant, at now: Instant, in environment: Environment) {
    let kept = now.subtracting(Period(environment == .production ? 180 : 30, .day))
      .adding(milliseconds: Self.margin)
    let from = max(mark, kept)
    guard from < now else { return nil }
    start = max(from.adding(milliseconds: -Self.overlap), kept)
    end = min(from.adding(milliseconds: Self.longest), now)
  }
}

/// How many notifications of a part of the past were new, known and refused.
struct HistoryCount: Hashable {
  var recorded = 0
  var known = 0
  var refused = 0
}

extension TollgateService {
  /// The part of the past to catch up next; nil where none is left.
  ///
  /// The first start ever begins now.
  func nextWindow(in app: ServedApp, at now: Instant) async throws(Problem) -> HistoryWindow? {
    do {
      guard let mark = try await ledger.instant(of: .notifications, in: app.id) else {
        try await ledger.advance(.notifications, in: app.id, to: now)
        return nil
      }
      return HistoryWindow(after: mark, at: now, in: app.environment)
    } catch {
      throw Problem(error)
    }
  }

  /// Takes in the notifications of a part of the past, and moves the mark to its end once all are recorded.
  ///
  /// A notification that can never be recorded, as it cannot be verified, is counted and left; it would only stop the rest.
  ///
  /// - Parameters:
  ///   - window: The part of the past.
  ///   - app: The app.
  ///   - api: What asks.
  ///   - onlyFailures: Whether those that the server acknowledged are left out.
  /// - Returns: How many were new, known and refused.
  /// - Throws: `ServerAPIError`, or a `Problem` that may pass; the mark stays where it was.
  func catchUp(
    _ window: HistoryWindow, in app: ServedApp, asking api: AppStoreServerAPI, onlyFailures: Bool
  ) async throws -> HistoryCount {
    let request = NotificationHistoryRequest(
      startDate: Milliseconds(window.start.milliseconds),
      endDate: Milliseconds(window.end.milliseconds), onlyFailures: onlyFailures ? true : nil)
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
          guard error.code.isRefusalOfSignedData else { throw error }
          count.refused += 1
        }
      }
    }
    do {
      try await ledger.advance(.notifications, in: app.id, to: window.end)
    } catch {
      throw Problem(error)
    }
    return count
  }
}

extension ProblemCode {
  fileprivate var isRefusalOfSignedData: Bool {
    rawValue.hasPrefix("signed_data_") || self == .renewalMismatch
  }
}
