extension Blueprint {
  /// Creates the same blueprint in which everyone takes part in some experiments with a certain variant, and nobody in
  /// others.
  package convenience init(
    _ other: Blueprint, forcing variants: [Experiment.ID: Experiment.Variant.ID]
  ) {
    self.init(valid: other.definition.forcing(variants), clock: other.clock)
  }

  /// The customer's variant of each experiment, as a position among its variants, in the blueprint's order; -1 for an
  /// experiment that the customer takes no part in.
  ///
  /// Of experiments that exclude each other, the one recorded first counts, then the one that the customer's id gives.
  func variants(of customer: Customer) -> [Int] {
    definition.experiments.map { experiment in
      let rivals = experiment.group.map { group in
        definition.experiments.filter { $0.group == group }
      }
      let members = rivals ?? [experiment]
      if let kept = customer.assignment(among: members) {
        return kept.experiment == experiment.id
          ? experiment.variants.firstIndex { $0.id == kept.variant } ?? -1 : -1
      }
      guard let id = customer.id else { return -1 }
      if rivals != nil || experiment.traffic < 100 {
        let position = WeightedChoice(among: members).position(for: id)
        guard let position, position < members.count, members[position].id == experiment.id else {
          return -1
        }
      }
      return WeightedChoice(of: experiment).position(for: id) ?? -1
    }
  }

  /// The experiments that a customer takes part in, each with the variant.
  func choices(of customer: Customer) -> [(experiment: Experiment, variant: Experiment.Variant)] {
    zip(definition.experiments, variants(of: customer)).compactMap { experiment, position in
      position < 0 ? nil : (experiment, experiment.variants[position])
    }
  }

  /// Decides the facts that record that a paywall was shown or closed.
  ///
  /// A paywall that was shown is recorded with the variants that the device names; the first time, so are the variants
  /// themselves. A device that had an earlier blueprint may have shown another variant than this one gives, and the
  /// customer keeps what was seen, unless no new customer gets it or the experiment changes the trial, which no device
  /// decides. A device that names no variants knows no experiments: what it shows counts in none.
  ///
  /// - Parameter event: What happened, with the variants that the device names.
  /// - Returns: The facts to append; none if the event is recorded already.
  public func record(_ event: PaywallEvent, for customer: Customer) -> Decision {
    var draft = DecisionDraft(of: customer)
    guard event.action == .shown else {
      draft.append(.paywall(event.showing([:])))
      return draft.decision
    }
    let given = choices(of: customer)
    var shown: [Experiment.ID: Experiment.Variant.ID] = [:]
    var assignments: [VariantAssignment] = []
    for experiment in definition.experiments where changes(event.paywall, by: experiment) {
      guard let seen = event.variants[experiment.id].flatMap(experiment.variant) else { continue }
      shown[experiment.id] = seen.id
      guard let own = given.first(where: { $0.experiment.id == experiment.id })?.variant else {
        continue
      }
      let variant = seen.weight > 0 && !experiment.changesTrial ? seen : own
      if customer.assignment(in: experiment.id) == nil {
        assignments.append(
          VariantAssignment(
            experiment: experiment.id, variant: variant.id, reason: .paywall, at: event.at))
      }
    }
    draft.append(.paywall(event.showing(shown)))
    if draft.decision.facts.isEmpty { return draft.decision }
    for assignment in assignments { draft.append(.variant(assignment)) }
    return draft.decision
  }

  /// Decides the facts that record that a nudge was delivered, and the customer's variants of the experiments that
  /// change its text.
  ///
  /// - Returns: The facts to append; none if the delivery is recorded already.
  public func record(_ delivery: NudgeDelivery, for customer: Customer) -> Decision {
    var draft = DecisionDraft(of: customer)
    var known = customer
    guard known.join(.nudge(delivery)) else { return draft.decision }
    // The variants come first, so that a reader of the delivery knows them.
    if let text = definition.nudges.first(where: { $0.id == delivery.nudge })?.text {
      draft.recordVariants(in: self, reason: .nudge, at: delivery.at) { $0.changes(text) }
    }
    draft.append(.nudge(delivery))
    return draft.decision
  }

