import AppStore

extension SubscriptionLife {
  /// A higher price, and whether the customer has agreed or need not.
  struct PriceIncrease: Sendable {
    /// The product at its new price.
    var product: Product

    var status: PriceIncreaseStatus
  }

  /// The increase that the next regular renewal meets.
  var comingIncrease: PriceIncrease? {
    priceIncrease?.product.productID == nextProduct.productID ? priceIncrease : nil
  }

  /// Whether the next renewal needs a consent that is still missing.
  var awaitsConsent: Bool {
    comingIncrease?.status == .pending && comingDiscount == nil
  }

  /// The store gives the product another price; a lower one holds from the next renewal, silently.
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

  /// The store asks for a consent as it does for a higher price, though the price stays.
  mutating func consentRequested() -> [Action] {
    guard state == .active, willRenew, comingIncrease?.status != .pending else { return [] }
    priceIncrease = PriceIncrease(product: nextProduct, status: .pending)
    return [.notify(.priceIncrease, .pending)]
  }

  /// The customer agrees to the higher price, or is told of one that needs no consent.
  mutating func priceAccepted() -> [Action] {
    guard state == .active, let increase = comingIncrease, increase.status == .pending
    else { return [] }
    priceIncrease?.status = .accepted
    nextProduct = increase.product
    return [.notify(.priceIncrease, .accepted)]
  }
}
