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
  func readLedger() async { facts = await server.newestFacts(Self.rows) }

  var ledgerRows: [LedgerRow] { facts.map { LedgerRow($0) } }

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
