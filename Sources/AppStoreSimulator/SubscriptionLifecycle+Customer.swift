package import TollgateAppStore

extension SubscriptionLifecycle {
  /// The customer buys a product of the group.
  ///
  /// The same product again turns its renewal on; with an offer, that starts at the next renewal. A higher level, or
  /// the same level with the same period, starts at once; anything else at the next renewal, or at the end of a
  /// commitment. While a charge is outstanding, any purchase pays it, without an offer.
  ///
  /// Follows <https://developer.apple.com/app-store/subscriptions/>.
  package mutating func purchase(
    _ product: PricedSubscription, offer: Catalog.Offer?, at now: Instant,
    appAccountToken: UInt32, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .expired, .revoked:
      if now > period.end.advanced(by: Self.longestGap) { recentStart = now }
      if appAccountToken != 0 { self.appAccountToken = appAccountToken }
      return start(product, offer, at: now, .notify(.subscribed, .resubscribe), &ids)
    case .grace, .retrying:
      if nextBill != nil, product.isSamePlan(as: period.product) {
        return paymentRecovered(at: now, ids: &ids)
      }
      return start(product, nil, at: now, .notify(.didRenew, .billingRecovery), &ids)
    case .active:
      return product.isSamePlan(as: period.product)
        ? keepProduct(with: offer) : changeProduct(to: product, offer, at: now, ids: &ids)
    }
  }

  /// The customer turns renewal on or off.
  ///
  /// Turning it off while a charge is retried ends the subscription at once, unless a commitment has more bills: those
  /// remain due, and what is turned off is the time after them. Once it has ended, only a purchase brings it back.
  package mutating func setRenewal(_ isOn: Bool) -> [Action] {
    guard isOn != renewal.isOn else { return [] }
    switch state {
    case .active, .grace:
      renewal.isOn = isOn
      return [.notify(.didChangeRenewalStatus, isOn ? .autoRenewEnabled : .autoRenewDisabled)]
    case .retrying:
      renewal.isOn = isOn
      guard nextBill == nil else {
        return [.notify(.didChangeRenewalStatus, isOn ? .autoRenewEnabled : .autoRenewDisabled)]
      }
      state = .expired(.cancelled)
      return [
        .notify(.didChangeRenewalStatus, .autoRenewDisabled), .notify(.expired, .voluntary),
      ]
    case .expired, .revoked:
      return []
    }
  }

  /// The store revokes the current period; older periods no longer affect the subscription.
  package mutating func refunded(transactionID: TransactionNumber) {
    guard transactionID == period.transactionID else { return }
    switch state {
    case .active, .grace, .retrying:
      state = .revoked
      renewal.isOn = false
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
    _ product: PricedSubscription, _ offer: Catalog.Offer?, at now: Instant, _ notification: Action,
    _ ids: inout StoreIdentifiers
  ) -> [Action] {
    begin(product, offer: offer, transactionID: ids.transaction(), at: now)
    state = .active
    renewal.isOn = true
    return [.charge(.purchase), notification]
  }

  /// Turns renewal on again, undoes a scheduled downgrade, and schedules an offer for the same product.
  private mutating func keepProduct(with offer: Catalog.Offer?) -> [Action] {
    let (wasOn, isKept) = (renewal.isOn, continuesProduct)
    renewal.isOn = true
    if !isKept {
      let increased = priceIncrease?.status == .accepted ? priceIncrease?.product : nil
      renewal.product = increased ?? period.product
      renewal.offer = nil
    }
    if let offer {
      renewal.offer = offer
      return [.notify(.offerRedeemed, nil)]
    }
    return (isKept ? [] : [.notify(.didChangeRenewalPreference, nil)])
      + (wasOn ? [] : [.notify(.didChangeRenewalStatus, .autoRenewEnabled)])
  }

  /// Whether a purchase of another product of the group starts at once, rather than at the next renewal.
  ///
  /// | to | when it starts | what is refunded |
  /// |---|---|---|
  /// | a higher level | now | the rest of the current period |
  /// | the same level, the same period | now | the rest of the current period |
  /// | the same level, another period | at the end of the period | nothing |
  /// | a lower level | at the end of the period | nothing |
  package func startsAtOnce(_ product: PricedSubscription) -> Bool {
    let current = period.product
    return product.level < current.level
      || product.level == current.level && product.period == current.period && nextBill == nil
  }

  /// Starts another product of the group at once, refunding the rest of the current period, or schedules it.
  private mutating func changeProduct(
    to product: PricedSubscription, _ offer: Catalog.Offer?, at now: Instant,
    ids: inout StoreIdentifiers
  ) -> [Action] {
    let type: NotificationType = offer == nil ? .didChangeRenewalPreference : .offerRedeemed
    if startsAtOnce(product) {
      let share =
        period.price > .zero
        ? Self.unusedShare(from: period.start, to: period.end, at: now) : nil
      let replaced = Action.replace(
        transactionID: period.transactionID, refundedShare: share)
      return [replaced] + start(product, offer, at: now, .notify(type, .upgrade), &ids)
    }
    guard renewal.product != product || offer != nil || !renewal.isOn else { return [] }
    renewal.product = product
    renewal.offer = offer
    renewal.isOn = true
    return [.notify(type, .downgrade)]
  }
}

extension SubscriptionLifecycle {
  /// The remaining share of a period, in thousandths of a percent; nil for none.
  static func unusedShare(
    from start: Instant, to end: Instant, at now: Instant
  ) -> Int? {
    guard start < end, now < end else { return nil }
    let left = Double(end.since(max(now, start)))
    return Int((left / Double(end.since(start)) * 100_000).rounded())
  }
}
