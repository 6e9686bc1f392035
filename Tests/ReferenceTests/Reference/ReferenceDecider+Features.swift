import Tollgate

extension ReferenceDecider {
  /// The answer for a feature: the first rule whose condition holds decides; if none holds, the answer is no.
  func access(
    to feature: Feature, phase: Phase, entitlements: [Entitlement.ID], at now: Instant
  ) -> Answer.Feature {
    let answer = decide(
      feature, phase: phase, entitlements: entitlements, askedSubscription(at: now), at: now)
    guard case .denied = answer, let run = usedUpRun(at: now) else { return answer }
    return denial(answer, of: feature, usedUp: run, at: now)
  }

  /// The purchase whose trial ended with its last use, and whose paid period is still running.
  func usedUpRun(at now: Instant) -> TrialRun? {
    runs(at: now).first { run in
      run.purchase != nil && run.isUsedUp(at: now)
        && run.periods.contains { $0.isActive(at: now) }
    }
  }

  /// After the last use of a paid trial, a denial that the plan would lift is due to the limit, and the plan starts by
  /// itself at the signed end if the store will renew.
  private func denial(
    _ answer: Answer.Feature, of feature: Feature, usedUp run: TrialRun, at now: Instant
  ) -> Answer.Feature {
    guard let limit = run.terms.uses, let last = run.periods.last else { return answer }
    let renewal = spoken(of: last)
    let next = renewal.flatMap { product($0.renewsTo) } ?? last.product
    guard lifts(feature, next, at: run.scheduledEnd, today: now) else { return answer }
    return .denied(
      .limitReached, Limit(limit: limit.limit, used: limit.limit, scope: .trial),
      startsAt: renewal?.willRenew ?? true ? run.scheduledEnd : nil)
  }

  /// Whether the plan allows a feature from its start.
  private func lifts(
    _ feature: Feature, _ product: CatalogProduct, at start: Instant, today: Instant
  ) -> Bool {
    let plan = AskedSubscription(condition: .active, willRenew: true, product: product.id)
    let answer = decide(
      feature, phase: .subscribed, entitlements: product.entitlements, plan, at: start,
      today: today)
    if case .allowed = answer { return true }
    return false
  }

  private func decide(
    _ feature: Feature, phase: Phase, entitlements: [Entitlement.ID],
    _ subscription: AskedSubscription?, at now: Instant, today: Instant? = nil
  ) -> Answer.Feature {
    for rule in feature.rules
    where holds(
      rule.when, phase: phase, entitlements: entitlements, subscription, at: now, today: today)
    {
      if rule.allowance != .denied, let limit = reservedTrial(feature.id, phase: phase, at: now) {
        return .denied(.limitReached, limit, startsAt: nil)
      }
      return answer(rule.allowance, of: feature.id, at: now)
    }
    return .denied(.notIncluded, nil, startsAt: nil)
  }

  /// The last uses of a trial may be in progress: they do not end it, and leave none for others.
  private func reservedTrial(_ feature: Feature.ID, phase: Phase, at now: Instant) -> Limit? {
    guard phase == .trial, let run = shownRun(at: now), run.isActive(at: now),
      let uses = run.terms.uses, uses.feature == feature
    else { return nil }
    let reserved = reservations(of: feature, at: now).count(where: \.isCounted)
    let used = self.uses(of: feature, in: run) + reserved
    return reserved > 0 && used >= uses.limit
      ? Limit(limit: uses.limit, used: used, scope: .trial) : nil
  }

  /// All members of a condition must hold; of a plan that is yet to start, the past is still today's.
  func holds(
    _ condition: Condition, phase: Phase, entitlements: [Entitlement.ID],
    _ subscription: AskedSubscription?, at now: Instant, today: Instant? = nil
  ) -> Bool {
    func holds(_ part: Condition) -> Bool {
      self.holds(
        part, phase: phase, entitlements: entitlements, subscription, at: now, today: today)
    }
    if !condition.phases.isEmpty && !condition.phases.contains(phase) { return false }
    if !condition.entitled.isEmpty && !condition.entitled.contains(where: entitlements.contains) {
      return false
    }
    if condition.notEntitled.contains(where: entitlements.contains) { return false }
    for milestone in condition.reached where !isReached(milestone, at: now) { return false }
    for milestone in condition.notReached where isReached(milestone, at: now) { return false }
    for test in condition.past where !self.holds(test, phase: phase, at: today ?? now) {
      return false
    }
    if let wanted = condition.held, held(by: wanted.feature, at: now) < wanted.atLeast {
      return false
    }
    if !condition.subscription.isEmpty {
      guard let own = subscription?.condition, condition.subscription.contains(own) else {
        return false
      }
    }
    if let wanted = condition.willRenew, subscription?.willRenew != wanted { return false }
    if !condition.products.isEmpty {
      guard let own = subscription?.product, condition.products.contains(own) else { return false }
    }
    if !meets(condition.audience) { return false }
    if !condition.any.isEmpty, !condition.any.contains(where: holds) { return false }
    return !condition.not.contains(where: holds)
  }

  /// An allowance allows a use while fewer are used, or held, than it gives.
  private func answer(_ allowance: Feature.Allowance, of feature: Feature.ID, at now: Instant)
    -> Answer.Feature
  {
    let limit: Limit
    switch allowance {
    case .unlimited: return .allowed(nil)
    case .denied: return .denied(.notIncluded, nil, startsAt: nil)
    case .upTo(let count, let window):
      limit = Limit(
        limit: kept(count, window, of: feature, at: now),
        used: used(feature, in: window, at: now), scope: scope(of: window))
    case .holding(let count):
      limit = Limit(
        limit: count,
        used: held(by: feature, at: now)
          + reservations(of: feature, at: now).count { $0.item != nil }, scope: .held)
    // Generated blueprints have no wallets; CreditPropertyTests has a reference of its own.
    case .spend: return .unknown
    }
    return limit.used < limit.limit
      ? .allowed(limit) : .denied(.limitReached, limit, startsAt: nil)
  }

  /// A trial keeps the terms it started with, so a changed blueprint never affects a running one.
  private func kept(_ count: Int, _ window: Feature.Window, of feature: Feature.ID, at now: Instant)
    -> Int
  {
    guard window == .trial, let uses = shownRun(at: now)?.terms.uses, uses.feature == feature else {
      return count
    }
    return uses.limit
  }

  /// Uses in a window, made or in progress.
  private func used(_ feature: Feature.ID, in window: Feature.Window, at now: Instant) -> Int {
    let isOver = window == .trial && !(shownRun(at: now)?.isActive(at: now) ?? false)
    let reserved = isOver ? 0 : reservations(of: feature, at: now).count(where: \.isCounted)
    return made(feature, in: window, at: now) + reserved
  }

  /// Uses in a window, including those later than now.
  private func made(_ feature: Feature.ID, in window: Feature.Window, at now: Instant) -> Int {
    switch window {
    case .ever: return uses(of: feature).count
    case .trial: return shownRun(at: now).map { uses(of: feature, in: $0) } ?? 0
    case .day, .week, .month, .period:
      let uses = uses(of: feature)
      let start = start(of: window, since: uses.min(), at: now)
      return uses.filter { $0 >= start }.count
    }
  }

  private func scope(of window: Feature.Window) -> Limit.Scope {
    switch window {
    case .trial: .trial
    case .day: .day
    case .week: .week
    case .month: .month
    case .period: .period
    case .ever: .ever
    }
  }

}
