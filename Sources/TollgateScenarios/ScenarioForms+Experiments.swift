import Tollgate
import TollgateBlueprints

/// Who gets which variants, and the weights that decide it.
extension ScenarioForms {
  /// The word for variants that the server draws.
  static let drawn = "drawn"

  /// `drawn`, or the variant of each experiment that runs.
  var variants: Form<VariantChoice> {
    .either(
      "`\(Self.drawn)`, or a map from experiments to their variants",
      scalar: Form.word(Self.drawn).map { _ in .drawn },
      map: Form<[Located<Forced>]>.keyed(
        "`variants`",
        definition.experiments.map { experiment in
          (
            key: experiment.id.rawValue,
            form: variant(of: experiment).map { Forced(experiment: experiment.id, variant: $0) }
          )
        }
      ).map { forced in
        .forced(
          Dictionary(forced.map { ($0.value.experiment, $0.value.variant) }) { first, _ in first })
      })
  }

  func variant(of experiment: Experiment) -> Form<Experiment.Variant.ID> {
    .known("variant", in: experiment.variants.map(\.id))
  }

  /// New weights of variants, by experiment.
  var weights: Form<Action> {
    Form<[Located<Weights>]>.keyed(
      "`weights`",
      definition.experiments.map { experiment in
        (
          key: experiment.id.rawValue,
          form: weights(of: experiment).map { Weights(experiment: experiment.id, variants: $0) }
        )
      }
    ).map { [drawsVariants] weights, node, reader in
      guard drawsVariants else {
        reader.error(
          at: node, "the variants of this scenario do not depend on weights",
          expected: "`variants: \(Self.drawn)`")
        return nil
      }
      return .weights(
        Dictionary(weights.map { ($0.value.experiment, $0.value.variants) }) { first, _ in first })
    }
  }

  private func weights(of experiment: Experiment) -> Form<[Experiment.Variant.ID: Int]> {
    Form<[Located<Weight>]>.keyed(
      "the weights of `\(experiment.id)`",
      experiment.variants.map { variant in
        (
          key: variant.id.rawValue,
          form: Form.whole(0...Experiment.Variant.greatestWeight)
            .map { Weight(variant: variant.id, weight: $0) }
        )
      }
    ).map { weights, node, reader in
      let changed = Dictionary(weights.map { ($0.value.variant, $0.value.weight) }) { $1 }
      guard experiment.variants.contains(where: { (changed[$0.id] ?? $0.weight) > 0 }) else {
        reader.error(at: node, "nobody gets a variant of `\(experiment.id)`")
        return nil
      }
      return changed
    }
  }

  /// The variant of an experiment that everyone has.
  private struct Forced: Sendable {
    let experiment: Experiment.ID
    let variant: Experiment.Variant.ID
  }

  private struct Weights: Sendable {
    let experiment: Experiment.ID
    let variants: [Experiment.Variant.ID: Int]
  }

  private struct Weight: Sendable {
    let variant: Experiment.Variant.ID
    let weight: Int
  }
}
