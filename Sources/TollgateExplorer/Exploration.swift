import Tollgate
public import TollgateBlueprints

/// The result of a search: the findings, and how much was searched.
public struct Exploration: Sendable {
  /// The findings, in the order in which histories first show them: shortest first.
  public internal(set) var findings: [Finding]
  /// The findings that the blueprint accepts, with its reasons.
  public private(set) var accepted: [(finding: Finding, reason: String)] = []
  /// What the blueprint accepts and this search did not show, though one that goes further may, or a warning would.
  public private(set) var notShown: [AcceptedFinding] = []
  /// How many states were visited.
  public internal(set) var states: Int
  /// How many steps were taken between them.
  public internal(set) var transitions: Int
  /// Whether every state within the bounds was visited; if not, there may be more findings.
  public internal(set) var isComplete: Bool
  /// Whether the caller stopped the search before its end.
  public internal(set) var isStopped = false
  /// Which products, phases and events were searched, and which were not.
  public internal(set) var extent = SearchExtent()
}

extension Exploration {
  /// Sets the findings apart that a blueprint accepts; a defect of Tollgate cannot be accepted.
  ///
  /// - Parameters:
  ///   - accepted: What the blueprint accepts, in its order.
  ///   - isWhole: Whether every search would show what this one shows, so that what it does not show is accepted for
  ///     nothing, unless it covers a warning.
  mutating func accept(_ accepted: [AcceptedFinding], isWhole: Bool) {
    for (index, intended) in accepted.enumerated() {
      let isMeant = { (finding: Finding) in
        finding.kind == intended.kind && finding.subject == intended.subject && !finding.isDefect
      }
      let found = findings.filter(isMeant)
      findings.removeAll(where: isMeant)
      self.accepted += found.map { (finding: $0, reason: intended.reason) }
      guard found.isEmpty else { continue }
      guard isWhole, !intended.coversWarning else {
        notShown.append(intended)
        continue
      }
      findings.append(
        Finding(
          kind: .acceptsNothing, subject: "accept.\(index)",
          sentence:
            "the blueprint accepts `\(intended.kind.rawValue)` at `\(intended.subject)`, which no history shows",
          history: nil))
    }
  }
}

extension Search {
  /// Returns the findings with their histories; nil if one does not show in the blueprint as it is written.
  ///
  /// - Parameter isStopped: Whether the search was stopped: such a finding is then left out, as nothing is searched again.
  func result(isStopped: Bool) -> Exploration? {
    let isComplete = waiting.isEmpty
    var findings: [Finding] = []
    for name in order {
      guard let (found, index) = verdicts[name] else { continue }
      var steps = trail.steps(to: index) + (found.step.map { [$0] } ?? [])
      var verdict = found
      if !searched.isWritten {
        let replay = searched.replay(steps)
        guard let written = searched.verdict(name, after: replay) else {
          if isStopped { continue }
          return nil
        }
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
      findings: findings, states: seen.count, transitions: transitions, isComplete: isComplete,
      isStopped: isStopped,
      extent: coverage.contents.extent(
        isComplete: isComplete, isQuick: options.isQuick, searched.written))
  }
}
