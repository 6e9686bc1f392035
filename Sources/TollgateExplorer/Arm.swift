import Tollgate
import TollgateBlueprints

/// A variant of an experiment that is searched like a blueprint of its own.
struct Arm: Sendable {
  /// The variant in words, as the end of a sentence.
  let words: String
  /// The blueprint in which everyone has the variant.
  let searched: SearchedRules
  /// Whether the variant changes the trial, and not just what a paywall sells.
  let changesTrial: Bool

  /// The variants that a search can tell from the blueprint as it is written: those that change the trial or what a
  /// paywall sells.
  ///
  /// Texts and the look of a paywall make no difference. Each is searched by itself; what the variants of two experiments
  /// do together is not.
  static func all(of blueprint: Blueprint, _ scale: CountScale) -> [Arm] {
    let definition = blueprint.definition
    return definition.experiments.flatMap { experiment in
      experiment.variants.filter { variant in
        variant.trialLasts != nil
          || variant.paywalls.contains { definition.sells($0.key) != definition.sells($0.value) }
      }.map { variant in
        Arm(
          words: "in the variant `\(variant.id)` of `\(experiment.id)`",
          searched: SearchedRules(blueprint, scale, [experiment.id: variant.id]),
          changesTrial: variant.trialLasts != nil)
      }
    }
  }
}

extension Blueprint.Definition {
  /// What a paywall sells, and to which customers, whatever its texts say.
  fileprivate func sells(_ paywall: Paywall.ID) -> [Paywall.Package]? {
    paywalls.first { $0.id == paywall }?.packages.map {
      Paywall.Package(
        product: $0.product, billing: $0.billing, seats: $0.seats, when: $0.when, offer: $0.offer,
        hasIntroductoryOffer: $0.hasIntroductoryOffer)
    }
  }
}

extension Exploration {
  /// Adds what the search of a variant found and the others did not.
  ///
  /// Nothing counts as unreachable that is reached in some variant. As within one search, only the first finding of a
  /// kind about one thing is kept: its sentence may name another product in each.
  ///
  /// - Parameter found: What was found without it, and in variants before it.
  mutating func add(_ other: Exploration, in arm: Arm, besides found: [Finding]) {
    let known = Set(found.map(\.name))
    let unreached = Set(other.findings.filter { $0.kind == .neverReached }.map(\.subject))
    findings.removeAll { $0.kind == .neverReached && !unreached.contains($0.subject) }
    findings += other.findings.filter {
      $0.kind != .neverReached && !known.contains($0.name)
    }.map {
      Finding(
        kind: $0.kind, subject: $0.subject, sentence: "\($0.sentence), \(arm.words)",
        isDefect: $0.isDefect, history: $0.history)
    }
    states += other.states
    transitions += other.transitions
    isComplete = isComplete && other.isComplete
    isStopped = isStopped || other.isStopped
    extent.add(other.extent)
  }
}
