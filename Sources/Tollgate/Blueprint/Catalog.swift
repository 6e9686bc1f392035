/// What a blueprint sells, indexed by product and by paywall.
struct Catalog: Sendable {
  /// Every product, with what it gives and starts.
  let products: [CatalogProduct.ID: IndexedProduct]
  /// The products on paywalls and those with an introductory offer; a product's position is its bit in
  /// ``paywallOffers`` and in ``ProductOffers``.
  let offered: [IndexedProduct]
  /// What each paywall sells, as bits of ``offered``.
  let paywallOffers: [Paywall.ID: UInt64]
  /// The entitlements that determine the phase, as bits of ``BlueprintIndex/entitlements``.
  ///
  /// What gives none of them is an add-on: it changes no phase, limit or paywall.
  let plan: UInt64

  init(_ definition: Blueprint.Definition, _ index: BlueprintIndex) {
    let products = definition.indexedProducts(index)
    let onOffer = definition.offeredProducts
    self.products = products
    offered = onOffer.compactMap { products[$0] }
    paywallOffers = Dictionary(
      definition.paywalls.map { paywall in
        (
          paywall.id,
          paywall.packages.reduce(0) { bits, package in
            bits | (onOffer.firstIndex(of: package.product).map { 1 << UInt64($0) } ?? 0)
          }
        )
      }
    ) { first, _ in first }
    plan = index.bits(definition.planEntitlements)
  }

  /// Whether a product is among those whose bits are set; false for a product that is never offered.
  func isOffered(_ product: CatalogProduct.ID, in bits: UInt64) -> Bool {
    offered.firstIndex { $0.product.id == product }.map { bits & (1 << UInt64($0)) != 0 } ?? false
  }
}

extension Blueprint.Definition {
  fileprivate func indexedProducts(_ index: BlueprintIndex) -> [CatalogProduct.ID:
    IndexedProduct]
  {
    let plan = planEntitlements
    let asked = Set(trial?.terms.entitlements ?? [])
    let tried = asked.isEmpty ? plan : asked
    let named = Set(trial?.products ?? [])
    return Dictionary(
      products.map { product in
        (
          product.id,
          IndexedProduct(
            product: product, entitled: index.bits(product.entitlements),
            isPlan: !plan.isDisjoint(with: product.entitlements),
            startsTrial: named.isEmpty
              ? !tried.isDisjoint(with: product.entitlements)
              : named.contains(product.id),
            sources: credits.enumerated().flatMap { position, wallet in
              wallet.sources.filter { $0.product == product.id }
                .map { IndexedSource(wallet: position, source: $0) }
            })
        )
      }
    ) { first, _ in first }
  }
}
