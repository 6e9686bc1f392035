import TollgateAppStore

/// The purchases that are waiting for something outside the app, oldest first.
struct PendingPurchases: Sendable {
  /// The greatest number of pending purchases; older ones are dropped, as if they had been declined.
  static let limit = 10_000

  private(set) var all: [PendingPurchase] = []
  private var lastID = 0

  /// Adds a purchase, with the next number.
  mutating func add(
    _ productID: String, by account: AccountID, options: PurchaseOptions,
    reason: PendingPurchase.Reason, at now: Instant
  ) -> PendingPurchase {
    lastID += 1
    let purchase = PendingPurchase(
      id: lastID, account: account, productID: productID, options: options, reason: reason,
      since: now)
    all.append(purchase)
    all.removeFirst(max(0, all.count - Self.limit))
    return purchase
  }

  /// Removes a purchase that is approved or declined; nil if it is not pending.
  mutating func remove(_ id: PendingPurchase.ID) -> PendingPurchase? {
    all.firstIndex { $0.id == id }.map { all.remove(at: $0) }
  }
}
