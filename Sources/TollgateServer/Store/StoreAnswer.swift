import AppStore
import Tollgate
import TollgateWire

/// What the store answered about a customer's purchases, verified.
struct StoreAnswer {
  /// How many pages of a customer's history are read, the newest changes first; 20 transactions are on each.
  static let historyPages = 5

  /// The subscriptions in their present condition.
  var subscriptions: [StoreNews] = []
  /// What the customer ever bought, as far as the pages go: refunds and periods of which no notification came.
  var history: [StoreNews] = []
  /// The subscriptions that the store says have ended or were taken back.
  var ended: Set<PurchaseID> = []

  /// Asks the store.
  ///
  /// - Parameters:
  ///   - purchase: The purchase whose buyer's purchases are asked for.
  ///   - api: What asks; it verifies what it hands out.
  /// - Throws: `ServerAPIError`, or `Problem` where something answered cannot be recorded.
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
  /// The news without transactions that a customer's facts tell of already, but for when the store signed them.
  func unknown(to customer: Customer) -> StoreNews {
    let known = Dictionary(customer.storeTransactions.map { ($0.id, $0) }) { $1 }
    var news = self
    news.transactions.removeAll { known[$0.id]?.tells(theSameAs: $0) ?? false }
    return news
  }
}

extension StoreTransaction {
  /// Whether two versions differ in nothing but when the store signed them.
  fileprivate func tells(theSameAs other: StoreTransaction) -> Bool {
    id == other.id && originalID == other.originalID && product == other.product
      && group == other.group && purchasedAt == other.purchasedAt && expiresAt == other.expiresAt
      && revokedAt == other.revokedAt && isUpgraded == other.isUpgraded && offer == other.offer
      && ownership == other.ownership && quantity == other.quantity && price == other.price
      && environment == other.environment && signedFor == other.signedFor
  }
}
