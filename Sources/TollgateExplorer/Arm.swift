import Tollgate

/// A variant of an experiment that is searched like a blueprint of its own.
struct Arm: Sendable {
  /// The variant in words, as the end of a sentence.
  let words: String
  /// The blueprint in which everyone has the variant.
  let rules: Rules

  /// The variants that a search can tell from the blueprint as it is written: those that change a paywall or the trial.
  ///
  /// Each is searched by itself; what the variants of two experiments do together is not.
  static func all(of blueprint: Blueprint) -> [Arm] {
    blueprint.definition.experiments.flatMap { experiment in
      experiment.variants.filter { !$0.paywalls.isEmpty || $0.trialLasts != nil }.map { variant in
        Arm(
          words: "in the variant `\(variant.id)` of `\(experiment.id)`",
          rules: Rules(blueprint, [experiment.id: variant.id]))
      }
    }
  }
}

extension Exploration {
  /// Adds what the search of a variant found and the others did not.
  ///
  /// Nothing counts as unreachable that is reached in some variant.
  mutating func add(_ other: Exploration, in arm: Arm) {
    let known = Set(findings.map { [$0.kind.rawValue, $0.subject, $0.sentence] })
    let unreached = Set(other.findings.filter { $0.kind == .neverReached }.map(\.subject))
    findings.removeAll { $0.kind == .neverReached && !unreached.contains($0.subject) }
    findings += other.findings.filter {
      $0.kind != .neverReached && !known.contains([$0.kind.rawValue, $0.subject, $0.sentence])
    }.map {
      Finding(
        kind: $0.kind, subject: $0.subject, sentence: "\($0.sentence), \(arm.words)",
        isDefect: $0.isDefect, history: $0.history)
    }
    states += other.states
    transitions += other.transitions
    isComplete = isComplete && other.isComplete
  }
}
