import Tollgate

/// One trial that a customer had, has, or will have.
struct TrialRun {
  /// The purchase whose introductory run it is; nil where signing up started it.
  let purchase: PurchaseID?
  let terms: Trial.Terms
  let activatedAt: Instant
  /// When it is a trial from: what is bought before the milestone is a purchase like any other until then, unless the
  /// server recorded that it started a trial.
  let beginsAt: Instant
  /// Uses count from here: the discovery before the milestone is free and uncounted.
  let countsFrom: Instant
  /// The introductory periods; empty where signing up started the trial.
  let periods: [PaidTime]
  /// The end by the terms or the store's signature; `never` where only uses end it.
  let scheduledEnd: Instant
  /// The end, and why it ends then.
  let end: Instant
  let ending: TrialEnding

  /// Whether it gives its terms now; a run of several periods does so only within them. Uses later than now count, so
  /// that a trial whose last use is known has ended, whatever the clock says.
  func isActive(at now: Instant) -> Bool {
    guard beginsAt <= now && now < end && ending != .uses else { return false }
    return purchase == nil || periods.contains { $0.isActive(at: now) }
  }

  /// Whether its last use ended it before the time it was to have.
  func isUsedUp(at now: Instant) -> Bool { ending == .uses && now < scheduledEnd }
}

extension ReferenceDecider {
  /// A trial is started by a sign-up, which the server records, or is the introductory run of a purchase.
  func findRuns() -> [TrialRun] {
    lines.compactMap(purchaseRun) + [signUpRun].compactMap { $0 }
  }

  /// The terms that a trial started with, where they were recorded: the earliest start of each purchase stands.
  private func recordedStart(of purchase: PurchaseID?) -> TrialStart? {
    let starts = facts.compactMap { fact -> TrialStart? in
      guard case .trialStarted(let start) = fact, start.purchase == purchase,
        blueprint.trial == nil || blueprint.trial?.id == start.trial
      else { return nil }
      return start
    }
    return starts.min { $0.at < $1.at }
  }

  /// A trial of sign-up runs from its recorded start for as long as its terms say, or until its uses are gone.
  private var signUpRun: TrialRun? {
    guard let start = recordedStart(of: nil) else { return nil }
    let scheduledEnd = start.terms.lasts.map { start.at.adding($0) } ?? Self.never
    let lastUse = lastUse(start.terms, from: start.at, to: scheduledEnd)
    return TrialRun(
      purchase: nil, terms: start.terms, activatedAt: start.at, beginsAt: start.at,
      countsFrom: start.at, periods: [],
      scheduledEnd: scheduledEnd, end: lastUse ?? scheduledEnd,
      ending: lastUse == nil ? .time : .uses)
  }

  /// A trial started by a purchase is the signed introductory run, all its periods, from the purchase to its signed end;
  /// the last use ends it early. Each purchase gives its own terms once, to whoever holds it.
  private func purchaseRun(of line: PurchaseID) -> TrialRun? {
    let recorded = recordedStart(of: line)
    guard let terms = recorded?.terms ?? blueprint.trial?.terms else { return nil }
    let periods = Array(paidTimes(of: line).prefix(while: isOffer))
    guard let first = periods.first, let last = periods.last,
      recorded != nil || starts(first.product)
    else { return nil }
    let countsFrom = max(first.start, discoveryEnd ?? first.start)
    if recorded == nil && discoveryEnd == nil { return nil }
    let lastUse = lastUse(terms, from: countsFrom, to: last.end)
    return TrialRun(
      purchase: line, terms: terms, activatedAt: first.start,
      beginsAt: recorded == nil ? countsFrom : first.start, countsFrom: countsFrom,
      periods: periods, scheduledEnd: last.signedEnd, end: lastUse ?? last.end,
      ending: lastUse == nil ? last.cut ?? .time : .uses)
  }

  /// A trial that is the store's own offer is a free one; one that a purchase starts is any introductory offer.
  private func isOffer(_ time: PaidTime) -> Bool {
    guard let offer = time.transaction.offer, offer.kind == .introductory else { return false }
    guard case .introductoryOffer = blueprint.trial?.start else { return true }
    return offer.payment == .freeTrial
  }

