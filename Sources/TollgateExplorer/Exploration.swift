import Tollgate

/// The result of a search: the findings, and how much was searched.
public struct Exploration: Sendable {
  /// The findings, in the order in which histories first show them: shortest first.
  public internal(set) var findings: [Finding]
  /// How many states were visited.
  public internal(set) var states: Int
  /// How many steps were taken between them.
  public internal(set) var transitions: Int
  /// Whether every state within the bounds was visited; if not, there may be more findings.
  public internal(set) var isComplete: Bool
}

extension Search {
  /// The findings with their histories; nil if one does not show in the blueprint as it is written.
  var result: Exploration? {
    let isComplete = waiting.isEmpty
    var findings: [Finding] = []
    for name in order {
      guard let (found, index) = verdicts[name] else { continue }
      var steps = trail.steps(to: index) + (found.step.map { [$0] } ?? [])
      var verdict = found
      if !searched.isWritten {
        let replay = searched.replay(steps)
        guard let written = searched.verdict(name, after: replay) else { return nil }
        (steps, verdict) = (replay.steps, written)
      }
      findings.append(
        Finding(
          kind: verdict.kind, subject: verdict.subject, sentence: verdict.sentence,
          isDefect: verdict.isDefect, history: CustomerHistory(steps, searched.written)))
    }
    // An incomplete search cannot say that nothing reaches a rule.
    if isComplete {
      findings += coverage.missing.map {
        Finding(kind: .neverReached, subject: $0.name, sentence: $0.sentence, history: nil)
      }
    }
    return Exploration(
      findings: findings, states: seen.count, transitions: transitions, isComplete: isComplete)
  }
}
