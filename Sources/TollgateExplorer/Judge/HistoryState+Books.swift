import Tollgate
import TollgateBlueprints

extension HistoryState {
  /// Starts the active customer's trial in the books, if signing up starts one.
  ///
  /// Someone else's trial on the same device prevents it if the blueprint grants one for each account and device.
  mutating func bookSignUp(_ rules: Rules) {
    guard let trial = rules.definition.trial, trial.start == .signUp else { return }
    let hadOnDevice = people.indices.contains { $0 != active && people[$0].trial != nil }
    people[active].signedUpForTrialAt = now
    if hadOnDevice, trial.oncePer == .accountAndDevice { return }
    people[active].trial = SignUpTrial(
      startsAt: now, endsAt: trial.terms.lasts.map { now.adding($0) })
  }

  /// Starts the add-on trials in the books that begin with an event of the active customer.
  ///
  /// Someone else's trial on the same device prevents one that the blueprint grants once for each account and device.
  mutating func bookAddOnTrials(startingWith event: AddOnTrial.Start, _ rules: Rules) {
    for trial in rules.definition.addOnTrials where trial.start == event {
      let isAllowed =
        trial.when == .always
        || trial.when.holds(in: circumstances(of: active, .reported, rules))
      let isRefused =
        trial.oncePer == .accountAndDevice
        && people.indices.contains { $0 != active && people[$0].addOnTrials[trial.id] != nil }
      guard isAllowed, !isRefused, people[active].addOnTrials[trial.id] == nil else { continue }
      people[active].addOnTrials[trial.id] = SignUpTrial(
        startsAt: now, endsAt: now.adding(trial.lasts))
    }
  }

