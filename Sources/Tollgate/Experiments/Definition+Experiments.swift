extension Blueprint.Definition {
  /// The same blueprint in which everyone takes part in some experiments with a certain variant, and nobody in others.
  ///
  /// - Parameter variants: The variant of each experiment that runs.
  /// - Returns: The definition; what the variants change is chosen as for any customer.
  func forcing(_ variants: [Experiment.ID: Experiment.Variant.ID]) -> Self {
    var forced = self
    for index in experiments.indices {
      let chosen = variants[experiments[index].id]
      forced.experiments[index].traffic = chosen == nil ? 0 : 100
      for (place, variant) in experiments[index].variants.enumerated() {
        forced.experiments[index].variants[place].weight = variant.id == chosen ? 1 : 0
      }
    }
    return forced
  }

  /// The blueprint that customers with certain variants have, written without experiments.
  ///
  /// - Returns: The definition, with the paywalls, the texts and the trial of these variants.
  package func applying(_ variants: [Experiment.ID: Experiment.Variant.ID]) -> Self {
    var applied = self
    applied.experiments = []
    for experiment in experiments {
      guard let variant = variants[experiment.id].flatMap(experiment.variant) else { continue }
      applied.paywalls = applied.paywalls.map { paywall in
        let other = variant.paywalls[paywall.id]
        return paywalls.first { $0.id == other }?.named(paywall.id) ?? paywall
      }
      applied.texts = applied.texts.map { text in
        let other = variant.texts[text.id]
        return texts.first { $0.id == other }
          .map { LocalizedText(id: text.id, wordings: $0.wordings) } ?? text
      }
      if let lasts = variant.trialLasts { applied.trial?.terms.lasts = lasts }
    }
    return applied
  }
}
