import Tollgate

extension Answer {
  /// What the engine answers, read through its public members.
  init(_ membership: Membership) {
    var features: [Tollgate.Feature.ID: Feature] = [:]
    for feature in membership.blueprint.definition.features {
      features[feature.id] = Feature(membership.access(to: feature.id))
    }
    self.init(
      phase: membership.phase, entitlements: membership.entitlements.sorted(),
      features: features, trial: membership.trial.map(Trial.init),
      addOnTrials: Dictionary(
        membership.addOnTrials.map { ($0.id, Trial($0)) }
      ) { first, _ in first },
      subscription: membership.subscription.map(Subscription.init))
  }
}

extension Answer.Feature {
  init(_ access: Access) {
    switch access {
    case .unknown: self = .unknown
    case .allowed(let limit): self = .allowed(limit)
    case .denied(let denial):
      self = .denied(denial.reason, denial.limit, startsAt: denial.startsAt)
    }
  }
}

extension Answer.Trial {
  init(_ status: TrialStatus) {
    self.init(
      purchase: status.purchase, isActive: status.isActive, activatedAt: status.activatedAt,
      endsAt: status.endsAt,
      used: status.used,
      limit: status.limit, ending: status.ending, pausedAt: status.pausedAt,
      day: status.day, days: status.days, daysLeft: status.daysLeft)
  }
}

extension Answer.Subscription {
  init(_ subscription: Tollgate.Subscription) {
    let givesAccess = subscription.isActive
    self.init(
      purchase: subscription.purchase, product: subscription.product,
      condition: subscription.condition, expiresAt: givesAccess ? subscription.expiresAt : nil,
      willRenew: givesAccess ? subscription.willRenew : nil)
  }
}
