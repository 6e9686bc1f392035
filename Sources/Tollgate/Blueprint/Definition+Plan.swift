extension Blueprint.Definition {
  /// Every entitlement that the blueprint or a grant gives, sorted.
  public var entitlements: [Entitlement.ID] {
    Set(givenEntitlements + plan + granted + namedBesideSales).sorted()
  }

  /// The entitlements that only a grant or a team gives: those of `granted`, and those of `grants` and of a team's `gives`
  /// that no product and no trial gives.
  package var onlyGranted: [Entitlement.ID] {
    let given = Set(givenEntitlements + granted)
    var seen: Set<Entitlement.ID> = []
    return granted
      + namedBesideSales.filter { !given.contains($0) && seen.insert($0).inserted }
  }

  /// The entitlements of listed grants and of what teams give, which need no product; some of them several times.
  package var namedBesideSales: [Entitlement.ID] {
    grants.flatMap(\.entitlements) + teams.flatMap(\.gives)
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
    case .signUp, .firstSeen, .milestone: return []
    case .purchase:
      return Set(products.lazy.filter { $0.introductoryOffer != nil }.flatMap(\.entitlements))
    case .introductoryOffer:
      return Set(
        products.lazy.filter { $0.introductoryOffer?.payment == .freeTrial }
          .flatMap(\.entitlements))
    }
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
  /// What the phase is about.
  ///
  /// A blueprint that says `plan` means the products that give one of its entitlements. Otherwise the subscriptions of
  /// one group are the plan, with the trial's own entitlements and every other product that gives all that one of these
  /// subscriptions gives: a lifetime purchase does, "No ads" does not. Without subscriptions, the other products are the
  /// plan if each gives all that a smaller one gives. A product that needs an entitlement is an add-on.
  ///
  /// Of several groups, the plan is the one that the trial, or else a paywall for customers without a plan, is about.
  /// Where that leaves a doubt all of them count, and `check` asks for `plan`.
  package var resolvedPlan: Plan {
    let sold = products.filter { $0.kind != .consumable && !$0.entitlements.isEmpty }
    if !plan.isEmpty {
      let members = sold.filter { !Set(plan).isDisjoint(with: $0.entitlements) }
      return resolved(members, of: sold, entitlements: Set(plan))
    }
    // What needs something else is an add-on to it.
    let bases = sold.filter(\.needs.isEmpty)
    let renewing = bases.filter { $0.kind == .autoRenewable }
    let families = renewing.isEmpty ? bases.familiesOfPurchases : renewing.groups
    let clear = clearPlan(among: families, areGroups: !renewing.isEmpty)
    let tiers = Array((clear ?? families).joined())
    return resolved(
      bases.filter { tiers.contains(where: $0.covers) }, of: sold,
      entitlements: Set(tiers.flatMap(\.entitlements) + (trial?.terms.entitlements ?? [])),
      candidates: clear == nil ? families.map { Set($0.flatMap(\.entitlements)) } : [])
  }

  private func resolved(
    _ members: [CatalogProduct], of sold: [CatalogProduct], entitlements: Set<Entitlement.ID>,
    candidates: [Set<Entitlement.ID>] = []
  ) -> Plan {
    let products = Set(members.map(\.id))
    let others = sold.filter { !products.contains($0.id) }
    return Plan(
      products: products, entitlements: entitlements,
      addOns: Set(others.flatMap(\.entitlements)).subtracting(trial?.terms.entitlements ?? []),
      candidates: candidates)
  }

  /// The families of products that are the plan; nil if that is not clear.
  private func clearPlan(
    among families: [[CatalogProduct]], areGroups: Bool
  ) -> [[CatalogProduct]]? {
    func isOne(_ families: [[CatalogProduct]]) -> Bool {
      areGroups ? families.areAlike : Array(families.joined()).nests
    }
    if families.isEmpty || isOne(families) { return families }
    let tried = trialEntitlements
    let triedInFull = families.filter { family in
      !tried.isEmpty && family.contains { tried.isSubset(of: $0.entitlements) }
    }
    if !triedInFull.isEmpty { return triedInFull }
    let triedInPart = families.filter { family in
      family.contains { !tried.isDisjoint(with: $0.entitlements) }
    }
    if !triedInPart.isEmpty { return isOne(triedInPart) ? triedInPart : nil }
    let shown = paywallsByPhase
    let packages = paywalls.filter { shown.contains($0.id) }.flatMap(\.packages)
    let sold = families.filter { family in
      family.contains { product in packages.contains { $0.product == product.id } }
    }
    return !sold.isEmpty && isOne(sold) ? sold : nil
  }

  /// The paywalls shown to customers by their phase: to those without a plan, and where a feature depends on the phase.
  private var paywallsByPhase: Set<Paywall.ID> {
    let isWithout = { (when: Condition) in
      !when.phases.isEmpty && !when.phases.contains(.subscribed)
    }
    let surfaces =
      placements.filter { isWithout($0.when) }.map(\.paywall)
      + prompts.filter { isWithout($0.when) }.compactMap(\.paywall)
      + routes.filter { isWithout($0.when) }.compactMap(\.paywall)
    let features = features.filter { $0.rules.contains { !$0.when.phases.isEmpty } }
    return Set(
      surfaces + features.compactMap(\.paywall) + features.flatMap(\.rules).compactMap(\.paywall))
  }
}

