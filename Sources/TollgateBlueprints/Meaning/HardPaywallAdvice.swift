import Tollgate

/// The check for paywalls that cannot be closed and stop customers who lack nothing that they sell: those who bought the
/// app when it was sold, and those with a right from elsewhere or a grant.
///
/// ```yaml
/// features:
///   write: [{ when: { boughtApp: { before: 2026-03-01T00:00:00Z } }, allow: unlimited }, …]
/// paywalls:
///   plans: { title: Plans, packages: [coach.monthly], dismissible: false }
/// placements:
///   launch: { when: { phase: [blocked, lapsed] }, paywall: plans }   # stops early buyers too
/// ```
struct HardPaywallAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// What somebody has who need not buy, and what tells the customer apart in a condition.
  private struct Right {
    let words: String
    let exclusion: String
    var entitled: Set<Entitlement.ID> = []
    var audience: Set<AudienceTest> = []
    /// Whether it is a grant for a time, beside which what it gives is for sale where nothing waits for it.
    var isLent = false
  }

  /// Warns about each such paywall, once, with the first right and the first thing that shows it.
  func note() {
    guard subject.isSoundForStates,
      subject.isSound(
        "grants", "granted", "plan", "features", "credits", "paywalls", "placements", "prompts",
        "routes")
    else { return }
    for paywall in definition.paywalls where !paywall.isDismissible {
      for right in rights {
        guard let screen = screen(showing: paywall, to: right) else { continue }
        subject.warning(
          ["paywalls", paywall.id.rawValue, "dismissible"],
          "\(screen) shows `\(paywall.id)` to \(right.words), who cannot close it and lack nothing that it sells",
          expected: "`\(right.exclusion)` in the condition of \(screen)")
        break
      }
    }
  }

  /// The rights for which nothing is bought in the app: early purchases of the app, grants, and rights from elsewhere.
  private var rights: [Right] {
    let early = definition.features.flatMap(\.rules).flatMap(\.when.parts).flatMap(\.audience.tests)
      .filter { if case .boughtApp = $0 { true } else { false } }
      .map {
        Right(
          words: "those who bought the app early", exclusion: "not: { boughtApp: … }",
          audience: [$0])
      }
    let listed = definition.grants.filter { !$0.entitlements.isEmpty }.map {
      right($0.entitlements, words: "those with `\($0.id)`", isLent: $0.isLent)
    }
    return early + listed
      + definition.granted.map { right([$0], words: "those with `\($0)`", isLent: false) }
  }

  private func right(_ names: [Entitlement.ID], words: String, isLent: Bool) -> Right {
    Right(
      words: words, exclusion: "notEntitled: \(names[0])", entitled: Set(names), isLent: isLent)
  }

  /// Returns the first thing that shows a paywall to somebody who has a right and lacks nothing that it sells; nil if
  /// nothing does.
  private func screen(showing paywall: Paywall, to right: Right) -> String? {
    let phases: Set<Phase> =
      right.entitled.isDisjoint(with: subject.states.plan.granted)
      ? [.onboarding, .free, .blocked, .trialExpired, .lapsed] : [.subscribed]
    for phase in Phase.allCases
    where phases.contains(phase) && subject.states.phases.contains(phase) {
      var state = PossibleState(
        phase: phase, entitled: right.entitled,
        reached: phase == .onboarding ? [] : definition.mentionedMilestones)
      state.audience = right.audience
      guard opensAnything(right, in: state) else { continue }
      if let placement = definition.placements.first(where: {
        $0.paywall == paywall.id && $0.when.holds(in: state)
          && sellsNothing(paywall, to: state, lends: right.isLent && !$0.isGate)
      }) {
        return "the placement `\(placement.id)`"
      }
      if let prompt = definition.prompts.first(where: {
        $0.paywall == paywall.id && $0.when.holds(in: state)
      }), sellsNothing(paywall, to: state, lends: right.isLent) {
        return "the prompt `\(prompt.id)`"
      }
    }
    return nil
  }

  /// Returns whether a right gives its owner more of any feature.
  private func opensAnything(_ right: Right, in state: PossibleState) -> Bool {
    var without = state
    without.entitled = []
    without.audience = []
    if state.phase == .subscribed { without.phase = definition.hasFreeTier ? .free : .blocked }
    return definition.features.contains {
      !$0.allowance(in: state).isAtMost($0.allowance(in: without))
    }
  }

  /// Returns whether a paywall shows to a customer, and nothing on it gives more of any feature.
  ///
  /// - Parameter lends: Whether what the customer has only for a time is for sale as well.
  private func sellsNothing(_ paywall: Paywall, to state: PossibleState, lends: Bool) -> Bool {
    let products = paywall.packages.filter { $0.when.holds(in: state) }
      .compactMap { subject.product($0.product) }
      .filter { product in
        product.isSold(toHolderOf: state.entitled)
          && (lends || product.kind == .consumable
            || !state.entitled.isSuperset(of: product.entitlements))
      }
    return !products.isEmpty
      && products.allSatisfy { product in
        !product.entitlements.isEmpty
          && !definition.credits.contains { $0.sources.contains { $0.product == product.id } }
          && definition.features.allSatisfy { feature in
            product.states(after: state, in: subject).allSatisfy {
              feature.allowance(in: $0).isAtMost(feature.allowance(in: state))
            }
          }
      }
  }
}
