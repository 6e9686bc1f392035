extension Blueprint.Definition {
  /// Every entitlement that the blueprint or a grant gives, sorted.
  public var entitlements: [Entitlement.ID] {
    Set(products.flatMap(\.entitlements) + (trial?.terms.entitlements ?? []) + plan + granted)
      .sorted()
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

  /// The products on paywalls and those with an introductory offer, without duplicates: first as paywalls list them.
  ///
  /// A package whose product does not exist is left out here, and is a mistake of its own.
  var offeredProducts: [CatalogProduct.ID] {
    let known = Set(products.map(\.id))
    let introductory = products.filter { $0.introductoryOffer != nil }.map(\.id)
    var offered: [CatalogProduct.ID] = []
    for id in paywalls.flatMap(\.packages).map(\.product) + introductory
    where known.contains(id) && !offered.contains(id) {
      offered.append(id)
    }
    return offered
  }
}

extension Blueprint.Definition {
  /// Every condition of features, placements, prompts, nudges and routes.
  var conditions: [Condition] {
    features.flatMap { $0.rules.map(\.when) } + placements.map(\.when) + prompts.map(\.when)
      + nudges.map(\.when) + routes.map(\.when)
  }
}
