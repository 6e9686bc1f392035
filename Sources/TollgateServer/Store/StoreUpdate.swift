import Tollgate

/// A verified update of one purchase or subscription.
struct StoreUpdate: Hashable, Sendable {
  /// The purchase, in the environment of the store that signed it.
  let purchase: PurchaseID
  /// Versions of its transactions, in any order: the fold of the facts keeps the newest of each.
  var transactions: [StoreTransaction] = []
  /// Versions of its renewal info, in any order.
  var renewals: [StoreRenewal] = []
  /// Refunds that the customer requested, for the owner alone.
  var refundRequests: [RefundRequest] = []

  /// What to record, before anything is derived from it.
  var facts: [Fact] {
    transactions.map(Fact.transaction) + renewals.map(Fact.renewal)
      + refundRequests.map(Fact.refundRequest)
  }

  /// The update for a customer who shares the purchase with its owner.
  var shared: StoreUpdate {
    StoreUpdate(purchase: purchase, transactions: transactions, renewals: renewals)
  }

  /// The customer that the latest of the transactions was bought for.
  ///
  /// Follows Apple's [appAccountToken](https://developer.apple.com/documentation/appstoreserverapi/appaccounttoken);
  /// nil if the purchase carries none of this server's.
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
      && revokedAt == other.revokedAt && refund == other.refund && isUpgraded == other.isUpgraded
      && isRenewal == other.isRenewal && offer == other.offer
      && ownership == other.ownership && quantity == other.quantity && price == other.price
      && environment == other.environment && signedFor == other.signedFor
  }
}
