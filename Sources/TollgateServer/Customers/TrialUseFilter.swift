import Tollgate

/// Which uses count toward a purchase's trial.
///
/// A customer who gets the purchase, by transfer or by sharing, gets these uses with it: a trial limited to ten uses
/// allows ten uses in all, not ten for each customer.
struct TrialUseFilter {
  private let features: Set<Feature.ID>
  /// When the trial started; earlier uses do not count.
  private let from: Instant
  /// When the trial ended, the last instant that counts; nil while it is running.
  private let until: Instant?

  /// Determines which uses count; nil if the trial is not the purchase's.
  init?(_ trial: TrialStatus?, of purchase: PurchaseID, _ customer: Customer, in app: ServedApp) {
    guard let trial, trial.purchase == purchase, let from = trial.activatedAt else { return nil }
    self.from = from
    until = trial.isActive ? nil : trial.endsAt
    features = app.featuresCounted(in: customer.start(of: trial.id, by: purchase))
  }

  func facts(of customer: Customer) -> [Fact] { customer.facts.filter(counts).map(\.shared) }

  /// Whether a fact is a use that counts, or the reservation of one.
  func counts(_ fact: Fact) -> Bool {
    guard fact.countedFeature != nil else { return false }
    return fact.value.countedUse.map { counts($0.feature, at: $0.at) } ?? false
  }

  private func counts(_ feature: Feature.ID, at: Instant) -> Bool {
    features.contains(feature) && from <= at && until.map { at <= $0 } ?? true
  }
}

extension Fact {
  /// The feature whose use it makes, reserves or releases, if that counts toward an allowance.
  var countedFeature: Feature.ID? {
    if case .reservation(let fact) = self, !fact.terms.isCounted { return nil }
    return value.countedUse?.feature
  }
}

extension ServedApp {
  /// Whether a purchase can start a trial in this app.
  var hasTrialsOfPurchases: Bool {
    switch blueprint.definition.trial?.start {
    case .purchase, .introductoryOffer: true
    case .signUp, .firstSeen, .milestone, nil: false
    }
  }

  /// The facts that go with a purchase to another customer: the purchase's own, and every use that counts toward the
  /// trial it started, so that no allowance is refilled.
  func facts(of purchase: PurchaseID, from owner: Customer, at now: Instant) -> [Fact] {
    let trial = Membership(of: owner, in: blueprint, at: now).trial
    let counted = TrialUseFilter(trial, of: purchase, owner, in: self)?.facts(of: owner) ?? []
    let facts = owner.facts(of: purchase)
    let known = Set(facts)
    return facts + counted.filter { !known.contains($0) }
  }

  /// The features whose uses count toward a trial: the one whose uses end it, and those with an allowance per trial, or
  /// that share one.
  fileprivate func featuresCounted(in start: TrialStart?) -> Set<Feature.ID> {
    let counted = blueprint.definition.features.filter { feature in
      feature.rules.contains { $0.allowance.windows.contains(.trial) }
    }
    var features = Set(counted.map(\.id))
    for name in counted.flatMap(\.rules).flatMap(\.allowance.countedUses) {
      features.formUnion(blueprint.definition.sharers[name] ?? [])
    }
    if let uses = start?.terms.uses ?? blueprint.definition.trial?.terms.uses {
      features.insert(uses.feature)
    }
    return features
  }
}
