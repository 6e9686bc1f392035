/// What a package sells: a product, to whom and at which offer; its texts do not matter.
struct Sale: Hashable, Sendable {
  let product: CatalogProduct.ID
  var when = Condition.always
  var offer: Paywall.Package.Offer?

  /// Sells a product to everyone at its regular price.
  init(_ product: CatalogProduct.ID) { self.product = product }

  init(_ package: Paywall.Package) {
    product = package.product
    when = package.when
    offer = package.offer
  }
}
