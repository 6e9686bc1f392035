import Foundation
public import Tollgate
public import TollgateWire

extension TollgateClient {
  /// Buys a product.
  ///
  /// The store's signed transaction is stored on the device before anything is sent, and finished with the store only
  /// after the server has recorded it; after a crash or a lost connection at any point, ``deliverPending()`` does the
  /// rest. A server that does not respond is polled for 21.5 seconds; then the signed transaction itself decides on
  /// this device (``isProvisional``) until the server responds. The purchase continues if the caller is cancelled.
  /// A new installation may buy while the server is down: the purchase waits for its customer.
  ///
  /// While a purchase of the product waits on the device, the store is not asked to sell it again: that purchase is
  /// confirmed, and its outcome returned. Nor is it asked for what would go to another account, as ``previewPurchase(_:)``
  /// says: the outcome is then `failed` with `ownedByAnother`, and nothing is charged.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - offer: A promotional offer or the full price, which the server signs, or a win-back offer. Without any of them,
  ///     an introductory offer applies automatically.
  ///   - billing: How the price is billed: `monthly` commits the customer to a year of monthly bills, where the store
  ///     sells them (``StoreProduct/commitment``).
  ///   - seats: How many people it is for, from iOS 27.3 on: the total after the purchase. The missing seats of a running
  ///     subscription are bought at once, and fewer begin with its next period; 1 leaves them as they are.
  /// - Returns: The outcome. A paywall on screen shows the same.
  @discardableResult
  public func purchase(
    _ product: CatalogProduct.ID, offer: PurchaseOffer? = nil, billing: BillingPlan = .upFront,
    seats: Int = 1
  ) async -> PurchaseOutcome {
    guard !isPurchasing else { return .failed(.busy) }
    purchaseStarted(product)
    update(\.paywalls) { $0.purchaseStarted(product.billed(billing)) }
    let ticket = session.ticket
    let outcome = await Task {
      await buy(product, with: offer, billed: billing, for: seats)
    }.value
    purchaseEnded(product, outcome)
    let isOwn = session.standing(of: ticket) != .left
    update(\.paywalls) { $0.purchaseEnded(isOwn ? outcome : nil) }
    guard isOwn else { return outcome }
    if let membership { perform(update(\.paywalls) { $0.settle(with: membership) }) }
    await reconcileNudges()
    return outcome
  }

  private func buy(
    _ product: CatalogProduct.ID, with offer: PurchaseOffer?, billed billing: BillingPlan,
    for seats: Int
  ) async -> PurchaseOutcome {
    let attempt: PurchaseAttempt?
    do {
      let buyer = try await ensureSession().customer
      attempt = PurchaseAttempt(
        customer: buyer, isAnonymous: session.isAnonymous, product: product,
        appAccountToken: buyer.appAccountToken, at: now)
    } catch {
      guard error.isOutage else { return .failed(.network) }
      // The purchase names no customer, and waits for the next customer of the device.
      attempt = nil
    }
    if let waiting = outbox.undecidedPurchase(of: product, by: customer, at: now) {
      return await confirm(waiting, of: product)
    }
    if attempt != nil, await isKeptByAnother(product) { return .failed(.ownedByAnother) }
    // What the server signs depends on what the app reported of the customer.
    if offer != nil, outbox.hasChange(of: customer) { await flush() }
    let signed: SignedOffer?
    do { signed = try await sign(offer, of: product) } catch {
      return .failed(error.isOutage ? .network : .productUnavailable)
    }
    if let attempt { perform(update(\.outbox) { $0.begin(attempt) }) }
    await settle()
    let terms = PurchaseTerms(offer: signed, billing: billing, seats: seats)
    switch await sell(product, attempt?.appAccountToken, terms) {
    case .purchased(let purchase):
      let key = record(purchase)
      end(attempt)
      return await confirm(key, of: product)
    case .pending: return .pending(.pendingApproval)
    case .cancelled:
      end(attempt)
      return .cancelled
    case .failed(let problem):
      end(attempt)
      return .failed(problem)
    }
  }

