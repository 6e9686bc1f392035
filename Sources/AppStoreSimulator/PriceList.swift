import TollgateAppStore

/// The products on sale and their current prices.
package struct PriceList: Sendable {
  let catalog: Catalog

  /// Prices that differ from the configuration's, by product.
  private var changedPrices: [String: Milliunits] = [:]

  /// Products no longer for sale.
  private var removedProducts: Set<String> = []

  package init(_ catalog: Catalog) { self.catalog = catalog }

  /// A subscription on sale, at its current price; nil for any other product.
  package func subscription(_ productID: String) -> PricedSubscription? {
    guard isOnSale(productID), let listing = catalog.listing(productID) else { return nil }
    return PricedSubscription(
      listing: listing, price: changedPrices[productID] ?? listing.subscription.price)
  }

  /// A subscription on sale, billed monthly with a commitment; nil if the product has no such plan.
  func commitment(_ productID: String) -> PricedSubscription? {
    guard isOnSale(productID), let listing = catalog.listing(productID),
      let plan = listing.commitment
    else { return nil }
    return PricedSubscription(listing: listing, price: plan.price, hasCommitment: true)
  }

  /// A product on sale that does not renew, at its current price, and its number; nil for a subscription that renews.
  func product(_ productID: String) -> (number: UInt32, product: StoreKitConfiguration.Product)? {
    guard isOnSale(productID), let (number, listed) = catalog.product(productID) else { return nil }
    var product = listed
    product.price = changedPrices[productID] ?? listed.price
    return (number, product)
  }

  /// Whether the store knows a product and sells it.
  func sells(_ productID: String) -> Bool {
    subscription(productID) != nil || product(productID) != nil
  }

  /// Whether a product was not removed from sale; the product itself may be unknown.
  func isOnSale(_ productID: String) -> Bool { !removedProducts.contains(productID) }

  /// Removes a product from sale, or puts it back.
  mutating func setOnSale(_ isOnSale: Bool, _ productID: String) {
    if isOnSale { removedProducts.remove(productID) } else { removedProducts.insert(productID) }
  }

  /// Changes a price for new customers.
  ///
  /// - Returns: Whether the product exists, on sale or not.
  mutating func setPrice(_ price: Milliunits, of productID: String) -> Bool {
    guard catalog.listing(productID) != nil || catalog.product(productID) != nil
    else { return false }
    changedPrices[productID] = price
    return true
  }
}
