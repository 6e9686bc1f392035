import Tollgate

/// The phases that a blueprint has, and the ways between them.
struct PhaseDiagram: Equatable {
  /// The ways from one phase to another.
  struct Way: Equatable {
    var from: Phase
    var to: Phase
    /// Whether the way back is open too.
    var isTwoWay = false
  }

  private(set) var phases: [Phase] = []
  private(set) var ways: [Way] = []

  init(_ definition: Blueprint.Definition) {
    let base = definition.hasFreeTier ? Phase.free : .blocked
    let hasTrial = definition.trial != nil
    let isSold = !definition.products.isEmpty
    // A trial that the first launch starts for everybody comes before everything else.
    let early: [Phase] = (definition.onboarding == nil ? [] : [.onboarding]) + [base]
    phases =
      (definition.trial.map { $0.start == .firstSeen && $0.when == .always } ?? false ? [] : early)
      + (hasTrial ? [.trial, .trialExpired] : []) + (isSold ? [.subscribed, .lapsed] : [])
    let all = [
      Way(from: .onboarding, to: base), Way(from: base, to: .trial),
      Way(from: .trial, to: .trialExpired), Way(from: .trial, to: .subscribed),
      Way(from: .trialExpired, to: .subscribed), Way(from: base, to: .subscribed),
      Way(from: .subscribed, to: .lapsed, isTwoWay: true),
    ]
    ways = all.filter { phases.contains($0.from) && phases.contains($0.to) }
  }
}
