/// Everything that can change by itself as time passes, so that two instants can be compared.
struct Standing: Hashable, Sendable {
  var phase: Phase = .unknown
  var entitled: UInt64 = 0
  var reached: UInt64 = 0
  var held: [Int] = []
  var counts: [Int] = []
  var trial: TrialStatus?
  /// The allowance whose limit the running trial's own terms set, and that limit.
  var trialAllowance = -1
  var trialLimit = 0
  /// What the running trial's own terms count.
  var trialUses: Feature.ID?
  var subscription: Subscription?
  var prompts: [Prompt.ID] = []
  var nudges: [PlannedNudge] = []

  /// The standing of somebody of whom nothing could be told.
  static let unknown = Standing()

  init() {}

  init(of customer: Customer, in blueprint: Blueprint, at now: Instant) {
    let customer = customer.asHeld
    let index = blueprint.index
    reached = index.bits(Set(customer.milestones.lazy.filter { $0.value <= now }.map(\.key)))
    held = index.heldFeatures.map { feature in
      customer.items[feature]?.values.count { $0.isHeld(at: now) } ?? 0
    }
    subscription = customer.subscription(in: blueprint, at: now)
    trial = customer.trialStatus(in: blueprint, at: now)
    let sources = Sources(of: customer, in: blueprint, trial: trial, at: now)
    entitled = index.bits(sources.trial.union(sources.other))
    phase = sources.phase(of: customer, in: blueprint, trial: trial, at: now)
    counts = blueprint.allowances.map {
      customer.count($0, trial: trial, clock: blueprint.clock, at: now)
    }
    if let uses = trial.flatMap(customer.start)?.terms.uses {
      trialUses = uses.feature
      if let position = blueprint.allowances.firstIndex(
        of: IndexedAllowance(feature: uses.feature, window: .trial))
      {
        trialAllowance = position
        trialLimit = uses.limit
      }
    }
    for (prompt, condition) in zip(blueprint.definition.prompts, blueprint.promptConditions)
    where condition.holds(self)
      && customer.returns(prompt, at: now).map({ $0 <= now }) ?? true
    {
      prompts.append(prompt.id)
    }
    for (nudge, condition) in zip(blueprint.definition.nudges, blueprint.nudgeConditions)
    where condition.holds(self) {
      if let occurrence = occurrence(nudge), let at = fires(nudge), now < at,
        customer.nudges[Customer.NudgeKey(nudge: nudge.id, occurrence: occurrence)] == nil
      {
        nudges.append(
          PlannedNudge(id: nudge.id, occurrence: occurrence, at: at, text: nudge.text))
      }
    }
  }

  /// When a nudge comes, whether or not its condition holds.
  func fires(_ nudge: Nudge) -> Instant? { occurrence(nudge)?.subtracting(nudge.before) }

  func occurrence(_ nudge: Nudge) -> Instant? {
    switch nudge.anchor {
    case .trialEnd:
      guard let trial, trial.isActive, let end = trial.endsAt else { return nil }
      return end
    case .periodEnd:
      guard let subscription, subscription.condition == .active else { return nil }
      return subscription.expiresAt
    }
  }
}

/// What gives a customer access at an instant.
private struct Sources {
  /// Entitlements of a running trial.
  var trial: Set<Entitlement.ID> = []
  /// Entitlements of purchases, grace, late renewals and grants.
  var other: Set<Entitlement.ID> = []
  /// Whether anything but a trial ever gave access.
  var hasHadMore = false

  init(of customer: Customer, in blueprint: Blueprint, trial: TrialStatus?, at now: Instant) {
    if let start = trial.flatMap(customer.start) {
      self.trial.formUnion(start.terms.entitlements)
    }
    for transaction in customer.transactions.values where transaction.purchasedAt <= now {
      guard let product = blueprint.products[transaction.product], !product.entitlements.isEmpty
      else { continue }
      switch product.kind {
      case .consumable: continue
      case .autoRenewable, .nonRenewing, .nonConsumable: break
      }
      let isTrial = customer.isTrial(transaction, in: blueprint)
      hasHadMore = hasHadMore || !isTrial
      guard transaction.isActive(as: product, at: now) else { continue }
      if !isTrial {
        other.formUnion(product.entitlements)
      } else if trial?.isActive ?? false {
        self.trial.formUnion(product.entitlements)
      }
    }
    let waits = blueprint.definition.purchases.lateRenewal != nil
    for (id, renewal) in customer.renewals where renewal.graceEndsAt != nil || waits {
      guard let subscription = customer.subscription(id, in: blueprint, at: now),
        subscription.condition == .grace || subscription.isRenewalLate,
        let product = blueprint.products[subscription.plan]
      else { continue }
      hasHadMore = true
      other.formUnion(product.entitlements)
    }
    for grant in customer.grants.values where grant.startsAt <= now {
      hasHadMore = true
      if grant.isActive(at: now) { other.insert(grant.entitlement) }
    }
  }

  func phase(
    of customer: Customer, in blueprint: Blueprint, trial: TrialStatus?, at now: Instant
  ) -> Phase {
    if !other.isEmpty { return .subscribed }
    if let trial, trial.isActive { return .trial }
    if trial == nil, let onboarding = blueprint.definition.onboarding,
      customer.milestones[onboarding].map({ now < $0 }) ?? true
    {
      return .onboarding
    }
    if hasHadMore { return .lapsed }
    if trial != nil { return .trialExpired }
    return blueprint.definition.hasFreeTier ? .free : .blocked
  }
}

extension StoreTransaction {
  /// When the transaction stops giving access by itself; nil is never.
  func ends(as product: Product) -> Instant? {
    if let expiresAt { return expiresAt }
    switch product.kind {
    case .autoRenewable, .nonRenewing: return product.period.map { purchasedAt.adding($0) }
    case .nonConsumable, .consumable: return nil
    }
  }

  func isActive(as product: Product, at now: Instant) -> Bool {
    guard purchasedAt <= now, !isUpgraded else { return false }
    if let revokedAt, revokedAt <= now { return false }
    return ends(as: product).map { now < $0 } ?? true
  }
}

extension Grant {
  func isActive(at now: Instant) -> Bool {
    startsAt <= now && endsAt.map { now < $0 } ?? true && revokedAt.map { now < $0 } ?? true
  }
}
