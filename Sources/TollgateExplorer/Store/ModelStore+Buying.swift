import Tollgate

extension ModelStore {
  /// The customer buys a product; answers with what the device posts to the server, nothing where the store has nothing
  /// to sell.
  mutating func buy(_ product: Product, at now: Instant) -> Notification? {
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

  private mutating func buyOnce(_ product: Product, at now: Instant) -> Notification {
    let id = "\(number())"
    let signed = StoreTransaction(
      id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id),
      product: product.id, purchasedAt: now, price: product.price, signedAt: now)
    purchases.append(ModelPurchase(signed: signed, kind: product.kind))
    return Notification(line: signed.originalID, facts: [.transaction(signed)])
  }

  private mutating func subscribe(to product: Product, at now: Instant) -> Notification? {
    let isIntroduced = isEligible(for: product)
    if isIntroduced { introduced.insert(product.groupName) }
    guard let index = subscriptions.firstIndex(where: { $0.group == product.groupName }) else {
      let id = StoreTransaction.OriginalID("\(count + 1)")
      let subscription = ModelSubscription(
        id: id, group: product.groupName, renewsTo: product, anchor: now,
        renewal: StoreRenewal(
          originalID: id, renewsTo: product.id, willRenew: true,
          signedAt: now.adding(milliseconds: -1)))
      subscriptions.append(subscription)
      start(product, isIntroduced, at: subscriptions.count - 1, now)
      return notification(of: subscriptions.count - 1)
    }
    switch subscriptions[index].condition {
    case .expired, .revoked:
      start(product, isIntroduced, at: index, now)
    case .grace, .retrying: start(product, false, at: index, now)
    case .active: change(to: product, at: index, now)
    }
    return notification(of: index)
  }

  /// Another product of the group: at once where its level is higher, or equal with the same period; else at the end.
  private mutating func change(to product: Product, at index: Int, _ now: Instant) {
    guard let current = subscriptions[index].current,
      let own = prices[current.signed.product]
    else { return }
    if own.id == product.id {
      guard subscriptions[index].renewsTo.id != product.id else { return }
      subscriptions[index].renewsTo = product
      subscriptions[index].signRenewal(at: now)
      return
    }
    let (level, ownLevel) = (product.level ?? 1, own.level ?? 1)
    if level < ownLevel || level == ownLevel && product.period == own.period {
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

  /// Begins counting periods of a product, with its introductory offer first where it has one.
  mutating func start(_ product: Product, _ isIntroduced: Bool, at index: Int, _ now: Instant) {
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
  mutating func append(
    _ product: Product, _ offer: Product.IntroductoryOffer?,
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

  /// What the store signs of a subscription: its newest transaction and what happens next.
  func notification(of index: Int) -> Notification {
    let subscription = subscriptions[index]
    let transaction = subscription.current.map { [Fact.transaction($0.signed)] } ?? []
    return Notification(
      line: subscription.id, facts: transaction + [.renewal(subscription.renewal)])
  }
}
