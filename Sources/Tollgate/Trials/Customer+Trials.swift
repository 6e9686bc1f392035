extension Customer {
  /// The trial that a purchase's introductory offer represents, as far as the store has signed it; nil if it is not a
  /// trial.
  func trialRun(of line: PurchaseLine, in blueprint: Blueprint, at now: Instant) -> TrialRun? {
    let run = line.periods[line.introduction]
    guard let first = run.first, first.startsAt <= now,
      let last = run.lastSigned(at: now),
      let start = trialStart(of: line, first, in: blueprint, at: now)
    else { return nil }
    return trialRun(
      start.trial, start.terms, purchase: line.id, activatedAt: first.startsAt,
      countsFrom: max(start.at, first.startsAt),
      time: TrialTime(from: first.startsAt, to: last.transaction.expiresAt),
      end: last.ending(of: line), at: now)
  }

  /// The trial that a purchase starts, by the terms it recorded or else by the blueprint's.
  ///
  /// Recorded terms win, even under a blueprint without a trial: a trial keeps the terms it started with. They are nil
  /// for a free introductory offer, which has no terms but the store's.
  private func trialStart(
    of line: PurchaseLine, _ first: PaidPeriod, in blueprint: Blueprint, at now: Instant
  ) -> (trial: Trial.ID, terms: Trial.Terms?, at: Instant)? {
    let kept = trials.starts.values.filter { $0.purchase == line.id && $0.at <= now }
    if let kept = kept.min(by: { $0.outranks($1) }) { return (kept.trial, kept.terms, kept.at) }
    guard let trial = blueprint.definition.trial,
      blueprint.catalog.products[first.transaction.product]?.startsTrial ?? false
    else { return nil }
    switch trial.start {
    case .signUp, .firstSeen, .milestone: return nil
    case .introductoryOffer:
      guard first.transaction.offer?.payment == .freeTrial else { return nil }
      return (trial.id, nil, first.startsAt)
    case .purchase(let milestone):
      guard let milestone else { return (trial.id, trial.terms, first.startsAt) }
      guard let reached = milestones[milestone], reached <= now else { return nil }
      return (trial.id, trial.terms, max(reached, first.startsAt))
    }
  }

  /// The trial that no purchase started: the one the blueprint names, or one still running under the terms it recorded.
  func ownTrial(in blueprint: Blueprint, at now: Instant) -> TrialRun? {
    var best: TrialRun?
    let own = blueprint.definition.trial?.id
    for start in trials.starts.values
    where start.purchase == nil && !start.isAddOn && start.at <= now {
      let time = TrialTime(of: start, for: self, at: now)
      let run = trialRun(
        start.trial, start.terms, purchase: nil, activatedAt: time.start, countsFrom: time.start,
        time: time, end: time.endsAt.map { ($0, .time) }, at: now)
      guard run.status.isActive || start.trial == own else { continue }
      if best.map({ run.outranks($0) }) ?? true { best = run }
    }
    return best
  }

  /// A trial that cannot start because the device already had it with another customer; nil if there isn't one.
  ///
  /// A purchase never forfeits a trial: the store itself decides who gets an introductory offer.
  func forfeitedTrial(in blueprint: Blueprint, at now: Instant) -> TrialStatus? {
    guard !trials.forfeits.isEmpty, let trial = blueprint.definition.trial,
      trial.start.event != nil
    else { return nil }
    return trials.forfeits.filter { $0.key.trial == trial.id && $0.value <= now }.values.min()
      .map { .forfeited(trial.id, since: $0) }
  }

  /// A trial's state, with the uses that count in it.
  ///
  /// - Parameters:
  ///   - terms: Its terms; nil if the store's introductory offer is all there is to it.
  ///   - purchase: The purchase that started it; nil if none did.
  ///   - countsFrom: The instant from which uses count, which is later if a milestone had to be reached first.
  ///   - time: Its length and pauses, and when its time runs out.
  ///   - end: What ends it and when, uses apart; nil if nothing does. Uses before it count, a use at it does not.
  /// - Returns: The trial, ended by its last use if that came first.
  func trialRun(
    _ id: Trial.ID, _ terms: Trial.Terms?, purchase: PurchaseID?, activatedAt: Instant,
    countsFrom: Instant, time: TrialTime, end: (at: Instant, by: TrialEnding)?,
    at now: Instant
  ) -> TrialRun {
    var end = end
    var used = 0
    if let uses = terms?.uses, let log = self.uses[uses.feature] {
      let first = log.count(before: countsFrom)
      used = max(0, log.count(before: end?.at ?? .distantFuture) - first)
      if used >= uses.limit, let last = log.instant(of: first + uses.limit - 1) {
        end = (last, .uses)
      }
    }
    let status = TrialStatus(
      id: id, purchase: purchase, activatedAt: activatedAt, time: time, end: end,
      used: min(used, terms?.uses?.limit ?? 0), limit: terms?.uses?.limit, at: now)
    return TrialRun(status: status, terms: terms, countsFrom: countsFrom, uses: used)
  }
}

