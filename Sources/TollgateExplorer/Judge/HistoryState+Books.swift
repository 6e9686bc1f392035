import Tollgate
import TollgateBlueprints

extension HistoryState {
  /// Starts the trials in the books that begin with an event of the active customer.
  mutating func bookTrials(startingWith event: AddOnTrial.Start, _ rules: Rules) {
    bookTrial(startingWith: event, rules)
    bookAddOnTrials(startingWith: event, rules)
  }

  /// Starts the active customer's main trial in the books, if the event starts it.
  ///
  /// Someone else's trial on the same device prevents it if the blueprint grants one for each account and device.
  private mutating func bookTrial(startingWith event: AddOnTrial.Start, _ rules: Rules) {
    guard let trial = rules.definition.trial, trial.start.event == event,
      people[active].calledForTrialAt == nil, meets(trial.when, rules)
    else { return }
    let hadOnDevice = people.indices.contains { $0 != active && people[$0].trial != nil }
    people[active].calledForTrialAt = now
    if hadOnDevice, trial.oncePer == .accountAndDevice { return }
    people[active].trial = OwnTrial(
      startsAt: now, endsAt: trial.terms.lasts.map { now.adding($0) })
  }

  /// Adds the days in the books that the active customer earns by an event, if the main trial runs.
  mutating func bookEarnedDays(by event: CustomerEvent, _ rules: Rules) {
    guard let own = people[active].trial, own.endsAt.map({ now < $0 }) ?? true else { return }
    for (position, earned) in (rules.terms?.earned ?? []).enumerated() where earned.event == event {
      let before = people[active].earnedDays[position, default: 0]
      let days = min(earned.days, earned.most - before)
      if days <= 0 { continue }
      people[active].earnedDays[position] = before + days
      people[active].trial?.record(.extend(days: days), at: now)
    }
  }

  /// Starts the add-on trials in the books that begin with an event of the active customer.
  ///
  /// Someone else's trial on the same device prevents one that the blueprint grants once for each account and device.
  private mutating func bookAddOnTrials(startingWith event: AddOnTrial.Start, _ rules: Rules) {
    for trial in rules.definition.addOnTrials where trial.start == event {
      let isAllowed = meets(trial.when, rules)
      let isRefused =
        trial.oncePer == .accountAndDevice
        && people.indices.contains { $0 != active && people[$0].addOnTrials[trial.id] != nil }
      guard isAllowed, !isRefused, people[active].addOnTrials[trial.id] == nil else { continue }
      people[active].addOnTrials[trial.id] = OwnTrial(
        startsAt: now, endsAt: now.adding(trial.lasts))
    }
  }

  /// Returns whether the active customer meets a trial's condition, for which the device must have reported all that it
  /// asks for.
  private func meets(_ condition: Condition, _ rules: Rules) -> Bool {
    if condition == .always { return true }
    return condition.askedProperties.isSubset(of: people[active].reported)
      && condition.holds(in: circumstances(of: active, .reported, rules))
  }

  /// Returns when the customer's plan and trial last ended, by what was reported to the server.
  ///
  /// Of a subscriber and of somebody in a trial, the end is now. Add-ons are left out, since they change no phase.
  ///
  /// - Returns: When the plan last ended that anything but a trial gave, and when the last trial did; nil for what the
  ///   customer never had.
  private func ended(_ person: Int, _ rules: Rules) -> (plan: Instant?, trial: Instant?) {
    var (plan, trial) = (Instant?.none, people[person].calledForTrialAt)
    for own in trials(of: person, .reported, rules) { trial = latest(trial, own.endedAt ?? now) }
    let added = addedTime(of: person, .reported, rules)
    for line in people[person].lines {
      let reached = rules.trialMilestone.map { reach($0, with: line, person) != nil } ?? true
      let periods = reported[line]?.periods.map(\.signed) ?? []
      let signed = periods + (reportedPurchases[line].map { [$0.signed] } ?? [])
      let handedOver = people[person].handedOver[line] ?? now
      for (index, transaction) in signed.enumerated() where transaction.purchasedAt <= handedOver {
        let isPlan = rules.plan.products.contains(transaction.product)
        let isTrial =
          transaction.offer?.kind == .introductory && reached
          && rules.trialProducts.contains(transaction.product)
        let passes =
          added[line]?.end ?? reportedPurchases[line]?.endsAt(rules) ?? transaction.expiresAt ?? now
        // The next period, or a change of product, ends the one before.
        let next = index + 1 < signed.count ? signed[index + 1].purchasedAt : now
        let end = min(handedOver, transaction.revokedAt ?? now, passes, next)
        if isTrial { trial = latest(trial, min(end, spentAt(.purchase(line), rules) ?? end)) }
        if !isTrial, isPlan { plan = latest(plan, end) }
      }
    }
    for (entitlement, grant) in people[person].grants where rules.plan.granted.contains(entitlement)
    {
      plan = latest(plan, grant.revokedAt ?? now)
    }
    for gift in people[person].gifts
    where gift.startsAt <= now && !rules.plan.granted.isDisjoint(with: gift.entitlements) {
      plan = latest(plan, min(gift.endsAt ?? now, now))
    }
    return (plan, trial)
  }

