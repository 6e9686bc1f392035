import Tollgate

/// What a judge says of one state, before the history that leads there is known.
struct Verdict: Hashable, Sendable {
  let kind: Finding.Kind
  let subject: String
  let sentence: String
  /// Whether the engine is wrong, rather than the blueprint.
  let isDefect: Bool
  /// A step that shows it, after the state.
  var step: HistoryStep?

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

  /// One of each is enough.
  var name: String { "\(kind.rawValue)/\(subject)/\(isDefect)" }
}
