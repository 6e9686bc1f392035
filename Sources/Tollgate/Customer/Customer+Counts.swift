extension Customer {
  /// The uses that count toward an allowance at an instant.
  ///
  /// - Parameters:
  ///   - allowance: The feature and its window.
  ///   - trial: The customer's trial, running or ended; without one, an allowance per trial counts nothing.
  ///   - period: When the plan's billing period began; nil if none is running, and a calendar month stands in for it.
  ///   - clock: The days, weeks and months of the blueprint's time zone.
  ///   - now: The instant; a use recorded at a later one counts too, so that a clock that went back gives none back.
  /// - Returns: The count, never negative. An ended trial keeps the count that it ended with.
  func count(
    _ allowance: IndexedAllowance, trial: TrialRun?, period: Instant?, clock: BlueprintClock,
    at now: Instant
  ) -> Int {
    guard let uses = uses[allowance.feature] else { return 0 }
    let start: Instant
    switch allowance.window {
    case .trial:
      guard let trial else { return 0 }
      // The use that ends a trial is made at the instant of its end, and counts.
      let counted =
        uses.count(notAfter: trial.status.endsAt ?? .distantFuture)
        - uses.count(before: trial.countsFrom)
      return max(0, counted)
    case .ever: return uses.count
    case .period: start = period ?? clock.window(.month, at: now).start
    case .day, .week, .month: start = clock.window(allowance.window, at: now).start
    }
    return uses.count - uses.count(before: start)
  }
}
