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

  /// A period or commitment of a subscription in which the customer turned off its renewal.
  struct CancellationKey: Hashable, Sendable {
    let purchase: PurchaseID
    let endsAt: Instant

    /// The period that renewal information says was cancelled; nil if it says no such thing.
    init?(_ renewal: StoreRenewal) {
      guard let endsAt = renewal.endsAt, renewal.isCancellation else { return nil }
      purchase = renewal.purchase
      self.endsAt = endsAt
    }

    /// Sorts by purchase, and then by period.
    var order: (PurchaseID, Instant) { (purchase, endsAt) }
  }

  /// A grace period of a subscription.
  struct GraceKey: Hashable, Sendable {
    let purchase: PurchaseID
    let endsAt: Instant

    /// The grace period that renewal information signs; nil if it signs none.
    init?(_ renewal: StoreRenewal) {
      guard let endsAt = renewal.graceEndsAt else { return nil }
      purchase = renewal.purchase
      self.endsAt = endsAt
    }

    /// Sorts by purchase, and then by end.
    var order: (PurchaseID, Instant) { (purchase, endsAt) }
  }

  /// A period of a subscription that ended without a grace period, or whose grace period the store took back.
  struct GracelessKey: Hashable, Sendable {
    let purchase: PurchaseID
    let endedAt: Instant

    /// The period after whose end renewal information signs no grace period; nil if it says no such thing.
    init?(_ renewal: StoreRenewal) {
      guard renewal.graceEndsAt == nil, let endedAt = renewal.renewsAt,
        endedAt <= renewal.signedAt
      else { return nil }
      purchase = renewal.purchase
      self.endedAt = endedAt
    }

    /// Sorts by purchase, and then by period.
    var order: (PurchaseID, Instant) { (purchase, endedAt) }
  }

  /// The newest version of each transaction, by the instant at which the store signed it.
  var transactions: [TransactionKey: StoreTransaction] = [:]
  /// The newest renewal information of each subscription.
  var renewals: [PurchaseID: StoreRenewal] = [:]
  /// The oldest renewal information of each period that says that the subscription will not renew.
  var cancellations: [CancellationKey: StoreRenewal] = [:]
  /// The oldest renewal information of each grace period: what was given in it is still known once it is over.
  var graces: [GraceKey: StoreRenewal] = [:]
  /// The oldest renewal information of each period that signs no grace period after its end: once there was one, it is
  /// known when the store took it back.
  var graceless: [GracelessKey: StoreRenewal] = [:]
  /// Every transfer to this customer or away.
  var transfers: [TransferKey: PurchaseTransfer] = [:]
  /// The refunds that were requested, each with its answer once there is one.
  var refundRequests: [RefundRequest.ID: RefundRequest] = [:]

  /// Whether renewal information is kept as that of a cancellation.
  func isCancellation(_ renewal: StoreRenewal) -> Bool {
    CancellationKey(renewal).map { cancellations[$0] == renewal } ?? false
  }

  /// When the renewal of a purchase was turned off, in order.
  func cancellations(of purchase: PurchaseID) -> [Instant] {
    cancellations.values.filter { $0.purchase == purchase }.map(\.signedAt).sorted()
  }
}
