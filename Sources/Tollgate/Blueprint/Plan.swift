/// What the phase is about: buyers of its products are subscribers, and everything else on sale is an add-on.
package struct Plan: Sendable {
  package let products: Set<CatalogProduct.ID>
  /// The entitlements of the plan; an add-on may give some of them as well.
  package let entitlements: Set<Entitlement.ID>
  /// The entitlements that products outside the plan give.
  package let addOns: Set<Entitlement.ID>
  /// What each of several plans would give, if the blueprint leaves open which of them it is; otherwise empty.
  package let candidates: [Set<Entitlement.ID>]

  package func includes(_ product: CatalogProduct) -> Bool { products.contains(product.id) }

  /// The entitlements that make a customer a subscriber when granted.
  ///
  /// What an add-on gives too is not the plan when it is granted, unless add-ons give all of the plan piece by piece.
  package var granted: Set<Entitlement.ID> {
    let own = entitlements.subtracting(addOns)
    return own.isEmpty ? entitlements : own
  }
}
