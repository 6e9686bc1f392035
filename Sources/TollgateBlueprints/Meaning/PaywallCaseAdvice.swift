import Tollgate

/// The check for cases of paywalls whose words nobody sees.
///
/// A case is tried on every possible customer that its condition holds for; see ``PossibleStates``.
///
/// ```yaml
/// cases:
///   - { when: { phase: lapsed }, title: Good to see you again }
///   - { when: { phase: lapsed, subscription: billingRetry }, title: Your card needs a look }   # never said
/// ```
struct PaywallCaseAdvice {
  let subject: Subject

  /// Checks every case of paywalls that were read without a mistake.
  func note() {
    guard subject.isSoundForStates, subject.isSound("features") else { return }
    for paywall in subject.definition.paywalls
    where subject.isSound(paywall.id.rawValue, of: "paywalls") {
      for position in paywall.cases.indices { note(position, of: paywall) }
    }
  }

  /// Records a case whose condition never holds, whose customers own what the paywall sells, or that comes after others
  /// which hold for all of them.
  private func note(_ position: Int, of paywall: Paywall) {
    let when = paywall.cases[position].when
    let path = ["paywalls", paywall.id.rawValue, "cases", "\(position)"]
    let canHold = ConditionAdvice(subject: subject)
      .note(when, at: path + ["when"], "the case never applies")
    guard canHold else { return }
    if !subject.mayShow(paywall.id, to: when, isGate: false) {
      subject.mistake(
        path,
        "the case never applies: all customers it is for own what `\(paywall.id)` sells")
      return
    }
    let earlier = paywall.cases[..<position].map(\.when)
    guard !earlier.isEmpty, let states = subject.states.seen(by: earlier + [when]) else { return }
    let isHidden = states.filter { when.holds(in: $0) }
      .allSatisfy { state in earlier.contains { $0.holds(in: state) } }
    if isHidden {
      subject.mistake(
        path, "the case never applies: an earlier one holds for all customers it is for",
        expected: "it before the other one")
    }
  }
}
