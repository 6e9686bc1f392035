extension Customer {
  /// The latest transfer of a purchase to or from this customer; nil if there was none.
  public func transfer(of purchase: PurchaseID) -> PurchaseTransfer? {
    purchases.transfers.values.filter { $0.purchase == purchase }.max { $1.outranks($0) }
  }

  /// The facts about a purchase that are transferred with it: its transactions and the credits they give, its renewal
  /// info, requests to refund it, the trial it started and the uses counted or reserved in that trial.
  ///
  /// - Returns: The facts, in a fixed order.
  public func facts(of purchase: PurchaseID) -> [Fact] {
    let starts = trials.starts.values.filter { $0.purchase == purchase }
    let end = history.line(of: purchase)?.introductionEnd ?? .distantFuture
    func counts(_ feature: Feature.ID, at: Instant) -> Bool {
      starts.contains { $0.terms.uses?.feature == feature && $0.at <= at && at < end }
    }
    return facts.filter { fact in
      if let other = fact.transferredPurchase { return other == purchase }
      return fact.value.countedUse.map { counts($0.feature, at: $0.at) } ?? false
    }.map(\.shared)
  }
}

extension Customer {
  /// Whether credits of a purchase are left.
  func hasCredits(
    of purchase: PurchaseID, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    if blueprint.definition.credits.isEmpty { return false }
    return credits(in: blueprint, at: now).contains { replay in
      replay.lots.contains { $0.purchase == purchase && $0.left > 0 }
    }
  }

  /// Whether a purchase gives the customer anything now, apart from what was bought for another customer, who may have
  /// several identifiers.
  func has(
    _ purchase: PurchaseID, apartFrom others: Set<Customer.ID>, in blueprint: Blueprint,
    at now: Instant
  ) -> Bool {
    guard transfer(of: purchase)?.isHeld ?? true else { return false }
    let line = PurchaseLine(
      purchase,
      purchases.transactions.values.lazy.filter {
        $0.purchase == purchase && !($0.signedFor.map(others.contains) ?? false)
      }
    )
    let added = AddedTime(of: self, in: blueprint)
    let isRunning = line.periods.contains { period in
      guard period.startsAt <= now,
        let product = blueprint.catalog.products[period.transaction.product]?.product
      else { return false }
      // Time that begins later was paid for all the same.
      if let span = added.span(of: period.transaction) { return now < span.end }
      return period.ends(as: product).map { now < $0 } ?? true
    }
    return isRunning
      || Subscription(
        line, renewal: purchases.renewals[purchase],
        lateRenewal: blueprint.definition.purchases.lateRenewal, at: now)?.isActive ?? false
  }
}

extension Customer {
  /// Whether the store would still give the introductory offer of a product's group, as far as the facts show.
  ///
  /// The store gives one introductory offer per customer and subscription group
  /// ([Apple](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/iseligibleforintrooffer)). It
  /// does not consider a subscription that is running: ``Membership/offersIntroductory(_:)`` does.
  ///
  /// - Parameter environment: The store that would sell it; purchases from another store do not count.
  /// - Returns: Whether the customer has had no introductory offer of the group there.
  public func isEligibleForIntroductoryOffer(
    of product: CatalogProduct, in environment: StoreEnvironment = .production
  ) -> Bool {
    guard product.introductoryOffer != nil else { return false }
    return !history.lines.contains { line in
      line.id.environment == environment
        && line.periods.contains { period in
          let transaction = period.transaction
          return period.isIntroductory && transaction.ownership == .purchased
            && (transaction.product == product.id
              || product.group != nil && transaction.group == product.group)
        }
    }
  }
}

extension Customer {
  /// The customer's own subscriptions in a product's group, running or not; those transferred to others do not count.
  func subscriptions(
    inGroupOf product: CatalogProduct, in blueprint: Blueprint, at now: Instant
  ) -> [Subscription] {
    history.lines.compactMap { line in
      guard line.transferredAt.map({ now < $0 }) ?? true,
        let subscription = Subscription(
          line, renewal: purchases.renewals[line.id],
          lateRenewal: blueprint.definition.purchases.lateRenewal, at: now),
        !subscription.isFamilyShared
      else { return nil }
      if subscription.product == product.id { return subscription }
      let known = blueprint.catalog.products[subscription.product]?.product
      let group =
        known == nil
        ? line.periods.last { $0.transaction.product == subscription.product }?.transaction.group
        : known?.group
      return group != nil && group == product.group ? subscription : nil
    }
  }

  /// Whether the store would sell an offer of a subscription, as far as the facts show.
  ///
  /// A promotional offer is for those who have or had a subscription of the group, a win-back offer for those whose
  /// subscription has ended, other than by a refund, and a code for anyone; none applies to a payment that is due
  /// ([Apple](https://developer.apple.com/app-store/subscriptions/#providing-subscription-offers)). The store itself
  /// decides by more: how long somebody has been away, or which codes they have redeemed.
  ///
  /// - Returns: Whether the facts allow it.
  public func isEligible(
    for offer: CatalogProduct.Offer.Kind, of product: CatalogProduct, in blueprint: Blueprint,
    at now: Instant
  ) -> Bool {
    let own = subscriptions(inGroupOf: product, in: blueprint, at: now)
    if own.contains(where: \.isPaymentDue) { return false }
    return switch offer {
    case .code: true
    case .promotional: !own.isEmpty
    case .winBack: own.contains { $0.condition == .expired } && !own.contains(where: \.isActive)
    }
  }

  /// Whether the customer has a product that does not renew.
  func owns(_ product: CatalogProduct, at now: Instant) -> Bool {
    history.lines.contains { line in
      (line.transferredAt.map { now < $0 } ?? true)
        && line.periods.contains { period in
          period.transaction.product == product.id && period.startsAt <= now
            && period.ends(as: product).map { now < $0 } ?? true
        }
    }
  }
}

extension Subscription {
  /// Whether a payment is due or may be: the store then takes any purchase of the group as that payment.
  var isPaymentDue: Bool {
    switch condition {
    case .grace, .billingRetry: true
    case .active, .paused, .expired, .revoked: isRenewalLate
    }
  }
}

extension Customer {
  /// The transactions that a purchase of another product replaced within their period, as long as the store has not
  /// signed that, and so not what it returned of them.
  package var replacedTransactions: [StoreTransaction] {
    history.lines.flatMap { line in
      line.periods.filter { $0.replacedAt != nil }.map(\.transaction)
    }.filter { !$0.isUpgraded && $0.revokedAt == nil && $0.ownership == .purchased }
  }
}
