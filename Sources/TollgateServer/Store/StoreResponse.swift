import Tollgate
import TollgateAppStore
import TollgateWire

/// The store's verified response about a customer's purchases.
struct StoreResponse {
  /// How many pages of a customer's history are read, latest changes first; each has 20 transactions.
  static let historyPages = 5

  /// The subscriptions in their current condition.
  var subscriptions: [StoreUpdate] = []
  /// All of the customer's purchases, as far as the pages go, including refunds and periods without a notification.
  var history: [StoreUpdate] = []
  /// The subscriptions that the store reports as ended or revoked.
  var ended: Set<PurchaseID> = []

  /// Asks the store.
  ///
  /// - Parameters:
  ///   - purchase: The purchase whose buyer's purchases are requested.
  ///   - api: The client that asks; it verifies what it returns.
  /// - Throws: `ServerAPIError`, or `Problem` if part of the response cannot be recorded.
  init(about purchase: PurchaseID, asking api: AppStoreServerAPI) async throws {
    for subscription in try await api.subscriptions(of: purchase.originalID.rawValue) {
      let transaction = try StoreTransaction(subscription.transaction)
      subscriptions.append(
        StoreUpdate(
          purchase: transaction.purchase, transactions: [transaction],
          renewals: [try StoreRenewal(subscription.renewalInfo)]))
      if [.expired, .revoked].contains(subscription.status) { ended.insert(transaction.purchase) }
    }
    var pages = api.transactionHistory(
      of: purchase.originalID.rawValue, query: TransactionHistoryQuery(order: .descending)
    ).makeAsyncIterator()
    for _ in 0..<Self.historyPages {
      guard let page = try await pages.next() else { break }
      for verified in page.transactions { history.add(try StoreTransaction(verified)) }
    }
  }
}

extension [StoreUpdate] {
  /// Adds a transaction to the update of its purchase.
  mutating func add(_ transaction: StoreTransaction) {
    guard let index = firstIndex(where: { $0.purchase == transaction.purchase }) else {
      append(StoreUpdate(purchase: transaction.purchase, transactions: [transaction]))
      return
    }
    self[index].transactions.append(transaction)
  }
}
