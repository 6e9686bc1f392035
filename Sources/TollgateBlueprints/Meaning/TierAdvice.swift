import Tollgate

/// The check for products that cost more than another one on their paywall and give no more, and for add-ons that give
/// their buyers nothing new.
///
/// Products of the same kind and period are compared if the paywall sells both to everybody. Seats, and what a family
/// can share, are worth more by themselves.
///
/// ```yaml
/// products:
///   coach.pro: { name: Pro, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }
///   coach.max: { name: Max, entitlements: premium, price: 19.99 USD, period: P1M, group: coach }
/// paywalls:
///   plans: { title: Plans, packages: [coach.pro, coach.max] }   # `coach.max` gives what `coach.pro` gives
/// ```
struct TierAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Warns about each such product, on the first paywall that sells it, and about each such add-on.
  func note() {
    guard subject.isSoundForStates,
      subject.isSound(
        "features", "credits", "teams", "paywalls", "placements", "prompts", "nudges", "routes",
        "plan")
    else { return }
    var noted: Set<CatalogProduct.ID> = []
    for paywall in definition.paywalls {
      let offered = paywall.packages.map { product(of: $0) }
      for (position, product) in offered.enumerated() {
        guard let product, !noted.contains(product.id),
          let other = offered.compactMap({ $0 }).first(where: {
            product.costsMore(than: $0) && givesNoMore(product, than: $0)
          })
        else { continue }
        noted.insert(product.id)
        subject.warning(
          ["paywalls", paywall.id.rawValue, "packages", "\(position)"],
          "`\(product.id)` costs more than `\(other.id)` beside it and gives no more",
          expected: "an entitlement or credits that only `\(product.id)` gives")
      }
    }
    for product in definition.products where !product.needs.isEmpty { noteAddOn(product) }
  }

  /// Warns about an add-on that opens nothing to those who may buy it, because what it needs opens all of it.
  ///
  /// ```yaml
  /// products:
  ///   canvas.monthly: { name: Canvas, entitlements: pro, price: 4.99 USD, period: P1M, group: canvas }
  ///   canvas.brushes: { kind: nonConsumable, name: Brushes, entitlements: brushes, needs: pro, price: 9.99 USD }
  /// features:
  ///   oil: [{ when: { entitled: [pro, brushes] }, allow: unlimited }, …]   # either of them is enough
  /// ```
  private func noteAddOn(_ addOn: CatalogProduct) {
    let sellers = definition.paywalls.filter { $0.packages.contains { $0.product == addOn.id } }
    guard !sellers.isEmpty, !addOn.entitlements.isEmpty,
      !definition.credits.contains(where: { $0.sources.contains { $0.product == addOn.id } }),
      !subject.isFamilyShareable(addOn), !addOn.isTested(by: subject.conditions),
      isOnlyAskedByFeatures(Set(addOn.entitlements), offeredBy: sellers.map(\.id)),
      !opensMore(addOn), !outlastsBase(addOn)
    else { return }
    let names = addOn.needs.map { "`\($0)`" }.joined(separator: " or ")
    subject.warning(
      subject.path(of: addOn.id),
      "whoever may buy `\(addOn.id)` has \(names), which opens all that it opens",
      expected:
        "a rule with `entitled: \(addOn.entitlements[0])` for something that \(names) alone does not open",
      finding: .buysNothing)
  }

  /// Returns whether an add-on gives some customer who may buy it more of a feature; true if that is not known.
  private func opensMore(_ addOn: CatalogProduct) -> Bool {
    definition.features.contains { feature in
      guard let states = subject.states.seen(by: feature.rules.map(\.when)) else { return true }
      return states.contains { state in
        guard !state.isByGrant, addOn.isSold(toHolderOf: state.entitled) else { return false }
        let given = feature.allowance(in: addOn.states(after: state, in: subject)[0])
        return !given.isAtMost(feature.allowance(in: state))
      }
    }
  }

  /// Returns whether an add-on that never ends opens all of a base that does: it sells subscribers what they have for ever.
  private func outlastsBase(_ addOn: CatalogProduct) -> Bool {
    addOn.kind == .nonConsumable
      && definition.products.contains { base in
        !Set(base.entitlements).isDisjoint(with: addOn.needs) && !opensMore(base, than: addOn)
      }
  }

  /// Returns the product of a package; nil if it is for some customers, with seats or billed monthly.
  private func product(of package: Paywall.Package) -> CatalogProduct? {
    if package.isTargeted || package.seats != nil || package.billing == .monthly { return nil }
    return subject.product(package.product)
  }

  /// Returns whether everything that a product gives comes with a cheaper one.
  private func givesNoMore(_ product: CatalogProduct, than other: CatalogProduct) -> Bool {
    let isFilling = definition.credits.contains { wallet in
      wallet.sources.contains { $0.product == product.id }
    }
    guard isFilling || !product.entitlements.isEmpty, !fillsMore(product, than: other),
      !product.isTested(by: subject.conditions),
      !subject.isFamilyShareable(product) || subject.isFamilyShareable(other)
    else { return false }
    let extra = Set(product.entitlements).subtracting(other.entitlements)
    return extra.isEmpty
      || isOnlyAskedByFeatures(extra) && !opensMore(product, than: other)
  }

  /// Returns whether a product fills some wallet with more credits, or with credits that last differently or stay
  /// differently when the plan changes.
  private func fillsMore(_ product: CatalogProduct, than other: CatalogProduct) -> Bool {
    definition.credits.contains { wallet in
      wallet.sources.contains { source in
        source.product == product.id
          && !wallet.sources.contains {
            $0.product == other.id && $0.amount >= source.amount && $0.inTrial >= source.inTrial
              && $0.lifetime == source.lifetime && $0.onUpgrade == source.onUpgrade
          }
      }
    }
  }

  /// Returns whether rules of features ask for each of some entitlements, and nothing else does, apart from what shows
  /// certain paywalls.
  private func isOnlyAskedByFeatures(
    _ names: Set<Entitlement.ID>, offeredBy sellers: [Paywall.ID] = []
  ) -> Bool {
    var elsewhere = definition
    elsewhere.features = []
    elsewhere.paywalls.removeAll { sellers.contains($0.id) }
    elsewhere.placements.removeAll { sellers.contains($0.paywall) }
    elsewhere.prompts.removeAll { $0.paywall.map(sellers.contains) ?? false }
    let others = elsewhere.conditions.entitlements
      .union(definition.teams.flatMap { $0.shares + $0.sizes.compactMap(\.entitlement) })
      .union(definition.products.flatMap(\.needs))
    return names.isSubset(of: definition.features.flatMap(\.rules).map(\.when).entitlements)
      && names.isDisjoint(with: others)
  }

  /// Returns whether a product gives some customer more of a feature than another one; true if that is not known.
  private func opensMore(_ product: CatalogProduct, than other: CatalogProduct) -> Bool {
    definition.features.contains { feature in
      guard let states = subject.states.seen(by: feature.rules.map(\.when)) else { return true }
      return states.contains { state in
        let given = feature.allowance(in: product.states(after: state, in: subject)[0])
        let least = feature.allowance(in: other.states(after: state, in: subject)[0])
        return !state.isByGrant && !given.isAtMost(least)
      }
    }
  }
}

extension [Condition] {
  /// The entitlements that the conditions ask for.
  fileprivate var entitlements: Set<Entitlement.ID> {
    Set(flatMap(\.parts).flatMap { $0.entitled.union($0.notEntitled) })
  }
}

extension CatalogProduct {
  /// Whether it costs more than another product that is sold in the same way, for as long and to the same customers.
  ///
  /// An introductory offer of its own may be worth its price.
  fileprivate func costsMore(than other: CatalogProduct) -> Bool {
    guard let price, let least = other.price, price.currency == least.currency,
      price.milliunits > least.milliunits
    else { return false }
    return kind == other.kind && period?.inWholeUnits == other.period?.inWholeUnits
      && addsUp == other.addsUp && Set(needs) == Set(other.needs)
      && (introductoryOffer == nil || introductoryOffer == other.introductoryOffer)
  }
}
