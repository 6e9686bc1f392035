import TollgateAppStore

extension SubscriptionLifecycle {
  /// A price increase, and whether the customer has agreed or does not have to.
  struct PriceIncrease: Sendable {
    /// The product at its new price.
    var product: PricedSubscription

    /// `pending` until the customer agrees or is found not to have to.
    var status: PriceIncreaseStatus
  }

  /// The increase that applies at the next regular renewal.
  var upcomingIncrease: PriceIncrease? {
    priceIncrease?.product.isSamePlan(as: renewal.product) == true ? priceIncrease : nil
  }

  /// What renewal information says about a price increase: nothing once the subscription has ended, and no pending
  /// consent once the customer has turned renewal off.
  ///
  /// Follows <https://developer.apple.com/documentation/storekittest/sktestsession/requestpriceincreaseconsentfortransaction(identifier:)>.
  var statedPriceIncrease: PriceIncreaseStatus? {
    guard !hasEnded, let status = upcomingIncrease?.status else { return nil }
    return status == .pending && !renewal.isOn ? nil : status
  }

  /// Whether the next renewal needs a consent that is still missing.
  ///
  /// A period that an offer covers does not, because its price does not change.
  var awaitsConsent: Bool {
    upcomingIncrease?.status == .pending && upcomingOffer == nil && nextBill == nil
  }

  /// The store changes the product's price; a lower one applies silently from the next renewal.
  ///
  /// Follows <https://developer.apple.com/help/app-store-connect/manage-subscriptions/manage-pricing-for-auto-renewable-subscriptions/>.
  mutating func priceChanged(to product: PricedSubscription, needsConsent: Bool) -> [Action] {
    guard state == .active, renewal.product.isSamePlan(as: product) else { return [] }
    guard product.price > renewal.product.price else {
      renewal.product = product
      priceIncrease = nil
      return []
    }
    priceIncrease = PriceIncrease(product: product, status: .pending)
    if needsConsent { return [.notify(.priceIncrease, .pending)] }
    return priceAccepted()
  }

  /// The store requests consent as for a price increase, although the price does not change.
  mutating func consentRequested() -> [Action] {
    guard state == .active, renewal.isOn, upcomingIncrease?.status != .pending else { return [] }
    priceIncrease = PriceIncrease(product: renewal.product, status: .pending)
    return [.notify(.priceIncrease, .pending)]
  }

  /// The customer agrees to the price increase, or is notified of one that needs no consent.
  mutating func priceAccepted() -> [Action] {
    guard state == .active, let increase = upcomingIncrease, increase.status == .pending
    else { return [] }
    priceIncrease?.status = .accepted
    renewal.product = increase.product
    return [.notify(.priceIncrease, .accepted)]
  }
}
