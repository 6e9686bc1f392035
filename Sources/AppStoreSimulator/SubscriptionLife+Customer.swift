import AppStore

extension SubscriptionLife {
  /// Whether buying `product` begins a run of periods, so that an introductory offer may apply.
  var isOver: Bool {
    switch state {
    case .expired, .revoked: true
    case .active, .grace, .retrying: false
    }
  }

  /// The customer buys a product of the group.
  ///
  /// The same product again changes nothing. A higher level, or the same level with the same period,
  /// begins at once; anything else at the next renewal.
  mutating func purchase(
    _ product: Product, offer: StoreKitConfiguration.Offer?, at now: Milliseconds,
    appAccountToken: String?, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .expired, .revoked:
      if now > period.end.adding(Self.longestGap) { runStart = now }
      self.appAccountToken = appAccountToken ?? self.appAccountToken
      return start(product, offer: offer, at: now, .notify(.subscribed, .resubscribe), &ids)
    case .grace, .retrying:
      return start(product, offer: nil, at: now, .notify(.didRenew, .billingRecovery), &ids)
    case .active:
      return change(to: product, at: now, ids: &ids)
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

  /// The store takes the current period back; older periods concern the life no more.
  mutating func refunded(transactionID: String) {
    guard transactionID == period.transactionID else { return }
    switch state {
    case .active, .grace, .retrying:
      state = .revoked
      willRenew = false
    case .expired, .revoked:
      break
    }
  }

  /// The gap up to which a new purchase continues the run: 60 days.
  private static let longestGap: Int64 = 60 * 86_400_000

  private mutating func start(
    _ product: Product, offer: StoreKitConfiguration.Offer?, at now: Milliseconds,
    _ notification: Action, _ ids: inout StoreIdentifiers
  ) -> [Action] {
    begin(product, offer: offer, transactionID: ids.transaction(), at: now)
    state = .active
    willRenew = true
    return [.charge(.purchase), notification]
  }

  private mutating func change(
    to product: Product, at now: Milliseconds, ids: inout StoreIdentifiers
  ) -> [Action] {
    if product == period.product {
      guard nextProduct != product else { return [] }
      nextProduct = product
      return [.notify(.didChangeRenewalPreference, nil)]
    }
    let current = period.product
    let isUpgrade = product.level < current.level
    let isEqual = product.level == current.level && product.period == current.period
    if isUpgrade || isEqual {
      let replaced = Action.markUpgraded(transactionID: period.transactionID)
      return [replaced]
        + start(product, offer: nil, at: now, .notify(.didChangeRenewalPreference, .upgrade), &ids)
    }
    nextProduct = product
    willRenew = true
    return [.notify(.didChangeRenewalPreference, .downgrade)]
  }
}
