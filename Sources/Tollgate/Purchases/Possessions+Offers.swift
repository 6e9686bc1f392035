extension Possessions {
  /// What paywalls would sell a customer to some effect, whatever the packages' conditions say, and which products would
  /// be sold with their introductory offer.
  ///
  /// A paywall without anything of the first kind does not show: it would ask for money and change nothing.
  func offers(
    to customer: Customer, in blueprint: Blueprint, at now: Instant
  ) -> ProductOffers {
    var offers = ProductOffers()
    // A product the customer is trying for free is still worth buying.
    let isPaidTrial = trial?.status.purchase != nil
    let owned = isPaidTrial ? entitled | trialEntitled : entitled
    for (position, sale) in blueprint.catalog.sales.enumerated() {
      let bit: UInt64 = 1 << UInt64(position)
      let product = sale.product.product
      if product.introductoryOffer != nil, !isUnfinished(groupOf: product, in: blueprint),
        customer.isEligibleForIntroductoryOffer(of: product)
      {
        offers.introductory |= bit
      }
      if let offer = sale.offer,
        !customer.isEligible(for: offer, of: product, in: blueprint, at: now)
      {
        continue
      }
      let isWorthBuying =
        gives(sale, beside: owned, in: blueprint) && actsNow(product, in: blueprint)
      if isWorthBuying, gives(sale, beside: owned | lent, in: blueprint) {
        offers.selling |= bit
      } else if isWorthBuying
        || sale.isTargeted && changes(sale, for: customer, in: blueprint, at: now)
      {
        // What a grant gives already stops nobody, and is for sale to those who want to keep it.
        offers.changing |= bit
      }
    }
    return offers
  }

  /// Whether a package for some customers only changes what this one has: it replaces the running plan of its group, now
  /// or at the next renewal, has one that was cancelled renew again, adds time or seats to what runs, or is bought once and
  /// not owned yet.
  private func changes(
    _ sale: IndexedSale, for customer: Customer, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    let product = sale.product.product
    switch product.kind {
    case .consumable: return false
    case .nonConsumable: return !customer.owns(product, at: now)
    case .nonRenewing: return sale.product.addsUp || !customer.owns(product, at: now)
    case .autoRenewable:
      let running = customer.subscriptions(inGroupOf: product, in: blueprint, at: now)
        .filter(\.isActive)
      return !running.isEmpty
        && running.allSatisfy { own in
          if own.isPaymentDue { return false }
          if own.product == product.id, sale.hasSeats { return true }
          if own.willRenew, own.renewsTo ?? own.product == product.id { return false }
          return own.product != product.id || sale.offer != nil || !own.willRenew
        }
    }
  }

  /// Whether a package gives anything not already paid for.
  ///
  /// Credits can always be bought again, but only for customers that it names, or in place of their own subscription, by
  /// subscribing to what a right or a grant gives anyway.
  private func gives(
    _ sale: IndexedSale, beside owned: UInt64, in blueprint: Blueprint
  ) -> Bool {
    let offered = sale.product
    if offered.entitled == 0 || offered.entitled & ~owned != 0 { return true }
    switch offered.product.kind {
    case .nonConsumable: return false
    case .autoRenewable where offered.entitled & ~granted == 0 && !sale.isTargeted:
      return !offered.sources.isEmpty && isUnfinished(groupOf: offered.product, in: blueprint)
    case .autoRenewable, .consumable, .nonRenewing: return !offered.sources.isEmpty
    }
  }

  /// Whether a subscription of a product's group has not ended, in which case the store charges a change of it in full.
  private func isUnfinished(groupOf product: CatalogProduct, in blueprint: Blueprint) -> Bool {
    let isInGroup = { (id: CatalogProduct.ID) in
      id == product.id
        || product.group != nil && blueprint.catalog.products[id]?.product.group == product.group
    }
    return running.contains(where: isInGroup) || unpaid.contains(where: isInGroup)
  }

  /// Whether the store would start a product at once, rather than refuse it or wait for the next renewal.
  ///
  /// Within a group an upgrade and a crossgrade of equal length start at once; a downgrade and a crossgrade of another
  /// length wait, as does any crossgrade until the last bill of a commitment, and what is already running is not sold again
  /// ([Apple](https://developer.apple.com/app-store/subscriptions/#groups)).
  private func actsNow(_ product: CatalogProduct, in blueprint: Blueprint) -> Bool {
    switch product.kind {
    case .consumable, .nonConsumable, .nonRenewing: return true
    case .autoRenewable: break
    }
    return running.allSatisfy { id in
      guard id != product.id else { return false }
      guard let group = product.group, let other = blueprint.catalog.products[id]?.product,
        other.group == group
      else { return true }
      let (level, otherLevel) = (product.level ?? 1, other.level ?? 1)
      return level == otherLevel
        ? product.period == other.period && !committed.contains(id) : level < otherLevel
    }
  }
}