  /// Returns when the plan last ended, as ``ended(_:_:)`` does.
  func planEnd(of person: Int, _ rules: Rules) -> Instant? { ended(person, rules).plan }

  /// Returns the instant of a trial's last use; nil if some are left.
  private func spentAt(_ trial: TrialName, _ rules: Rules) -> Instant? {
    guard let limit = rules.terms?.uses else { return nil }
    let own = uses.filter {
      $0.isCounted && $0.feature == limit.feature && $0.trials.contains(trial)
    }
    return own.count < limit.limit ? nil : own[limit.limit - 1].at
  }

  /// Returns the later of two instants; the first may be missing.
  private func latest(_ first: Instant?, _ second: Instant) -> Instant {
    first.map { max($0, second) } ?? second
  }

  /// Records a use that the engine allowed, with the trials that ran at that time.
  mutating func bookUse(
    of feature: Feature.ID, size: Int = 1, _ decision: Decision, _ rules: Rules
  ) {
    let recorded = decision.facts.lazy.compactMap { fact -> Use? in
      if case .use(let use) = fact { use } else { nil }
    }.first
    let isCounted = recorded.map { !$0.isUnlimited } ?? false
    uses.append(
      BookedUse(
        feature: feature, person: active, at: now, size: size, isCounted: isCounted,
        isUnlimited: recorded?.isUnlimited ?? false,
        trials: Set(trials(of: active, .reported, rules).filter(\.isActive).map(\.name)),
        names: isCounted ? limitsApart(of: feature, rules) : [],
        isPaid: decision.facts.contains { if case .spend = $0 { true } else { false } }))
    if recorded != nil { bookEarnedDays(by: .use(feature), rules) }
  }

  /// Returns the names under which the rule that decides counts a use, by both views of the books.
  private func limitsApart(of feature: Feature.ID, _ rules: Rules) -> Set<CountedUses.ID> {
    guard !rules.limitsApart.isEmpty,
      let written = rules.definition.features.first(where: { $0.id == feature })
    else { return [] }
    return BookView.allCases.reduce(rules.limitsApart) { names, view in
      let allowance = written.allowance(in: circumstances(of: active, view, rules))
      return names.intersection(allowance.countedUses)
    }
  }

  /// Returns the trial that a purchase is; nil if it is a purchase like any other.
  ///
  /// That is a run of an introductory offer that the blueprint makes a trial, once its milestone is reached. Uses
  /// before the milestone do not count.
  func trial(of basis: Basis, _ person: Int, _ rules: Rules) -> BookedTrial? {
    guard basis.kind == .introductory, rules.trialProducts.contains(basis.product.id),
      let run = (reported[basis.line] ?? subscription(basis.line))?.introduction
    else { return nil }
    var countsFrom = run.start
    if let milestone = rules.trialMilestone {
      guard let reached = reach(milestone, with: basis.line, person) else { return nil }
      countsFrom = max(countsFrom, reached)
    }
    return booked(
      .purchase(basis.line), from: run.start, countsFrom: countsFrom, to: basis.endsAt,
      limit: rules.definition.trial?.start == .introductoryOffer ? nil : rules.terms?.uses)
  }

  /// Returns every trial that a customer has: those of purchases, then the one that none started.
  func trials(of person: Int, _ view: BookView, _ rules: Rules) -> [BookedTrial] {
    trials(of: person, bases(of: person, view, rules), rules)
  }

  /// Returns every trial that a customer has, given what gives them access.
  private func trials(of person: Int, _ bases: [Basis], _ rules: Rules) -> [BookedTrial] {
    let purchases = bases.compactMap { trial(of: $0, person, rules) }
    guard let own = people[person].trial else { return purchases }
    return purchases + [
      booked(
        .own(person: person), from: own.startsAt, countsFrom: own.startsAt, to: own.endsAt,
        limit: rules.terms?.uses)
    ]
  }

