import Tollgate
import TollgateBlueprints

/// A finding in one state, before the history that leads there is known.
struct Verdict: Hashable, Sendable {
  /// What is wrong.
  let kind: Finding.Kind
  /// What it is about, by its path in the blueprint.
  let subject: String
  /// What happens.
  let sentence: String
  /// Whether the engine is wrong, rather than the blueprint.
  let isDefect: Bool
  /// The step after the state that shows it; nil if the state itself does.
  var step: HistoryStep?

  /// Creates a verdict about the blueprint, or about the engine if it is a defect.
  init(
    _ kind: Finding.Kind, _ subject: String, _ sentence: String, isDefect: Bool = false,
    after step: HistoryStep? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.sentence = sentence
    self.isDefect = isDefect
    self.step = step
  }

  /// The identity of a verdict: of those with the same name, only the first is reported.
  var name: String { "\(kind.rawValue)/\(subject)/\(isDefect)" }
}
