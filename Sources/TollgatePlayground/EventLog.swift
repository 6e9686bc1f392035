import AppStoreSimulator
import TollgateAppStore
import TollgateLedger

/// The store's notifications as the server received them, and the newest facts of the server's ledger.
@MainActor
final class EventLog {
  /// How the delivery of a notification ended.
  enum Outcome: Equatable {
    case answered(Int)
    case unreachable, held, lost
  }

  /// The result of a notification that the store sent.
  struct Receipt {
    let notification: SignedNotification
    var outcome: Outcome
  }

  /// The maximum number of notifications that are shown.
  private static let rows = 60
  /// The maximum number of groups of facts; the oldest are dropped.
  private static let groups = 1000

  private let store: AppStoreSimulator
  private let server: WorldServer
  private var receipts: [Receipt] = []
  private(set) var excerpt = LedgerExcerpt()
  /// What the visitor did, oldest first, with the position in the ledger before it.
  private var actions: [(title: String, after: Int)] = []
  /// The position in the ledger before what is marked as new.
  private var newAfter = Int.max
  var delivery = NotificationDelivery.now
  var isServerDown = false
  /// Which facts the page shows.
  var filter = LedgerFilter()

  init(store: AppStoreSimulator, server: WorldServer) {
    self.store = store
    self.server = server
  }

  /// Posts the store's notifications to the server, as the store would, with those held back or not answered before.
  func deliver() async {
    for index in receipts.indices {
      switch receipts[index].outcome {
      case .answered, .lost: continue
      case .held, .unreachable:
        receipts[index].outcome = await outcome(of: receipts[index].notification)
      }
    }
    let sent = receipts.last?.notification.sequence ?? 0
    for notification in store.notifications(after: sent) {
      receipts.append(Receipt(notification: notification, outcome: await outcome(of: notification)))
    }
  }

  private func outcome(of notification: SignedNotification) async -> Outcome {
    switch delivery {
    case .held: return .held
    case .lost: return .lost
    case .now: return await post(notification)
    case .twice:
      _ = await post(notification)
      return await post(notification)
    }
  }

  private func post(_ notification: SignedNotification) async -> Outcome {
    guard !isServerDown else { return .unreachable }
    let status = await server.post(notification: notification.jws)
    return status.map(Outcome.answered) ?? .unreachable
  }

  /// Reads what the page shows of the ledger.
  func readLedger() async { excerpt = await server.ledger(filter) }

  /// Begins a group of facts, those that follow from what the visitor does now.
  ///
  /// - Parameter continues: Whether the facts of the group before stay new, as in a journey's step.
  func begin(_ title: String, continues: Bool = false) {
    let last = excerpt.last
    if !continues { newAfter = last }
    if actions.last?.after == last { actions.removeLast() }
    actions.append((title, last))
    if actions.count > Self.groups { actions.removeFirst() }
  }

  /// The facts that the filter lets through, newest first.
  var ledgerRows: [LedgerRow] {
    var previous: Int?
    return excerpt.entries.reversed().map { entry in
      var row = LedgerRow(entry)
      let group = actions.lastIndex { $0.after < entry.sequence }
      row.isNew = entry.sequence > newAfter
      if let group, group != previous { row.after = actions[group].title }
      previous = group
      return row
    }
  }

  var notificationRows: [NotificationRow] {
    receipts.reversed().prefix(Self.rows).map { NotificationRow($0) }
  }
}

extension NotificationRow {
  /// The row of a notification that was sent.
  init(_ receipt: EventLog.Receipt) {
    let payload = receipt.notification.payload
    self.init(
      id: payload.notificationUUID, time: Words.moment(receipt.notification.at),
      type: payload.notificationType.rawValue, subtype: payload.subtype?.rawValue,
      status: receipt.outcome.text, tone: receipt.outcome.tone)
  }
}

extension EventLog.Outcome {
  fileprivate var text: String {
    switch self {
    case .answered(200): "delivered"
    case .answered(let status): "refused, \(status)"
    case .unreachable: "unreachable"
    case .held: "held back"
    case .lost: "lost"
    }
  }

  fileprivate var tone: BadgeTone {
    switch self {
    case .answered(200): .good
    case .held: .warning
    case .answered, .unreachable, .lost: .bad
    }
  }
}
