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

  /// What remains known from renewal information after the store has signed newer information.
  struct RenewalKey: Hashable, Sendable {
    /// Why renewal information is kept.
    enum Kind: Int, CaseIterable, Sendable {
      /// The customer turned off the renewal in a period or commitment.
      case cancellation
      /// There was a grace period: what was given in it is still known once it is over.
      case grace
      /// A period ended without a grace period, or the store withdrew one that had begun.
      case graceless
    }

    let purchase: PurchaseID
    /// The end of the period, commitment or grace period.
    let endsAt: Instant
    let kind: Kind

    /// What renewal information says about a kind; nil if it says nothing about it.
    init?(_ renewal: StoreRenewal, as kind: Kind) {
      let end: Instant? =
        switch kind {
        case .cancellation: renewal.isCancellation ? renewal.endsAt : nil
        case .grace: renewal.graceEndsAt
        case .graceless: renewal.endWithoutGrace
        }
      guard let end else { return nil }
      purchase = renewal.purchase
      endsAt = end
      self.kind = kind
    }

    /// Sorts by kind, then by purchase, and then by end.
    var order: (Int, PurchaseID, Instant) { (kind.rawValue, purchase, endsAt) }
  }

  /// The newest version of each transaction, by the instant at which the store signed it.
  var transactions: [TransactionKey: StoreTransaction] = [:]
  /// The newest renewal information of each subscription.
  var renewals: [PurchaseID: StoreRenewal] = [:]
  /// The oldest renewal information of each kind and end.
  var oldestRenewals: [RenewalKey: StoreRenewal] = [:]
  /// Every transfer to this customer or away.
  var transfers: [TransferKey: PurchaseTransfer] = [:]
  /// The refunds that were requested, each with its answer once there is one.
  var refundRequests: [RefundRequest.ID: RefundRequest] = [:]

  /// The renewal information that is kept for one purpose, in any order.
  func renewals(keptAs kind: RenewalKey.Kind, of purchase: PurchaseID) -> [StoreRenewal] {
    oldestRenewals.compactMap { key, renewal in
      key.kind == kind && key.purchase == purchase ? renewal : nil
    }
  }

  /// The renewal information that is kept although newer information is known, without duplicates, in a fixed order.
  var olderRenewals: [StoreRenewal] {
    oldestRenewals.sorted { $0.key.order < $1.key.order }
      .filter { key, renewal in
        renewal != renewals[key.purchase] && firstKind(of: renewal) == key.kind
      }
      .map(\.value)
  }

  private func firstKind(of renewal: StoreRenewal) -> RenewalKey.Kind? {
    RenewalKey.Kind.allCases.first { kind in
      RenewalKey(renewal, as: kind).map { oldestRenewals[$0] == renewal } ?? false
    }
  }

  /// When the renewal of a purchase was turned off, in order.
  func cancellations(of purchase: PurchaseID) -> [Instant] {
    renewals(keptAs: .cancellation, of: purchase).map(\.signedAt).sorted()
  }
}
