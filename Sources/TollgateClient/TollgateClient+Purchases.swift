public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Buys a product.
  ///
  /// What the store signed is written to the device before anything is sent, and finished with the store only after the
  /// server has recorded it; a crash or a lost connection at any point ends in ``deliverPending()`` doing the rest.
  ///
  /// - Parameter product: Which one.
  /// - Returns: What became of it. A paywall on screen shows the same.
  @discardableResult
  public func purchase(_ product: Product.ID) async -> PurchaseOutcome {
    guard !isPurchasing else { return .failed(.busy) }
    isPurchasing = true
    presentation?.stage = .purchasing(product)
    let outcome = await buy(product)
    isPurchasing = false
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
    let session: Session
    do { session = try await ensureSession() } catch { return .failed(.network) }
    switch await configuration.store.purchase(
      product, appAccountToken: Self.appAccountToken(of: session.customer))
    {
    case .purchased(let purchase):
      return await deliver(purchase, of: product)
    case .pending: return .pending(.pendingApproval)
    case .cancelled: return .cancelled
    case .failed(let problem): return .failed(problem)
    }
  }

  private func deliver(_ purchase: SignedPurchase, of product: Product.ID) async -> PurchaseOutcome
  {
    let key = take(purchase)
    awaited = (key, nil)
    await flush()
    defer { awaited = nil }
    if let refusal = awaited?.refusal {
      let isOwned = refusal.code.rawValue == ProblemCode.ownedByAnotherCustomer.rawValue
      return .failed(isOwned ? .ownedByAnother : .notAccepted)
    }
    guard !outbox.contains(where: { $0.key == key }) else { return .pending(.notConfirmed) }
    let gives = blueprint?.product(product)?.entitlements ?? []
    return gives.isEmpty || gives.contains(where: isEntitled(to:))
      ? .purchased : .pending(.notConfirmed)
  }

  /// Finds what the store account has bought, on this device or another.
  ///
  /// - Returns: Whether anything that gives access was found; never "nothing" where it could not be told.
  public func restorePurchases() async -> RestoreOutcome {
    do {
      let owned: [SignedPurchase]
      do { owned = try await configuration.store.currentEntitlements() } catch {
        return .failed(ClientError(.store))
      }
      var refused: [PurchaseResponse.Refusal] = []
      for start in stride(from: 0, to: owned.count, by: RestoreRequest.limit / 2) {
        let some = owned[start..<min(start + RestoreRequest.limit / 2, owned.count)]
        let answer: PurchaseResponse = try await authorized(
          .restore,
          body: RestoreRequest(
            signedTransactions: some.map(\.transaction),
            signedRenewalInfos: some.compactMap(\.renewalInfo)))
        for id in answer.recorded { await configuration.store.finish(id) }
        refused += answer.refused
        if let snapshot = answer.snapshot { accept(snapshot) } else { isStale = true }
      }
      // What the store does not tell of, the server may know: a grant, or a purchase made elsewhere.
      if owned.isEmpty || isStale { try await reread() }
      await reconcileNudges()
      if membership?.entitlements.isEmpty == false { return .restored }
      guard let refusal = refused.first else { return .nothingFound }
      return .failed(
        ClientError(
          code: ClientError.Code(rawValue: refusal.code), isRetryable: false,
          sentence: refusal.code == ProblemCode.ownedByAnotherCustomer.rawValue
            ? PurchaseProblem.ownedByAnother.sentence : PurchaseProblem.notAccepted.sentence))
    } catch {
      return .failed(error.error)
    }
  }

  /// Delivers every transaction the store has not seen finished, and sends whatever else waits.
  ///
  /// Launching does it; call it when the store may have news, such as a parent's approval.
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
  public func listenToStore() async {
    for await purchase in configuration.store.updates() {
      take(purchase)
      await flush()
      await reconcileNudges()
    }
  }

  /// Writes a transaction to the device, once; a later version of it is another one.
  @discardableResult
  private func take(_ purchase: SignedPurchase) -> Idempotency.Key {
    let waiting = outbox.first {
      switch $0.report {
      case .purchase(let other): other.transaction == purchase.transaction
      case .milestone, .dismissal, .paywall, .nudge: false
      }
    }
    return waiting?.key ?? enqueue(.purchase(purchase))
  }

  /// The UUID that the store signs into a purchase, so that the server knows whose it is; nil for names that carry none.
  static func appAccountToken(of customer: Customer.ID) -> String? {
    let digits = Array((customer.rawValue.split(separator: "_").last ?? "").utf8)
      .filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32,
      digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    let text = digits.map { String(UnicodeScalar($0)) }.joined()
    return [8, 4, 4, 4, 12].reduce(into: (rest: Substring(text), parts: [String]())) {
      $0.parts.append(String($0.rest.prefix($1)))
      $0.rest = $0.rest.dropFirst($1)
    }.parts.joined(separator: "-")
  }
}