  /// Returns a trial with its uses counted.
  ///
  /// - Parameters:
  ///   - countsFrom: The instant before which uses do not count.
  ///   - end: When its time is over; nil if only uses end it.
  ///   - limit: The uses that it has; nil if they are not limited.
  private func booked(
    _ name: TrialName, from start: Instant, countsFrom: Instant, to end: Instant?,
    limit: Trial.Uses?
  ) -> BookedTrial {
    var (used, last) = (0, Instant?.none)
    if let limit {
      for use in uses
      where use.isCounted && use.feature == limit.feature && use.trials.contains(name)
        && use.at >= countsFrom
      {
        used += 1
        last = use.at
      }
    }
    let isSpent = limit.map { used >= $0.limit } ?? false
    let isActive = !isSpent && (end.map { now < $0 } ?? true)
    return BookedTrial(
      name: name, isActive: isActive, isSpent: isSpent, used: used, startsAt: start,
      endsAt: end, endedAt: isActive ? nil : isSpent ? last : end)
  }

  /// Returns what the blueprint's conditions depend on, by the books.
  ///
  /// A trial that was used up gives nothing that the trial's terms list; what its product gives beyond them stays.
  ///
  /// - Parameters:
  ///   - view: Whether to look at what happened or at what was reported.
  ///   - known: What gives the customer access by that view; nil if it is to be found.
  ///   - membership: What the customer sees; nil if it is to be found.
  /// - Returns: The phase, entitlements, milestones, held items, subscription and past.
  func circumstances(
    of person: Int, _ view: BookView, from known: [Basis]? = nil,
    seeing membership: Membership? = nil, _ rules: Rules
  ) -> Circumstances {
    let bases = known ?? bases(of: person, view, rules)
    let trials = trials(of: person, bases, rules)
    let active = trials.first(where: \.isActive)
    var entitled: Set<Entitlement.ID> = []
    var isSubscribed = false
    var isSpent = false
    for basis in bases {
      let given = Set(basis.product.entitlements)
      if let trial = trial(of: basis, person, rules) {
        entitled.formUnion(
          trial.isActive ? given : given.subtracting(rules.terms?.entitlements ?? []))
        isSpent = isSpent || trial.isSpent && rules.plan.includes(basis.product)
      } else {
        entitled.formUnion(given)
        isSubscribed = isSubscribed || rules.plan.includes(basis.product)
      }
    }
    for trial in rules.definition.addOnTrials where people[person].isIn(trial, at: now) {
      entitled.formUnion(trial.entitlements)
    }
    let granted = people[person].granted(at: now)
    entitled.formUnion(granted)
    isSubscribed = isSubscribed || !rules.plan.granted.isDisjoint(with: granted)
    if active != nil, let terms = rules.terms, rules.definition.trial?.start != .introductoryOffer {
      entitled.formUnion(terms.entitlements)
    }
    let reached = Set(
      rules.definition.milestones.filter { people[person].recorded.customer.reached($0) != nil })
    var circumstances = Circumstances(
      phase: phase(
        of: person, isSubscribed, isInTrial: active != nil, isSpent: isSpent, reached, rules),
      entitled: entitled, reached: reached, held: people[person].items.mapValues(\.count),
      audience: people[person].audience,
      subscription: decidingSubscription(of: person, view, bases, rules),
      addOns: addOnSubscriptions(bases, rules))
    circumstances.past = PastBook(state: self, person: person, rules: rules)
      .holding(view, in: circumstances.phase, seeing: membership)
    return circumstances
  }

  /// Returns the phase that follows from the books, in the order of the design: subscribed, trial, what ended last,
  /// onboarding.
  private func phase(
    of person: Int, _ isSubscribed: Bool, isInTrial: Bool, isSpent: Bool,
    _ reached: Set<Milestone.ID>, _ rules: Rules
  ) -> Phase {
    if isSubscribed { return .subscribed }
    if isInTrial { return .trial }
    let ended = ended(person, rules)
    if let trialEnd = ended.trial {
      // What ended last says what is over.
      guard let planEnd = ended.plan, !isSpent else { return .trialExpired }
      return planEnd < trialEnd ? .trialExpired : .lapsed
    }
    if let onboarding = rules.definition.onboarding, !reached.contains(onboarding) {
      return .onboarding
    }
    if ended.plan != nil { return .lapsed }
    return rules.definition.hasFreeTier ? .free : .blocked
  }

