/// What a search can find wrong; the raw value is what `tollgate check` prints and a blueprint accepts.
public enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// A customer who paid does not have what was sold.
  case payerLockedOut = "payer locked out"
  /// A customer who does not pay has what is sold.
  case freeRide = "free ride"
  /// A trial is used a second time, or runs although nothing started it.
  case trialAgain = "trial again"
  /// A trial that support extended or paused runs, and what it gave before is refused.
  case trialCutShort = "trial cut short"
  /// Something that was refunded still gives access.
  case keptAfterRefund = "kept after refund"
  /// More uses were allowed than the allowance has.
  case limitOverspent = "limit overspent"
  /// A paywall sells what the customer has paid for.
  case soldTwice = "sold twice"
  /// A paywall sells a subscription that ends one that the customer has paid for, and gives less of some feature.
  case tradedAway = "plan traded away"
  /// Buying what a denial's paywall sells does not lift the denial.
  case buysNothing = "buys nothing"
  /// A denial shows no paywall, though something on sale would lift it; or a paywall lacks what nobody has paid for.
  case deadEnd = "dead end"
  /// A rule, placement, prompt, nudge or add-on trial that no history reaches; reported by complete searches only.
  case neverReached = "never reached"
  /// A text on screen is not true at that moment.
  case untrueLine = "untrue line"
  /// A notification is planned for a time when what it announces has already happened.
  case nudgeAfterTheFact = "nudge after the fact"
  /// A finding is accepted in the blueprint, and no history shows it; reported by complete searches only.
  case acceptsNothing = "accepts nothing"
}

/// A finding of `tollgate check` that is intended, with the reason.
///
/// ```yaml
/// accept:
///   - { finding: free ride, at: features.write, because: Former subscribers finish what they began. }
/// ```
public struct AcceptedFinding: Hashable, Sendable {
  public let kind: FindingKind
  /// What it is about, by its path in the blueprint.
  public let subject: String
  /// Why it is intended.
  public let reason: String
  /// Whether it covers a warning, which is then not printed: a search need not show it.
  package internal(set) var coversWarning = false

  /// Returns whether it accepts a kind of finding about a subject.
  func covers(_ kind: FindingKind, at subject: String) -> Bool {
    self.kind == kind && self.subject == subject
  }
}
