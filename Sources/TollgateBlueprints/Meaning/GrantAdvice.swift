import Tollgate

/// The check for listed grants that nobody can be given.
///
/// ```yaml
/// hasFreeTier: true
/// grants:
///   referral: { by: backend, when: { phase: blocked }, entitlement: premium, lasts: P7D }   # nobody is `blocked`
/// ```
struct GrantAdvice {
  let subject: Subject

  /// Checks the conditions of grants.
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
  }
}
