import TollgateAppStore

extension SubscriptionLifecycle {
  /// Whether buying `product` starts a run of periods, so that an introductory offer may apply.
  var isOver: Bool {
    switch state {
    case .expired, .revoked: true
    case .active, .grace, .retrying: false
    }
  }

  /// The customer buys a product of the group.
  ///
  /// The same product again changes nothing, unless with an offer, which starts at the next renewal. A higher level, or
  /// the same level with the same period, starts at once; anything else at the next renewal.
  mutating func purchase(
    _ product: Product, discount: Discount?, at now: Instant,
    appAccountToken: UInt32, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .expired, .revoked:
      if now > period.end.advanced(by: Self.longestGap) { runStart = now }
      if appAccountToken != 0 { self.appAccountToken = appAccountToken }
      return start(product, discount, at: now, .notify(.subscribed, .resubscribe), &ids)
    case .grace, .retrying:
      return start(product, nil, at: now, .notify(.didRenew, .billingRecovery), &ids)
    case .active:
      return product.productID == period.product.productID
        ? stay(with: discount) : change(to: product, discount, at: now, ids: &ids)
    }
  }

  /// The customer turns renewal on or off.
  mutating func setRenewal(_ isOn: Bool) -> [Action] {
    guard isOn != willRenew else { return [] }
    switch state {
    case .active, .grace:
      willRenew = isOn
      return [.notify(.didChangeRenewalStatus, isOn ? .autoRenewEnabled : .autoRenewDisabled)]
    case .retrying:
      willRenew = false
      state = .expired(.cancelled)
      return [
        .notify(.didChangeRenewalStatus, .autoRenewDisabled), .notify(.expired, .voluntary),
      ]
    case .expired, .revoked:
      return []
    }
  }

  /// The store revokes the current period; older periods no longer affect the subscription.
  mutating func refunded(transactionID: TransactionNumber) {
    guard transactionID == period.transactionID else { return }
    switch state {
    case .active, .grace, .retrying:
      state = .revoked
      willRenew = false
    case .expired, .revoked:
      break
    }
  }

  /// The store charges again for the current period, which it had revoked; renewal stays off.
  mutating func refundReversed(transactionID: TransactionNumber, at now: Instant) {
    guard transactionID == period.transactionID, state == .revoked else { return }
    state = now < period.end ? .active : .expired(.cancelled)
  }

  /// The gap up to which a new purchase continues the run: 60 days.
  private static let longestGap = Duration.days(60)

  private mutating func start(
    _ product: Product, _ discount: Discount?, at now: Instant, _ notification: Action,
    _ ids: inout StoreIdentifiers
  ) -> [Action] {
    begin(product, discount: discount, transactionID: ids.transaction(), at: now)
    state = .active
    willRenew = true
    return [.charge(.purchase), notification]
  }

  private mutating func stay(with discount: Discount?) -> [Action] {
    let own = priceIncrease?.status == .accepted ? priceIncrease?.product : nil
    if let discount {
      nextProduct = own ?? period.product
      nextDiscount = discount
      willRenew = true
      return [.notify(.offerRedeemed, nil)]
    }
    guard !continuesProduct else { return [] }
    nextProduct = own ?? period.product
    nextDiscount = nil
    return [.notify(.didChangeRenewalPreference, nil)]
  }

  private mutating func change(
    to product: Product, _ discount: Discount?, at now: Instant,
    ids: inout StoreIdentifiers
  ) -> [Action] {
    let type: NotificationType = discount == nil ? .didChangeRenewalPreference : .offerRedeemed
    let current = period.product
    let isUpgrade = product.level < current.level
    let isEqual = product.level == current.level && product.period == current.period
    if isUpgrade || isEqual {
      let share =
        period.price > .zero
        ? Self.shareLeft(from: period.start, to: period.end, at: now) : nil
      let replaced = Action.replace(
        transactionID: period.transactionID, refundedShare: share)
      return [replaced] + start(product, discount, at: now, .notify(type, .upgrade), &ids)
    }
    guard nextProduct != product || discount != nil || !willRenew else { return [] }
    nextProduct = product
    nextDiscount = discount
    willRenew = true
    return [.notify(type, .downgrade)]
  }
}

extension SubscriptionLifecycle {
  /// The remaining share of a period, in thousandths of a percent; nil for none.
  static func shareLeft(
    from start: Instant, to end: Instant, at now: Instant
  ) -> Int? {
    guard start < end, now < end else { return nil }
    let left = Double(end.milliseconds - max(now, start).milliseconds)
    return Int((left / Double(end.milliseconds - start.milliseconds) * 100_000).rounded())
  }
}
