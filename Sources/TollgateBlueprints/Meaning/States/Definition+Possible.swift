import Tollgate

extension Blueprint.Definition {
  /// The products whose introductory offer is, or starts, the trial; empty if no purchase starts it.
  ///
  /// With `start: purchase` these are the trial's `products`, or else those that share an entitlement with the trial.
  /// With `start: introductoryOffer` only free trials count.
  var trialProducts: [CatalogProduct] {
    guard let trial else { return [] }
    let offered = products.filter { $0.introductoryOffer != nil && !$0.entitlements.isEmpty }
    switch trial.start {
    case .signUp, .firstSeen, .milestone: return []
    case .purchase:
      if !trial.products.isEmpty { return offered.filter { trial.products.contains($0.id) } }
      let given = Set(trial.terms.entitlements)
      return given.isEmpty
        ? offered : offered.filter { !given.isDisjoint(with: $0.entitlements) }
    case .introductoryOffer: return offered.filter { $0.introductoryOffer?.payment == .freeTrial }
    }
  }

  /// The entitlements that hold during the trial: its own and those of the products that start it, sorted.
  var trialEntitlements: [Entitlement.ID] {
    guard let trial else { return [] }
    return Set(trial.terms.entitlements + trialProducts.flatMap(\.entitlements)).sorted()
  }

  /// The milestones that conditions mention, with those that end onboarding and start the trial; any other makes no
  /// difference to a rule.
  var mentionedMilestones: Set<Milestone.ID> {
    Set(conditions.flatMap(\.parts).flatMap { $0.reached.union($0.notReached) })
      .union([onboarding, trialMilestone].compactMap { $0 })
  }

  /// The milestone without which the trial does not start; nil if there isn't one.
  private var trialMilestone: Milestone.ID? {
    switch trial?.start {
    case .milestone(let milestone): milestone
    case .purchase(let milestone): milestone
    case .signUp, .firstSeen, .introductoryOffer, nil: nil
    }
  }

  /// Returns the numbers of a feature's items at which some condition changes, ascending.
  func heldCounts(of feature: Feature.ID) -> [Int] {
    Set(
      conditions.flatMap(\.parts).compactMap(\.held).filter { $0.feature == feature }
        .map(\.atLeast)
    ).sorted()
  }

  /// Returns whether a customer can be in a phase.
  ///
  /// `blocked` and `free` exclude each other: `hasFreeTier` decides between them.
  ///
  /// - Returns: Whether some customer can be in it.
  func canOccur(_ phase: Phase, plan: Plan) -> Bool {
    switch phase {
    case .unknown: true
    case .onboarding: onboarding != nil
    case .blocked: !hasFreeTier
    case .free: hasFreeTier
    case .trial, .trialExpired: trial != nil
    case .subscribed, .lapsed: !plan.entitlements.isEmpty
    }
  }

  /// Returns whether a customer in a phase can have exactly these entitlements.
  ///
  /// In a phase without a plan, add-ons are possible and the plan's entitlements are not, unless an add-on trial gives
  /// them. In the trial, all entitlements of one of its products hold.
  func isPossible(
    _ entitled: Set<Entitlement.ID>, in phase: Phase, plan: Plan
  ) -> Bool {
    switch phase {
    case .unknown: return entitled.isEmpty
    case .onboarding, .blocked, .free, .trialExpired, .lapsed:
      let others = plan.addOns.union(addOnTrials.flatMap(\.entitlements))
      return entitled.isDisjoint(with: plan.entitlements.subtracting(others))
    case .trial:
      let given = Set(trial?.terms.entitlements ?? [])
      let offers = trialProducts.map { given.union($0.entitlements) }
      let sources = offers.isEmpty ? [given] : offers
      return sources.contains { $0.isSubset(of: entitled) }
    case .subscribed: return !entitled.isDisjoint(with: plan.entitlements)
    }
  }

  /// Returns whether a customer in a phase can have reached exactly these milestones.
  ///
  /// A trial, and what follows it, can begin before onboarding ends; `blocked` and `free` cannot.
  func isPossible(_ reached: Set<Milestone.ID>, in phase: Phase) -> Bool {
    let isPastOnboarding = onboarding.map { reached.contains($0) } ?? true
    switch phase {
    case .unknown: return reached.isEmpty
    case .onboarding: return !isPastOnboarding
    case .blocked, .free: return isPastOnboarding
    case .trial:
      switch trial?.start {
      case .purchase(let milestone?), .milestone(let milestone): return reached.contains(milestone)
      case .purchase, .signUp, .firstSeen, .introductoryOffer, nil: return true
      }
    case .lapsed: return isPastOnboarding || trial != nil
    case .trialExpired, .subscribed: return true
    }
  }

  /// Returns whether purchases and the trial give exactly these entitlements, without a grant.
  ///
  /// - Parameter sold: The entitlements of each product that gives any.
  /// - Returns: Whether a union of products, with the trial's entitlements in that phase, gives them and no others.
  func isFromStore(
    _ entitled: Set<Entitlement.ID>, in phase: Phase, _ sold: Set<[Entitlement.ID]>
  ) -> Bool {
    var given: Set<Entitlement.ID> = []
    for entitlements in sold where entitled.isSuperset(of: entitlements) {
      given.formUnion(entitlements)
    }
    if phase == .trial { given.formUnion(entitled.intersection(trialEntitlements)) }
    return given == entitled
  }
}
