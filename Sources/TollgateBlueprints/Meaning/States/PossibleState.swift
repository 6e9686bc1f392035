import Tollgate

/// A state that a customer can be in, as far as conditions can see it.
struct PossibleState: Hashable, Sendable {
  var phase: Phase
  /// The entitlements that hold.
  var entitled: Set<Entitlement.ID>
  /// The milestones reached, of those that conditions mention.
  var reached: Set<Milestone.ID>
  /// The number of items that each feature holds; 0 for features without an entry.
  var held: [Feature.ID: Int] = [:]
  /// The tests of the past that hold, of those that the analyzed conditions have; see ``PossibleStates/seen(by:)``.
  var past: Set<PastTest> = []
  /// The tests of what is left that hold, of those that the analyzed conditions have; see ``PossibleStates/seen(by:)``.
  var left: Set<Condition.Left> = []
  /// The subscription that decides the plan; nil without one, and where no condition depends on it.
  var subscription: PossibleSubscription?
  /// The running subscriptions to add-ons, of those that conditions name.
  var addOns: Set<PossibleSubscription> = []
  /// The tests of country, language, app version, device, age, consent, attributes and the copy of the app that hold, of
  /// those that the conditions contain.
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
  func holds(in state: PossibleState) -> Bool {
    (phases.isEmpty || phases.contains(state.phase))
      && (entitled.isEmpty || !entitled.isDisjoint(with: state.entitled))
      && notEntitled.isDisjoint(with: state.entitled)
      && reached.isSubset(of: state.reached) && notReached.isDisjoint(with: state.reached)
      && past.allSatisfy(state.past.contains)
      && left.allSatisfy(state.left.contains)
      && held.map { state.held[$0.feature, default: 0] >= $0.atLeast } ?? true
      && isMet(bySubscriptionsIn: state) && state.audience.isSuperset(of: audience.tests)
      && (any.isEmpty || any.contains { $0.holds(in: state) })
      && !not.contains { $0.holds(in: state) }
  }

  /// Returns whether the parts about a subscription hold for the one that decides the plan, or for one to an add-on whose
  /// product is named.
  private func isMet(bySubscriptionsIn state: PossibleState) -> Bool {
    holds(for: state.subscription)
      || !products.isEmpty && state.addOns.contains { holds(for: $0) }
  }

  /// Returns whether the parts about a subscription hold; without one, none of them does.
  private func holds(for own: PossibleSubscription?) -> Bool {
    let givesAccess = own?.condition.givesAccess ?? false
    return (subscription.isEmpty || own.map { subscription.contains($0.condition) } ?? false)
      && willRenew.map { givesAccess && own?.willRenew == $0 } ?? true
      && (products.isEmpty || givesAccess && own?.product.map(products.contains) ?? false)
  }
}

extension Feature {
  /// Returns the position of the rule that applies; nil if none does, and access is denied.
  func deciding(in state: PossibleState) -> Int? { rules.firstIndex { $0.when.holds(in: state) } }

  /// Returns what the feature gives; `denied` if no rule applies.
  func allowance(in state: PossibleState) -> Allowance {
    deciding(in: state).map { rules[$0].allowance } ?? .denied
  }

  /// Returns the paywall that a denial shows: the rule's, or else the feature's unless the rule hides it.
  func paywall(in state: PossibleState) -> Paywall.ID? {
    guard let position = deciding(in: state) else { return paywall }
    return paywall(of: rules[position])
  }
}
