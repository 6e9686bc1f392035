/// Everything that can change as time passes, so that two instants can be compared.
struct Standing: Hashable, Sendable {
  var phase: Phase = .unknown
  var entitled: UInt64 = 0
  var reached: UInt64 = 0
  var held: [Int] = []
  var counts: [Int] = []
  /// The balance of each wallet.
  var credits: [Int] = []
  /// When a balance next changes without a new fact.
  var creditsChangeAt: Instant?
  var trial: TrialStatus?
  /// The allowance and limit that the running trial's own terms set.
  var trialAllowance = -1
  var trialLimit = 0
  /// The feature whose uses the running trial's own terms count.
  var trialUses: Feature.ID?
  var subscription: Subscription?
  /// The plan that follows what is paid for, either automatically or through the store's settings.
  var pending: PendingPlan?
  /// The products on paywalls that would take effect now and give something.
  var selling: UInt64 = 0
  /// The products that would be sold with their introductory offer, as far as the facts show.
  var introductory: UInt64 = 0
  var prompts: [Prompt.ID] = []
  var nudges: [PlannedNudge] = []

  /// The standing of a customer about whom nothing is known.
  static let unknown = Standing()

  init() {}

  /// Evaluates a customer at an instant.
  ///
  /// - Parameters:
  ///   - customer: The customer.
  ///   - blueprint: The blueprint.
  ///   - now: The instant.
  ///   - earlier: The standing of the same customer at an earlier instant, if known; it saves replaying the wallets.
  init(
    of customer: Customer, in blueprint: Blueprint, at now: Instant,
    after earlier: Standing? = nil
  ) {
    let index = blueprint.index
    for (milestone, at) in customer.milestones where at <= now {
      if let position = index.milestones[milestone] { reached |= 1 << UInt64(position) }
    }
    held = index.heldFeatures.map { customer.history.items[$0]?.count(at: now) ?? 0 }
    let possessions = Possessions(of: customer, in: blueprint, at: now)
    subscription = possessions.subscription
    pending = possessions.pending
    trial = possessions.trial?.status ?? customer.forfeitedTrial(in: blueprint, at: now)
    entitled = possessions.trialEntitled | possessions.entitled | possessions.leftover
    phase = Self.phase(of: customer, possessions, trial: trial, in: blueprint, at: now)
    (selling, introductory) = possessions.offers(to: customer, in: blueprint)
    fillWallets(customer, in: blueprint, at: now, after: earlier)
    count(customer, possessions, in: blueprint, at: now)
    plan(customer, in: blueprint, at: now)
  }

  /// When the plan's billing period began; nil if none is running.
  var billingPeriodStart: Instant? {
    subscription.flatMap { $0.isActive ? $0.startedAt : nil }
  }

  private static func phase(
    of customer: Customer, _ possessions: Possessions, trial: TrialStatus?,
    in blueprint: Blueprint, at now: Instant
  ) -> Phase {
    if possessions.entitled & blueprint.plan != 0 { return .subscribed }
    if let trial, trial.isActive { return .trial }
    let planEndedAt = possessions.planEndedAt
    if let trial {
      // The latest end decides what is over; after a trial's last use the paid plan is still to come.
      guard let planEndedAt, possessions.pending?.spent == nil else { return .trialExpired }
      return planEndedAt < min(trial.endsAt ?? now, now) ? .trialExpired : .lapsed
    }
    if let onboarding = blueprint.definition.onboarding,
      customer.milestones[onboarding].map({ now < $0 }) ?? true
    {
      return .onboarding
    }
    if planEndedAt != nil { return .lapsed }
    return blueprint.definition.hasFreeTier ? .free : .blocked
  }

  private mutating func fillWallets(
    _ customer: Customer, in blueprint: Blueprint, at now: Instant, after earlier: Standing?
  ) {
    if blueprint.definition.credits.isEmpty { return }
    if let earlier, earlier.creditsChangeAt.map({ now < $0 }) ?? true {
      credits = earlier.credits
      creditsChangeAt = earlier.creditsChangeAt
      return
    }
    let wallets = customer.credits(in: blueprint, at: now)
    credits = wallets.map(\.balance)
    creditsChangeAt = wallets.compactMap(\.nextChange).min()
  }

  private mutating func count(
    _ customer: Customer, _ possessions: Possessions, in blueprint: Blueprint, at now: Instant
  ) {
    counts = blueprint.allowances.map {
      customer.count(
        $0, trial: possessions.trial, period: billingPeriodStart, clock: blueprint.clock, at: now)
    }
    guard let run = possessions.trial, run.status.isActive, let uses = run.terms?.uses else {
      return
    }
    trialUses = uses.feature
    if let position = blueprint.allowances.firstIndex(
      of: IndexedAllowance(feature: uses.feature, window: .trial))
    {
      trialAllowance = position
      trialLimit = uses.limit
    }
  }

  /// Finds the prompts and nudges that are due, once everything else is known.
  private mutating func plan(_ customer: Customer, in blueprint: Blueprint, at now: Instant) {
    for (prompt, condition) in zip(blueprint.definition.prompts, blueprint.promptConditions)
    where condition.holds(self)
      && customer.returns(prompt, at: now).map({ $0 <= now }) ?? true
    {
      prompts.append(prompt.id)
    }
    for (nudge, condition) in zip(blueprint.definition.nudges, blueprint.nudgeConditions)
    where condition.holds(self) {
      guard let (at, occurrence) = fires(nudge), now < at else { continue }
      let key = Customer.NudgeKey(nudge: nudge.id, occurrence: occurrence)
      guard customer.nudges[key] == nil else { continue }
      nudges.append(
        PlannedNudge(id: nudge.id, at: at, occurrence: occurrence, text: nudge.text))
    }
  }

  /// When a nudge is due and for which occurrence, whether or not its condition holds.
  func fires(_ nudge: Nudge) -> (at: Instant, occurrence: Instant)? {
    switch nudge.anchor {
    case .trialEnd:
      guard let trial, trial.isActive, let end = trial.endsAt, let activatedAt = trial.activatedAt
      else { return nil }
      return (end.subtracting(nudge.before), activatedAt)
    case .periodEnd:
      guard let subscription, subscription.condition == .active else { return nil }
      return (subscription.expiresAt.subtracting(nudge.before), subscription.startedAt)
    }
  }
}
