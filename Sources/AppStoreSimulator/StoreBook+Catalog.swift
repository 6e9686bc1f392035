import AppStore

extension StoreBook {
  /// A subscription that is for sale, at its present price.
  func subscription(_ productID: String) -> SubscriptionLife.Product? {
    guard !unsold.contains(productID), let listing = catalog.listing(productID)
    else { return nil }
    return .init(listing: listing, price: prices[productID] ?? listing.subscription.price)
  }

  /// A product that does not renew and is for sale, at its present price, and its number.
  func product(_ productID: String) -> (number: UInt32, product: StoreKitConfiguration.Product)? {
    guard !unsold.contains(productID), let (number, listed) = catalog.product(productID)
    else { return nil }
    var product = listed
    product.price = prices[productID] ?? listed.price
    return (number, product)
  }

  /// Changes a price for new customers and tells those who subscribe.
  mutating func setPrice(_ price: Milliunits, of productID: String, needsConsent: Bool) -> Bool {
    let listing = catalog.listing(productID)
    guard listing != nil || catalog.product(productID) != nil else { return false }
    prices[productID] = price
    guard let listing else { return true }
    let product = SubscriptionLife.Product(listing: listing, price: price)
    for key in boughtKeys where key.group == listing.group {
      let happened = update(key, cause: .store) { life, _ in
        life.priceChanged(to: product, needsConsent: needsConsent)
      }
      if !happened, let life = lives[key] { signRenewalInfo(key, life) }
    }
    return true
  }
}