  /// Whether a purchase of a product is known to go to another account; a purchase is not refused on a guess.
  private func isKeptByAnother(_ product: CatalogProduct.ID) async -> Bool {
    do { return try await previewPurchase(product) == .keptByOwner } catch { return false }
  }

  private func end(_ attempt: PurchaseAttempt?) {
    if let attempt { perform(update(\.outbox) { $0.end(attempt) }) }
  }

  /// Delivers a purchase, and polls until it gives access or the signed transaction has to decide.
  private func confirm(_ key: Idempotency.Key, of product: CatalogProduct.ID) async
    -> PurchaseOutcome
  {
    update(\.outbox) { $0.beginConfirmation(of: key) }
    defer { perform(update(\.outbox) { $0.endConfirmation() }) }
    let ticket = session.ticket
    await flush()
    for wait in PurchaseConfirmation.waits where !isSettled(product) {
      guard session.standing(of: ticket) != .left, let sleep = configuration.sleep else { break }
      do { try await sleep(wait) } catch { break }
      if outbox.contains(key) { await flush() } else { await refreshQuietly() }
    }
    // The session ended; the purchase waits for its buyer.
    guard session.standing(of: ticket) != .left else { return .pending(.notConfirmed) }
    switch outbox.verdict {
    case .refused(let problem): return .failed(problem)
    case .recorded:
      // The blueprint may not be known yet, for example if nothing was requested before the purchase.
      if !hasAccess(by: product) { await refreshQuietly() }
      if hasAccess(by: product) { return .purchased }
      return phase == .unknown ? .pending(.notConfirmed) : .failed(.notActive)
    case .undecided:
      guard configuration.sleep != nil else { return .pending(.notConfirmed) }
      perform(update(\.outbox) { $0.decideWithoutServer() })
      return hasAccess(by: product) ? .purchased : .pending(.notConfirmed)
    }
  }

  private func isSettled(_ product: CatalogProduct.ID) -> Bool {
    switch outbox.verdict {
    case .refused: true
    case .recorded: hasAccess(by: product)
    case .undecided: false
    }
  }

  private func hasAccess(by product: CatalogProduct.ID) -> Bool {
    guard let product = blueprint?.product(product) else { return false }
    return product.kind == .consumable || product.entitlements.isEmpty
      || product.entitlements.contains { entitlement($0).isActive }
  }
}

extension TollgateClient {
  /// Delivers every transaction that is not finished with the store, and sends all other waiting reports.
  ///
  /// Launching does this; call it when the store may have news, such as a parent's approval.
  public func deliverPending() async {
    do {
      for purchase in try await configuration.store.unfinished() { record(purchase) }
    } catch {
      note(ClientError(.store))
    }
    await flush()
    await reconcileNudges()
  }

  /// Listens to the store for as long as the app runs, or until the task is cancelled.
  ///
  /// It listens once, however many windows of an app call it, and until the last of their tasks is cancelled.
  ///
  /// A product that the customer chooses on the app's page in the store is bought at once, unless the app handles it
  /// differently, such as later.
  ///
  /// - Parameter chosen: What the app does with a product that was chosen there; if nil, it is bought. Of several calls
  ///   at once, the first decides.
  public func listenToStore(chosen: (@MainActor (CatalogProduct.ID) async -> Void)? = nil) async {
    await tasks.listening.join { await self.listen(chosen) }
  }

  private func listen(_ chosen: (@MainActor (CatalogProduct.ID) async -> Void)?) async {
    let store = configuration.store
    await withDiscardingTaskGroup { group in
      group.addTask { await store.listen { await self.deliver($0) } }
      group.addTask {
        await store.listenForChoices { product in
          if let chosen { await chosen(product) } else { await self.purchase(product) }
        }
      }
    }
  }

  private func deliver(_ purchase: SignedPurchase) async {
    record(purchase)
    await flush()
    await reconcileNudges()
  }

