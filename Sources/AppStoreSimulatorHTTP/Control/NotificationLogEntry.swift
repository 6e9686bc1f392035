import AppStoreSimulator
import TollgateAppStore

/// A notification and its delivery status, for the control API and the page.
struct NotificationLogEntry: Encodable, Sendable {
  /// The position among the store's notifications, from 1.
  var sequence: Int

  /// When the store created it, in milliseconds since 1970.
  var at: Instant

  /// The account it concerns; nil for a test notification and for a summary.
  var account: String?
  var notificationUUID: String
  var notificationType: String
  var subtype: String?

  /// `unaddressed`, `gathered`, `waiting`, `delivered` or `givenUp`; `forgotten` if it is too old to be tracked.
  var delivery: String

  /// When it is posted next; nil unless the delivery is `waiting`.
  var nextAttempt: Instant?

  /// The attempts so far, oldest first, as the Server API reports them.
  var sendAttempts: [SendAttemptItem]
}

extension StoreService {
  /// The greatest number of entries in a response.
  static let logLimit = 1_000

  /// The latest notifications after a position, oldest first.
  func notificationLog(after sequence: Int, limit: Int = logLimit) -> [NotificationLogEntry] {
    let start = max(sequence, sender.lastSequence - limit)
    return simulator.notifications(after: start, limit: limit).map { notification in
      let payload = notification.payload
      let delivery = sender.delivery(of: notification.sequence)
      return NotificationLogEntry(
        sequence: notification.sequence, at: notification.at,
        account: notification.account?.rawValue, notificationUUID: payload.notificationUUID,
        notificationType: payload.notificationType.rawValue, subtype: payload.subtype?.rawValue,
        delivery: delivery?.state.name ?? "forgotten", nextAttempt: delivery?.state.nextAttempt,
        sendAttempts: delivery?.attempts ?? [])
    }
  }
}

extension NotificationSender.State {
  /// The state as the control API names it.
  fileprivate var name: String {
    switch self {
    case .unaddressed: "unaddressed"
    case .gathered: "gathered"
    case .waiting: "waiting"
    case .delivered: "delivered"
    case .givenUp: "givenUp"
    }
  }

  fileprivate var nextAttempt: Instant? {
    switch self {
    case .waiting(let until, _): until
    case .unaddressed, .gathered, .delivered, .givenUp: nil
    }
  }
}
