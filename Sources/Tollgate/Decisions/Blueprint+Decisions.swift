extension Blueprint {
  /// Decides the facts that follow when a customer opens an account.
  ///
  /// - Parameters:
  ///   - customer: The customer before the sign-up.
  ///   - account: The account.
  ///   - now: The server's clock.
  ///   - history: Trials the customer's devices have had with other customers.
  /// - Returns: The facts to append; a trial starts at most once.
  public func signUp(
    _ customer: Customer, account: Account.ID, at now: Instant,
    history: [Decision.DeviceHistory]
  ) -> Decision {
    var after = customer
    var decision = Decision()
    append(.signedUp(SignUp(account: account, at: now)), to: &after, &decision)
    startTrial(&after, &decision, at: now, history: history)
    return decision
  }

  /// Decides the facts that follow when a customer reaches a milestone; the first report counts.
  public func reach(
    _ milestone: Milestone.ID, _ customer: Customer, at now: Instant,
    history: [Decision.DeviceHistory]
  ) -> Decision {
    var after = customer
    var decision = Decision()
    if customer.reached(milestone) == nil {
      append(.milestone(MilestoneReached(milestone: milestone, at: now)), to: &after, &decision)
    }
    startTrial(&after, &decision, at: now, history: history)
    return decision
  }

  /// Decides the facts that follow when facts arrive from the store, or from another customer who turns out to be the
  /// same.
  public func record(
    _ facts: [Fact], _ customer: Customer, at now: Instant, history: [Decision.DeviceHistory]
  ) -> Decision {
    var after = customer
    var decision = Decision()
    for fact in facts { append(fact, to: &after, &decision) }
    for credit in after.unrecordedCredits(in: self) {
      append(.credit(credit), to: &after, &decision)
    }
    startTrial(&after, &decision, at: now, history: history)
    return decision
  }

  /// Decides the facts that follow when a customer uses a feature once.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - customer: The customer before the use.
  ///   - id: The customer's app user id, recorded with the use.
  ///   - key: The request's idempotency key.
  ///   - item: The item to hold, for a feature that holds items; nil means an item named by the key.
  ///   - cost: The credits it costs, if the blueprint leaves that to the use; nil means 1.
  ///   - isReport: Whether it was made offline and is reported now; such a use may exceed the allowance by as much as
  ///     the blueprint permits.
  ///   - now: The server's clock.
  /// - Returns: The facts to append: none for an unlimited use, unless uses end the running trial.
  /// - Throws: ``Denial`` if the feature is denied.
  public func use(
    _ feature: FeatureHandle, _ customer: Customer, id: Customer.ID, key: Idempotency.Key,
    item: Item.ID? = nil, cost: Int? = nil, isReport: Bool = false, at now: Instant
  ) throws(Denial) -> Decision {
    let name = definition.features[feature.position].id
    let beyond = isReport ? definition.features[feature.position].offline.beyondAllowance : 0
    let held = item ?? Item.ID(key.rawValue)
    if index.heldFeatures.contains(name),
      customer.holder(of: held, in: name, preferring: id, at: now) != nil
    {
      return Decision()
    }
    let standing = Standing(of: customer, in: self, at: now)
    var decision = Decision()
    var limit: Limit?
    if let price = price(of: feature, standing) {
      let spend = try pay(
        price, cost, for: feature, customer, beyond: beyond, standing, id: id, key: key, at: now)
      decision.facts.append(.spend(spend))
    } else {
      switch access(to: feature, standing) {
      case .unknown: return Decision()
      case .denied(let denial):
        guard let spent = denial.limit, spent.used < spent.limit + beyond else { throw denial }
        limit = spent
      case .allowed(let allowance): limit = allowance
      }
    }
    if index.heldFeatures.contains(name) {
      decision.facts.append(
        .item(ItemChange(feature: name, item: held, isHeld: true, origin: id, at: now)))
    }
    let isCounted = limit.map { $0.scope != .held } ?? false
    if isCounted || standing.phase == .trial && standing.trialUses == name {
      decision.facts.append(.use(Use(feature: name, key: key, origin: id, at: now)))
    }
    return decision
  }

  private func append(_ fact: Fact, to customer: inout Customer, _ decision: inout Decision) {
    if customer.join(fact) { decision.facts.append(fact) }
  }

  /// Starts the trial that the facts call for; a function of the facts alone, so their order does not matter.
  private func startTrial(
    _ customer: inout Customer, _ decision: inout Decision, at now: Instant,
    history: [Decision.DeviceHistory]
  ) {
    guard let trial = definition.trial else { return }
    switch trial.start {
    case .introductoryOffer: return
    case .signUp: startTrial(trial, ofSignUp: &customer, &decision, history: history)
    case .purchase(let milestone):
      startTrials(trial, after: milestone, of: &customer, &decision, at: now)
    }
  }

  /// Starts the trial that signing up gives: once for each account and, if the blueprint says so, each device.
  ///
  /// A customer without a known device waits for one.
  private func startTrial(
    _ trial: Trial, ofSignUp customer: inout Customer, _ decision: inout Decision,
    history: [Decision.DeviceHistory]
  ) {
    guard var at = customer.accounts.values.min() else { return }
    switch trial.oncePer {
    case .account: break
    case .accountAndDevice:
      guard let seen = customer.devices.values.min() else { return }
      at = max(at, seen)
    }
    let standing = customer.trials[Customer.TrialKey(trial: trial.id, purchase: nil)]
    let start = TrialStart(trial: trial.id, at: at, terms: standing?.terms ?? trial.terms)
    if let standing, !start.outranks(standing) { return }
    if standing == nil, customer.forfeits.keys.contains(where: { $0.trial == trial.id }) { return }
    if standing == nil, trial.oncePer == .accountAndDevice,
      let device = history.filter({ $0.trial == trial.id }).map(\.device).min()
    {
      append(
        .trialForfeited(TrialForfeit(trial: trial.id, device: device, at: at)), to: &customer,
        &decision)
      return
    }
    append(.trialStarted(start), to: &customer, &decision)
  }

  /// Starts a trial under the current terms for each purchase that is one: every purchase signed with its introductory
  /// offer gives the terms once, regardless of who holds it.
  ///
  /// The store's signed purchase date counts, never a device's clock and never a time later than the server's, so that
  /// a late or repeated message gives the same trial.
  private func startTrials(
    _ trial: Trial, after milestone: Milestone.ID?, of customer: inout Customer,
    _ decision: inout Decision, at now: Instant
  ) {
    var from = Instant.distantPast
    if let milestone {
      guard let reached = customer.milestones[milestone] else { return }
      from = reached
    }
    for line in customer.history.lines {
      guard let first = line.periods[line.introduction].first,
        sold[first.transaction.product]?.startsTrial ?? false
      else { continue }
      let standing = customer.trials[Customer.TrialKey(trial: trial.id, purchase: line.id)]
      let start = TrialStart(
        trial: trial.id, at: max(from, min(first.startsAt, now)),
        terms: standing?.terms ?? trial.terms, purchase: line.id)
      if let standing, !start.outranks(standing) { continue }
      append(.trialStarted(start), to: &customer, &decision)
    }
  }
}