  /// Returns when the billing period of a customer's plan, or the month of it, began, by what was reported; without a
  /// plan, the calendar month counts, or the month from the customer's first day.
  ///
  /// Of several plans it is one that the feature's rule names, or that gives what it asks for, then one that is paid for,
  /// then the one that has been paid for longest without a gap.
  private func periodStart(
    of person: Int, for feature: Feature.ID, _ counted: [Feature.ID], in window: Feature.Window,
    _ rules: Rules
  ) -> Instant? {
    var plans = bases(of: person, .reported, rules).filter {
      rules.plan.includes($0.product) && reported[$0.line] != nil
    }
    if plans.count > 1 {
      let condition = condition(for: feature, of: person, rules)
      let meant = plans.filter { condition?.namedProducts.contains($0.product.id) == true }
      let giving = plans.filter {
        !(condition?.entitled ?? []).isDisjoint(with: $0.product.entitlements)
      }
      if let some = [meant, giving].first(where: { !$0.isEmpty }) { plans = some }
    }
    func order(_ basis: Basis) -> (Int, Instant, StoreTransaction.OriginalID) {
      let isDue = basis.kind == .grace || basis.kind == .late
      return (isDue ? 1 : 0, reported[basis.line]?.paidSince ?? now, basis.line)
    }
    let first = plans.min { order($0) < order($1) }
    guard let period = first.flatMap({ reported[$0.line]?.current }) else {
      if window == .planMonth {
        let opened = people[person].openedAt
        return WindowCalendar.utc.start(ofMonthFrom: opened, to: .distantFuture, at: now)
      }
      return ZoneBook(state: self, person: person, rules: rules).start(of: .month, for: counted)
    }
    return window == .period
      ? period.start
      : WindowCalendar.utc.start(ofMonthFrom: period.start, to: period.end, at: now)
  }

  /// Returns the condition of the rule that decides about a feature.
  private func condition(
    for feature: Feature.ID, of person: Int, _ rules: Rules
  ) -> Condition? {
    guard let feature = rules.definition.features.first(where: { $0.id == feature }),
      let rule = feature.deciding(in: circumstances(of: person, .reported, rules))
    else { return nil }
    return feature.rules[rule].when
  }

  /// Returns how often a feature was used in the current window of an allowance, or the sum of the sizes of these uses.
  ///
  /// A trial that several customers share counts the uses of all of them, and a limit that several features share those
  /// of each.
  func count(
    of feature: Feature.ID, _ name: CountedUses.ID?, in window: Feature.Window,
    sized isSized: Bool, by person: Int, _ rules: Rules
  ) -> Int {
    let features = rules.counted(by: feature, name)
    // To find when a window began takes longer than to see that nothing can be in it.
    guard uses.contains(where: { features.contains($0.feature) }) else { return 0 }
    let trial = trials(of: person, .reported, rules).first(where: \.isActive)?.name
    let start =
      window == .period || window == .planMonth
      ? periodStart(of: person, for: feature, features, in: window, rules)
      : ZoneBook(state: self, person: person, rules: rules).start(of: window, for: features)
    func isIn(_ trial: TrialName?, _ use: BookedUse) -> Bool {
      trial.map(use.trials.contains) ?? false
    }
    let counted = uses.filter { use in
      guard features.contains(use.feature), use.isCounted, rules.counts(use, toward: name),
        use.person == person || isIn(trial, use)
      else { return false }
      switch window {
      case .trial: return isIn(trial, use)
      case .ever: return true
      case .use: return false
      case .day, .week, .month, .year, .period, .planMonth:
        return start.map { $0 <= use.at } ?? true
      }
    }
    return isSized ? counted.reduce(0) { $0 + $1.size } : counted.count
  }
}

extension HistoryState {
  /// Returns how much of a limit is used, or held.
  func used(
    of quota: Quota, in feature: Feature.ID, by person: Int, _ rules: Rules
  ) -> Int {
    switch quota.span {
    case .window(let window):
      count(of: feature, quota.counts, in: window, sized: quota.isSized, by: person, rules)
    case .pool(let period): missing(in: quota.count, period, of: feature, by: person)
    case .rolling(let length):
      count(
        of: feature, quota.counts, within: length, fromFirstUse: false, sized: quota.isSized,
        by: person, rules)
    case .fromFirstUse(let length):
      count(
        of: feature, quota.counts, within: length, fromFirstUse: true, sized: quota.isSized,
        by: person, rules)
    case .held:
      quota.isSized
        ? people[person].heldSize(of: feature) : people[person].items[feature]?.count ?? 0
    }
  }

  /// Returns how many uses a pool lacks: each comes back one interval after it was made, or after the previous one came
  /// back.
  private func missing(
    in pool: Int, _ refills: Period, of feature: Feature.ID, by person: Int
  ) -> Int {
    var returns: [Instant] = []
    for use in uses where use.feature == feature && use.isCounted && use.person == person {
      returns.removeAll { $0 <= use.at }
      if returns.count < pool {
        returns.append((returns.last ?? use.at).adding(refills))
      }
    }
    return returns.count { $0 > now }
  }

