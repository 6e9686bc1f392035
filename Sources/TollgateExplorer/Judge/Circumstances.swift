import Tollgate

/// What the blueprint's conditions see of a customer, by the explorer's own books rather than by the engine.
struct Circumstances: Hashable, Sendable {
  var phase: Phase
  var entitled: Set<Entitlement.ID> = []
  var reached: Set<Milestone.ID> = []
  var held: [Feature.ID: Int] = [:]
}

extension Condition {
  /// Whether the condition holds.
  func holds(in circumstances: Circumstances) -> Bool {
    (phases.isEmpty || phases.contains(circumstances.phase))
      && (entitled.isEmpty || !entitled.isDisjoint(with: circumstances.entitled))
      && notEntitled.isDisjoint(with: circumstances.entitled)
      && reached.isSubset(of: circumstances.reached)
      && notReached.isDisjoint(with: circumstances.reached)
      && held.map { circumstances.held[$0.feature, default: 0] >= $0.atLeast } ?? true
  }
}

extension Feature {
  /// The position of the rule that decides; nil where none does and the answer is no.
  func deciding(in circumstances: Circumstances) -> Int? {
    rules.firstIndex { $0.when.holds(in: circumstances) }
  }

  /// What the rules give.
  func allowance(in circumstances: Circumstances) -> Allowance {
    deciding(in: circumstances).map { rules[$0].allowance } ?? .denied
  }

  /// The paywall that a denial names, whether or not it sells anything.
  func namedPaywall(in circumstances: Circumstances) -> Paywall.ID? {
    deciding(in: circumstances).flatMap { rules[$0].paywall } ?? paywall
  }
}

extension Feature.Allowance {
  /// Whether it gives anything.
  var givesAnything: Bool { self != .denied }
}