extension Customer {
  /// The trials to which a milestone adds days, which their terms let the customer earn.
  package func trialsExtended(by reached: MilestoneReached) -> [Trial.ID] {
    let starts = trials.starts.values.filter { start in
      start.terms.earned.contains { $0.event == .milestone(reached.milestone) }
    }
    if starts.isEmpty { return [] }
    var after = self
    after.join(.milestone(reached))
    return starts.filter {
      TrialTime(of: $0, for: after, at: reached.at).length
        != TrialTime(of: $0, for: self, at: reached.at).length
    }
    .map(\.trial).sorted()
  }
}

extension ArraySlice<PaidPeriod> {
  /// The last period that has begun, or that the store signed early to follow it without a gap.
  fileprivate func lastSigned(at now: Instant) -> PaidPeriod? {
    var last: PaidPeriod?
    for period in self {
      if period.startsAt > now, last.map({ period.startsAt > $0.signedEnd }) ?? true { break }
      last = period
    }
    return last
  }
}

extension PaidPeriod {
  /// What ends a trial whose last period this is, and when; nil if nothing does.
  fileprivate func ending(of line: PurchaseLine) -> (at: Instant, by: TrialEnding)? {
    var end: (at: Instant, by: TrialEnding)? = transaction.expiresAt.map { ($0, .time) }
    for (at, cause) in [
      (replacedAt, TrialEnding.replacement), (transaction.revokedAt, .refund),
      (line.transferredAt, .transfer),
    ] {
      if let at, at < end?.at ?? .distantFuture { end = (max(at, startsAt), cause) }
    }
    return end
  }
}

extension Customer {
  /// The facts that record a change of a trial's time; nil if the customer has no such trial that no purchase started
  /// and whose time can run out; a trial that only uses can end can be reset.
  ///
  /// They are empty if the change is recorded already, if a trial to pause is paused or its time has run out, and if one
  /// to resume is not paused.
  ///
  /// - Parameter now: The instant from which it holds; a reset holds from a millisecond after the latest use if that is
  ///   later.
  /// - Returns: The facts, in a fixed order.
  public func facts(of change: TrialChange, at now: Instant) -> [Fact]? {
    guard let start = trials.starts[TrialFacts.Key(trial: change.trial, purchase: nil)],
      start.terms.lasts != nil || change.action == .reset && start.terms.uses != nil
    else { return nil }
    let running = trials.pauses.values.filter {
      $0.trial == change.trial && $0.startsAt <= now && $0.endsAt.map { now < $0 } ?? true
    }
    switch change.action {
    case .extend(let days): return extensions(by: change, days: days, startsOver: false, at: now)
    case .reset:
      // A use in the same millisecond came before it, and counts in the run that it ends.
      let latest = [uses, unlimitedUses].flatMap(\.values).compactMap(\.latest).max()
      let reset = latest.map { max(now, $0.adding(milliseconds: 1)) } ?? now
      return extensions(by: change, days: 0, startsOver: true, at: reset)
    case .pause:
      let id = TrialPause.ID(change.key.rawValue)
      let time = TrialTime(of: start, for: self, at: now)
      if trials.pauses[id] != nil || !running.isEmpty || time.endsAt.map({ $0 <= now }) ?? false {
        return []
      }
      return [
        .trialPause(
          TrialPause(
            id: id, trial: change.trial, author: change.author, reason: change.reason,
            startsAt: now))
      ]
    case .resume:
      return running.sorted { $0.id < $1.id }.map {
        .trialPause(
          TrialPause(
            id: $0.id, trial: $0.trial, author: $0.author, reason: $0.reason,
            startsAt: $0.startsAt, endsAt: now))
      }
    }
  }

  /// The extension that records more time or a reset; empty if it is recorded already.
  private func extensions(
    by change: TrialChange, days: Int, startsOver: Bool, at now: Instant
  ) -> [Fact] {
    let id = TrialExtension.ID(change.key.rawValue)
    if trials.extensions[id] != nil { return [] }
    return [
      .trialExtension(
        TrialExtension(
          id: id, trial: change.trial, days: days, startsOver: startsOver, author: change.author,
          reason: change.reason, at: now))
    ]
  }
}
