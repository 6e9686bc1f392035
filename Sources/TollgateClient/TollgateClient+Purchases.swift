public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Buys a product.
  ///
  /// The store's signed transaction is stored on the device before anything is sent, and finished with the store only
  /// after the server has recorded it; after a crash or a lost connection at any point, ``deliverPending()`` does the
  /// rest. A server that does not respond is polled for 21.5 seconds; then the signed transaction itself decides on
  /// this device (``isProvisional``) until the server responds. The purchase continues if the caller is cancelled.
  ///
  /// - Parameter product: The product.
  /// - Returns: The outcome. A paywall on screen shows the same.
  @discardableResult
  public func purchase(_ product: Product.ID) async -> PurchaseOutcome {
    guard !isPurchasing else { return .failed(.busy) }
    isPurchasing = true
    presentation?.tried = product
    presentation?.stage = .purchasing(product)
    let signOuts = signOuts
    let outcome = await Task { await buy(product) }.value
    isPurchasing = false
    // The purchase of a person who has since signed out is safe, and must not be shown to the next one.
    guard signOuts == self.signOuts else { return outcome }
    switch outcome {
    case .purchased:
      hasJustSubscribed = true
      presentation?.stage = .welcome
    case .pending(let problem): presentation?.stage = .pending(problem)
    case .cancelled: presentation?.stage = .offering
    case .failed(let problem): presentation?.stage = .failed(problem)
    }
    settlePresentation()
    await reconcileNudges()
    return outcome
  }

  private func buy(_ product: Product.ID) async -> PurchaseOutcome {
    let buyer: Customer.ID
    do { buyer = try await ensureSession().customer } catch { return .failed(.network) }
    let token = buyer.appAccountToken
    let intention = PurchaseIntention(
      customer: buyer, isAnonymous: account == nil, product: product, appAccountToken: token,
      at: now)
    remember(intention)
    switch await configuration.store.purchase(product, appAccountToken: token) {
    case .purchased(let purchase):
      let key = take(purchase)
      forget(intention)
      return await confirm(key, of: product)
    case .pending: return .pending(.pendingApproval)
    case .cancelled:
      forget(intention)
      return .cancelled
    case .failed(let problem):
      forget(intention)
      return .failed(problem)
    }
  }

  /// Delivers a purchase, and polls until it gives access or the signed transaction has to decide.
  private func confirm(_ key: Idempotency.Key, of product: Product.ID) async -> PurchaseOutcome {
    awaited = (key, nil)
    let signOuts = signOuts
    defer {
      awaited = nil
      if isWaiting(key) { sendLater() }
    }
    await flush()
    for wait in Confirmation.waits where !isSettled(key, product) {
      guard signOuts == self.signOuts, let sleep = configuration.sleep else { break }
      do { try await sleep(wait) } catch { break }
      if isWaiting(key) { await flush() } else { await refreshQuietly() }
    }
    // The session ended; the purchase waits for its buyer.
    guard signOuts == self.signOuts else { return .pending(.notConfirmed) }
    if let refusal = awaited?.refusal {
      let isOwned = refusal.code.rawValue == ProblemCode.ownedByAnotherCustomer.rawValue
      return .failed(isOwned ? .ownedByAnother : .notAccepted)
    }
    guard isWaiting(key) else {
      // The blueprint may not be known yet, for example if nothing was requested before the purchase.
      if !hasAccess(by: product) { await refreshQuietly() }
      if hasAccess(by: product) { return .purchased }
      return phase == .unknown ? .pending(.notConfirmed) : .failed(.notActive)
    }
    guard configuration.sleep != nil else { return .pending(.notConfirmed) }
    letDecide(key)
    return hasAccess(by: product) ? .purchased : .pending(.notConfirmed)
  }

  private func isSettled(_ key: Idempotency.Key, _ product: Product.ID) -> Bool {
    awaited?.refusal != nil || (!isWaiting(key) && hasAccess(by: product))
  }

  private func isWaiting(_ key: Idempotency.Key) -> Bool { outbox.contains { $0.key == key } }

  private func hasAccess(by product: Product.ID) -> Bool {
    guard let product = blueprint?.product(product) else { return false }
    return product.kind == .consumable || product.entitlements.isEmpty
      || product.entitlements.contains { entitlement($0).isActive }
  }

  /// Lets a signed transaction decide on this device until the server answers.
  private func letDecide(_ key: Idempotency.Key) {
    guard let index = outbox.firstIndex(where: { $0.key == key }) else { return }
    outbox[index].hasWaited = true
    saveOutbox()
    recompute()
    if let purchase = outbox[index].purchase { tell(purchase, .provisional) }
  }

  /// Delivers every transaction that is not finished with the store, and sends all other waiting reports.
  ///
  /// Launching does this; call it when the store may have news, such as a parent's approval.
  public func deliverPending() async {
    do {
      for purchase in try await configuration.store.unfinished() { take(purchase) }
    } catch {
      note(ClientError(.store))
    }
    await flush()
    await reconcileNudges()
  }

  /// Listens to the store for as long as the app runs, or until the task is cancelled.
  ///
  /// A product that the customer chooses on the app's page in the store is bought at once, unless the app handles it
  /// differently, such as later.
  ///
  /// - Parameter chosen: What the app does with a product that was chosen there; if nil, it is bought.
  public func listenToStore(chosen: (@MainActor (Product.ID) async -> Void)? = nil) async {
    let store = configuration.store
    await withDiscardingTaskGroup { group in
      group.addTask { await store.listen { await self.hear($0) } }
      group.addTask {
        await store.listenForChoices { product in
          if let chosen { await chosen(product) } else { await self.purchase(product) }
        }
      }
    }
  }

  private func hear(_ purchase: SignedPurchase) async {
    take(purchase)
    await flush()
    await reconcileNudges()
  }

  /// Stores a transaction on the device, once; a later version of it counts as another one.
  ///
  /// It belongs to the buyer that the device has on record, or else to the current customer.
  @discardableResult
  private func take(_ purchase: SignedPurchase) -> Idempotency.Key {
    if let waiting = outbox.first(where: { $0.purchase?.transaction == purchase.transaction }) {
      return waiting.key
    }
    let signed = SignedTransaction(purchase.transaction)
    let intention = signed.flatMap { signed in intentions.last { $0.covers(signed, at: now) } }
    let key = Idempotency.Key(configuration.makeID())
    let buyer = intention?.customer ?? session?.customer
    enqueue(
      PendingWrite(
        key: key, customer: buyer, report: .purchase(purchase), at: now,
        isAnonymous: intention.map(\.isAnonymous) ?? (account == nil)))
    tell(purchase, .waiting)
    return key
  }

  private func remember(_ intention: PurchaseIntention) {
    intentions = (intentions + [intention]).suffix(PurchaseIntention.limit)
    save(intentions, as: .intentions)
  }

  private func forget(_ intention: PurchaseIntention) {
    intentions.removeAll {
      $0.product == intention.product && $0.appAccountToken == intention.appAccountToken
    }
    if intentions.isEmpty { forget(.intentions) } else { save(intentions, as: .intentions) }
  }
}
