import Tollgate

/// One trial that a customer had, has, or will have.
struct TrialRun {
  /// The purchase whose introductory run it is; nil if none did.
  let purchase: PurchaseID?
  let terms: Trial.Terms
  let activatedAt: Instant
  /// The instant from which it is a trial: what is bought before the milestone is an ordinary purchase until then,
  /// unless the server recorded that it started a trial.
  let beginsAt: Instant
  /// Uses count from here: discovery, before the milestone, is free and not counted.
  let countsFrom: Instant
  /// The introductory periods; empty if no purchase started the trial.
  let periods: [PaidTime]
  /// The end by the terms or the store's signature; `never` if only uses end it, and during a pause without an end.
  let scheduledEnd: Instant
  /// What stops its clock; nil if the store's clock runs.
  var clock: TrialClock?
  /// The end, and the reason for it.
  let end: Instant
  let ending: TrialEnding

  /// Whether it gives its terms now; a run of several periods gives them only within a period.
  ///
  /// Uses later than now count, so a trial whose last use is known has ended, whatever the clock says.
  func isActive(at now: Instant) -> Bool {
    guard beginsAt <= now && now < end && ending != .uses else { return false }
    return purchase == nil || periods.contains { $0.isActive(at: now) }
  }

  /// Whether its last use ended it early.
  func isUsedUp(at now: Instant) -> Bool { ending == .uses && now < scheduledEnd }
}

extension ReferenceDecider {
  /// The trials that have begun: a trial is started by what the customer does, which the server records, or is a
  /// purchase's introductory run.
  func runs(at now: Instant) -> [TrialRun] {
    (lines.compactMap { purchaseRun(of: $0, at: now) } + [ownRun(at: now)].compactMap { $0 })
      .filter { $0.beginsAt <= now }
  }

  /// The terms that a trial started with, if they were recorded: the earliest start of each purchase counts.
  private func recordedStart(of purchase: PurchaseID?) -> TrialStart? {
    let starts = facts.compactMap { fact -> TrialStart? in
      guard case .trialStarted(let start) = fact, start.purchase == purchase, !start.isAddOn,
        blueprint.trial == nil || blueprint.trial?.id == start.trial
      else { return nil }
      return start
    }
    return starts.min { $0.at < $1.at }
  }

  /// A trial that no purchase started runs from its recorded start, or its last reset, for as long as its terms say, or
  /// until its uses are used up.
  private func ownRun(at now: Instant) -> TrialRun? {
    guard let start = recordedStart(of: nil) else { return nil }
    let facts = facts + earnedDays(in: start)
    let clock = TrialClock(start, facts, at: now)
    let scheduledEnd = clock?.end ?? Self.never
    let begin = TrialClock.lastReset(of: start, facts, at: now) ?? start.at
    let lastUse = lastUse(start.terms, from: begin, to: scheduledEnd)
    return TrialRun(
      purchase: nil, terms: start.terms, activatedAt: begin, beginsAt: begin,
      countsFrom: begin, periods: [],
      scheduledEnd: scheduledEnd, clock: clock, end: lastUse ?? scheduledEnd,
      ending: lastUse == nil ? .time : .uses)
  }

  /// The days that the customer earned in a trial, as if support had added them: what happens while it runs adds some, as
  /// long as there are any left.
  private func earnedDays(in start: TrialStart) -> [Fact] {
    var happened: [(at: Instant, source: Int)] = []
    for (source, terms) in start.terms.earned.enumerated() {
      switch terms.event {
      case .milestone(let name):
        if let at = reachedAt(name) { happened.append((at, source)) }
      case .use(let feature): happened += allUses(of: feature).map { (at: $0, source: source) }
      default: break
      }
    }
    var earned: [Fact] = []
    var sums: [Int: Int] = [:]
    let inOrder = happened.sorted { ($0.at, $0.source) < ($1.at, $1.source) }
    for (at, source) in inOrder where start.at <= at {
      let terms = start.terms.earned[source]
      let days = min(terms.days, (terms.limit ?? terms.days) - sums[source, default: 0])
      let end = TrialClock(start, facts + earned, at: at)?.end ?? Self.never
      guard days > 0, at < end else { continue }
      sums[source, default: 0] += days
      earned.append(
        .trialExtension(
          TrialExtension(
            id: TrialExtension.ID("earned-\(earned.count)"), trial: start.trial, days: days,
            author: .backend, reason: "", at: at)))
    }
    return earned
  }

  /// A trial started by a purchase is the signed introductory run, all its periods, from the purchase to its signed end;
  /// the last use ends it early.
  ///
  /// Each purchase gives its own terms once, to its holder.
  private func purchaseRun(of line: PurchaseID, at now: Instant) -> TrialRun? {
    let recorded = recordedStart(of: line)
    guard let terms = recorded?.terms ?? blueprint.trial?.terms else { return nil }
    let periods = introductoryPeriods(of: line, at: now)
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

  /// The periods of a line's introductory offer that have begun, and those already signed that follow without a gap.
  private func introductoryPeriods(of line: PurchaseID, at now: Instant) -> [PaidTime] {
    let times = paidTimes(of: line)
    var periods: [PaidTime] = []
    for time in times {
      guard isOffer(time), time.product.id == times.first?.product.id else { break }
      if let last = periods.last, time.start > now {
        if time.start > last.signedEnd { break }
      }
      periods.append(time)
    }
    return periods
  }

  /// An introductory offer starts the trial only if the trial names its product or, if it names none, if the product
  /// gives the trial's entitlement.
  private func starts(_ product: CatalogProduct) -> Bool {
    guard let trial = blueprint.trial else { return false }
    switch trial.start {
    case .signUp, .firstSeen, .milestone: return false
    case .purchase, .introductoryOffer:
      if !trial.products.isEmpty { return trial.products.contains(product.id) }
      let wanted = trial.terms.entitlements
      if wanted.isEmpty {
        return isPlan(product)
      }
      return product.entitlements.contains(where: wanted.contains)
    }
  }

  /// The end of discovery, before which nothing counts: the milestone that a purchase must come after.
  private var discoveryEnd: Instant? {
    guard case .purchase(let milestone?) = blueprint.trial?.start else {
      return Instant(milliseconds: .min)
    }
    return reachedAt(milestone)
  }

  /// The last use that the terms give, if there are that many during the trial.
  private func lastUse(_ terms: Trial.Terms, from start: Instant, to end: Instant) -> Instant? {
    guard let limit = terms.uses else { return nil }
    let counted = uses(of: limit.feature).filter { start <= $0 && $0 < end }
    return counted.count >= limit.limit ? counted[limit.limit - 1] : nil
  }

  /// Uses of a feature in a trial, including those later than now; the trial's own never exceed its limit.
  func uses(of feature: Feature.ID, in run: TrialRun) -> Int {
    let end = run.ending == .uses ? run.scheduledEnd : run.end
    let count = uses(of: feature).filter { run.countsFrom <= $0 && $0 < end }.count
    guard let limit = run.terms.uses, limit.feature == feature else { return count }
    return min(count, limit.limit)
  }
}
