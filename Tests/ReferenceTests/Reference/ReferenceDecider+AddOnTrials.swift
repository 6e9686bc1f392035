import Tollgate

extension ReferenceDecider {
  /// The add-on trials that have begun: the server records each start, and the earliest counts.
  private func addOnRuns(at now: Instant) -> [Trial.ID: TrialRun] {
    let starts = facts.compactMap { fact -> TrialStart? in
      if case .trialStarted(let start) = fact, start.isAddOn { start } else { nil }
    }
    var runs: [Trial.ID: TrialRun] = [:]
    for start in starts.sorted(by: { $0.at < $1.at })
    where start.at <= now && runs[start.trial] == nil {
      let clock = TrialClock(start, facts, at: now)
      let begin = clock?.start ?? start.at
      let end = clock?.end ?? Self.never
      runs[start.trial] = TrialRun(
        purchase: nil, terms: start.terms, activatedAt: begin, beginsAt: begin,
        countsFrom: begin, periods: [], scheduledEnd: end, clock: clock, end: end,
        ending: .time)
    }
    return runs
  }

  /// What running add-on trials give.
  func addOnEntitlements(at now: Instant) -> [Entitlement.ID] {
    addOnRuns(at: now).values.filter { $0.isActive(at: now) }.flatMap(\.terms.entitlements)
  }

  /// The add-on trials that run, and those of the blueprint that are over or were forfeited.
  func addOnTrials(at now: Instant) -> [Trial.ID: Answer.Trial] {
    let written = blueprint.addOnTrials.map(\.id)
    let runs = addOnRuns(at: now)
    var trials = runs.filter { $0.value.isActive(at: now) || written.contains($0.key) }
      .mapValues { status(of: $0, at: now) }
    for case .trialForfeited(let forfeit) in facts
    where written.contains(forfeit.trial) && runs[forfeit.trial] == nil && forfeit.at <= now {
      let known = trials[forfeit.trial]?.endsAt ?? forfeit.at
      trials[forfeit.trial] = .forfeited(at: min(known, forfeit.at))
    }
    return trials
  }
}