  /// Returns when the customer's plan and trial last ended, by what was reported to the server.
  ///
  /// Of a subscriber and of somebody in a trial, the end is now. Add-ons are left out, since they change no phase.
  ///
  /// - Returns: When the plan last ended that anything but a trial gave, and when the last trial did; nil for what the
  ///   customer never had.
  private func ended(_ person: Int, _ rules: Rules) -> (plan: Instant?, trial: Instant?) {
    var (plan, trial) = (Instant?.none, people[person].signedUpForTrialAt)
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

  /// Returns the later of two instants, the first of which may be missing.
  private func latest(_ first: Instant?, _ second: Instant) -> Instant {
    first.map { max($0, second) } ?? second
  }

  /// Records a use that the engine allowed, with the trials that ran at that time.
  mutating func bookUse(of feature: Feature.ID, _ decision: Decision, _ rules: Rules) {
    let isCounted = decision.facts.contains { if case .use = $0 { true } else { false } }
    uses.append(
      BookedUse(
        feature: feature, person: active, at: now, isCounted: isCounted,
        trials: Set(trials(of: active, .reported, rules).filter(\.isActive).map(\.name))))
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

  /// Returns every trial that a customer has: those of purchases, then that of signing up.
  func trials(of person: Int, _ view: BookView, _ rules: Rules) -> [BookedTrial] {
    let purchases = bases(of: person, view, rules).compactMap { trial(of: $0, person, rules) }
    guard let own = people[person].trial else { return purchases }
    return purchases + [
      booked(
        .signUp(person: person), from: own.startsAt, countsFrom: own.startsAt, to: own.endsAt,
        limit: rules.terms?.uses)
    ]
  }

  /// Returns a trial with its uses counted.
  ///
  /// - Parameters:
  ///   - name: Which trial it is.
  ///   - start: When it started.
  ///   - countsFrom: The instant before which uses do not count.
  ///   - end: When its time is over; nil if only uses end it.
  ///   - limit: The uses that it has; nil if they are not limited.
  /// - Returns: The trial.
  private func booked(
    _ name: TrialName, from start: Instant, countsFrom: Instant, to end: Instant?,
    limit: Trial.Uses?
  ) -> BookedTrial {
    let used = limit.map { limit in
      uses.filter { use in
        use.isCounted && use.feature == limit.feature && use.trials.contains(name)
          && use.at >= countsFrom
      }
    }
    let isSpent = limit.map { used?.count ?? 0 >= $0.limit } ?? false
    let isActive = !isSpent && (end.map { now < $0 } ?? true)
    return BookedTrial(
      name: name, isActive: isActive, isSpent: isSpent, used: used?.count ?? 0, startsAt: start,
      endsAt: end, endedAt: isActive ? nil : isSpent ? used?.last?.at : end)
  }

  /// Returns what the blueprint's conditions depend on, by the books.
  ///
  /// A trial that was used up gives nothing that the trial's terms list; what its product gives beyond them stays.
  ///
  /// - Parameters:
  ///   - person: The customer's position.
  ///   - view: Whether to look at what happened or at what was reported.
  ///   - rules: The blueprint.
  /// - Returns: The phase, entitlements, milestones, held items, subscription and past.
  func circumstances(of person: Int, _ view: BookView, _ rules: Rules) -> Circumstances {
    let trials = trials(of: person, view, rules)
    let active = trials.first(where: \.isActive)
    var entitled: Set<Entitlement.ID> = []
    var isSubscribed = false
    var isSpent = false
    for basis in bases(of: person, view, rules) {
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
    let granted = people[person].granted
    entitled.formUnion(granted)
    isSubscribed = isSubscribed || !rules.plan.granted.isDisjoint(with: granted)
    if active != nil, let terms = rules.terms, rules.definition.trial?.start != .introductoryOffer {
      entitled.formUnion(terms.entitlements)
    }
    let reached = Set(
      rules.definition.milestones.filter { people[person].customer.reached($0) != nil })
    var circumstances = Circumstances(
      phase: phase(
        of: person, isSubscribed, isInTrial: active != nil, isSpent: isSpent, reached, rules),
      entitled: entitled, reached: reached, held: people[person].items.mapValues(\.count),
      audience: people[person].audience,
      subscription: decidingSubscription(of: person, view, rules))
    circumstances.past = PastBook(state: self, person: person, rules: rules)
      .holding(view, in: circumstances.phase)
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

  /// Returns when the billing period of a customer's plan began, by what was reported; without a plan, the calendar
  /// month counts.
  private func periodStart(
    of person: Int, for feature: Feature.ID, _ rules: Rules
  ) -> Instant? {
    let starts = bases(of: person, .reported, rules).compactMap { basis -> Instant? in
      rules.plan.includes(basis.product) ? reported[basis.line]?.current?.start : nil
    }
    return starts.max()
      ?? ZoneBook(state: self, person: person, rules: rules).start(of: .month, for: feature)
  }

  /// Returns how often a feature was used in the current window of an allowance.
  ///
  /// A trial that several customers share counts the uses of all of them.
  func count(of feature: Feature.ID, in window: Feature.Window, by person: Int, _ rules: Rules)
    -> Int
  {
    let trial = trials(of: person, .reported, rules).first(where: \.isActive)?.name
    let start =
      window == .period
      ? periodStart(of: person, for: feature, rules)
      : ZoneBook(state: self, person: person, rules: rules).start(of: window, for: feature)
    func isIn(_ trial: TrialName?, _ use: BookedUse) -> Bool {
      trial.map(use.trials.contains) ?? false
    }
    return uses.count { use in
      guard use.feature == feature, use.isCounted,
        use.person == person || isIn(trial, use)
      else { return false }
      switch window {
      case .trial: return isIn(trial, use)
      case .ever: return true
      case .day, .week, .month, .period: return start.map { $0 <= use.at } ?? true
      }
    }
  }
}

extension HistoryState {
  /// Returns a verdict if a step led to more uses than the allowance had left.
  ///
  /// Both views of the books are asked before the step, and the more generous one counts.
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
    let made = after.uses.count - uses.count
    let limits = BookView.allCases.compactMap { view -> Int? in
      let circumstances = circumstances(of: active, view, rules)
      switch feature.allowance(in: circumstances) {
      case .unlimited, .spend, .denied: return nil
      case .holding(let limit): return limit - (people[active].items[feature.id]?.count ?? 0)
      case .upTo(let limit, let window):
        return limit - count(of: feature.id, in: window, by: active, rules)
      }
    }
    guard limits.count == BookView.allCases.count, let left = limits.max(), made > left else {
      return nil
    }
    return Verdict(
      .limitOverspent, "features.\(feature.id)",
      "\(made) uses of `\(feature.id)` were allowed where \(max(0, left)) were left", isDefect: true
    )
  }
}