  /// Stores a transaction on the device, once.
  @discardableResult
  func record(_ purchase: SignedPurchase) -> Idempotency.Key {
    if let waiting = outbox.key(of: purchase) { return waiting }
    let key = Idempotency.Key(configuration.makeID())
    guard !deviceState.isLocked else {
      wait(for: .purchase(purchase))
      return key
    }
    if let signedAt = SignedTransaction(purchase.transaction)?.transaction.signedAt {
      perform(cached.storeSigned(at: signedAt, uptime: configuration.uptime()))
    }
    perform(
      update(\.outbox) {
        $0.record(
          purchase, as: key, customer: customer, isAnonymous: session.isAnonymous, at: now)
      })
    return key
  }

  /// Posts a signed transaction, and finishes it with the store once the server has recorded it.
  func send(
    _ purchase: SignedPurchase, _ key: Idempotency.Key
  ) async throws(ServerCalls.Failure) {
    let response: ServerCalls.Response<DevicePurchases> = try await authorized(
      .transactions, key: key,
      body: TransactionRequest(
        signedTransaction: purchase.transaction, signedRenewalInfo: purchase.renewalInfo))
    merge(response)
    guard response.value.recorded.contains(purchase.id) else { return }
    await settle()
    await configuration.store.finish(purchase.id)
    notify(PurchaseChange(purchase, .recorded))
  }

  /// Finishes a transaction that the server refused, if the refusal settles it.
  func finish(_ purchase: SignedPurchase?, refusedBecauseOf code: ProblemCode?) async {
    guard let purchase, let code else { return }
    let environment = SignedTransaction(purchase.transaction)?.transaction.environment
    guard code.settlesTransaction(in: environment) else { return }
    await configuration.store.finish(purchase.id)
  }

  /// Merges the customer after a purchase.
  func merge(_ response: ServerCalls.Response<DevicePurchases>) {
    guard let snapshot = response.value.snapshot else {
      cached.isStale = true
      return
    }
    merge(snapshot, response.signed(.purchase))
  }
}

extension TollgateClient {
  /// Finds what the store account has bought, on this device or another; call it when the customer requests it.
  ///
  /// If the app sells an entitlement that the purchases known to the device do not give, it also contacts the store's
  /// servers, which may show the store's sign-in. No other call does.
  ///
  /// - Returns: `restored` if a purchase that was found gives access; never `nothingFound` if that could not be
  ///   determined. It fails with code `customerChanged` if the customer signed out before it ended.
  public func restorePurchases() async -> RestoreOutcome {
    restoreEnded(await Restore(self).perform())
  }

  /// Previews a restore without performing it: what the customer would gain and another account would lose.
  ///
  /// It reads only what the device knows, so it never shows the store's sign-in.
  ///
  /// - Returns: The outcome for each purchase that the device knows of; empty if it knows of none.
  /// - Throws: ``ClientError`` if the store or the server could not be reached, or with code `customerChanged` if the
  ///   customer signed out before it ended.
  public func previewRestore() async throws(ClientError) -> RestorePreview {
    try await Restore(self).preview()
  }

  /// Previews whom a purchase of a product would go to: a subscription continues the store account's running one of its
  /// group, which may belong to another account of the app.
  ///
  /// - Returns: `own` if it would be this customer's, as nearly always; `carriedOver`, `transferred` or `shared` if the
  ///   running subscription would come to this customer too; `keptByOwner` if another account would get what this
  ///   customer pays, in which case ``purchase(_:offer:billing:seats:)`` asks the store for nothing.
  /// - Throws: ``ClientError`` if the store or the server could not be reached, or with code `customerChanged` if the
  ///   customer signed out before it ended.
  public func previewPurchase(
    _ product: CatalogProduct.ID
  ) async throws(ClientError) -> RestorePreview.Outcome {
    try await Restore(self).preview(ofPurchase: product)
  }

  /// Reports the purchases that the device knows of and the server does not, such as those that an earlier version of
  /// the app has finished with the store.
  ///
  /// It never shows the store's sign-in, and may be called at every launch. Purchases that could not be sent wait.
  ///
  /// - Throws: ``ClientError`` with code `store` if the store did not respond.
  public func syncPurchases() async throws(ClientError) { try await Restore(self).report() }
}
