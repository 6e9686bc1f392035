import Tollgate

extension ReferenceDecider {
  /// The prompts that may show: to those whom the condition names, while they can buy something on its paywall, unless it
  /// stays away.
  ///
  /// - Parameter sells: Whether a paywall sells anything, which is judged elsewhere.
  func prompts(at now: Instant, sells: (Paywall.ID) -> Bool) -> [Prompt.ID] {
    let phase = phase(at: now)
    let entitlements = entitlements(at: now)
    return blueprint.prompts.filter { prompt in
      holds(
        prompt.when, phase: phase, entitlements: entitlements, askedSubscription(at: now), at: now)
        && prompt.paywall.map(sells) ?? true && !isAway(prompt, at: now)
    }.map(\.id)
  }

  /// Enough dismissals send a prompt away for a time, or until the next update of the app.
  ///
  /// Dismissals until it is back count for nothing.
  private func isAway(_ prompt: Prompt, at now: Instant) -> Bool {
    guard let patience = prompt.patience else { return false }
    var counted = dismissals(of: prompt.id).filter { $0 <= now }.sorted()
    while counted.count >= patience.dismissals {
      let last = counted[patience.dismissals - 1]
      let back =
        patience.staysAway.map { last.adding($0) } ?? updates.filter { $0 > last }.min()
        ?? Self.never
      if back > now { return true }
      counted.removeAll { $0 < back }
    }
    return false
  }
}
