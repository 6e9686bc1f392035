/// Something wrong that a history shows, or something in the blueprint that no history reaches.
///
/// A finding that is a defect contradicts the explorer's own books; any other follows from the rules as written:
///
/// ```yaml
/// features:
///   export:
///     - when: { phase: subscribed }
///       allow: unlimited
///     - when: { phase: lapsed }   # free ride: a month's subscription buys it for ever
///       allow: unlimited
/// ```
public struct Finding: Hashable, Sendable {
  /// The kind of what is wrong; the raw value is what `tollgate check` prints.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
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
    /// Buying what a denial's paywall sells does not lift the denial.
    case buysNothing = "buys nothing"
    /// A denial shows no paywall, though something on sale would lift it.
    case deadEnd = "dead end"
    /// A rule, placement, prompt, nudge or add-on trial that no history reaches; reported by complete searches only.
    case neverReached = "never reached"
    /// A text on screen is not true at that moment.
    case untrueLine = "untrue line"
    /// A notification is planned for a time when what it announces has already happened.
    case nudgeAfterTheFact = "nudge after the fact"
  }

  /// What is wrong.
  public let kind: Kind
  /// What it is about, by its path in the blueprint: `features.send-message`, `nudges.trial-ends`.
  public let subject: String
  /// What happens, as a sentence without a capital or a full stop.
  public let sentence: String
  /// Whether Tollgate itself is wrong, rather than the blueprint: please report it.
  public let isDefect: Bool
  /// The shortest history that shows it; nil for what no history reaches.
  public let history: CustomerHistory?

  /// The identity of a finding: of those with the same name, only the first is reported.
  var name: String { "\(kind.rawValue)/\(subject)/\(isDefect)" }

  /// Creates a finding.
  public init(
    kind: Kind, subject: String, sentence: String, isDefect: Bool = false, history: CustomerHistory?
  ) {
    self.kind = kind
    self.subject = subject
    self.sentence = sentence
    self.isDefect = isDefect
    self.history = history
  }
}
