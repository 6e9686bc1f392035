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
  /// - Parameters:
  ///   - product: The product.
  ///   - offer: A promotional offer, which the server signs, or a win-back offer; an introductory one needs no mention.
  /// - Returns: The outcome. A paywall on screen shows the same.
  @discardableResult
  public func purchase(
    _ product: Product.ID, offer: PurchaseOffer? = nil
  ) async -> PurchaseOutcome {
    guard !isPurchasing else { return .failed(.busy) }
    update(\.paywalls) { $0.purchaseStarted(product) }
    let ticket = session.ticket
    let outcome = await Task { await buy(product, with: offer) }.value
    let isOwn = session.standing(of: ticket) != .left
    update(\.paywalls) { $0.purchaseEnded(isOwn ? outcome : nil) }
    guard isOwn else { return outcome }
    if let membership { perform(update(\.paywalls) { $0.settle(with: membership) }) }
    await reconcileNudges()
    return outcome
  }

  private func buy(_ product: Product.ID, with offer: PurchaseOffer?) async -> PurchaseOutcome {
    let attempt: PurchaseAttempt?
    do {
      let buyer = try await ensureSession().customer
      attempt = PurchaseAttempt(
        customer: buyer, isAnonymous: session.isAnonymous, product: product,
        appAccountToken: buyer.appAccountToken, at: now)
    } catch {
      guard error.isOutage else { return .failed(.network) }
      // The purchase is signed for nobody, and waits for the next customer of the device.
      attempt = nil
    }
    let signed: SignedOffer?
    do { signed = try await sign(offer, of: product) } catch {
      return .failed(error.isOutage ? .network : .productUnavailable)
    }
    if let attempt { perform(update(\.outbox) { $0.begin(attempt) }) }
    switch await sell(product, attempt?.appAccountToken, signed) {
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

  private func end(_ attempt: PurchaseAttempt?) {
    if let attempt { perform(update(\.outbox) { $0.end(attempt) }) }
  }

  /// Delivers a purchase, and polls until it gives access or the signed transaction has to decide.
  private func confirm(_ key: Idempotency.Key, of product: Product.ID) async -> PurchaseOutcome {
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

  private func isSettled(_ product: Product.ID) -> Bool {
    switch outbox.verdict {
    case .refused: true
    case .recorded: hasAccess(by: product)
    case .undecided: false
    }
  }

  private func hasAccess(by product: Product.ID) -> Bool {
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
  /// A product that the customer chooses on the app's page in the store is bought at once, unless the app handles it
  /// differently, such as later.
  ///
  /// - Parameter chosen: What the app does with a product that was chosen there; if nil, it is bought.
  public func listenToStore(chosen: (@MainActor (Product.ID) async -> Void)? = nil) async {
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

  /// The state changes of every transaction from now on, including those made elsewhere.
  public var purchaseChanges: AsyncStream<PurchaseChange> { streams.purchases.stream() }

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
    let response: ServerCalls.Response<PurchaseResponse> = try await authorized(
      .transactions, key: key,
      body: TransactionRequest(
        signedTransaction: purchase.transaction, signedRenewalInfo: purchase.renewalInfo))
    merge(response)
    guard response.value.recorded.contains(purchase.id) else { return }
    await configuration.store.finish(purchase.id)
    streams.purchases.send(PurchaseChange(purchase, .recorded))
  }

  /// Finishes a transaction that the server refused, if the refusal settles it.
  func finish(_ purchase: SignedPurchase?, refusedBecauseOf code: ProblemCode?) async {
    guard let purchase, let code else { return }
    let environment = SignedTransaction(purchase.transaction)?.transaction.environment
    guard code.settlesTransaction(in: environment) else { return }
    await configuration.store.finish(purchase.id)
  }

  /// Merges the customer after a purchase.
  private func merge(_ response: ServerCalls.Response<PurchaseResponse>) {
    guard let snapshot = response.value.snapshot else {
      cached.isStale = true
      return
    }
    merge(snapshot, response.signed(.purchase))
  }
}

extension TollgateClient {
  /// Finds what the store account has bought, on this device or another.
  ///
  /// If the device knows of no purchases, the store's servers are asked, which may show the store's sign-in.
  ///
  /// - Returns: Whether anything that gives access was found; never `nothingFound` if that could not be determined. It
  ///   fails with code `customerChanged` if the customer signed out meanwhile.
  public func restorePurchases() async -> RestoreOutcome {
    let ticket = session.ticket
    do {
      let owned: [SignedPurchase]
      do { owned = try await purchasesOfAccount() } catch {
        return error.code == .cancelled ? .cancelled : .failed(error)
      }
      let refused = try await restore(owned, ticket)
      guard session.standing(of: ticket) != .left else {
        return .failed(ClientError(.customerChanged))
      }
      // The server may know of what the store does not report: a grant, or a purchase made elsewhere.
      if owned.isEmpty || cached.isStale { try await fetchCustomer() }
      await reconcileNudges()
      if membership?.entitlements.isEmpty == false { return .restored }
      return refused.first.map { .failed(ClientError($0)) } ?? .nothingFound
    } catch {
      return .failed(error.error)
    }
  }

  private func purchasesOfAccount() async throws(ClientError) -> [SignedPurchase] {
    do {
      let owned = try await configuration.store.currentEntitlements()
      guard owned.isEmpty else { return owned }
      try await configuration.store.sync()
      return try await configuration.store.currentEntitlements()
    } catch {
      throw ClientError(error is CancellationError ? .cancelled : .store)
    }
  }

  /// Previews a restore without performing it: what the customer would gain and another account would lose.
  ///
  /// - Returns: The outcome for each purchase of the store account; empty if it has none.
  /// - Throws: ``ClientError`` if the store or the server could not be reached.
  public func previewRestore() async throws(ClientError) -> RestorePreview {
    let owned = try await purchasesOfAccount()
    guard !owned.isEmpty else { return RestorePreview(purchases: []) }
    do {
      let response: ServerCalls.Response<RestorePreview> = try await authorized(
        .restorePreview, body: RestoreRequest(owned.prefix(RestoreRequest.limit / 2)))
      return response.value
    } catch {
      throw error.error
    }
  }

  private func restore(
    _ owned: [SignedPurchase], _ ticket: SessionLifecycle.Ticket
  ) async throws(ServerCalls.Failure) -> [PurchaseResponse.Refusal] {
    var refused: [PurchaseResponse.Refusal] = []
    for start in stride(from: 0, to: owned.count, by: RestoreRequest.limit / 2) {
      guard session.standing(of: ticket) != .left else {
        throw ServerCalls.Failure(ClientError(.customerChanged))
      }
      let posted = owned[start..<min(start + RestoreRequest.limit / 2, owned.count)]
      let response: ServerCalls.Response<PurchaseResponse> = try await authorized(
        .restore, body: RestoreRequest(posted))
      merge(response)
      for id in response.value.recorded {
        await configuration.store.finish(id)
        update(\.outbox) { $0.recorded(id, of: posted) }
      }
      perform([.save])
      for refusal in response.value.refused {
        await finish(
          posted.first { $0.id == refusal.transaction },
          refusedBecauseOf: ProblemCode(rawValue: refusal.code))
      }
      refused += response.value.refused
    }
    evaluate()
    return refused
  }
}
