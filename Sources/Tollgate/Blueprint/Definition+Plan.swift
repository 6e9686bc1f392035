extension Blueprint.Definition {
  /// Every entitlement that the blueprint or a grant gives, sorted.
  public var entitlements: [Entitlement.ID] {
    Set(givenEntitlements + plan + granted).sorted()
  }

  /// The entitlements of products and trials, some of them several times.
  var givenEntitlements: [Entitlement.ID] {
    products.flatMap(\.entitlements) + (trial?.terms.entitlements ?? [])
      + addOnTrials.flatMap(\.entitlements)
  }
}

extension Blueprint.Definition {
  /// What the trial gives: its own entitlements, or else those of the products whose introductory offer it is.
  var trialEntitlements: Set<Entitlement.ID> {
    guard let trial else { return [] }
    if !trial.terms.entitlements.isEmpty { return Set(trial.terms.entitlements) }
    if !trial.products.isEmpty {
      return Set(products.lazy.filter { trial.products.contains($0.id) }.flatMap(\.entitlements))
    }
    switch trial.start {
    case .signUp: return []
    case .purchase:
      return Set(products.lazy.filter { $0.introductoryOffer != nil }.flatMap(\.entitlements))
    case .introductoryOffer:
      return Set(
        products.lazy.filter { $0.introductoryOffer?.payment == .freeTrial }
          .flatMap(\.entitlements))
    }
  }

  /// The entitlements that determine the phase; everything else on sale is an add-on, which gives its entitlement and
  /// does not change the phase.
  ///
  /// These are the ones the blueprint names; otherwise the trial's entitlements and those of auto-renewable products in
  /// the same groups; without a trial, those of all auto-renewable products; and without any, those of non-consumable
  /// and non-renewing products.
  public var planEntitlements: Set<Entitlement.ID> {
    if !plan.isEmpty { return Set(plan) }
    let renewing = products.filter { $0.kind == .autoRenewable && !$0.entitlements.isEmpty }
    let tried = trialEntitlements
    if !tried.isEmpty {
      let groups = Set(
        renewing.lazy.filter { !tried.isDisjoint(with: $0.entitlements) }.compactMap(\.group))
      return tried.union(
        renewing.lazy.filter { $0.group.map(groups.contains) ?? false }.flatMap(\.entitlements))
    }
    if !renewing.isEmpty { return Set(renewing.flatMap(\.entitlements)) }
    return Set(products.lazy.filter { $0.kind != .consumable }.flatMap(\.entitlements))
  }

  /// What paywalls sell, without duplicates and in their order, and then the other products with an introductory offer.
  ///
  /// A package whose product does not exist is left out here, and is a mistake of its own.
  var sales: [Sale] {
    let known = Set(products.map(\.id))
    var sales: [Sale] = []
    for sale in paywalls.flatMap(\.packages).map(Sale.init)
    where known.contains(sale.product) && !sales.contains(sale) {
      sales.append(sale)
    }
    for product in products
    where product.introductoryOffer != nil && !sales.contains(where: { $0.product == product.id }) {
      sales.append(Sale(product.id))
    }
    return sales
  }
}

extension Blueprint.Definition {
  /// Every condition of features, packages, placements, prompts, nudges, routes and add-on trials.
  package var conditions: [Condition] {
    features.flatMap { $0.rules.map(\.when) } + paywalls.flatMap { $0.packages.map(\.when) }
      + placements.map(\.when) + prompts.map(\.when) + nudges.map(\.when) + routes.map(\.when)
      + addOnTrials.map(\.when)
  }

  /// The audience tests of all conditions, each once, in the order of the blueprint.
  package var audienceTests: [AudienceTest] {
    var seen: Set<AudienceTest> = []
    return conditions.flatMap(\.parts).flatMap(\.audience.tests)
      .filter { seen.insert($0).inserted }
  }
}
