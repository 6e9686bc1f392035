extension TrialRun {
  /// A customer's add-on trials that run, and those of the blueprint that are over or were forfeited, by name.
  static func addOns(of customer: Customer, in blueprint: Blueprint, at now: Instant) -> [TrialRun]
  {
    let facts = customer.trials
    if facts.starts.isEmpty && facts.forfeits.isEmpty { return [] }
    let written = blueprint.definition.addOnTrials
    var runs: [TrialRun] = []
    for start in facts.starts.values where start.isAddOn && start.at <= now {
      let time = TrialTime(of: start, for: customer, at: now)
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
  func forfeitedAt(_ trial: Trial.ID) -> Instant? {
    forfeits.lazy.filter { $0.key.trial == trial }.map(\.value).min()
  }
}

extension AddOnTrial {
  /// Whether it can still start for a customer, who has not had it: what starts it happens now or later.
  package func mayStart(for customer: Customer, at now: Instant) -> Bool {
    customer.mayStart(id, with: start, oncePer, when, at: now)
  }
}

extension Trial {
  /// Whether it can still start for a customer, who has not had it, other than through a purchase.
  ///
  /// A trial of the sign-up without a condition also starts for those who signed up before.
  package func mayStart(for customer: Customer, at now: Instant) -> Bool {
    guard let event = start.event else { return false }
    return event == .signUp && when == .always
      ? customer.trials.starts[TrialFacts.Key(trial: id, purchase: nil)] == nil
      : customer.mayStart(id, with: event, oncePer, when, at: now)
  }
}

extension Customer {
  fileprivate func mayStart(
    _ trial: Trial.ID, with event: AddOnTrial.Start, _ scope: Trial.Scope, _ when: Condition,
    at now: Instant
  ) -> Bool {
    trials.starts[TrialFacts.Key(trial: trial, purchase: nil)] == nil
      && trials.forfeitedAt(trial) == nil
      && moment(of: event, scope, when, at: now).map { now <= $0 } ?? true
  }

  /// How long a trial waits for what its condition asks of the device: a day.
  ///
  /// A device reports its country, say, only after its first launch has started a session.
  private static let longestWait = Instant.millisecondsPerDay

  /// When the condition of a trial was tested last, or is tested now; nil before that.
  ///
  /// That is the moment of what starts the trial, or a later one, within a day, at which the device, the app or its
  /// backend reports a value that the condition asks for. Nothing is tested before the device has reported all of them.
  func moment(
    of event: AddOnTrial.Start, _ scope: Trial.Scope, _ when: Condition, at now: Instant
  ) -> Instant? {
    guard let begin = beginning(of: event, scope) else { return nil }
    let end = begin.adding(milliseconds: Self.longestWait)
    if end <= now || when == .always { return begin }
    var moment = begin
    for test in when.parts.flatMap(\.audience.tests) {
      if let at = attributes.instant(of: test) {
        moment = max(moment, at)
      } else if test.property != nil {
        return nil
      }
    }
    return moment
  }

  /// When what starts a trial happened and, if the trial is limited by device, a device was known; nil before that.
  private func beginning(of event: AddOnTrial.Start, _ scope: Trial.Scope) -> Instant? {
    let at: Instant? =
      switch event {
      case .signUp: accounts.values.min()
      case .firstSeen:
        [devices.values.min(), accounts.values.min(), milestones[Milestone.firstSeen]]
          .compactMap(\.self).min()
      case .milestone(let milestone): milestones[milestone]
      }
    switch scope {
    case .account: return at
    case .accountAndDevice:
      guard let at, let seen = devices.values.min() else { return nil }
      // Whoever another system has seen before has opened the app before.
      return event == .firstSeen
        ? min(seen, milestones[Milestone.firstSeen] ?? seen) : max(at, seen)
    }
  }
}
