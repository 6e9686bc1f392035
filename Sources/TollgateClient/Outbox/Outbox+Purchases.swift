import Tollgate

extension Outbox {
  /// The report of a transaction that waits already; a later version of the transaction counts as another one.
  func key(of purchase: SignedPurchase) -> Idempotency.Key? {
    writes.first { $0.purchase?.transaction == purchase.transaction }?.key
  }

  /// The report of a product's transaction that a customer waits for; nil if none waits that gives anything now, and
  /// once it takes effect without the server.
  func undecidedPurchase(
    of product: CatalogProduct.ID, by customer: Customer.ID?, at now: Instant?
  ) -> Idempotency.Key? {
    writes.undecidedPurchases(of: customer, at: now).last { write in
      guard let transaction = write.storeTransaction, transaction.revokedAt == nil else {
        return false
      }
      let isOver = transaction.expiresAt.flatMap { end in now.map { end <= $0 } } ?? false
      return transaction.product == product && !isOver
    }?.key
  }

  /// Stores a transaction for the buyer that the device has on record, or else for the current customer.
  mutating func record(
    _ purchase: SignedPurchase, as key: Idempotency.Key, customer: Customer.ID?,
    isAnonymous: Bool, at now: Instant?
  ) -> [Action] {
    let signed = SignedTransaction(purchase.transaction)
    let attempt = signed.flatMap { signed in attempts.last { $0.matches(signed, at: now) } }
    let write = PendingWrite(
      key: key, customer: attempt?.customer ?? customer, report: .purchase(purchase), at: now,
      isAnonymous: attempt?.isAnonymous ?? isAnonymous)
    return append(write) + [.notifyPurchase(purchase, .waiting)]
  }

  /// The server has recorded transactions that were posted outside of a pass.
  mutating func recorded(_ id: StoreTransaction.ID, of purchases: some Collection<SignedPurchase>) {
    let posted = Set(purchases.map(\.transaction))
    writes.removeAll { write in
      write.purchase.map { $0.id == id && posted.contains($0.transaction) } ?? false
    }
  }

  /// The store is about to sell a product.
  mutating func begin(_ attempt: PurchaseAttempt) -> [Action] {
    attempts = (attempts + [attempt]).suffix(PurchaseAttempt.limit)
    return [.saveAttempts]
  }

  /// The store has sold the product, or has not.
  mutating func end(_ attempt: PurchaseAttempt) -> [Action] {
    attempts.removeAll {
      $0.product == attempt.product && $0.appAccountToken == attempt.appAccountToken
    }
    return [.saveAttempts]
  }
}

extension [PendingWrite] {
  /// A customer's purchases that the server has yet to record and that do not take effect without it yet; one that
  /// names nobody is the current customer's.
  func undecidedPurchases(of customer: Customer.ID?, at now: Instant?) -> [PendingWrite] {
    filter {
      $0.purchase != nil && ($0.customer == nil || $0.customer == customer)
        && !(now.map($0.isDecided) ?? false)
    }
  }
}

extension Outbox {
  /// What is known about the purchase that is being confirmed.
  enum Verdict: Hashable, Sendable {
    /// The server has not recorded it yet.
    case undecided
    /// The server has refused it.
    case refused(PurchaseProblem)
    /// The server has recorded it.
    case recorded
  }

  /// The app waits for the outcome of a purchase.
  mutating func beginConfirmation(of key: Idempotency.Key) { confirmation = .pending(key) }

  /// The outcome of the purchase being confirmed.
  var verdict: Verdict {
    switch confirmation {
    case .none: .recorded
    case .pending(let key): contains(key) ? .undecided : .recorded
    case .refused(_, let error):
      .refused(
        error.code == .ownedByAnotherCustomer ? .ownedByAnother : .notAccepted)
    }
  }

  /// The app no longer waits for the outcome; what the server has not recorded by then is retried.
  mutating func endConfirmation() -> [Action] {
    guard let key = confirmation.key else { return [] }
    confirmation = .none
    return failures > 0 || contains(key) ? [retry()] : []
  }

  /// The server did not respond in time: the signed transaction decides on this device until it does.
  mutating func decideWithoutServer() -> [Action] {
    guard let key = confirmation.key, let index = writes.firstIndex(where: { $0.key == key }) else {
      return []
    }
    writes[index].hasWaited = true
    let notifications = writes[index].purchase.map { [Action.notifyPurchase($0, .provisional)] }
    return [.saveReport(key), .evaluate] + (notifications ?? [])
  }
}
