extension TrialRun {
  /// A customer's add-on trials that run, and those of the blueprint that are over or were forfeited, by name.
  static func addOns(of customer: Customer, in blueprint: Blueprint, at now: Instant) -> [TrialRun]
  {
    let facts = customer.trials
    if facts.starts.isEmpty && facts.forfeits.isEmpty { return [] }
    let written = blueprint.definition.addOnTrials
    var runs: [TrialRun] = []
    for start in facts.starts.values where start.isAddOn && start.at <= now {
      let time = TrialTime(of: start, changedBy: facts, at: now)
      let run = customer.trialRun(
        start.trial, start.terms, purchase: nil, activatedAt: time.start, countsFrom: time.start,
        time: time, end: time.endsAt.map { ($0, .time) }, at: now)
      if run.status.isActive || written.contains(where: { $0.id == start.trial }) {
        runs.append(run)
      }
    }
    if !facts.forfeits.isEmpty {
      for trial in written where !runs.contains(where: { $0.status.id == trial.id }) {
        guard let at = facts.forfeitedAt(trial.id), at <= now else { continue }
        runs.append(
          TrialRun(
            status: .forfeited(trial.id, since: at), terms: nil, countsFrom: at, uses: 0))
      }
    }
    return runs.count < 2 ? runs : runs.sorted { $0.status.id < $1.status.id }
  }
}

extension TrialFacts {
  /// When a trial would have started that the device already had with another customer; nil if it was not forfeited.
  fileprivate func forfeitedAt(_ trial: Trial.ID) -> Instant? {
    forfeits.lazy.filter { $0.key.trial == trial }.map(\.value).min()
  }
}

extension AddOnTrial {
  /// When what starts it happened to a customer and, if it is limited by device, a device was known; nil before that.
  func beginning(for customer: Customer) -> Instant? {
    let event: Instant? =
      switch start {
      case .signUp: customer.accounts.values.min()
      case .milestone(let milestone): customer.milestones[milestone]
      }
    switch oncePer {
    case .account: return event
    case .accountAndDevice:
      guard let event, let seen = customer.devices.values.min() else { return nil }
      return max(event, seen)
    }
  }

  /// Whether it can still start for a customer, who has not had it: what starts it happens now or later.
  package func mayStart(for customer: Customer, at now: Instant) -> Bool {
    customer.trials.starts[TrialFacts.Key(trial: id, purchase: nil)] == nil
      && customer.trials.forfeitedAt(id) == nil
      && beginning(for: customer).map { now <= $0 } ?? true
  }
}
