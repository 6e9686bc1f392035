import Tollgate

/// The state of a customer at some instant, as far as conditions can see it.
struct World: Hashable, Sendable {
  var phase: Phase
  var entitled: Set<Entitlement.ID>
  var reached: Set<Milestone.ID>
  /// How many items each feature holds; 0 if it is not named.
  var held: [Feature.ID: Int] = [:]
  /// Whether it is possible only through a grant by support of an entitlement that is sold with others.
  var isByGrant = false
}

extension Condition {
  /// Whether the condition holds in a world.
  func holds(in world: World) -> Bool {
    (phases.isEmpty || phases.contains(world.phase))
      && (entitled.isEmpty || !entitled.isDisjoint(with: world.entitled))
      && notEntitled.isDisjoint(with: world.entitled)
      && reached.isSubset(of: world.reached) && notReached.isDisjoint(with: world.reached)
      && held.map { world.held[$0.feature, default: 0] >= $0.atLeast } ?? true
  }
}

extension Feature {
  /// The position of the rule that applies in a world; nil if none does and access is denied.
  func deciding(in world: World) -> Int? { rules.firstIndex { $0.when.holds(in: world) } }

  /// What the feature gives in a world.
  func allowance(in world: World) -> Allowance {
    deciding(in: world).map { rules[$0].allowance } ?? .denied
  }

  /// The paywall that a denial shows in a world.
  func paywall(in world: World) -> Paywall.ID? {
    deciding(in: world).flatMap { rules[$0].paywall } ?? paywall
  }
}

extension Feature.Allowance {
  /// Whether it gives more than another: any number is more than some, and some is more than none.
  func exceeds(_ other: Feature.Allowance) -> Bool {
    switch (self, other) {
    case (.denied, _), (_, .unlimited): false
    case (.unlimited, _), (_, .denied): true
    case (.holding(let own), .holding(let other)): own > other
    case (.upTo(let own, let window), .upTo(let other, let otherWindow)):
      window == otherWindow ? own > other : window.isShorter(than: otherWindow)
    case (.holding, .upTo), (.upTo, .holding), (.spend, _), (_, .spend): false
    }
  }
}

extension Feature.Window {
  /// Whether the same number of uses in this window is more than in another, because it resets sooner.
  fileprivate func isShorter(than other: Feature.Window) -> Bool {
    func rank(_ window: Feature.Window) -> Int {
      switch window {
      case .day: 0
      case .week: 1
      case .month, .period: 2
      case .trial: 3
      case .ever: 4
      }
    }
    return rank(self) < rank(other)
  }
}
