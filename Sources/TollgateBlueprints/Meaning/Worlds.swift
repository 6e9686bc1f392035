import Tollgate

/// Every state that a blueprint's customers can be in, as far as conditions can see.
///
/// They are the product of phases, sets of entitlements, sets of milestones and numbers of held items, without
/// combinations that cannot occur. The set is too large rather than too small: a condition that holds in none of them
/// never holds. The explorer, which searches whole histories, is exact where this is not.
///
/// An app with a free tier, no trial, one entitlement and no milestones has three: `free` without it, `subscribed` with
/// it, and `lapsed` without it.
struct Worlds {
  /// The greatest number of states; conditions of a larger blueprint are not checked.
  static let limit = 100_000

  /// The definition, as far as it could be read.
  let definition: Blueprint.Definition
  /// The states; empty if there are more than ``limit``.
  let all: [World]
  /// What the phases are about; everything else is an add-on.
  let plan: Plan
  /// Where the states that a check goes through are counted.
  let work: CheckedWork

  /// Enumerates the states of a definition.
  init(of definition: Blueprint.Definition, counting work: CheckedWork) {
    self.definition = definition
    self.work = work
    plan = definition.resolvedPlan
    all = Self.worlds(of: definition, plan: plan)
    work.add(all.count)
  }

  /// Whether there are too many states to enumerate, so that no conclusion can be drawn.
  var isTooLarge: Bool { all.isEmpty }

  /// The phases that a customer can be in.
  var phases: Set<Phase> {
    Set(Phase.allCases.filter { definition.canOccur($0, plan: plan) })
  }

  /// Returns the most items that a feature can hold in a phase; nil means any number.
  func mostHeld(by feature: Feature, in phase: Phase) -> Int? {
    Self.mostHeld(by: feature, in: phase, all)
  }

  /// Enumerates the states; empty if there are more than ``limit``.
  private static func worlds(
    of definition: Blueprint.Definition, plan: Plan
  ) -> [World] {
    let sold = Set(definition.products.filter { $0.kind != .consumable }.map(\.entitlements))
    let names = Set(definition.entitlements)
    let milestones = Array(definition.mentionedMilestones)
    // Subsets of both are combined: 14 names give 16,384 combinations for each phase.
    guard names.count + milestones.count < 15 else { return [] }
    var worlds: [World] = []
    for phase in Phase.allCases where phase != .unknown && definition.canOccur(phase, plan: plan) {
      for entitled in names.subsets where definition.isPossible(entitled, in: phase, plan: plan) {
        for reached in Set(milestones).subsets where definition.isPossible(reached, in: phase) {
          worlds.append(
            World(
              phase: phase, entitled: entitled, reached: reached,
              isByGrant: !definition.isFromStore(entitled, in: phase, sold)))
        }
      }
    }
    if definition.asksForSubscription {
      let sold = definition.planSubscriptions(plan)
      let named = Set(definition.conditions.flatMap(\.parts).flatMap(\.products))
      worlds = worlds.flatMap { world in
        definition.subscriptions(in: world, of: sold, named).map { subscription in
          var world = world
          world.subscription = subscription
          return world
        }
      }
      if worlds.count > limit { return [] }
    }
    let features = definition.features.filter(\.isHolding)
    for feature in features {
      let counts = definition.heldCounts(of: feature.id)
      let most = Dictionary(
        uniqueKeysWithValues: Phase.allCases.map { ($0, mostHeld(by: feature, in: $0, worlds)) })
      worlds = worlds.flatMap { world in
        ([0] + counts.filter { count in (most[world.phase] ?? nil).map { count <= $0 } ?? true })
          .map { count in
            var world = world
            world.held[feature.id] = count
            return world
          }
      }
      if worlds.count > limit { return [] }
    }
    return worlds
  }

  /// Returns the most items that any rule allows up to a phase.
  ///
  /// Items are kept when a plan ends, so that later phases can hold what an earlier one allowed. Only the phases before
  /// any plan are limited to their own rules.
  private static func mostHeld(by feature: Feature, in phase: Phase, _ worlds: [World]) -> Int? {
    let early: Set<Phase> = [.onboarding, .blocked, .free]
    var most = 0
    for world in worlds where !early.contains(phase) || early.contains(world.phase) {
      for rule in feature.rules where rule.when.withoutHeld.withoutPast.holds(in: world) {
        switch rule.allowance {
        case .unlimited, .upTo, .spend: return nil
        case .holding(let limit): most = max(most, limit)
        case .denied: break
        }
      }
    }
    return most
  }
}

extension Condition {
  /// The condition without what it says of held items and of the audience, so that it holds at least as often.
  fileprivate var withoutHeld: Condition {
    var condition = self
    condition.held = nil
    condition.audience = .everyone
    condition.any = any.map(\.withoutHeld)
    condition.not = not.filter {
      $0.parts.allSatisfy { $0.held == nil && $0.audience == .everyone }
    }
    return condition
  }
}

extension Feature {
  /// Whether some rule limits held items.
  fileprivate var isHolding: Bool {
    rules.contains { if case .holding = $0.allowance { true } else { false } }
  }
}

extension Set {
  /// Every subset, smallest first; the number doubles with each element.
  fileprivate var subsets: [Set] {
    reduce([[]]) { subsets, element in subsets + subsets.map { $0.union([element]) } }
      .sorted { $0.count < $1.count }
  }
}
