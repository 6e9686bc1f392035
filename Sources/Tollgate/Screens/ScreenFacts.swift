/// The facts about what a customer saw and closed: prompts, paywalls and nudges.
struct ScreenFacts: Hashable, Sendable {
  /// One occurrence of a paywall; a request that is repeated has the same key and counts once.
  struct PaywallKey: Hashable, Sendable {
    let paywall: Paywall.ID
    let action: PaywallEvent.Action
    let key: Idempotency.Key
  }

  struct NudgeKey: Hashable, Sendable {
    let nudge: Nudge.ID
    /// The instant at which the trial or paid period began, as in ``PlannedNudge/occurrence``.
    let occurrence: Instant
    let delivery: Nudge.Delivery
  }

  /// When each prompt was dismissed, by the request's key.
  var dismissals: [Prompt.ID: [Idempotency.Key: Instant]] = [:]
  /// Every time a paywall was shown or closed.
  var paywalls: [PaywallKey: PaywallEvent] = [:]
  /// The variant of each experiment that first mattered.
  var variants: [Experiment.ID: VariantAssignment] = [:]
  /// When each nudge was delivered, once for each occurrence, so that it is not delivered again.
  var nudges: [NudgeKey: Instant] = [:]

  /// Whether anybody has delivered a nudge.
  func hasDelivered(_ nudge: PlannedNudge) -> Bool {
    !nudges.isEmpty
      && Nudge.Delivery.allCases.contains { delivery in
        nudges[
          NudgeKey(nudge: nudge.nudge, occurrence: nudge.occurrence, delivery: delivery)] != nil
      }
  }
}
