extension Customer {
  /// The uses, or the sum of their sizes, that count in any parent toward an allowance for each of them.
  ///
  /// Whenever it falls, what counts in some parent falls.
  func countInAllParents(
    _ allowance: IndexedAllowance, trial: TrialRun?, period: BillingPeriod?,
    in blueprint: Blueprint, at now: Instant
  ) -> Int {
    guard case .fromFirstUse(let windows) = allowance.span else {
      return count(
        allowance, trial: trial, period: period, parent: nil, in: blueprint, at: now)
    }
    return parents(of: allowance, windows, at: now).reduce(0) {
      $0 + count(allowance, trial: trial, period: period, parent: $1, in: blueprint, at: now)
    }
  }

  /// When what counts in some parent toward an allowance for each of them next falls, without a new fact; nil if it never
  /// does, or if nothing says when.
  func renewalInAnyParent(
    of allowance: IndexedAllowance, period: BillingPeriod?, in blueprint: Blueprint,
    at now: Instant
  ) -> Instant? {
    guard case .fromFirstUse(let windows) = allowance.span else {
      return renewal(of: allowance, period: period, parent: nil, in: blueprint, at: now)
    }
    return parents(of: allowance, windows, at: now).compactMap {
      renewal(of: allowance, period: period, parent: $0, in: blueprint, at: now)
    }.min()
  }

  /// The parents whose windows from the first use may not have ended.
  private func parents(
    of allowance: IndexedAllowance, _ windows: FirstUseWindows, at now: Instant
  ) -> Set<Parent.ID> {
    let start = now.adding(milliseconds: -windows.length)
    return Set(
      history.parentSizes.lazy.filter { key, log in
        (key.feature == allowance.feature || allowance.others.contains(key.feature))
          && log.last.map { start < $0 } ?? false
      }.map(\.key.parent))
  }
}
