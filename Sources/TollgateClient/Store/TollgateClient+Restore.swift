import Tollgate
public import TollgateWire

extension TollgateClient {
  /// Finds what the store account has bought, on this device or another; call it when the customer asks for it.
  ///
  /// If the app sells an entitlement that the purchases known to the device do not give, the store's servers are asked
  /// too, which may show the store's sign-in. No other call asks them.
  ///
  /// - Returns: `restored` if a purchase that was found gives access; never `nothingFound` if that could not be
  ///   determined. It fails with code `customerChanged` if the customer signed out meanwhile.
  public func restorePurchases() async -> RestoreOutcome {
    let ticket = session.ticket
    let before = Set(entitlements)
    do throws(ClientError) {
      var found = try await restore(try await purchasesOnDevice(), ticket)
      var isDeclined: ClientError?
      if found.purchases.isEmpty || sellsMore {
        do throws(ClientError) {
          found.add(try await restore(try await purchasesOnServers(besides: found), ticket))
        } catch {
          guard error.code == .store || error.code == .cancelled else { throw error }
          isDeclined = error
        }
      }
      try checkCustomer(of: ticket)
      // The server may know of what the store does not report: a grant, or a purchase made elsewhere.
      if isDeclined == nil, found.purchases.isEmpty || cached.isStale {
        do { try await fetchCustomer() } catch { throw error.error }
      }
      await reconcileNudges()
      if givesAccess(found) || !Set(entitlements).isSubset(of: before) { return .restored }
      if let isDeclined { throw isDeclined }
      return found.refused.first.map { .failed(ClientError($0)) } ?? .nothingFound
    } catch {
      return error.code == .cancelled ? .cancelled : .failed(error)
    }
  }

  /// Previews a restore without performing it: what the customer would gain and another account would lose.
  ///
  /// It reads only what the device knows, so it never shows the store's sign-in.
  ///
  /// - Returns: The outcome for each purchase that the device knows of; empty if it knows of none.
  /// - Throws: ``ClientError`` if the store or the server could not be reached, or with code `customerChanged` if the
  ///   customer signed out meanwhile.
  public func previewRestore() async throws(ClientError) -> RestorePreview {
    let ticket = session.ticket
    let owned = try await purchasesOnDevice()
    try checkCustomer(of: ticket)
    guard !owned.isEmpty else { return RestorePreview(purchases: []) }
    let response: ServerCalls.Response<RestorePreview>
    do {
      response = try await authorized(
        .restorePreview, body: RestoreRequest(owned.prefix(RestoreRequest.limit / 2)))
    } catch {
      try checkCustomer(of: ticket)
      throw error.error
    }
    try checkCustomer(of: ticket)
    return response.value
  }

  /// Reports the purchases that the device knows of and the server does not, such as those that an earlier version of
  /// the app has finished with the store.
  ///
  /// It never shows the store's sign-in, and may be called at every launch. Purchases that could not be sent wait.
  ///
  /// - Throws: ``ClientError`` with code `store` if the store did not answer.
  public func syncPurchases() async throws(ClientError) {
    let ticket = session.ticket
    let owned = try await purchasesOnDevice()
    try checkCustomer(of: ticket)
    let known = Set(transactions.map(\.id))
    for purchase in owned where !known.contains(purchase.id) { record(purchase) }
    await flush()
    await reconcileNudges()
  }
}

/// What a restore has found.
private struct FoundPurchases {
  /// The purchases of the store account.
  var purchases: [SignedPurchase] = []
  /// Those that the server did not give to this customer.
  var refused: [PurchaseResponse.Refusal] = []

  mutating func add(_ other: Self) {
    purchases += other.purchases
    refused += other.refused
  }
}

extension TollgateClient {
  private func checkCustomer(of ticket: SessionLifecycle.Ticket) throws(ClientError) {
    guard session.standing(of: ticket) != .left else { throw ClientError(.customerChanged) }
  }

  /// Whether the app sells an entitlement that the customer does not have.
  private var sellsMore: Bool {
    blueprint?.definition.products.contains { product in
      product.kind != .consumable && product.entitlements.contains { !entitlement($0).isActive }
    } ?? false
  }

  /// Whether a purchase that was found, and not refused, gives an entitlement now.
  private func givesAccess(_ found: FoundPurchases) -> Bool {
    let refused = Set(found.refused.map(\.transaction))
    return found.purchases.contains { purchase in
      guard !refused.contains(purchase.id),
        let product = SignedTransaction(purchase.transaction)?.transaction.product,
        let sold = blueprint?.product(product)
      else { return false }
      return sold.entitlements.contains { entitlement($0).isActive }
    }
  }

  private func purchasesOnDevice() async throws(ClientError) -> [SignedPurchase] {
    do {
      return try await configuration.store.currentEntitlements()
    } catch {
      throw ClientError(.store)
    }
  }

  /// The purchases that only the store's servers knew of; the customer may have to sign in with the store.
  private func purchasesOnServers(
    besides found: FoundPurchases
  ) async throws(ClientError) -> [SignedPurchase] {
    do {
      try await configuration.store.sync()
    } catch {
      throw ClientError(error is CancellationError ? .cancelled : .store)
    }
    let known = Set(found.purchases.map(\.id))
    return try await purchasesOnDevice().filter { !known.contains($0.id) }
  }

  private func restore(
    _ owned: [SignedPurchase], _ ticket: SessionLifecycle.Ticket
  ) async throws(ClientError) -> FoundPurchases {
    var refused: [PurchaseResponse.Refusal] = []
    for start in stride(from: 0, to: owned.count, by: RestoreRequest.limit / 2) {
      try checkCustomer(of: ticket)
      let posted = owned[start..<min(start + RestoreRequest.limit / 2, owned.count)]
      let response: ServerCalls.Response<PurchaseResponse>
      do {
        response = try await authorized(.restore, body: RestoreRequest(posted))
      } catch {
        throw error.error
      }
      merge(response)
      for id in response.value.recorded {
        await configuration.store.finish(id)
        update(\.outbox) { $0.recorded(id, of: posted) }
      }
      perform([.save])
      refused += response.value.refused
    }
    evaluate()
    return FoundPurchases(purchases: owned, refused: refused)
  }
}

extension RestoreRequest {
  /// A request to restore purchases that the store account owns.
  fileprivate init(_ purchases: ArraySlice<SignedPurchase>) {
    self.init(
      signedTransactions: purchases.map(\.transaction),
      signedRenewalInfos: purchases.compactMap(\.renewalInfo))
  }
}

extension ClientError {
  /// Why the server did not restore a purchase.
  fileprivate init(_ refusal: PurchaseResponse.Refusal) {
    self.init(
      code: Code(rawValue: refusal.code), isRetryable: false,
      message: refusal.code == ProblemCode.ownedByAnotherCustomer.rawValue
        ? PurchaseProblem.ownedByAnother.message : PurchaseProblem.notAccepted.message)
  }
}
