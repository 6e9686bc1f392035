extension Membership {
  /// The customer's variant of each experiment that the customer takes part in; empty while the phase is unknown.
  public var variants: [Experiment.ID: Experiment.Variant.ID] {
    Dictionary(
      zip(blueprint.definition.experiments, standing.screens.variants)
        .filter { $0.1 >= 0 }.map { ($0.0.id, $0.0.variants[$0.1].id) }
    ) { first, _ in first }
  }

  /// The variants of the experiments that change a paywall.
  public func variants(of paywall: Paywall.ID) -> [Experiment.ID: Experiment.Variant.ID] {
    let variants = variants
    if variants.isEmpty { return [:] }
    return variants.filter { id, _ in
      blueprint.definition.experiments.contains {
        $0.id == id && blueprint.changes(paywall, by: $0)
      }
    }
  }

  /// The paywall with a name as the customer sees it, in the words that are for this customer; nil if there isn't one.
  public func paywall(_ id: Paywall.ID) -> Paywall? {
    let contents = blueprint.contents(of: id, for: standing)
    guard var paywall = blueprint.paywall(contents) else { return nil }
    if let position = blueprint.caseOfPaywall(contents, for: standing) {
      paywall = paywall.inWords(of: paywall.cases[position])
    }
    return contents == id ? paywall : paywall.named(id)
  }

  /// The text with a name as the customer sees it; nil if there isn't one.
  public func localizedText(_ id: LocalizedText.ID) -> LocalizedText? {
    if !standing.screens.variants.isEmpty {
      for (experiment, position) in zip(
        blueprint.definition.experiments, standing.screens.variants) where position >= 0
      {
        if let other = experiment.variants[position].texts[id] {
          return blueprint.text(other).map { LocalizedText(id: id, wordings: $0.wordings) }
        }
      }
    }
    return blueprint.text(id)
  }
}
