import TollgateAppStore

extension SubscriptionLifecycle {
  /// A price increase, and whether the customer has agreed or does not have to.
  struct PriceIncrease: Sendable {
    /// The product at its new price.
    var product: Product

    var status: PriceIncreaseStatus
  }

  /// The increase that applies at the next regular renewal.
  var comingIncrease: PriceIncrease? {
    priceIncrease?.product.productID == nextProduct.productID ? priceIncrease : nil
  }

  /// Whether the next renewal needs a consent that is still missing.
  var awaitsConsent: Bool {
    comingIncrease?.status == .pending && comingDiscount == nil
  }

  /// The store changes the product's price; a lower one applies silently from the next renewal.
  mutating func priceChanged(to product: Product, needsConsent: Bool) -> [Action] {
    guard state == .active, nextProduct.productID == product.productID else { return [] }
    guard product.price > nextProduct.price else {
      nextProduct = product
      priceIncrease = nil
      return []
    }
    priceIncrease = PriceIncrease(product: product, status: .pending)
    if needsConsent { return [.notify(.priceIncrease, .pending)] }
    return priceAccepted()
  }

  /// The store requests consent as for a price increase, although the price does not change.
  mutating func consentRequested() -> [Action] {
    guard state == .active, willRenew, comingIncrease?.status != .pending else { return [] }
    priceIncrease = PriceIncrease(product: nextProduct, status: .pending)
    return [.notify(.priceIncrease, .pending)]
  }

  /// The customer agrees to the price increase, or is notified of one that needs no consent.
  mutating func priceAccepted() -> [Action] {
    guard state == .active, let increase = comingIncrease, increase.status == .pending
    else { return [] }
    priceIncrease?.status = .accepted
    nextProduct = increase.product
    return [.notify(.priceIncrease, .accepted)]
  }
}