  /// The text of a nudge as a customer sees it; nil if there is no such nudge.
  package func text(of nudge: Nudge.ID, for customer: Customer) -> LocalizedText? {
    guard let text = definition.nudges.first(where: { $0.id == nudge })?.text else { return nil }
    let other = choices(of: customer).lazy.compactMap { $0.variant.texts[text] }.first
    return self.text(other ?? text)
  }

  public func variants(for customer: Customer) -> [Experiment.ID: Experiment.Variant.ID] {
    Dictionary(choices(of: customer).map { ($0.experiment.id, $0.variant.id) }) { first, _ in first
    }
  }

  /// Whether some variant of an experiment changes what a paywall shows.
  func changes(_ paywall: Paywall.ID, by experiment: Experiment) -> Bool {
    let texts = Set(
      ([paywall] + experiment.variants.compactMap { $0.paywalls[paywall] })
        .compactMap { self.paywall($0) }.flatMap(\.texts))
    return experiment.variants.contains { variant in
      variant.paywalls[paywall] != nil || !texts.isDisjoint(with: variant.texts.keys)
    }
  }

  /// The paywall whose contents a paywall has for a customer: its own, unless a variant says otherwise.
  func contents(of paywall: Paywall.ID, for standing: borrowing Standing) -> Paywall.ID {
    if standing.screens.variants.isEmpty { return paywall }
    for (experiment, position) in zip(definition.experiments, standing.screens.variants)
    where position >= 0 {
      if let other = experiment.variants[position].paywalls[paywall] { return other }
    }
    return paywall
  }

  /// What a paywall sells as a customer sees it, as bits of ``Catalog/sales``; 0 if there is no such paywall.
  func sold(at paywall: Paywall.ID, to standing: borrowing Standing) -> UInt64 {
    catalog.paywallOffers[contents(of: paywall, for: standing)] ?? 0
  }

  /// The terms of a trial that no purchase starts, by the customer's variants.
  func terms(of trial: Trial, for customer: Customer) -> Trial.Terms {
    let lasts = choices(of: customer).lazy.compactMap(\.variant.trialLasts).first
    var terms = trial.terms
    if let lasts { terms.lasts = lasts }
    return terms
  }
}

extension DecisionDraft {
  /// Records the customer's variants in experiments that change the trial which now starts.
  mutating func recordVariantsOfTrial(in blueprint: Blueprint, at start: Instant) {
    recordVariants(in: blueprint, reason: .trial, at: start) { $0.changesTrial }
  }

  /// Records the customer's variants of all experiments with a purchase.
  mutating func recordVariantsOfPurchase(in blueprint: Blueprint, at now: Instant) {
    recordVariants(in: blueprint, reason: .purchase, at: now) { _ in true }
  }

  fileprivate mutating func recordVariants(
    in blueprint: Blueprint, reason: VariantAssignment.Reason, at instant: Instant,
    where isConcerned: (Experiment) -> Bool
  ) {
    if blueprint.definition.experiments.isEmpty { return }
    for (experiment, variant) in blueprint.choices(of: customer)
    where isConcerned(experiment) && customer.assignment(in: experiment.id) == nil {
      append(
        .variant(
          VariantAssignment(
            experiment: experiment.id, variant: variant.id, reason: reason, at: instant)))
    }
  }
}

extension Fact {
  /// Whether it is the first transaction of a purchase that the customer made.
  func isPurchase(newTo customer: Customer) -> Bool {
    guard case .transaction(let transaction) = self else { return false }
    return transaction.ownership == .purchased
      && customer.history.line(of: transaction.purchase) == nil
  }
}
