/// A trial that a customer has or had, with what its terms give.
struct TrialRun {
  let status: TrialStatus
  let terms: Trial.Terms?
  /// From when uses count in it.
  let countsFrom: Instant
  /// Uses counted in it, however many there may be.
  let uses: Int

  /// Whether it outranks another where a customer has several: one that runs, then production's, then the one that ends or
  /// ended last.
  func outranks(_ other: TrialRun) -> Bool {
    if status.isActive != other.status.isActive { return status.isActive }
    let (environment, others) = (status.environmentRank, other.status.environmentRank)
    if status.isActive && environment != others { return environment > others }
    let (end, otherEnd) = (status.endsAt ?? .distantFuture, other.status.endsAt ?? .distantFuture)
    if end != otherEnd { return end > otherEnd }
    return (status.id, status.purchase?.description ?? "")
      < (other.status.id, other.status.purchase?.description ?? "")
  }
}

extension Customer {
  /// The trial that the introductory offer of a purchase is, as far as the store has signed it; nil if it is not one.
  func trialRun(of line: PurchaseLine, in blueprint: Blueprint, at now: Instant) -> TrialRun? {
    let run = line.periods[line.introduction]
    guard let first = run.first, first.startsAt <= now,
      let last = run.lastSigned(at: now),
      let start = trialStart(of: line, first, in: blueprint, at: now)
    else { return nil }
    return trialRun(
      start.trial, start.terms, purchase: line.id, activatedAt: first.startsAt,
      countsFrom: max(start.at, first.startsAt), scheduledEnd: last.transaction.expiresAt,
      end: last.ending(of: line), at: now)
  }

  /// Which trial a purchase starts, by the terms it keeps or else by those of the blueprint.
  private func trialStart(
    of line: PurchaseLine, _ first: PaidPeriod, in blueprint: Blueprint, at now: Instant
  ) -> (trial: Trial.ID, terms: Trial.Terms?, at: Instant)? {
    let kept = trials.values.filter { $0.purchase == line.id && $0.at <= now }
    if let kept = kept.min(by: { $0.outranks($1) }) { return (kept.trial, kept.terms, kept.at) }
    guard let trial = blueprint.definition.trial,
      blueprint.sold[first.transaction.product]?.startsTrial ?? false
    else { return nil }
    switch trial.start {
    case .signUp: return nil
    case .introductoryOffer:
      guard first.transaction.offer?.payment == .freeTrial else { return nil }
      return (trial.id, nil, first.startsAt)
    case .purchase(let milestone):
      guard let milestone else { return (trial.id, trial.terms, first.startsAt) }
      guard let reached = milestones[milestone], reached <= now else { return nil }
      return (trial.id, trial.terms, max(reached, first.startsAt))
    }
  }

  /// The trial that signing up started: by its own name in the blueprint, or one that still runs by the terms it kept.
  func trialOfSignUp(in blueprint: Blueprint, at now: Instant) -> TrialRun? {
    var best: TrialRun?
    let own = blueprint.definition.trial?.id
    for start in trials.values where start.purchase == nil && start.at <= now {
      let scheduled = start.terms.lasts.map { start.at.adding($0) }
      let run = trialRun(
        start.trial, start.terms, purchase: nil, activatedAt: start.at, countsFrom: start.at,
        scheduledEnd: scheduled, end: scheduled.map { ($0, .time) }, at: now)
      guard run.status.isActive || start.trial == own else { continue }
      if best.map({ run.outranks($0) }) ?? true { best = run }
    }
    return best
  }

  /// A trial that cannot start, as a device has had it with another customer.
  func forfeitedTrial(in blueprint: Blueprint, at now: Instant) -> TrialStatus? {
    guard !forfeits.isEmpty, let trial = blueprint.definition.trial, trial.start == .signUp else {
      return nil
    }
    return forfeits.filter { $0.key.trial == trial.id && $0.value <= now }.values.min()
      .map { .forfeited(trial.id, since: $0) }
  }

  private func trialRun(
    _ id: Trial.ID, _ terms: Trial.Terms?, purchase: PurchaseID?, activatedAt: Instant,
    countsFrom: Instant, scheduledEnd: Instant?, end: (at: Instant, by: TrialEnding)?,
    at now: Instant
  ) -> TrialRun {
    var end = end
    var used = 0
    if let uses = terms?.uses {
      let instants = history.uses[uses.feature] ?? []
      let first = instants.count(before: countsFrom)
      used = max(0, instants.count(before: end?.at ?? .distantFuture) - first)
      if used >= uses.limit { end = (instants[first + uses.limit - 1], .uses) }
    }
    let status = TrialStatus(
      id: id, purchase: purchase, activatedAt: activatedAt, scheduledEnd: scheduledEnd, end: end,
      used: min(used, terms?.uses?.limit ?? 0), limit: terms?.uses?.limit, at: now)
    return TrialRun(status: status, terms: terms, countsFrom: countsFrom, uses: used)
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
  /// What ends a trial that this is the last period of, and when; nil where nothing does.
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

extension TrialStatus {
  /// Which environment it is of; one that signing up started is production's.
  fileprivate var environmentRank: Int {
    (purchase?.environment ?? .production).rank
  }
}
