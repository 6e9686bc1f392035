public import TollgateBlueprints

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
  /// The kind of what is wrong.
  public typealias Kind = FindingKind

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
