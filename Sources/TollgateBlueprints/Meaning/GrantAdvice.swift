import Tollgate

/// The check for listed grants that nobody can be given, and for credits that never come.
///
/// ```yaml
/// hasFreeTier: true
/// grants:
///   referral: { by: backend, when: { phase: blocked }, entitlement: premium, lasts: P7D }   # nobody is `blocked`
/// ```
struct GrantAdvice {
  let subject: Subject

  /// Checks the conditions of grants and credits.
  func note() {
    guard subject.isSoundForStates,
      subject.isSound(
        "grants", "teams", "plan", "features", "credits", "prompts", "placements", "routes",
        "nudges", "paywalls")
    else { return }
    for grant in subject.definition.grants where grant.when != .always {
      _ = ConditionAdvice(subject: subject)
        .note(
          grant.when, at: ["grants", grant.id.rawValue, "when"], "the grant is never given")
    }
    for wallet in subject.definition.credits {
      for (position, gift) in wallet.given.enumerated() {
        note(gift, at: ["credits", wallet.id.rawValue, "given", "\(position)"])
      }
    }
  }

  /// Records credits that nobody is ever given.
  private func note(_ gift: Wallet.Gift, at path: [String]) {
    let when = path + ["when"]
    guard
      gift.when == .always
        || ConditionAdvice(subject: subject).note(gift.when, at: when, "the credits never come")
    else { return }
    let subscribed = Condition(phases: [.trial, .subscribed])
    guard gift.whileSubscribed,
      !subject.states.canHold(gift.when, where: { subscribed.holds(in: $0) })
    else { return }
    if subject.states.canHold(subscribed) {
      subject.mistake(
        when, "the credits never come: who meets the condition has neither the plan nor the trial",
        expected: "another condition, or no `whileSubscribed`")
    } else {
      subject.mistake(
        path + ["lasts"], "the credits never come: nobody has a plan or a trial here",
        expected: "a product that gives one, or no `whileSubscribed`")
    }
  }
}
