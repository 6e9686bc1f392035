import Tollgate

extension ReferenceDecider {
  /// The trial that is shown: a running one, production first; otherwise the one that ended last; of two that ended at
  /// once, the one whose purchase sorts first.
  func shownRun(at now: Instant) -> TrialRun? {
    let begun = runs(at: now)
    let active = begun.filter { $0.isActive(at: now) }
    let candidates = active.isEmpty ? begun : active
    return candidates.max { one, other in
      let (left, right) = (rank(one), rank(other))
      if !active.isEmpty && left != right {
        return left < right
      }
      if one.end != other.end { return one.end < other.end }
      return (other.purchase?.description ?? "") < (one.purchase?.description ?? "")
    }
  }

  private func rank(_ run: TrialRun) -> Int {
    switch run.purchase?.environment {
    case .production, nil: 2
    case .sandbox: 1
    case .xcode: 0
    }
  }

  /// A trial that no purchase starts is forfeited if the device had it with another customer; a recorded start outweighs
  /// that.
  func forfeitedAt(by now: Instant) -> Instant? {
    guard let trial = blueprint.trial, shownRun(at: now) == nil else { return nil }
    switch trial.start {
    case .signUp, .firstSeen, .milestone: break
    case .purchase, .introductoryOffer: return nil
    }
    var earliest: Instant?
    for case .trialForfeited(let forfeit) in facts
    where forfeit.trial == trial.id && forfeit.at <= now {
      earliest = min(earliest ?? forfeit.at, forfeit.at)
    }
    return earliest
  }

  /// The state of the trial, with its days: a day that has begun counts as a whole day.
  func trialStatus(at now: Instant) -> Answer.Trial? {
    guard let run = shownRun(at: now) else {
      guard let forfeitedAt = forfeitedAt(by: now) else { return nil }
      return .forfeited(at: forfeitedAt)
    }
    return status(of: run, at: now)
  }

  /// The state of a trial, with its days.
  func status(of run: TrialRun, at now: Instant) -> Answer.Trial {
    let isActive = run.isActive(at: now)
    let hasTime = run.clock != nil || run.scheduledEnd != Self.never
    let length = run.clock?.length ?? run.scheduledEnd.since(run.activatedAt)
    let days = daysBegun(length)
    func elapsed(_ instant: Instant) -> Int64 {
      run.clock?.elapsed(at: instant) ?? instant.since(run.activatedAt)
    }
    return Answer.Trial(
      purchase: run.purchase, isActive: isActive, activatedAt: run.activatedAt,
      endsAt: run.end == Self.never ? nil : run.end,
      used: run.terms.uses.map { uses(of: $0.feature, in: run) } ?? 0,
      limit: run.terms.uses?.limit, ending: isActive ? nil : run.ending,
      pausedAt: isActive ? run.clock?.pausedAt(now) : nil,
      day: hasTime ? min(Int(elapsed(min(now, run.end)) / 86_400_000) + 1, days) : nil,
      days: hasTime ? days : nil,
      daysLeft: hasTime ? (isActive ? daysBegun(length - elapsed(now)) : 0) : nil)
  }

  private func daysBegun(_ milliseconds: Int64) -> Int {
    Int((milliseconds + 86_399_999) / 86_400_000)
  }
}
