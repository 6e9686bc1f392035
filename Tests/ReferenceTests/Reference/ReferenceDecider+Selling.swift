import Tollgate

extension ReferenceDecider {
  /// The customer's own subscriptions in a product's group that give access now, in production.
  private func running(inGroupOf product: CatalogProduct, at now: Instant) -> [LineState] {
    lines.compactMap { state(of: $0, at: now) }.filter { state in
      state.gives != nil && state.purchase.environment == .production
        && state.current.transaction.ownership == .purchased
        && state.current.product.group == product.group
    }
  }

  /// A product of the group whose payment is due, so the store has not ended it.
  private func retrying(inGroupOf product: CatalogProduct, at now: Instant) -> CatalogProduct
    .ID?
  {
    lines.compactMap { state(of: $0, at: now) }.first { state in
      state.condition == .billingRetry && state.purchase.environment == .production
        && state.current.transaction.ownership == .purchased
        && state.current.product.group == product.group
    }?.current.product.id
  }

  /// In a grace period after a cancellation the store starts whatever is bought at once.
  private func isCancelledInGrace(_ state: LineState) -> Bool {
    state.condition == .grace && spoken(of: state.current)?.willRenew == false
  }

  /// A paywall shows only what takes effect now: a higher level, an equal level of equal length, another group, a
  /// one-time purchase; and nothing that the customer has already paid for.
  func reasonNotToSell(_ product: CatalogProduct, at now: Instant) -> String? {
    switch product.kind {
    case .consumable: return nil
    case .nonRenewing: return nil
    case .nonConsumable:
      let isOwned = paidTimes.contains {
        $0.product.id == product.id && $0.isActive(at: now)
          && $0.transaction.environment == .production
          && $0.transaction.ownership == .purchased
      }
      return isOwned ? "\(product.id) is sold, and is owned already" : nil
    case .autoRenewable:
      for state in running(inGroupOf: product, at: now) where !isCancelledInGrace(state) {
        let current = state.current.product
        if current.id == product.id { return "\(product.id) is sold, and runs already" }
        let (level, currentLevel) = (product.level ?? .max, current.level ?? .max)
        if level > currentLevel {
          return "\(product.id) is sold, a lower level than \(current.id), and would wait"
        }
        if level == currentLevel && product.period != current.period {
          return "\(product.id) is sold, of another length than \(current.id), and would wait"
        }
      }
      return nil
    }
  }

  /// A paywall shows what gives an entitlement that the customer lacks or was granted for a time, if nothing of its kind
  /// was ever bought.
  func reasonToSell(_ product: CatalogProduct, at now: Instant) -> String? {
    let held = withoutLoans.entitlements(at: now)
    guard product.entitlements.contains(where: { !held.contains($0) }) else { return nil }
    let isNew = !transactions.contains { transaction in
      transaction.product == product.id
        || self.product(transaction.product).map { $0.group != nil && $0.group == product.group }
          ?? true
    }
    return isNew ? "\(product.id) gives what the customer lacks, and is not sold" : nil
  }

  /// A package is for customers that its condition names and who may have its offer; for them it may change the plan
  /// that runs, but nobody is sold again what renews anyway.
  func reasonNotToShow(_ package: Paywall.Package, at now: Instant) -> String? {
    guard let product = product(package.product) else { return "\(package.product) is unknown" }
    let isFor = holds(
      package.when, phase: phase(at: now), entitlements: entitlements(at: now),
      askedSubscription(at: now), at: now)
    if !isFor { return "\(product.id) is shown to others than those it is for" }
    if let offer = package.offer.flatMap(product.offer),
      let reason = reasonNotToOffer(offer.kind, of: product, at: now)
    {
      return "\(product.id) is shown with \(offer.id), \(reason)"
    }
    if package.when == .always && package.offer == nil {
      return reasonNotToSell(product, at: now)
    }
    guard product.kind == .autoRenewable else { return reasonNotToSell(product, at: now) }
    for state in running(inGroupOf: product, at: now) where state.current.product.id == product.id {
      let renewal = spoken(of: state.current)
      if package.offer == nil, renewal?.willRenew ?? true {
        return "\(product.id) is shown, and runs already"
      }
      if renewal?.willRenew ?? true, renewal?.renewsTo ?? product.id == product.id {
        return "\(product.id) is shown with an offer, and renews anyway"
      }
    }
    return nil
  }

  /// A newcomer to a group is shown a package that is for them, unless its offer is for others.
  func reasonToShow(
    _ product: CatalogProduct, among packages: [Paywall.Package], at now: Instant
  ) -> String? {
    let isOpen = packages.contains { package in
      let kind = package.offer.flatMap(product.offer)?.kind
      return package.product == product.id && (kind == nil || kind == .code)
        && holds(
          package.when, phase: phase(at: now), entitlements: entitlements(at: now),
          askedSubscription(at: now), at: now)
    }
    return isOpen ? reasonToSell(product, at: now) : nil
  }

  /// A promotional offer is for current and former subscribers, a win-back offer for those who left; nothing is offered
  /// while a payment is due.
  private func reasonNotToOffer(
    _ kind: CatalogProduct.Offer.Kind, of product: CatalogProduct, at now: Instant
  ) -> String? {
    if retrying(inGroupOf: product, at: now) != nil { return "while a payment is due" }
    let running = running(inGroupOf: product, at: now)
    if running.contains(where: { !$0.isPaid }) { return "in a grace period or a late renewal" }
    let own = transactions.filter { transaction in
      transaction.ownership == .purchased && transaction.purchasedAt <= now
        && wentAt(transaction.purchase).map { now < $0 } ?? true
        && (self.product(transaction.product)?.group ?? transaction.group) == product.group
    }
    switch kind {
    case .code: return nil
    case .promotional: return own.isEmpty ? "to somebody who never subscribed" : nil
    case .winBack:
      if !running.isEmpty { return "to a subscriber" }
      let hasLeft = lines.compactMap { state(of: $0, at: now) }.contains { state in
        state.condition == .expired && state.current.transaction.ownership == .purchased
          && state.current.product.group == product.group
      }
      return hasLeft || own.contains { self.product($0.product) == nil }
        ? nil : "to somebody whose subscription has not ended"
    }
  }

  /// An introductory offer is for customers who never had one in the group and have no running subscription in it.
  func problem(withPromise isPromised: Bool, of product: CatalogProduct, at now: Instant)
    -> String?
  {
    guard product.kind == .autoRenewable else {
      return isPromised ? "\(product.id) has no offer to promise" : nil
    }
    let inGroup = transactions.filter { self.product($0.product)?.group == product.group }
    let hasHad = inGroup.contains {
      $0.offer?.kind == .introductory && $0.environment == .production
        && $0.ownership == .purchased && wentAt($0.purchase) == nil
    }
    if isPromised {
      if product.introductoryOffer == nil { return "\(product.id) has no offer to promise" }
      if hasHad { return "\(product.id) promises an offer that was used" }
      if !running(inGroupOf: product, at: now).isEmpty {
        return "\(product.id) promises an offer to a running subscriber"
      }
      if let payment = retrying(inGroupOf: product, at: now) {
        return "\(product.id) promises an offer while the payment for \(payment) is due"
      }
      return nil
    }
    return inGroup.isEmpty && product.introductoryOffer != nil
      ? "\(product.id) promises no offer to a newcomer" : nil
  }
}
