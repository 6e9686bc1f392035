extension Nudge {
  /// How long before the end of a product's introductory offer a nudge reminds everyone who bought it; nil if none does.
  ///
  /// Only a nudge whose condition holds for all of them counts: without one, or with one on their phase alone.
  package static func reminder(
    beforeOfferOf product: CatalogProduct.ID, in blueprint: Blueprint
  ) -> Period? {
    let definition = blueprint.definition
    let isTrial = definition.trial.map { $0.starts(with: product, in: blueprint) } ?? false
    let anchor: Anchor = isTrial ? .trialEnd : .periodEnd
    let phase: Phase = isTrial ? .trial : .subscribed
    return definition.nudges.lazy.compactMap { nudge -> Period? in
      guard case .before(anchor, let period) = nudge.moment, nudge.quietHours == nil,
        nudge.when.holdsForAll(in: phase)
      else { return nil }
      return period
    }.first
  }
}

extension Condition {
  /// Whether it holds for everyone in a phase, whatever else is true of them.
  fileprivate func holdsForAll(in phase: Phase) -> Bool {
    self == Condition(phases: phases) && (phases.isEmpty || phases.contains(phase))
  }
}

extension Trial {
  /// Whether buying a product with its introductory offer is the trial.
  fileprivate func starts(with product: CatalogProduct.ID, in blueprint: Blueprint) -> Bool {
    switch start {
    case .signUp: return false
    case .purchase(after: _), .introductoryOffer:
      guard products.isEmpty else { return products.contains(product) }
      let given = blueprint.product(product)?.entitlements ?? []
      return !blueprint.definition.trialEntitlements.isDisjoint(with: given)
    }
  }
}
