/// What a package sells: a product, its billing, the customers it is for and the offer; its texts do not matter.
struct Sale: Hashable, Sendable {
  let product: CatalogProduct.ID
  var billing = BillingPlan.upFront
  /// Whether it is sold with a number of seats.
  var hasSeats = false
  var when = Condition.always
  var offer: Paywall.Package.Offer?

  /// Sells a product to everyone at its regular price.
  init(_ product: CatalogProduct.ID) { self.product = product }

  init(_ package: Paywall.Package) {
    product = package.product
    billing = package.billing
    hasSeats = package.seats != nil
    when = package.when
    offer = package.offer
  }

  /// Whom it is sold to: the package's customers, who also have one of the entitlements that its product needs.
  func condition(for needs: [Entitlement.ID]) -> Condition {
    if needs.isEmpty { return when }
    var condition = when
    condition.not.append(Condition(not: [Condition(entitled: Set(needs))]))
    return condition
  }
}
