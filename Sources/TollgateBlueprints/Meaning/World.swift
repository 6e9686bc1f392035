import Tollgate

/// A state that a customer can be in, as far as conditions can see it.
struct World: Hashable, Sendable {
  /// The phase.
  var phase: Phase
  /// The entitlements that hold.
  var entitled: Set<Entitlement.ID>
  /// The milestones reached, of those that conditions mention.
  var reached: Set<Milestone.ID>
  /// The number of items that each feature holds; 0 for features without an entry.
  var held: [Feature.ID: Int] = [:]
  /// The tests of the past that hold, of those that the analyzed conditions have; see ``Worlds/seen(by:)``.
  var past: Set<PastTest> = []
  /// The subscription that decides the plan; nil without one, and where no condition depends on it.
  var subscription: WorldSubscription?
  /// The tests of country, language, app version, device and attributes that hold, of those that the conditions
  /// contain.
  var audience: Set<AudienceTest> = []
  /// Whether it is possible only if support grants or an add-on trial gives an entitlement: one that is sold together
  /// with others, one that nothing sells, or one of the plan in a phase without a plan.
  ///
  /// Rules must work for such a customer, but no paywall needs to.
  var isByGrant = false
}

extension Condition {
  /// Returns whether the condition holds for a customer in a state.
  ///
  /// Of `phases` and `entitled` one is enough; of `reached` all are needed; of `notEntitled` and `notReached` none may
  /// hold. It must agree with the engine's own evaluation.
  func holds(in world: World) -> Bool {
    (phases.isEmpty || phases.contains(world.phase))
      && (entitled.isEmpty || !entitled.isDisjoint(with: world.entitled))
      && notEntitled.isDisjoint(with: world.entitled)
      && reached.isSubset(of: world.reached) && notReached.isDisjoint(with: world.reached)
      && past.allSatisfy(world.past.contains)
      && held.map { world.held[$0.feature, default: 0] >= $0.atLeast } ?? true
      && holds(for: world.subscription) && world.audience.isSuperset(of: audience.tests)
      && (any.isEmpty || any.contains { $0.holds(in: world) })
      && !not.contains { $0.holds(in: world) }
  }

  /// Returns whether the parts about the subscription hold; without one, none of them does.
  private func holds(for own: WorldSubscription?) -> Bool {
    let givesAccess = own?.condition.givesAccess ?? false
    return (subscription.isEmpty || own.map { subscription.contains($0.condition) } ?? false)
      && willRenew.map { givesAccess && own?.willRenew == $0 } ?? true
      && (products.isEmpty || givesAccess && own?.product.map(products.contains) ?? false)
  }
}

extension Feature {
  /// Returns the position of the rule that applies; nil if none does, and access is denied.
  func deciding(in world: World) -> Int? { rules.firstIndex { $0.when.holds(in: world) } }

  /// Returns what the feature gives; `denied` if no rule applies.
  func allowance(in world: World) -> Allowance {
    deciding(in: world).map { rules[$0].allowance } ?? .denied
  }

  /// Returns the paywall that a denial shows: the rule's, or else the feature's.
  func paywall(in world: World) -> Paywall.ID? {
    deciding(in: world).flatMap { rules[$0].paywall } ?? paywall
  }
}
