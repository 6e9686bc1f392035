import Tollgate

/// What conditions can test of the subscription that decides the plan.
struct PossibleSubscription: Hashable, Sendable {
  /// The state at the store.
  let condition: StoreCondition
  /// Whether it will renew, if it gives access.
  let willRenew: Bool
  /// The product, if a condition names it.
  let product: CatalogProduct.ID?

  /// Creates what conditions can test of a subscription; one that has ended has no product and does not renew.
  init(
    _ condition: StoreCondition, willRenew: Bool = false, product: CatalogProduct.ID? = nil
  ) {
    self.condition = condition
    self.willRenew = willRenew
    self.product = product
  }
}

extension Blueprint.Definition {
  /// Whether some condition depends on the subscription.
  var asksForSubscription: Bool {
    conditions.flatMap(\.parts).contains {
      !$0.subscription.isEmpty || $0.willRenew != nil || !$0.products.isEmpty
    }
  }

  /// The auto-renewable subscriptions that give the plan, which are the only ones that decide it.
  func planSubscriptions(_ plan: Plan) -> [CatalogProduct] {
    products.filter { $0.kind == .autoRenewable && plan.includes($0) }
  }

  /// The subscriptions to add-ons that some condition names.
  func namedAddOns(_ plan: Plan) -> [CatalogProduct] {
    let named = Set(conditions.flatMap(\.parts).flatMap(\.products))
    return products.filter {
      $0.kind == .autoRenewable && !$0.entitlements.isEmpty && !plan.includes($0)
        && named.contains($0.id)
    }
  }

  /// Returns the running subscriptions to an add-on that a customer in a state can have; none without what it gives.
  func subscriptions(to addOn: CatalogProduct, in state: PossibleState) -> [PossibleSubscription] {
    guard state.entitled.isSuperset(of: addOn.entitlements) else { return [] }
    return [StoreCondition.active, .grace].flatMap { condition in
      [true, false].map {
        PossibleSubscription(condition, willRenew: $0, product: addOn.id)
      }
    }
  }

  /// Returns the subscriptions that a customer in a state can have, as far as conditions distinguish them.
  ///
  /// One that gives access is possible in the phase `subscribed`, in a trial that a purchase started, and after the last
  /// use of such a trial; one that has ended is possible in every phase.
  ///
  /// - Parameter sold: The subscriptions that give the plan.
  /// - Returns: The subscriptions, with nil for a customer without one.
  func subscriptions(
    in state: PossibleState, of sold: [CatalogProduct], _ named: Set<CatalogProduct.ID>
  ) -> [PossibleSubscription?] {
    if sold.isEmpty || state.phase == .unknown { return [nil] }
    let ended = [StoreCondition.billingRetry, .paused, .expired, .revoked].map {
      PossibleSubscription($0)
    }
    let running: [CatalogProduct]
    switch state.phase {
    case .subscribed: running = sold.filter { state.entitled.isSuperset(of: $0.entitlements) }
    case .trial, .trialExpired:
      let products = Set(trialProducts.map(\.id))
      running = sold.filter { products.contains($0.id) }
    case .unknown, .onboarding, .blocked, .free, .lapsed: running = []
    }
    let products = Set(running.map { named.contains($0.id) ? $0.id : nil })
    return [nil] + ended
      + products.flatMap { product in
        [StoreCondition.active, .grace].flatMap { condition in
          [true, false].map {
            PossibleSubscription(condition, willRenew: $0, product: product)
          }
        }
      }
  }
}
