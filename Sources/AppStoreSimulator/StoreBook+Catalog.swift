import TollgateAppStore

extension StoreBook {
  /// A subscription on sale, at its current price.
  func subscription(_ productID: String) -> SubscriptionLifecycle.Product? {
    guard !unsold.contains(productID), let listing = catalog.listing(productID)
    else { return nil }
    return .init(listing: listing, price: prices[productID] ?? listing.subscription.price)
  }

  /// A product on sale that does not renew, at its current price, and its number.
  func product(_ productID: String) -> (number: UInt32, product: StoreKitConfiguration.Product)? {
    guard !unsold.contains(productID), let (number, listed) = catalog.product(productID)
    else { return nil }
    var product = listed
    product.price = prices[productID] ?? listed.price
    return (number, product)
  }

  /// Changes a price for new customers and notifies subscribers.
  mutating func setPrice(_ price: Milliunits, of productID: String, needsConsent: Bool) -> Bool {
    let listing = catalog.listing(productID)
    guard listing != nil || catalog.product(productID) != nil else { return false }
    prices[productID] = price
    guard let listing else { return true }
    let product = SubscriptionLifecycle.Product(listing: listing, price: price)
    for key in boughtKeys where key.group == listing.group {
      let happened = update(key, cause: .store) { life, _ in
        life.priceChanged(to: product, needsConsent: needsConsent)
      }
      if !happened, let life = lives[key] { signRenewalInfo(key, life) }
    }
    return true
  }
}
