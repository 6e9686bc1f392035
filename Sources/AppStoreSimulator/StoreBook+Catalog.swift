import AppStore

extension StoreBook {
  /// A subscription that is for sale, at its present price.
  func subscription(_ productID: String) -> StoreKitConfiguration.Subscription? {
    guard !unsold.contains(productID),
      var product = setting.configuration.subscription(productID)
    else { return nil }
    product.price = prices[productID] ?? product.price
    return product
  }

  /// A product that does not renew and is for sale, at its present price.
  func product(_ productID: String) -> StoreKitConfiguration.Product? {
    guard !unsold.contains(productID), var product = setting.configuration.product(productID)
    else { return nil }
    product.price = prices[productID] ?? product.price
    return product
  }

  /// Changes a price for new customers and tells those who subscribe.
  mutating func setPrice(_ price: Milliunits, of productID: String, needsConsent: Bool) -> Bool {
    let configuration = setting.configuration
    guard
      configuration.subscription(productID) != nil || configuration.product(productID) != nil
    else { return false }
    prices[productID] = price
    guard var product = configuration.subscription(productID) else { return true }
    product.price = price
    for key in lives.keys.sorted() where !key.isShared && key.group == product.groupID {
      let happened = update(key, cause: .store) { life, _ in
        life.priceChanged(to: product, needsConsent: needsConsent)
      }
      if !happened, let life = lives[key] { signRenewalInfo(key, life) }
    }
    return true
  }
}
