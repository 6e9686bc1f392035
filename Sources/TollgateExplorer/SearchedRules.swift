import Tollgate

/// A blueprint as a search takes it, with smaller counts, and as it is written.
///
/// A finding counts only if it also shows in the written blueprint, after the same steps with as many uses as are left
/// there.
struct SearchedRules: Sendable {
  let rules: Rules
  /// What is written, on which every finding is shown; the same object if no count is large.
  let written: Rules

  /// Takes a blueprint in which everyone has certain variants.
  ///
  /// - Parameters:
  ///   - blueprint: The blueprint as it is written.
  ///   - variants: The variant of each experiment that runs.
  init(
    _ blueprint: Blueprint, _ scale: CountScale,
    _ variants: [Experiment.ID: Experiment.Variant.ID] = [:]
  ) {
    let smaller = scale.applied(to: blueprint)
    written = Rules(blueprint, variants)
    rules = smaller === blueprint ? written : Rules(smaller, variants)
  }

  /// Takes a blueprint as it is written.
  init(written: Rules) {
    rules = written
    self.written = written
  }

  /// Whether the search is of the blueprint as it is written.
  var isWritten: Bool { rules === written }
}

extension SearchedRules {
  /// A history of the written blueprint, with the states before and after its last step.
  typealias Replay = (steps: [HistoryStep], before: HistoryState, after: HistoryState)

  /// Replays a history on the written blueprint.
  ///
  /// - Returns: The same steps; one that uses up an allowance uses up the larger one of the written blueprint.
  func replay(_ steps: [HistoryStep]) -> Replay {
    var searched = HistoryState.first(rules)
    var replay = Replay([], HistoryState.first(written), HistoryState.first(written))
    for step in steps {
      let larger = enlarged(step, in: searched, replay.after) ?? step
      searched = searched.performing(step, rules) ?? searched.idling(rules)
      let after = replay.after.performing(larger, written) ?? replay.after.idling(written)
      replay = (replay.steps + [larger], replay.after, after)
    }
    return replay
  }

  /// Returns a verdict on the end of a history of the written blueprint; nil if it is not true of it.
  ///
  /// What a paywall sells is judged before it is bought, and the purchase then ends the history.
  func verdict(_ name: String, after replay: Replay) -> Verdict? {
    var verdicts = judged(replay.after)
    verdicts += judged(replay.before).filter { $0.step != nil && $0.step == replay.steps.last }
    if let feature = replay.steps.last?.usedFeature {
      let overspent = replay.before.overspending(feature, to: replay.after, written)
      verdicts += [overspent].compactMap(\.self)
    }
    return verdicts.first { $0.name == name }
  }

  private func judged(_ state: HistoryState) -> [Verdict] {
    state.memberships(written).enumerated().flatMap { person, membership in
      var judge = Judge(written, state, person: person, membership)
      return judge.judge()
    }
  }

  /// Returns a step with as many uses as the written blueprint takes.
  ///
  /// - Parameters:
  ///   - searched: The state before it, in the blueprint that is searched.
  ///   - state: The same state in the blueprint that is written.
  /// - Returns: The step; nil for one that uses nothing up to an edge.
  func enlarged(_ step: HistoryStep, in searched: HistoryState, _ state: HistoryState)
    -> HistoryStep?
  {
    guard case .use(let id, let times) = step,
      let small = rules.definition.features.first(where: { $0.id == id }),
      let large = written.definition.features.first(where: { $0.id == id }),
      case let counts = searched.useCounts(
        of: small, rules, searched.memberships(rules)[searched.active]),
      case let larger = state.useCounts(
        of: large, written, state.memberships(written)[state.active]),
      let edge = counts.firstIndex(of: times), larger.indices.contains(edge)
    else { return nil }
    return .use(id, times: larger[edge])
  }
}
