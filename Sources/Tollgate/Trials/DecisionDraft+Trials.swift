extension Blueprint {
  /// Whether a customer whom the main trial has not started for meets its condition; false without a trial.
  package func meetsTrial(_ customer: Customer, at now: Instant) -> Bool {
    guard let trial = definition.trial else { return false }
    return DecisionDraft(of: customer).meets(trial.when, conditions.trial, in: self, at: now)
  }
}

extension DecisionDraft {
  /// Starts the trials that the facts call for.
  mutating func startTrials(
    in blueprint: Blueprint, at now: Instant, history: [Decision.DeviceHistory]
  ) {
    startTrial(in: blueprint, at: now, history: history)
    startAddOnTrials(in: blueprint, at: now, history: history)
  }

  /// Starts the main trial.
  private mutating func startTrial(
    in blueprint: Blueprint, at now: Instant, history: [Decision.DeviceHistory]
  ) {
    guard let trial = blueprint.definition.trial else { return }
    switch trial.start {
    case .introductoryOffer: return
    case .signUp where trial.when == .always:
      startTrialOfSignUp(trial, in: blueprint, history: history)
    case .signUp, .firstSeen, .milestone:
      startTrialOfEvent(trial, in: blueprint, at: now, history: history)
    case .purchase(let milestone):
      startTrialsOfPurchases(trial, after: milestone, in: blueprint, at: now)
    }
  }

  /// Starts the trial that signing up gives: once for each account and, if the blueprint says so, each device.
  ///
  /// It is a function of the facts alone, so that their order does not matter. A customer without a known device waits
  /// for one.
  private mutating func startTrialOfSignUp(
    _ trial: Trial, in blueprint: Blueprint, history: [Decision.DeviceHistory]
  ) {
    guard var at = customer.accounts.values.min() else { return }
    switch trial.oncePer {
    case .account: break
    case .accountAndDevice:
      guard let seen = customer.devices.values.min() else { return }
      // The trial begins once the account and the device are known, whichever comes last.
      at = max(at, seen)
    }
    let standing = customer.trials.starts[TrialFacts.Key(trial: trial.id, purchase: nil)]
    let start = TrialStart(
      trial: trial.id, at: at,
      terms: standing?.terms ?? blueprint.terms(of: trial, for: customer))
    if let standing, !start.outranks(standing) { return }
    if standing == nil, customer.trials.forfeits.keys.contains(where: { $0.trial == trial.id }) {
      return
    }
    if standing == nil, trial.oncePer == .accountAndDevice,
      let device = history.filter({ $0.trial == trial.id }).map(\.device).min()
    {
      append(.trialForfeited(TrialForfeit(trial: trial.id, device: device, at: at)))
      return
    }
    if standing == nil { recordVariantsOfTrial(in: blueprint, at: at) }
    append(.trialStarted(start))
  }

  /// Starts the trial that the first launch or a milestone gives, or a sign-up under a condition, at that moment.
  ///
  /// A trial that the device has had with a customer to whom nothing else happened continues with its own start.
  ///
  /// What happened earlier starts nothing: a customer who was there before the blueprint had the trial never sees that
  /// it is over.
  private mutating func startTrialOfEvent(
    _ trial: Trial, in blueprint: Blueprint, at now: Instant, history: [Decision.DeviceHistory]
  ) {
    guard let event = trial.start.event,
      customer.moment(of: event, trial.oncePer, trial.when, at: now) == now,
      trial.mayStart(for: customer, at: now),
      meets(trial.when, blueprint.conditions.trial, in: blueprint, at: now)
    else { return }
    if trial.oncePer == .accountAndDevice,
      let had = history.filter({ $0.trial == trial.id }).min(by: { $0.device < $1.device })
    {
      if let start = had.start, start.terms.lasts.map({ now < start.at.adding($0) }) ?? true {
        append(.trialStarted(start))
      } else {
        append(.trialForfeited(TrialForfeit(trial: trial.id, device: had.device, at: now)))
      }
      return
    }
    recordVariantsOfTrial(in: blueprint, at: now)
    append(
      .trialStarted(
        TrialStart(trial: trial.id, at: now, terms: blueprint.terms(of: trial, for: customer))))
  }

  /// Whether the condition of a trial holds for the customer, whom the trial has not started for.
  func meets(
    _ condition: Condition, _ indexed: IndexedCondition?, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    guard condition != .always, let indexed else { return true }
    return indexed.holds(Standing(of: customer, in: blueprint, at: now, plans: false))
  }

  /// Starts a trial under the current terms for each purchase that is one: every purchase signed with its introductory
  /// offer gives the terms once, regardless of who holds it.
  ///
  /// The store's signed purchase date counts, never a device's clock and never a time later than the server's, so that
  /// a late or repeated message gives the same trial.
  private mutating func startTrialsOfPurchases(
    _ trial: Trial, after milestone: Milestone.ID?, in blueprint: Blueprint, at now: Instant
  ) {
    var from = Instant.distantPast
    if let milestone {
      guard let reached = customer.milestones[milestone] else { return }
      from = reached
    }
    for line in customer.history.lines {
      guard let first = line.periods[line.introduction].first,
        blueprint.catalog.products[first.transaction.product]?.startsTrial ?? false
      else { continue }
      let standing = customer.trials.starts[TrialFacts.Key(trial: trial.id, purchase: line.id)]
      let start = TrialStart(
        trial: trial.id, at: max(from, min(first.startsAt, now)),
        terms: standing?.terms ?? trial.terms, purchase: line.id)
      if let standing, !start.outranks(standing) { continue }
      append(.trialStarted(start))
    }
  }
}
