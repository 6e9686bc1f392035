/// What a blueprint sells, indexed by product and by paywall.
struct Catalog: Sendable {
  /// Every product, with what it gives and starts.
  let products: [CatalogProduct.ID: IndexedProduct]
  /// What paywalls sell, and the products with an introductory offer; a position is a bit in ``paywallOffers`` and in
  /// ``ProductOffers``.
  let sales: [IndexedSale]
  /// The conditions of sales that are not for everyone.
  let saleConditions: [(position: Int, when: IndexedCondition)]
  /// What each paywall sells, as bits of ``sales``.
  let paywallOffers: [Paywall.ID: UInt64]
  /// What gives an entitlement, and not credits alone, as bits of ``sales``.
  let entitling: UInt64
  /// The position in ``sales`` of each package of a paywall, in its order.
  let packages: [Paywall.ID: [Int]]
  /// The entitlements whose grants are the plan, as bits of ``BlueprintIndex/entitlements``; products say it
  /// themselves, in ``IndexedProduct/isPlan``.
  let grantedPlan: UInt64
  /// Whether any product is the plan.
  let sellsPlan: Bool
  /// Whether the time of any product adds up.
  let hasAddedTime: Bool

  init(_ definition: Blueprint.Definition, _ index: BlueprintIndex) {
    let plan = definition.resolvedPlan
    let products = definition.indexedProducts(index, plan)
    let onOffer = definition.sales.filter { products[$0.product] != nil }
    self.products = products
    sales = onOffer.compactMap { sale in
      products[sale.product].map { IndexedSale(sale, $0) }
    }
    entitling = sales.enumerated().reduce(0) { bits, sale in
      sale.element.product.product.entitlements.isEmpty ? bits : bits | 1 << UInt64(sale.offset)
    }
    saleConditions = onOffer.enumerated().map { position, sale in
      (position, sale.condition(for: products[sale.product]?.product.needs ?? []))
    }.filter { $1 != .always }.map { ($0, IndexedCondition($1, index)) }
    let packages = Dictionary(
      definition.paywalls.map { paywall in
        (paywall.id, paywall.packages.map { onOffer.firstIndex(of: Sale($0)) ?? 0 })
      }
    ) { first, _ in first }
    self.packages = packages
    paywallOffers = packages.mapValues { $0.reduce(0) { $0 | 1 << UInt64($1) } }
    grantedPlan = index.bits(plan.granted)
    sellsPlan = products.values.contains(where: \.isPlan)
    hasAddedTime = products.values.contains(where: \.addsUp)
  }

  /// Whether a product is among those whose bits are set; false for a product that is never offered.
  func isOffered(_ product: CatalogProduct.ID, in bits: UInt64) -> Bool {
    sales.firstIndex { $0.product.product.id == product }.map { bits & (1 << UInt64($0)) != 0 }
      ?? false
  }
}

extension Catalog {
  /// Whether every paywall shows the same packages for two sets of bits.
  func shows(_ bits: UInt64, like other: UInt64) -> Bool {
    bits == other
      || packages.values.allSatisfy { shown(among: $0, in: bits) == shown(among: $0, in: other) }
  }

  /// The positions whose bits are set, of each plan the first.
  private func shown(among positions: [Int], in bits: UInt64) -> [Int] {
    var plans: Set<CatalogProduct.ID> = []
    return positions.filter {
      bits & (1 << UInt64($0)) != 0
        && plans.insert(sales[$0].product.product.id.billed(sales[$0].billing)).inserted
    }
  }
}

extension Blueprint.Definition {
  fileprivate func indexedProducts(
    _ index: BlueprintIndex, _ plan: Plan
  ) -> [CatalogProduct.ID: IndexedProduct] {
    let tried = Set(trial?.terms.entitlements ?? [])
    let named = Set(trial?.products ?? [])
    let sharable = Set(paywalls.flatMap(\.packages).filter { $0.seats != nil }.map(\.product))
    return Dictionary(
      products.map { product in
        (
          product.id,
          IndexedProduct(
            product, entitled: index.bits(product.entitlements),
            isPlan: plan.includes(product),
            startsTrial: !named.isEmpty
              ? named.contains(product.id)
              : tried.isEmpty
                ? plan.includes(product) : !tried.isDisjoint(with: product.entitlements),
            hasSeats: sharable.contains(product.id),
            addsUpAs: products.first { product.addsUp(with: $0) }?.id,
            sources: credits.enumerated().flatMap { position, wallet in
              wallet.sources.filter { $0.product == product.id }
                .map { IndexedSource(wallet: position, source: $0) }
            })
        )
      }
    ) { first, _ in first }
  }
}

/// A ``Sale`` with its product and the kind of its offer.
struct IndexedSale: Sendable {
  let product: IndexedProduct
  let billing: BillingPlan
  let hasSeats: Bool
  /// The kind of its offer; nil without one.
  let offer: CatalogProduct.Offer.Kind?

  /// Whether it is for some customers only, who may also change the plan that they have.
  let isTargeted: Bool

  init(_ sale: Sale, _ product: IndexedProduct) {
    self.product = product
    billing = sale.billing
    hasSeats = sale.hasSeats
    offer = sale.offer.flatMap { product.product.offer($0)?.kind }
    isTargeted = sale.when != .always || sale.offer != nil
  }
}
