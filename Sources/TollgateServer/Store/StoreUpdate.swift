import Tollgate

/// A verified update of one purchase or subscription.
struct StoreUpdate: Hashable, Sendable {
  let purchase: PurchaseID
  var transactions: [StoreTransaction] = []
  var renewals: [StoreRenewal] = []

  var facts: [Fact] { transactions.map(Fact.transaction) + renewals.map(Fact.renewal) }

  /// The customer that the latest of the transactions was bought for.
  var signedFor: Customer.ID? {
    transactions.max { ($0.purchasedAt, $0.signedAt) < ($1.purchasedAt, $1.signedAt) }?.signedFor
  }

  /// The update without transactions that differ from a customer's facts only in when the store signed them.
  func unknown(to customer: Customer) -> StoreUpdate {
    let known = Dictionary(customer.storeTransactions.map { ($0.id, $0) }) { $1 }
    var update = self
    update.transactions.removeAll { known[$0.id]?.isSame(as: $0) ?? false }
    return update
  }
}

extension StoreTransaction {
  /// Whether two versions differ only in when the store signed them.
  fileprivate func isSame(as other: StoreTransaction) -> Bool {
    id == other.id && originalID == other.originalID && product == other.product
      && group == other.group && purchasedAt == other.purchasedAt && expiresAt == other.expiresAt
      && revokedAt == other.revokedAt && isUpgraded == other.isUpgraded && offer == other.offer
      && ownership == other.ownership && quantity == other.quantity && price == other.price
      && environment == other.environment && signedFor == other.signedFor
  }
}
