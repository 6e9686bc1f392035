extension DecisionDraft {
  /// Starts the add-on trials whose beginning is now and whose condition holds; each may see what those before it give.
  ///
  /// What happened earlier starts nothing: a blueprint that gets a new trial gives it to those who reach its milestone
  /// from then on.
  mutating func startAddOnTrials(
    in blueprint: Blueprint, at now: Instant, history: [Decision.DeviceHistory]
  ) {
    for (position, trial) in blueprint.definition.addOnTrials.enumerated() {
      guard customer.beginning(of: trial.start, trial.oncePer) == now,
        trial.mayStart(for: customer, at: now)
      else { continue }
      if trial.when != .always {
        let standing = Standing(of: customer, in: blueprint, at: now, plans: false)
        guard blueprint.conditions.addOnTrials[position].holds(standing) else { continue }
      }
      if trial.oncePer == .accountAndDevice,
        let device = history.filter({ $0.trial == trial.id }).map(\.device).min()
      {
        append(.trialForfeited(TrialForfeit(trial: trial.id, device: device, at: now)))
      } else {
        append(
          .trialStarted(TrialStart(trial: trial.id, at: now, terms: trial.terms, isAddOn: true)))
      }
    }
  }
}
