/// Something wrong that a history shows.
public struct Finding: Hashable, Sendable {
  /// What is wrong, in words that people know.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Somebody who paid does not have what was sold.
    case payerLockedOut = "payer locked out"
    /// Somebody who does not pay has what is sold.
    case freeRide = "free ride"
    /// A trial is used a second time.
    case trialAgain = "trial again"
    /// What was refunded still gives access.
    case keptAfterRefund = "kept after refund"
    /// More uses were allowed than an allowance has.
    case limitOverspent = "limit overspent"
    /// A paywall sells what the customer has paid for.
    case soldTwice = "sold twice"
    /// What the paywall of a denial sells does not lift the denial.
    case buysNothing = "buys nothing"
    /// A denial leads nowhere, though something on sale would lift it.
    case deadEnd = "dead end"
    /// No history reaches it.
    case neverReached = "never reached"
    /// A line says what is not so.
    case untrueLine = "untrue line"
    /// A notification comes when what it announces is past.
    case nudgeAfterTheFact = "nudge after the fact"
  }

  /// What is wrong.
  public let kind: Kind
  /// What it is about: `features.send-message`, `nudges.trial-ends`.
  public let subject: String
  /// What happens, in a sentence.
  public let sentence: String
  /// Whether Tollgate itself is wrong, rather than the blueprint: please report it.
  public let isDefect: Bool
  /// The shortest history that shows it; nil for what no history reaches.
  public let history: CustomerHistory?

  /// Describes a finding.
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
