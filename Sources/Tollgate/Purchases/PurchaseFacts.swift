/// The facts that the store signed about a customer's purchases, and the transfers of them.
///
/// An entry is never removed: a refund is a newer version of its transaction, and a purchase that was transferred away
/// keeps its transactions.
struct PurchaseFacts: Hashable, Sendable {
  /// A transaction, by the store that signed it: the sandbox may use a number that production uses too.
  struct TransactionKey: Hashable, Sendable {
    let environment: StoreEnvironment
    let id: StoreTransaction.ID
  }

  /// One side of one transfer; both are known once the giver and the receiver are merged.
  struct TransferKey: Hashable, Sendable {
    let purchase: PurchaseID
    let number: Int
    let isHeld: Bool
    let isShared: Bool
  }

  /// The newest version of each transaction, by the instant at which the store signed it.
  var transactions: [TransactionKey: StoreTransaction] = [:]
  /// The newest renewal information of each subscription.
  var renewals: [PurchaseID: StoreRenewal] = [:]
  /// Every transfer to this customer or away.
  var transfers: [TransferKey: PurchaseTransfer] = [:]
  /// The refunds that were requested, each with its answer once there is one.
  var refundRequests: [RefundRequest.ID: RefundRequest] = [:]
}
