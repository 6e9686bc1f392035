extension Customer {
  func count(
    _ allowance: IndexedAllowance, trial: TrialRun?, period: Instant?, clock: BlueprintClock,
    at now: Instant
  ) -> Int {
    guard let uses = history.uses[allowance.feature], let last = uses.last else { return 0 }
    let start: Instant
    switch allowance.window {
    case .trial:
      guard let trial else { return 0 }
      let counted =
        uses.count(notAfter: trial.status.endsAt ?? .distantFuture)
        - uses.count(before: trial.countsFrom)
      return max(0, counted)
    case .ever: return uses.count
    case .period: start = period ?? clock.window(.month, at: now).start
    case .day, .week, .month: start = clock.window(allowance.window, at: now).start
    }
    return last < start ? 0 : uses.count - uses.count(before: start)
  }

  /// When a dismissed prompt may return; nil if it was not dismissed.
  func returns(_ prompt: Prompt, at now: Instant) -> Instant? {
    guard let patience = prompt.patience, let dismissals = history.dismissals[prompt.id] else {
      return nil
    }
    var count = 0
    var returnsAt: Instant?
    for at in dismissals where at <= now {
      if let returnsAt, at < returnsAt { continue }
      count += 1
      if count == patience.dismissals {
        returnsAt = at.adding(patience.staysAway)
        count = 0
      }
    }
    return returnsAt
  }
}
