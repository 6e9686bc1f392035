extension IndexedCondition {
  /// Whether the condition holds for a standing.
  @inline(__always)
  func holds(_ standing: borrowing Standing) -> Bool {
    holds(standing, phase: standing.phase, entitled: standing.entitled)
  }

  /// Whether the condition holds for a standing with this phase and these entitlements in place of its own.
  @inline(__always)
  func holds(_ standing: borrowing Standing, phase: Phase, entitled given: UInt64) -> Bool {
    phases & phase.bit != 0
      && (entitled == 0 || entitled & given != 0)
      && notEntitled & given == 0
      && reached & standing.reached == reached
      && notReached & standing.reached == 0
      && (heldPosition < 0 || standing.held[heldPosition] >= heldAtLeast)
  }
}

extension IndexedRule {
  /// Whether the plan gives anything later to a customer who has used up the current allowances; a window that resets
  /// counts as room, and so does a wallet that the plan fills.
  func gives(_ standing: borrowing Standing, with plan: PendingPlan) -> Bool {
    switch allowance {
    case .unlimited: true
    case .upTo(let limit, let position, .ever): standing.counts[position] < limit
    // The plan's allowance is renewed with its window, so it has room later if not now.
    case .upTo: true
    case .holding(let limit, let position): standing.held[position] < limit
    case .spend(let cost, let position):
      plan.fills & (1 << UInt64(position)) != 0 || standing.wallets.balances[position] >= cost ?? 1
    case .denied: false
    }
  }
}
