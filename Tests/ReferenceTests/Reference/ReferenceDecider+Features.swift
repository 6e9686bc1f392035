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
      var decider = self
      decider.asked = rule.when
      return decider.answer(rule.allowance, of: feature.id, at: now)
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
    // Of a plan that is yet to start, no period ends soon.
    if today != nil, condition.past.contains(where: { $0.ending?.anchor == .periodEnd }) {
      return false
    }
    for test in condition.past where !self.holds(test, phase: phase, at: today ?? now) {
      return false
    }
    if let wanted = condition.held, held(by: wanted.feature, at: now) < wanted.atLeast {
      return false
    }
    for test in condition.left
    where !isLeft(test, phase: phase, entitlements: entitlements, subscription, at: now) {
      return false
    }
    // A condition that names products may be about an add-on.
    if !isMet(condition, by: subscription),
      condition.products.isEmpty
        || !addOnSubscriptions(at: today ?? now).contains(where: { isMet(condition, by: $0) })
    {
      return false
    }
    if !meets(condition.audience) { return false }
    if !condition.any.isEmpty, !condition.any.contains(where: holds) { return false }
    return !condition.not.contains(where: holds)
  }

  /// Whether enough, or little enough, is left of a feature: at least so much of every limit of the rule that decides, or
  /// less of one of them.
  private func isLeft(
    _ test: Condition.Left, phase: Phase, entitlements: [Entitlement.ID],
    _ subscription: AskedSubscription?, at now: Instant
  ) -> Bool {
    // Generated blueprints have no wallets.
    guard case .feature(let id) = test.source,
      let feature = blueprint.features.first(where: { $0.id == id })
    else { return false }
    let rule = feature.rules.first {
      holds($0.when, phase: phase, entitlements: entitlements, subscription, at: now)
    }
    var limits = [Limit(limit: 1, used: 1, scope: .ever)]
    if let rule, rule.allowance != .denied {
      var decider = self
      decider.asked = rule.when
      limits =
        reservedTrial(id, phase: phase, at: now).map { [$0] }
        ?? rule.allowance.quotas.filter { $0.window != .use }
        .map { decider.limit($0, of: id, saysRenewal: false, at: now).limit }
    }
    func has(_ bound: Int, _ limit: Limit) -> Bool {
      let left = max(0, limit.limit - limit.used)
      return test.isPercent ? 100 * left >= bound * limit.limit : left >= bound
    }
    return test.atLeast.map { bound in limits.allSatisfy { has(bound, $0) } } ?? true
      && test.lessThan.map { bound in limits.contains { !has(bound, $0) } } ?? true
  }

  /// Whether a subscription has what a condition asks of one; without one, it must ask nothing.
  private func isMet(_ condition: Condition, by own: AskedSubscription?) -> Bool {
    if !condition.subscription.isEmpty {
      guard let state = own?.condition, condition.subscription.contains(state) else { return false }
    }
    if let wanted = condition.willRenew, own?.willRenew != wanted { return false }
    if condition.products.isEmpty { return true }
    return own?.product.map(condition.products.contains) ?? false
  }

  /// An allowance allows a use while fewer are used, or held, than it gives.
  private func answer(_ allowance: Feature.Allowance, of feature: Feature.ID, at now: Instant)
    -> Answer.Feature
  {
    let limit: Limit
    switch allowance {
    case .unlimited: return .allowed(nil)
    case .denied: return .denied(.notIncluded, nil, startsAt: nil)
    case .limited(let quota):
      let saysRenewal = quota.window == .planMonth || quota.counts != nil
      limit = self.limit(quota, of: feature, saysRenewal: saysRenewal, at: now).limit
    case .all(let parts):
      guard let deciding = deciding(of: parts, for: feature, at: now) else {
        return .denied(.notIncluded, nil, startsAt: nil)
      }
      return deciding.left > 0
        ? .allowed(deciding.limit) : .denied(.limitReached, deciding.limit, startsAt: nil)
    case .first(let parts):
      let answers = parts.map { answer($0, of: feature, at: now) }
      return answers.first { if case .denied = $0 { false } else { true } }
        ?? answers.first ?? .denied(.notIncluded, nil, startsAt: nil)
    case .spend(let wallet, let others, let cost):
      guard let credits = credits(in: [wallet] + others, paying: cost ?? 1, at: now) else {
        return .unknown
      }
      return credits.left > 0
        ? .allowed(credits.limit) : .denied(.limitReached, credits.limit, startsAt: nil)
    }
    return limit.used < limit.limit
      ? .allowed(limit) : .denied(.limitReached, limit, startsAt: nil)
  }

  /// Of limits at once the one with the least left decides; of several, the one that stays used up for longest, and of
  /// those the first.
  ///
  /// Credits come last. As many uses are left as they pay for, and time alone gives none back.
  private func deciding(
    of parts: [Feature.Allowance], for feature: Feature.ID, at now: Instant
  ) -> (limit: Limit, left: Int)? {
    var all: [(limit: Limit, left: Int, renewal: Instant)] = []
    for case .limited(let quota) in parts {
      let counted = limit(quota, of: feature, saysRenewal: true, at: now)
      all.append((counted.limit, counted.limit.remaining, counted.renewal))
    }
    for case .spend(let wallet, let others, let cost) in parts {
      if let credits = credits(in: [wallet] + others, paying: cost ?? 1, at: now) {
        all.append((credits.limit, credits.left, Self.never))
      }
    }
    guard let least = all.map(\.left).min() else { return nil }
    let tightest = all.filter { $0.left == least }
    let last = tightest.map(\.renewal).max()
    return tightest.first { $0.renewal == last }.map { ($0.limit, $0.left) }
  }

  /// A limit, and when it is renewed.
  private func limit(
    _ quota: Quota, of feature: Feature.ID, saysRenewal: Bool, at now: Instant
  ) -> (limit: Limit, renewal: Instant) {
    let (count, isSized, kind, shared) = (quota.count, quota.isSized, quota.each, quota.counts)
    switch quota.span {
    case .window(let window):
      return limit(
        count, window, sized: isSized, each: kind, of: feature, shared, saysRenewal: saysRenewal,
        at: now)
    case .pool(let period): return pool(count, period, of: feature, at: now)
    case .rolling(let period):
      return span(count, period, sized: isSized, each: kind, of: feature, shared, at: now)
    case .fromFirstUse(let period):
      return span(
        count, period, fromFirstUse: true, sized: isSized, each: kind, of: feature, shared,
        at: now)
    case .held:
      let limit = held(count, sized: isSized, each: kind, of: feature, at: now)
      // Time alone releases no item.
      return (limit, limit.used > 0 ? Self.never : Instant(milliseconds: .min))
    }
  }

  /// A number of held items or a sum of their sizes, in the parent if it is of each, with those in progress.
  private func held(
    _ most: Int, sized isSized: Bool, each kind: Parent.Kind?, of feature: Feature.ID,
    at now: Instant
  ) -> Limit {
    let reserved = reservations(of: feature, at: now).filter {
      $0.item != nil && (kind == nil || $0.parent == parent)
    }
    let sizes = heldSizes(by: feature, at: now).filter { kind == nil || $0.parent == parent }
    let count = kind == nil ? held(by: feature, at: now) : sizes.count
    return Limit(
      limit: most,
      used: isSized
        ? (sizes.map(\.amount) + reserved.map(\.size)).reduce(0, +) : count + reserved.count,
      scope: .held, asked: isSized ? 1 : nil)
  }

  /// A pool: each use comes back a while after it was made, or after the one before it came back.
  ///
  /// One that is made while all are missing changes nothing.
  private func pool(
    _ count: Int, _ period: Period, of feature: Feature.ID, at now: Instant
  ) -> (limit: Limit, renewal: Instant) {
    let beyond = blueprint.features.first { $0.id == feature }?.offline.beyondAllowance ?? 0
    var returns: [Instant] = []
    for use in uses(of: feature).sorted() {
      returns.removeAll { $0 <= min(use, now) }
      if returns.count < count + beyond {
        returns.append((returns.last ?? use).adding(period))
      }
    }
    returns.removeAll { $0 <= now }
    let reserved = reservations(of: feature, at: now).count(where: \.isCounted)
    return (
      Limit(
        limit: count, used: returns.count + reserved, scope: .pool, renewsAt: returns.first),
      returns.first ?? Instant(milliseconds: .min)
    )
  }

  /// The features whose uses count toward a limit of a feature: all with a rule that shares it, or else the feature alone.
  private func counted(by feature: Feature.ID, _ shared: CountedUses.ID?) -> [Feature.ID] {
    guard let shared else { return [feature] }
    return blueprint.features.filter { feature in
      feature.rules.contains { rule in
        rule.allowance.quotas.contains { $0.counts == shared }
      }
    }.map(\.id)
  }

  /// Whether a limit counts only the uses that limits of its name allowed: some feature has a rule that counts uses with the
  /// name, and one without.
  private func isApart(_ shared: CountedUses.ID?) -> Bool {
    guard let shared else { return false }
    return blueprint.features.contains { feature in
      let counting = feature.rules.map(\.allowance.quotas).filter { quotas in
        quotas.contains { $0.span != .held }
      }
      let named = counting.filter { quotas in quotas.contains { $0.counts == shared } }
      return !named.isEmpty && named.count < counting.count
    }
  }

  /// Whether what is recorded with a parent, or under a name, counts toward a limit.
  private func counts(
    _ parent: Parent.ID?, each kind: Parent.Kind?, _ shared: CountedUses.ID?
  ) -> Bool {
    if let shared, isApart(shared) { return parent?.rawValue == shared.rawValue }
    return kind == nil || parent == self.parent
  }

  /// A number of uses within a span of time, or a sum of their sizes: each counts until that time has passed since it was
  /// made, or since the first use of its window was.
  private func span(
    _ count: Int, _ period: Period, fromFirstUse isFromFirstUse: Bool = false,
    sized isSized: Bool, each kind: Parent.Kind?, of feature: Feature.ID,
    _ shared: CountedUses.ID?, at now: Instant
  ) -> (limit: Limit, renewal: Instant) {
    let features = self.counted(by: feature, shared)
    let made: [(at: Instant, amount: Int)] =
      isSized || kind != nil || isApart(shared)
      ? features.flatMap { sizes(of: $0, ofItems: false) }
        .filter { counts($0.parent, each: kind, shared) }
        .map { (at: $0.at, amount: isSized ? $0.amount : 1) }
      : features.flatMap { uses(of: $0) }.map { (at: $0, amount: 1) }
    var counted = made.filter { $0.at.adding(period) > now }
    if isFromFirstUse {
      var starts: [Instant] = []
      for use in made.map(\.at).sorted() where starts.last.map({ $0.adding(period) <= use }) ?? true
      {
        starts.append(use)
      }
      let start = starts.first { $0.adding(period) > now }
      counted = made.filter { use in start.map { $0 <= use.at } ?? false }
    }
    let reserved = features.flatMap { reservations(of: $0, at: now) }.filter {
      $0.isCounted && counts($0.parent, each: kind, shared)
    }
    let inProgress = isSized ? reserved.reduce(0) { $0 + $1.size } : reserved.count
    let renewsAt = counted.map(\.at).min()?.adding(period)
    return (
      Limit(
        limit: count, used: counted.reduce(0) { $0 + $1.amount } + inProgress,
        scope: isFromFirstUse ? .fromFirstUse : .rolling, renewsAt: renewsAt,
        asked: isSized ? 1 : nil),
      renewsAt ?? Instant(milliseconds: .min)
    )
  }

  /// A limit, and when it is renewed: at once if none of it is used, and never if nothing says when its window ends.
  private func limit(
    _ count: Int, _ window: Feature.Window, sized isSized: Bool, each kind: Parent.Kind?,
    of feature: Feature.ID, _ shared: CountedUses.ID?, saysRenewal: Bool, at now: Instant
  ) -> (limit: Limit, renewal: Instant) {
    let features = counted(by: feature, shared)
    var renewal = window == .use ? Self.never : Instant(milliseconds: .min)
    if made(features, in: window, sized: isSized, each: kind, shared, at: now) > 0 {
      let end = bounds(of: window, since: features.flatMap { uses(of: $0) }.min(), at: now).end
      renewal = end > now ? end : Self.never
    }
    let isKnown = renewal.milliseconds != .min && renewal != Self.never
    let limit = Limit(
      limit: isSized || kind != nil || shared != nil
        ? count : kept(count, window, of: feature, at: now),
      used: used(features, in: window, sized: isSized, each: kind, shared, at: now),
      scope: scope(of: window),
      renewsAt: saysRenewal && isKnown ? renewal : nil, asked: isSized ? 1 : nil)
    return (limit, renewal)
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

  /// Uses in a window or their sizes, made or in progress.
  private func used(
    _ features: [Feature.ID], in window: Feature.Window, sized isSized: Bool,
    each kind: Parent.Kind?, _ shared: CountedUses.ID?, at now: Instant
  ) -> Int {
    if window == .use { return 0 }
    let isOver = window == .trial && !(shownRun(at: now)?.isActive(at: now) ?? false)
    let reserved = features.flatMap { reservations(of: $0, at: now) }.filter {
      $0.isCounted && counts($0.parent, each: kind, shared)
    }
    let inProgress = isSized ? reserved.reduce(0) { $0 + $1.size } : reserved.count
    return made(features, in: window, sized: isSized, each: kind, shared, at: now)
      + (isOver ? 0 : inProgress)
  }

  /// Uses in a window or their sizes, including those later than now.
  private func made(
    _ features: [Feature.ID], in window: Feature.Window, sized isSized: Bool,
    each kind: Parent.Kind?, _ shared: CountedUses.ID?, at now: Instant
  ) -> Int {
    // Each use is one of its own.
    if window == .use { return 0 }
    let uses = features.flatMap { self.uses(of: $0) }
    if isSized || kind != nil || isApart(shared) {
      let start: Instant
      switch window {
      // Generated trials count no sizes.
      case .trial, .ever, .use: start = Instant(milliseconds: .min)
      case .day, .week, .month, .year, .period, .planMonth:
        start = bounds(of: window, since: uses.min(), at: now).start
      }
      let own = features.flatMap { sizes(of: $0, ofItems: false) }.filter {
        $0.at >= start && counts($0.parent, each: kind, shared)
      }
      return isSized ? own.reduce(0) { $0 + $1.amount } : own.count
    }
    switch window {
    case .ever, .use: return uses.count
    case .trial:
      return shownRun(at: now).map { run in
        features.reduce(0) { $0 + self.uses(of: $1, in: run) }
      } ?? 0
    case .day, .week, .month, .year, .period, .planMonth:
      let start = bounds(of: window, since: uses.min(), at: now).start
      return uses.filter { $0 >= start }.count
    }
  }

  private func scope(of window: Feature.Window) -> Limit.Scope {
    switch window {
    case .trial: .trial
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    case .period: .period
    case .planMonth: .planMonth
    case .ever: .ever
    case .use: .use
    }
  }

}
