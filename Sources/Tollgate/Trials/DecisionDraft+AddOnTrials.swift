extension DecisionDraft {
  /// Starts the add-on trials whose beginning is now and whose condition holds; each may see what those before it give.
  ///
  /// What happened earlier starts nothing: a blueprint that gets a new trial gives it to those who reach its milestone
  /// from then on.
  mutating func startAddOnTrials(
    in blueprint: Blueprint, at now: Instant, history: [Decision.DeviceHistory]
  ) {
    for (position, trial) in blueprint.definition.addOnTrials.enumerated() {
      guard customer.moment(of: trial.start, trial.oncePer, trial.when, at: now) == now,
        trial.mayStart(for: customer, at: now),
        meets(trial.when, blueprint.conditions.addOnTrials[position], in: blueprint, at: now)
      else { continue }
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