  /// An introductory offer starts the trial only where the trial names its product or, where it names none, where the product gives
  /// the trial's entitlement.
  private func starts(_ product: Product) -> Bool {
    guard let trial = blueprint.trial else { return false }
    switch trial.start {
    case .signUp: return false
    case .purchase, .introductoryOffer:
      if !trial.products.isEmpty { return trial.products.contains(product.id) }
      let wanted = trial.terms.entitlements
      if wanted.isEmpty {
        return product.entitlements.contains(where: planEntitlements.contains)
      }
      return product.entitlements.contains(where: wanted.contains)
    }
  }

  /// When discovery ends, before which nothing counts: the milestone that a purchase has to come after.
  private var discoveryEnd: Instant? {
    guard case .purchase(let milestone?) = blueprint.trial?.start else {
      return Instant(milliseconds: .min)
    }
    return reachedAt(milestone)
  }

  /// The use that is the last one the terms give, where there are so many in the trial's time.
  private func lastUse(_ terms: Trial.Terms, from start: Instant, to end: Instant) -> Instant? {
    guard let limit = terms.uses else { return nil }
    let counted = uses(of: limit.feature).filter { start <= $0 && $0 < end }
    return counted.count >= limit.limit ? counted[limit.limit - 1] : nil
  }

  /// Uses of a feature in a trial, those later than now as well; the trial's own never exceed its limit.
  func uses(of feature: Feature.ID, in run: TrialRun) -> Int {
    let end = run.ending == .uses ? run.scheduledEnd : run.end
    let count = uses(of: feature).filter { run.countsFrom <= $0 && $0 < end }.count
    guard let limit = run.terms.uses, limit.feature == feature else { return count }
    return min(count, limit.limit)
  }

  /// The trials that have begun.
  func runs(at now: Instant) -> [TrialRun] { runs.filter { $0.beginsAt <= now } }

  /// The trial that is shown: one that runs, production's first; else the one that ended last.
  func shownRun(at now: Instant) -> TrialRun? {
    let begun = runs(at: now)
    let active = begun.filter { $0.isActive(at: now) }
    let candidates = active.isEmpty ? begun : active
    return candidates.max { one, other in
      let (left, right) = (rank(one), rank(other))
      if !active.isEmpty && left != right { return left < right }
      if one.end != other.end { return one.end < other.end }
      return left < right
    }
  }

  private func rank(_ run: TrialRun) -> Int {
    switch run.purchase?.environment {
    case .production, nil: 2
    case .sandbox: 1
    case .xcode: 0
    }
  }

  /// A trial of sign-up is forfeited where the device had it with another customer; a start outweighs that.
  var forfeitedAt: Instant? {
    guard let trial = blueprint.trial, case .signUp = trial.start, runs.isEmpty else { return nil }
    var earliest: Instant?
    for case .trialForfeited(let forfeit) in facts where forfeit.trial == trial.id {
      earliest = min(earliest ?? forfeit.at, forfeit.at)
    }
    return earliest
  }

  /// How the trial stands, with its days: a day that has begun counts whole.
  func trialStatus(at now: Instant) -> Answer.Trial? {
    guard let run = shownRun(at: now) else {
      guard let forfeitedAt, forfeitedAt <= now else { return nil }
      return Answer.Trial(
        purchase: nil, isActive: false, activatedAt: nil, endsAt: forfeitedAt, used: 0, limit: nil,
        ending: nil, day: nil, days: nil, daysLeft: nil)
    }
    let isActive = run.isActive(at: now)
    let hasTime = run.scheduledEnd != Self.never
    let days = daysBegun(run.scheduledEnd.since(run.activatedAt))
    let elapsed = min(now, run.end).since(run.activatedAt)
    return Answer.Trial(
      purchase: run.purchase, isActive: isActive, activatedAt: run.activatedAt,
      endsAt: run.end == Self.never ? nil : run.end,
      used: run.terms.uses.map { uses(of: $0.feature, in: run) } ?? 0,
      limit: run.terms.uses?.limit, ending: isActive ? nil : run.ending,
      day: hasTime ? min(Int(elapsed / 86_400_000) + 1, days) : nil, days: hasTime ? days : nil,
      daysLeft: hasTime ? (isActive ? daysBegun(run.scheduledEnd.since(now)) : 0) : nil)
  }

  private func daysBegun(_ milliseconds: Int64) -> Int {
    Int((milliseconds + 86_399_999) / 86_400_000)
  }
}
