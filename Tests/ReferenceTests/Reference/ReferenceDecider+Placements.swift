import Tollgate

extension ReferenceDecider {
  /// Whether a paywall may show by itself: of all that were shown, each limit counts fewer than it allows.
  func mayShowPaywall(at now: Instant) -> Bool {
    let phase = phase(at: now)
    return blueprint.paywallLimits.allSatisfy { holds(.count($0), phase: phase, at: now) }
  }
}
