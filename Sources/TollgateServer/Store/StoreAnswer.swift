import Tollgate
import TollgateAppStore
import TollgateWire

/// The store's verified response about a customer's purchases.
struct StoreAnswer {
  /// How many pages of a customer's history are read, latest changes first; each has 20 transactions.
  static let historyPages = 5

  /// The subscriptions in their current condition.
  var subscriptions: [StoreNews] = []
  /// All of the customer's purchases, as far as the pages go, including refunds and periods without a notification.
  var history: [StoreNews] = []
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
        StoreNews(
          purchase: transaction.purchase, transactions: [transaction],
          renewals: [try StoreRenewal(subscription.renewalInfo)]))
      switch subscription.status {
      case .expired, .revoked: ended.insert(transaction.purchase)
      default: break
      }
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

extension [StoreNews] {
  fileprivate mutating func add(_ transaction: StoreTransaction) {
    guard let index = firstIndex(where: { $0.purchase == transaction.purchase }) else {
      append(StoreNews(purchase: transaction.purchase, transactions: [transaction]))
      return
    }
    self[index].transactions.append(transaction)
  }
}

extension StoreNews {
  /// The news without transactions that differ from a customer's facts only in when the store signed them.
  func unknown(to customer: Customer) -> StoreNews {
    let known = Dictionary(customer.storeTransactions.map { ($0.id, $0) }) { $1 }
    var news = self
    news.transactions.removeAll { known[$0.id]?.tells(theSameAs: $0) ?? false }
    return news
  }
}

extension StoreTransaction {
  /// Whether two versions differ only in when the store signed them.
  fileprivate func tells(theSameAs other: StoreTransaction) -> Bool {
    id == other.id && originalID == other.originalID && product == other.product
      && group == other.group && purchasedAt == other.purchasedAt && expiresAt == other.expiresAt
      && revokedAt == other.revokedAt && isUpgraded == other.isUpgraded && offer == other.offer
      && ownership == other.ownership && quantity == other.quantity && price == other.price
      && environment == other.environment && signedFor == other.signedFor
  }
}