  /// Returns how often a customer used a feature within a span of time up to now, or since the first use of a window that
  /// has this length; or the sum of the sizes of these uses.
  private func count(
    of feature: Feature.ID, _ name: CountedUses.ID?, within span: Period,
    fromFirstUse isFromFirstUse: Bool, sized isSized: Bool, by person: Int, _ rules: Rules
  ) -> Int {
    let features = rules.counted(by: feature, name)
    let own = uses.filter {
      features.contains($0.feature) && $0.isCounted && $0.person == person
        && rules.counts($0, toward: name)
    }
    var counted = own.filter { now < $0.at.adding(span) }
    if isFromFirstUse {
      var end: Instant?
      for use in own.sorted(by: { $0.at < $1.at }) {
        if end.map({ $0 <= use.at }) ?? true {
          counted = []
          end = use.at.adding(span)
        }
        counted.append(use)
      }
      if let end, end <= now { counted = [] }
    }
    return isSized ? counted.reduce(0) { $0 + $1.size } : counted.count
  }

  /// Returns a verdict if a step led to more uses than the allowance had left.
  ///
  /// Both views of the books are asked before the uses, at the instant at which they were made, and the more generous
  /// one counts.
  func overspending(_ feature: Feature.ID, to after: HistoryState, _ rules: Rules) -> Verdict? {
    guard let feature = rules.definition.features.first(where: { $0.id == feature }) else {
      return nil
    }
    if ZoneBook(state: after, person: active, rules: rules).exceedsStaying(feature) {
      return Verdict(
        .limitOverspent, "features.\(feature.id)",
        "`\(feature.id)` was used more often than is possible in any one of the time zones",
        isDefect: true)
    }
    let new = Array(after.uses.dropFirst(uses.count))
    // A step takes a moment, in which a window may end.
    let before = idling(rules)
    // What each view leaves, and what was taken of it: uses, or sizes.
    var limits: [(left: Int, taken: Int, isSized: Bool)] = []
    for view in BookView.allCases {
      let circumstances = before.circumstances(of: active, view, rules)
      let allowance = feature.allowance(in: circumstances)
      if allowance.quotas.isEmpty { return nil }
      // The books have no wallets: a use that one pays for after a limit, such as one that is too large to be free, does
      // not count toward that limit.
      var unpaid = new
      if !allowance.prices.isEmpty, !allowance.countsPaidUses { unpaid.removeAll(where: \.isPaid) }
      let (made, size) = (unpaid.count, unpaid.reduce(0) { $0 + $1.size })
      let lowest = allowance.quotas.map { quota in
        // Every use of a search belongs to the same parent.
        let used = before.used(of: quota, in: feature.id, by: active, rules)
        return (
          left: quota.count - used, taken: quota.isSized ? size : made, isSized: quota.isSized
        )
      }.min { $0.left - $0.taken < $1.left - $1.taken }
      // One view that leaves enough settles it.
      guard let lowest, lowest.taken > lowest.left else { return nil }
      limits.append(lowest)
    }
    guard let most = limits.max(by: { $0.left - $0.taken < $1.left - $1.taken }) else {
      return nil
    }
    let remaining = max(0, most.left)
    return Verdict(
      .limitOverspent, "features.\(feature.id)",
      most.isSized
        ? "a size of \(most.taken) of `\(feature.id)` was allowed where \(remaining) was left"
        : "\(most.taken) uses of `\(feature.id)` were allowed where \(remaining) were left",
      isDefect: true)
  }
}

/// A trial by the explorer's own books.
struct BookedTrial: Hashable, Sendable {
  let name: TrialName
  /// Whether it runs: neither its time nor its uses are over.
  let isActive: Bool
  /// Whether its last use ended it.
  let isSpent: Bool
  /// The number of uses counted in it; 0 if it has no limit of uses.
  let used: Int
  /// When it started.
  let startsAt: Instant
  /// When its time is over; nil if only uses end it.
  let endsAt: Instant?
  /// When it ended, by time or with its last use; nil while it runs.
  let endedAt: Instant?
}

extension UnsignedSubscription {
  /// When the uninterrupted paid time that leads up to the newest period began.
  fileprivate var paidSince: Instant? {
    guard var start = current?.start else { return nil }
    for period in periods.dropLast().reversed() {
      guard start <= min(period.end, period.signed.revokedAt ?? period.end) else { break }
      start = period.start
    }
    return start
  }
}
