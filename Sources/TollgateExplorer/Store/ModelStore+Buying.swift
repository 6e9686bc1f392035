import Tollgate

extension ModelStore {
  /// Buys a product for the account, as the customer does on the device.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - now: The instant of the purchase.
  /// - Returns: What the device posts to the server, which for something owned already is its transaction as last
  ///   signed; nil if the card fails.
  mutating func buy(_ product: CatalogProduct, at now: Instant) -> Notification? {
    if cardFails { return nil }
    switch product.kind {
    case .autoRenewable: return subscribe(to: product, at: now)
    case .nonConsumable:
      if let owned = purchases.first(where: {
        $0.signed.product == product.id && $0.signed.revokedAt == nil
      }) {
        return Notification(line: owned.signed.originalID, facts: [.transaction(owned.signed)])
      }
      return buyOnce(product, at: now)
    case .nonRenewing, .consumable: return buyOnce(product, at: now)
    }
  }

  /// Sells something that does not renew; its transaction is a line of its own.
  private mutating func buyOnce(_ product: CatalogProduct, at now: Instant) -> Notification {
    let id = "\(number())"
    let signed = StoreTransaction(
      id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id),
      product: product.id, purchasedAt: now, price: product.price, signedAt: now)
    purchases.append(ModelPurchase(signed: signed, kind: product.kind))
    return Notification(line: signed.originalID, facts: [.transaction(signed)])
  }

  /// Sells a subscription: a new one, a new start of one that is over, or a change within its group.
  ///
  /// An account has one subscription in a group, which keeps its original transaction id however often it starts again.
  private mutating func subscribe(to product: CatalogProduct, at now: Instant) -> Notification? {
    let isIntroduced = isEligible(for: product)
    if isIntroduced { introduced.insert(product.groupName) }
    guard let index = subscriptions.firstIndex(where: { $0.group == product.groupName }) else {
      let id = StoreTransaction.OriginalID("\(count + 1)")
      let subscription = ModelSubscription(
        id: id, group: product.groupName, renewsTo: product, anchor: now,
        renewal: StoreRenewal(
          originalID: id, renewsTo: product.id, willRenew: true,
          // Older than the renewal info that `start` signs now, which must replace it.
          signedAt: now.adding(milliseconds: -1)))
      subscriptions.append(subscription)
      start(product, isIntroduced, at: subscriptions.count - 1, now)
      return notification(of: subscriptions.count - 1)
    }
    switch subscriptions[index].condition {
    case .expired, .revoked:
      start(product, isIntroduced, at: index, now)
    // Buying during a failed payment pays for a new period at once; the group's introductory offer is used up.
    case .grace, .retrying: start(product, false, at: index, now)
    case .active: change(to: product, at: index, now)
    }
    return notification(of: index)
  }

  /// Changes an active subscription to a product of its group.
  ///
  /// An upgrade, and a crossgrade of the same period, starts at once and refunds the rest; a downgrade, and any other
  /// crossgrade, waits for the end of the period. See Apple's "Auto-renewable subscriptions": level 1 is the highest.
  ///
  /// | to | when it starts | what is refunded |
  /// |---|---|---|
  /// | a higher level | now | the rest of the current period |
  /// | the same level, the same period | now | the rest of the current period |
  /// | the same level, another period | at the end of the period | nothing |
  /// | a lower level | at the end of the period | nothing |
  private mutating func change(to product: CatalogProduct, at index: Int, _ now: Instant) {
    guard let current = subscriptions[index].current,
      let own = prices[current.signed.product]
    else { return }
    if own.id == product.id {
      guard subscriptions[index].renewsTo.id != product.id || !subscriptions[index].willRenew
      else { return }
      subscriptions[index].renewsTo = product
      subscriptions[index].willRenew = true
      subscriptions[index].signRenewal(at: now)
      return
    }
    let (level, ownLevel) = (product.level ?? 1, own.level ?? 1)
    if level < ownLevel || level == ownLevel && product.period == own.period {
      // A free trial has nothing to refund: an upgrade ends it without a revocation.
      let isPaid = (current.signed.price?.milliunits ?? 0) > 0
      subscriptions[index].amend(
        subscriptions[index].periods.count - 1, at: now, revokedAt: isPaid ? now : nil,
        isUpgraded: true)
      start(product, false, at: index, now)
      return
    }
    subscriptions[index].renewsTo = product
    subscriptions[index].willRenew = true
    subscriptions[index].signRenewal(at: now)
  }

  /// Starts a new count of periods of a product, with its introductory offer first if the account gets it.
  mutating func start(
    _ product: CatalogProduct, _ isIntroduced: Bool, at index: Int, _ now: Instant
  ) {
    let offer = isIntroduced ? product.introductoryOffer : nil
    var subscription = subscriptions[index]
    subscription.anchor = now
    subscription.number = 0
    subscription.renewsTo = product
    subscription.willRenew = true
    subscription.condition = .active
    subscription.offerPeriodsLeft = offer?.payment == .payAsYouGo ? (offer?.periods ?? 1) - 1 : 0
    append(product, offer, to: &subscription, from: now, at: now)
    subscription.signRenewal(at: now)
    subscriptions[index] = subscription
  }

  /// Appends the period that begins at an instant.
  ///
  /// Its end is counted from the anchor rather than from its start: a monthly subscription bought on 31 January ends on
  /// 28 February, and then on 31 March.
  mutating func append(
    _ product: CatalogProduct, _ offer: CatalogProduct.IntroductoryOffer?,
    to subscription: inout ModelSubscription, from start: Instant, at now: Instant
  ) {
    let length: Period
    var times = subscription.number + 1
    switch offer?.payment {
    case .payAsYouGo: length = offer?.period ?? Period(1, .month)
    case .freeTrial, .payUpFront, .oneTime:
      length = offer?.period ?? Period(1, .month)
      times = offer?.periods ?? 1
    case nil: length = product.period ?? Period(1, .month)
    }
    let signed = StoreTransaction(
      id: StoreTransaction.ID("\(number())"), originalID: subscription.id, product: product.id,
      group: product.group, purchasedAt: start,
      expiresAt: subscription.anchor.adding(length, times: times),
      offer: offer.map { StoreOffer(kind: .introductory, payment: $0.payment) },
      price: offer == nil
        ? product.price
        : offer?.price ?? product.price.map { Money(milliunits: 0, currency: $0.currency) },
      signedAt: now)
    subscription.periods.append(ModelSubscription.Period(signed: signed))
  }

  /// Returns what the store signs about a subscription: its newest transaction and what happens next.
  func notification(of index: Int) -> Notification {
    let subscription = subscriptions[index]
    let transaction = subscription.current.map { [Fact.transaction($0.signed)] } ?? []
    return Notification(
      line: subscription.id, facts: transaction + [.renewal(subscription.renewal)])
  }
}
