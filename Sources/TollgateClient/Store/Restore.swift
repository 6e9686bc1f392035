import Tollgate
import TollgateWire

/// A search for what the store account has bought, for the customer who was signed in when it began.
@MainActor
struct Restore {
  private let client: TollgateClient
  private let ticket: SessionLifecycle.Ticket

  /// Purchases that were found.
  private struct Found {
    var purchases: [SignedPurchase] = []
    /// Those that the server did not give to this customer.
    var refused: [PurchaseResponse.Refusal] = []

    mutating func add(_ other: Self) {
      purchases += other.purchases
      refused += other.refused
    }
  }

  init(_ client: TollgateClient) {
    self.client = client
    ticket = client.session.ticket
  }

  /// Restores the purchases that the device knows of and, if they do not give everything that the app sells, those that
  /// the servers know of.
  func perform() async -> TollgateClient.RestoreOutcome {
    let before = Set(client.entitlements)
    do throws(ClientError) {
      var found = try await post(try await purchasesOnDevice())
      var declined: ClientError?
      if found.purchases.isEmpty || sellsMore {
        do throws(ClientError) {
          found.add(try await post(try await purchasesOnServers(besides: found)))
        } catch {
          guard error.code == .store || error.code == .cancelled else { throw error }
          declined = error
        }
      }
      try checkCustomer()
      // The server may know what the store does not report: a grant, or a purchase made elsewhere.
      if declined == nil, found.purchases.isEmpty || client.cached.isStale {
        do { try await client.fetchCustomer() } catch { throw error.error }
      }
      await client.reconcileNudges()
      if givesAccess(found) || !Set(client.entitlements).isSubset(of: before) { return .restored }
      if let declined { throw declined }
      return found.refused.first.map { .failed(ClientError($0)) } ?? .nothingFound
    } catch {
      return error.code == .cancelled ? .cancelled : .failed(error)
    }
  }

  /// Asks the server what a restore of the purchases known to the device would do.
  func preview() async throws(ClientError) -> RestorePreview {
    try await preview(of: try await purchasesOnDevice())
  }

  /// Asks the server whom a purchase of a product would go to.
  ///
  /// A subscription continues the store account's running one of its group, and belongs to whom that belongs to. What is
  /// known to be this customer's needs no request.
  func preview(
    ofPurchase product: CatalogProduct.ID
  ) async throws(ClientError) -> RestorePreview.Outcome {
    guard let sold = client.blueprint?.product(product) else { return .own }
    let own = Set(client.transactions.map(\.originalID))
    let continued = try await purchasesOnDevice().filter { purchase in
      guard let bought = SignedTransaction(purchase.transaction)?.transaction,
        bought.ownership == .purchased, !own.contains(bought.originalID)
      else { return false }
      switch sold.kind {
      case .autoRenewable:
        return sold.group != nil && client.blueprint?.product(bought.product)?.group == sold.group
      case .nonConsumable: return bought.product == product
      case .nonRenewing, .consumable: return false
      }
    }
    let outcomes = try await preview(of: continued).purchases.map(\.outcome)
    return outcomes.contains(.keptByOwner) ? .keptByOwner : outcomes.first ?? .own
  }

  private func preview(of owned: [SignedPurchase]) async throws(ClientError) -> RestorePreview {
    try checkCustomer()
    guard !owned.isEmpty else { return RestorePreview(purchases: []) }
    let response: ServerCalls.Response<RestorePreview>
    do {
      response = try await client.authorized(
        .restorePreview, body: RestoreRequest(owned.prefix(RestoreRequest.limit / 2)))
    } catch {
      try checkCustomer()
      throw error.error
    }
    try checkCustomer()
    return response.value
  }

  /// Reports the purchases that the device knows of and the server does not.
  func report() async throws(ClientError) {
    let owned = try await purchasesOnDevice()
    try checkCustomer()
    let known = Set(client.transactions.map(\.id))
    for purchase in owned where !known.contains(purchase.id) { client.record(purchase) }
    await client.flush()
    await client.reconcileNudges()
  }

  private func checkCustomer() throws(ClientError) {
    guard client.session.standing(of: ticket) != .left else { throw ClientError(.customerChanged) }
  }
}

extension Restore {
  /// Whether the app sells an entitlement that the customer does not have.
  private var sellsMore: Bool {
    client.blueprint?.definition.products.contains { product in
      product.kind != .consumable
        && product.entitlements.contains { !client.entitlement($0).isActive }
    } ?? false
  }

  /// Whether a purchase that was found, and not refused, gives an entitlement now.
  private func givesAccess(_ found: Found) -> Bool {
    let refused = Set(found.refused.map(\.transaction))
    return found.purchases.contains { purchase in
      guard !refused.contains(purchase.id),
        let product = SignedTransaction(purchase.transaction)?.transaction.product,
        let sold = client.blueprint?.product(product)
      else { return false }
      return sold.entitlements.contains { client.entitlement($0).isActive }
    }
  }

  private func purchasesOnDevice() async throws(ClientError) -> [SignedPurchase] {
    do {
      return try await client.configuration.store.currentEntitlements()
    } catch {
      throw ClientError(.store)
    }
  }

  /// The purchases that only the store's servers knew of; the customer may have to sign in with the store.
  private func purchasesOnServers(
    besides found: Found
  ) async throws(ClientError) -> [SignedPurchase] {
    do {
      try await client.configuration.store.sync()
    } catch {
      throw ClientError(error is CancellationError ? .cancelled : .store)
    }
    let known = Set(found.purchases.map(\.id))
    return try await purchasesOnDevice().filter { !known.contains($0.id) }
  }

  /// Posts purchases to the server, and finishes those that it has recorded.
  private func post(_ owned: [SignedPurchase]) async throws(ClientError) -> Found {
    var found = Found(purchases: owned)
    for start in stride(from: 0, to: owned.count, by: RestoreRequest.limit / 2) {
      try checkCustomer()
      let posted = owned[start..<min(start + RestoreRequest.limit / 2, owned.count)]
      let response: ServerCalls.Response<DevicePurchases>
      do {
        response = try await client.authorized(.restore, body: RestoreRequest(posted))
      } catch {
        throw error.error
      }
      client.merge(response)
      await client.settle()
      for id in response.value.recorded {
        await client.configuration.store.finish(id)
        client.update(\.outbox) { $0.recorded(id, of: posted) }
        for purchase in posted where purchase.id == id {
          client.notify(PurchaseChange(purchase, .recorded))
        }
      }
      client.perform([Outbox.Action.save])
      for refusal in response.value.refused {
        await client.finish(
          posted.first { $0.id == refusal.transaction },
          refusedBecauseOf: ProblemCode(rawValue: refusal.code))
      }
      found.refused += response.value.refused
    }
    client.evaluate()
    return found
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
