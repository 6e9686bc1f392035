import AppStoreSimulator
import TollgateAppStore
import TollgateLedger

/// The store's notifications as the server received them, and the newest facts of the server's ledger.
@MainActor
final class EventLog {
  /// The result of a notification that the store sent.
  struct Receipt {
    let notification: SignedNotification
    let status: Int?
  }

  /// The maximum number of rows in a panel.
  private static let rows = 60

  private let store: AppStoreSimulator
  private let server: WorldServer
  private var receipts: [Receipt] = []
  private var facts: [LedgerEntry] = []
  /// What the visitor did, oldest first, with the position in the ledger before it.
  private var actions: [(title: String, after: Int)] = []
  /// The number of facts in the ledger.
  private(set) var recorded = 0

  init(store: AppStoreSimulator, server: WorldServer) {
    self.store = store
    self.server = server
  }

  /// Posts the store's notifications to the server, as the store would.
  func deliver() async {
    let sent = receipts.last?.notification.sequence ?? 0
    for notification in store.notifications(after: sent) {
      let status = await server.post(notification: notification.jws)
      receipts.append(Receipt(notification: notification, status: status))
    }
  }

  /// Reads what the page shows of the ledger.
  func readLedger() async { (facts, recorded) = await server.newestFacts(Self.rows) }

  /// Begins a group of facts, those that follow from what the visitor does now.
  func begin(_ title: String) {
    let last = facts.first?.sequence ?? 0
    if actions.last?.after == last { actions.removeLast() }
    actions.append((title, last))
    if actions.count > Self.rows { actions.removeFirst() }
  }

  var ledgerRows: [LedgerRow] {
    var previous: Int?
    return facts.map { entry in
      var row = LedgerRow(entry)
      let group = actions.lastIndex { $0.after < entry.sequence }
      if let group {
        row.isNew = group == actions.count - 1
        if group != previous { row.after = actions[group].title }
      }
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
      status: receipt.status.map { $0 == 200 ? "delivered" : "refused, \($0)" } ?? "unreachable",
      tone: receipt.status == 200 ? .good : .bad)
  }
}
