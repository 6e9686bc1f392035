import Tollgate

/// Which conditions begin or end as time passes, if nothing is recorded.
///
/// Trials, subscriptions and grants end, limits are renewed, and events recede into the past. Nothing else changes: nobody
/// buys, reaches a milestone or uses a feature.
///
/// ```yaml
/// when: { since: { event: signUp, lessThan: P3D } }          # ends three days later
/// when: { not: { since: { event: signUp, atLeast: P3D } } }  # ends then, too
/// when: { not: { reached: met } }                            # never ends by itself
/// ```
struct PassageOfTime {
  /// The phases that customers can be in.
  let phases: Set<Phase>

  /// Returns whether time alone can end a condition.
  func ends(_ condition: Condition) -> Bool {
    leaves(condition.phases, of: phases, \.laterByTime)
      || leaves(condition.subscription, of: Set(StoreCondition.allCases), \.laterByTime)
      || !condition.entitled.isEmpty || condition.willRenew != nil || !condition.products.isEmpty
      || condition.past.contains(where: \.endsWithTime) || !condition.left.isEmpty
      || condition.any.contains(where: ends) || condition.not.contains(where: begins)
  }

  /// Returns whether time alone can make a condition hold that did not.
  func begins(_ condition: Condition) -> Bool {
    enters(condition.phases, of: phases, \.laterByTime)
      || enters(condition.subscription, of: Set(StoreCondition.allCases), \.laterByTime)
      || !condition.notEntitled.isEmpty || condition.past.contains(where: \.beginsWithTime)
      || !condition.left.isEmpty
      || condition.any.contains(where: begins) || condition.not.contains(where: ends)
  }

  /// Whether time leads from one of the given states to any other state.
  private func leaves<State: Hashable>(
    _ states: Set<State>, of possible: Set<State>, _ later: (State) -> Set<State>
  ) -> Bool {
    states.contains { !later($0).intersection(possible).isSubset(of: states) }
  }

  /// Whether time leads from any other state to one of the given states.
  private func enters<State: Hashable>(
    _ states: Set<State>, of possible: Set<State>, _ later: (State) -> Set<State>
  ) -> Bool {
    possible.subtracting(states).contains {
      !later($0).intersection(possible).isDisjoint(with: states)
    }
  }
}

extension Phase {
  /// The phases that time alone leads to.
  fileprivate var laterByTime: Set<Phase> {
    switch self {
    case .trial: [.trialExpired, .lapsed]
    case .subscribed: [.onboarding, .trial, .trialExpired, .lapsed]
    case .unknown, .onboarding, .blocked, .trialExpired, .lapsed, .free: []
    }
  }
}

extension StoreCondition {
  /// The states that time alone leads to.
  fileprivate var laterByTime: Set<StoreCondition> {
    switch self {
    case .active: [.grace, .billingRetry, .paused, .expired]
    case .grace: [.billingRetry, .paused, .expired]
    case .billingRetry: [.paused, .expired]
    case .paused: [.expired]
    case .expired, .revoked: []
    }
  }
}

extension PastTest {
  /// Whether time alone can end it.
  fileprivate var endsWithTime: Bool {
    switch self {
    case .since(let since): since.lessThan != nil
    case .count(let count):
      count.atLeast != nil
        && (count.within != nil || count.window != nil || season != nil || ending != nil
          || members != nil)
        || count.lessThan != nil && count.event.traits.contains(.comesWithTime)
    }
  }

  /// Whether time alone can make it hold.
  fileprivate var beginsWithTime: Bool {
    switch self {
    case .since(let since): since.atLeast != nil || since.event.traits.contains(.comesWithTime)
    case .count(let count):
      count.lessThan != nil && (count.within != nil || count.window != nil || members != nil)
        || count.atLeast != nil && count.event.traits.contains(.comesWithTime)
    }
  }
}
