import Tollgate

/// Every state that a blueprint's customers can be in, as far as conditions can see.
///
/// They are the product of phases, sets of entitlements, sets of milestones and numbers of held items, without
/// combinations that cannot occur. The set is too large rather than too small: a condition that holds in none of them
/// never holds.
///
/// Whatever reads a blueprint refuses one that contradicts itself, so that must be found here, without a search. The
/// explorer, which searches whole histories, is exact where this is not; but it may be cut short, and it leaves out
/// routes, dismissals and shown paywalls.
///
/// An app with a free tier, no trial, one entitlement and no milestones has three: `free` without it, `subscribed` with
/// it, and `lapsed` without it.
struct PossibleStates {
  /// The greatest number of states; conditions of a larger blueprint are not checked.
  static let limit = 100_000

  /// The definition, as far as it could be read.
  let definition: Blueprint.Definition
  /// The states; nil if there are more than ``limit``, so that nothing can be concluded.
  let all: [PossibleState]?
  /// What the phases are about; everything else is an add-on.
  let plan: Plan
  /// Where the states that a check goes through are counted.
  let work: CheckedWork

  /// Enumerates the states of a definition.
  init(of definition: Blueprint.Definition, counting work: CheckedWork) {
    self.definition = definition
    self.work = work
    plan = definition.resolvedPlan
    all = Self.states(of: definition, plan: plan)
    work.add(all?.count ?? 0)
  }

  /// The phases that a customer can be in.
  var phases: Set<Phase> {
    Set(Phase.allCases.filter { definition.canOccur($0, plan: plan) })
  }

  /// Returns the most items that a feature can hold in a phase; nil means any number, or too many states to tell.
  func mostHeld(by feature: Feature, in phase: Phase) -> Int? {
    all.flatMap { Self.mostHeld(by: feature, in: phase, $0) }
  }

  /// Returns the states as far as conditions see them: combined with whatever they test of the customer's past and
  /// audience, and of what is left.
  ///
  /// - Returns: The states; nil if there are too many.
  func seen(by conditions: [Condition]) -> [PossibleState]? {
    guard let past = withPast(of: conditions), let all = past.withLeft(of: conditions) else {
      return nil
    }
    work.add(all.count + conditions.count)
    let tests = Set(conditions.flatMap(\.parts).flatMap(\.audience.tests))
    if tests.isEmpty { return all }
    let combinations = AudienceCombinations(of: tests, attributes: definition.attributes)
      .combinations
    guard !combinations.isEmpty, all.count * combinations.count <= Self.limit else { return nil }
    work.add(all.count * combinations.count)
    return all.flatMap { state in
      combinations.map { combination in
        var state = state
        state.audience = combination
        return state
      }
    }
  }

  /// Returns whether a condition can hold in a state that passes a test; true if there are too many states to tell.
  func canHold(_ condition: Condition, where passes: (PossibleState) -> Bool = { _ in true })
    -> Bool
  {
    seen(by: [condition])?.contains { condition.holds(in: $0) && passes($0) } ?? true
  }

  /// Enumerates the states; nil if there are more than ``limit``.
  private static func states(
    of definition: Blueprint.Definition, plan: Plan
  ) -> [PossibleState]? {
    let sold = Set(definition.products.filter { $0.kind != .consumable }.map(\.entitlements))
    let names = Set(definition.entitlements)
    let milestones = Array(definition.mentionedMilestones)
    // Subsets of both are combined: 14 names give 16,384 combinations for each phase.
    guard names.count + milestones.count < 15 else { return nil }
    var states: [PossibleState] = []
    for phase in Phase.allCases where phase != .unknown && definition.canOccur(phase, plan: plan) {
      for entitled in names.subsets where definition.isPossible(entitled, in: phase, plan: plan) {
        for reached in Set(milestones).subsets where definition.isPossible(reached, in: phase) {
          states.append(
            PossibleState(
              phase: phase, entitled: entitled, reached: reached,
              isByGrant: !definition.isFromStore(entitled, in: phase, sold)))
        }
      }
    }
    if definition.asksForSubscription {
      let sold = definition.planSubscriptions(plan)
      let named = Set(definition.conditions.flatMap(\.parts).flatMap(\.products))
      states = states.flatMap { state in
        definition.subscriptions(in: state, of: sold, named).map { subscription in
          var state = state
          state.subscription = subscription
          return state
        }
      }
      if states.count > limit { return nil }
    }
    for addOn in definition.namedAddOns(plan) {
      states = states.flatMap { state in
        [state]
          + definition.subscriptions(to: addOn, in: state).map { subscription in
            var state = state
            state.addOns.insert(subscription)
            return state
          }
      }
      if states.count > limit { return nil }
    }
    let features = definition.features.filter(\.holdsItems)
    for feature in features {
      let counts = definition.heldCounts(of: feature.id)
      let most = Dictionary(
        uniqueKeysWithValues: Phase.allCases.map { ($0, mostHeld(by: feature, in: $0, states)) })
      states = states.flatMap { state in
        ([0] + counts.filter { count in (most[state.phase] ?? nil).map { count <= $0 } ?? true })
          .map { count in
            var state = state
            state.held[feature.id] = count
            return state
          }
      }
      if states.count > limit { return nil }
    }
    return states
  }

  /// Returns the most items that any rule allows up to a phase.
  ///
  /// Items are kept when a plan ends, so that later phases can hold what an earlier one allowed. Only the phases before
  /// any plan are limited to their own rules.
  private static func mostHeld(by feature: Feature, in phase: Phase, _ states: [PossibleState])
    -> Int?
  {
    let early: Set<Phase> = [.onboarding, .blocked, .free]
    var most = 0
    for state in states where !early.contains(phase) || early.contains(state.phase) {
      for rule in feature.rules where rule.when.withoutHeldAndPast.holds(in: state) {
        if rule.allowance == .denied { continue }
        // However many small items fit into a sum of sizes, and parents into an app.
        let limits = rule.allowance.heldQuotas.filter { !$0.isSized && $0.each == nil }
        guard let limit = limits.map(\.count).min() else { return nil }
        most = max(most, limit)
      }
    }
    return most
  }
}

extension Condition {
  /// The condition without what it says of held items, of the audience and of the past, so that it holds at least as often.
  fileprivate var withoutHeldAndPast: Condition {
    var condition = self
    condition.held = nil
    condition.audience = .everyone
    condition.past = []
    condition.any = any.map(\.withoutHeldAndPast)
    condition.not = not.filter {
      $0.parts.allSatisfy { $0.held == nil && $0.audience == .everyone && $0.past.isEmpty }
    }
    return condition
  }
}

extension Set {
  /// Every subset, smallest first; the number doubles with each element.
  fileprivate var subsets: [Set] {
    reduce([[]]) { subsets, element in subsets + subsets.map { $0.union([element]) } }
      .sorted { $0.count < $1.count }
  }
}
