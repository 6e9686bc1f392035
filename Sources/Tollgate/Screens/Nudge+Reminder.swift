extension Blueprint.Definition {
  /// How long before the end of a product's introductory offer a nudge reminds everyone who bought it; nil if none does.
  ///
  /// Only a nudge whose condition holds for all of them counts: without one, or with one on their phase alone. No
  /// nudge reminds everyone of a trial that its last use can end early or that waits for a milestone, and none comes before
  /// the end of an add-on.
  package func reminder(beforeOfferOf product: CatalogProduct.ID) -> Period? {
    let isTrial = trial.map { starts($0, with: product) } ?? false
    if isTrial, let trial, case .purchase(let milestone) = trial.start,
      milestone != nil || trial.terms.uses != nil
    {
      return nil
    }
    guard isTrial || products.contains(where: { $0.id == product && resolvedPlan.includes($0) })
    else { return nil }
    let anchors: Set<Nudge.Anchor> = isTrial ? [.trialEnd] : [.periodEnd, .introductoryOfferEnd]
    let phase: Phase = isTrial ? .trial : .subscribed
    return nudges.lazy.compactMap { nudge -> Period? in
      guard case .before(let anchor, let period) = nudge.moment, anchors.contains(anchor),
        nudge.quietHours == nil,
        nudge.when == .always
          || nudge.when == Condition(phases: nudge.when.phases)
            && nudge.when.phases.contains(phase)
      else { return nil }
      return period
    }.first
  }

  /// Whether buying a product with its introductory offer is the trial.
  private func starts(_ trial: Trial, with product: CatalogProduct.ID) -> Bool {
    switch trial.start {
    case .signUp, .firstSeen, .milestone: false
    case .purchase(after: _), .introductoryOffer:
      trial.products.isEmpty
        ? products.first { $0.id == product }.map {
          !trialEntitlements.isDisjoint(with: $0.entitlements)
        } ?? false
        : trial.products.contains(product)
    }
  }
}
