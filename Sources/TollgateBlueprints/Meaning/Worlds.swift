import Tollgate

/// Every world that a blueprint's customers can be in, as far as conditions can see.
///
/// It overestimates: a condition that holds in none of them never holds.
struct Worlds {
  /// The greatest number of worlds; a larger blueprint is not checked for conditions that never hold.
  static let limit = 100_000

  let definition: Blueprint.Definition
  /// The worlds; empty if there are more than ``limit``.
  let all: [World]
  /// The entitlements that determine the phase.
  let plan: Set<Entitlement.ID>

  init(of definition: Blueprint.Definition) {
    self.definition = definition
    plan = definition.planEntitlements
    all = Self.worlds(of: definition, plan: plan)
  }

  /// Whether there are too many worlds to search.
  var isTooLarge: Bool { all.isEmpty }

  /// The phases that a customer can be in.
  var phases: Set<Phase> {
    Set(Phase.allCases.filter { definition.canOccur($0, plan: plan) })
  }

  /// The most items that a feature can hold in a phase; nil means any number.
  func mostHeld(by feature: Feature, in phase: Phase) -> Int? {
    Self.mostHeld(by: feature, in: phase, all)
  }

  private static func worlds(
    of definition: Blueprint.Definition, plan: Set<Entitlement.ID>
  ) -> [World] {
    let sold = Set(definition.products.filter { $0.kind != .consumable }.map(\.entitlements))
    let names = Set(definition.entitlements)
    let milestones = Array(definition.mentionedMilestones)
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

  private static func mostHeld(by feature: Feature, in phase: Phase, _ worlds: [World]) -> Int? {
    let early: Set<Phase> = [.onboarding, .blocked, .free]
    var most = 0
    for world in worlds where !early.contains(phase) || early.contains(world.phase) {
      for rule in feature.rules where rule.when.with(held: nil).holds(in: world) {
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
  /// The condition with another number of held items.
  fileprivate func with(held: Held?) -> Condition {
    var condition = self
    condition.held = held
    return condition
  }
}

extension Feature {
  /// Whether it limits held items.
  fileprivate var isHolding: Bool {
    rules.contains { if case .holding = $0.allowance { true } else { false } }
  }
}

extension Set {
  /// Every subset, smallest first.
  fileprivate var subsets: [Set] {
    reduce([[]]) { subsets, element in subsets + subsets.map { $0.union([element]) } }
      .sorted { $0.count < $1.count }
  }
}