extension CatalogProduct {
  /// Whether the product gives everything that another one gives.
  fileprivate func covers(_ other: CatalogProduct) -> Bool {
    Set(entitlements).isSuperset(of: other.entitlements)
  }
}

extension [CatalogProduct] {
  /// Whether of any two products one gives everything that the other gives.
  fileprivate var nests: Bool {
    let smallestFirst = sorted { Set($0.entitlements).count < Set($1.entitlements).count }
    return zip(smallestFirst, smallestFirst.dropFirst()).allSatisfy { $1.covers($0) }
  }

  /// Subscriptions by their group, in the order of the blueprint.
  fileprivate var groups: [[CatalogProduct]] {
    families { $0.group.map { "group \($0)" } ?? "product \($0.id)" }
  }

  /// Purchases that are not subscriptions: all together if what they give nests, or else each for itself.
  fileprivate var familiesOfPurchases: [[CatalogProduct]] {
    if isEmpty { return [] }
    return nests ? [self] : families { $0.id.rawValue }
  }

  private func families(by name: (CatalogProduct) -> String) -> [[CatalogProduct]] {
    var names: [String] = []
    for name in map(name) where !names.contains(name) { names.append(name) }
    let members = Dictionary(grouping: self, by: name)
    return names.compactMap { members[$0] }
  }
}

extension [[CatalogProduct]] {
  /// Whether there is one family, or each product gives everything that some product of every other family gives.
  fileprivate var areAlike: Bool {
    count == 1
      || joined().allSatisfy { product in allSatisfy { $0.contains(where: product.covers) } }
  }
}

extension Blueprint.Definition {
  /// Every condition of features, packages, cases of paywalls, placements, prompts, nudges, routes, trials, grants, teams
  /// and credits.
  package var conditions: [Condition] {
    let selling = paywalls.flatMap { $0.packages.map(\.when) + $0.cases.map(\.when) }
    return features.flatMap { $0.rules.map(\.when) } + selling
      + placements.map(\.when) + prompts.map(\.when) + nudges.map(\.when) + routes.map(\.when)
      + addOnTrials.map(\.when) + [trial?.when].compactMap(\.self) + grants.map(\.when)
      + teams.map(\.when) + credits.flatMap { $0.given.map(\.when) }
  }

  /// The features on whose number of uses a condition, a nudge, the trial's length, a gift or an answer to the store depends.
  ///
  /// Only their uses are recorded where they count toward no limit.
  package var countedFeatures: Set<Feature.ID> {
    var events = conditions.flatMap(\.parts).flatMap(\.past).map(\.event)
    for nudge in nudges {
      if case .after(let event, _) = nudge.moment { events.append(event) }
    }
    events += (trial?.terms.earned ?? []).map(\.event)
    for gift in credits.flatMap(\.given) {
      if case .on(let event, lasts: _) = gift.rhythm { events.append(event) }
    }
    var counted = Set(featuresUsedInAnswers)
    for case .use(let feature) in events { counted.insert(feature) }
    return counted
  }

  /// The features whose uses decide how the store's questions about refunds and cancellations are answered, sorted.
  package var featuresUsedInAnswers: [Feature.ID] {
    let asked =
      (refunds?.rules ?? []).compactMap(\.used?.feature) + retention.compactMap(\.used?.feature)
    return Set(asked + featuresOfAnswers).sorted()
  }

  /// The audience tests of all conditions, each once, in the order of the blueprint.
  package var audienceTests: [AudienceTest] {
    var seen: Set<AudienceTest> = []
    return conditions.flatMap(\.parts).flatMap(\.audience.tests)
      .filter { seen.insert($0).inserted }
  }
}
