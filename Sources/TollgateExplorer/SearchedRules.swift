import Tollgate

/// A blueprint as a search takes it, with smaller counts, and as it is written.
///
/// A finding counts only if it also shows in the written blueprint, after the same steps with as many uses as are left
/// there.
struct SearchedRules: Sendable {
  /// What is searched.
  let rules: Rules
  /// What is written, on which every finding is shown; the same object if no count is large.
  let written: Rules

  /// Takes a blueprint in which everyone has certain variants.
  ///
  /// - Parameters:
  ///   - blueprint: The blueprint as it is written.
  ///   - scale: How its counts become smaller.
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
  /// - Parameter steps: A history that was searched.
  /// - Returns: The same steps, of which those that use what is left use what is left there.
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

  /// Returns a step with as many uses as the written blueprint takes.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - searched: The state before it, in the blueprint that is searched.
  ///   - state: The same state in the blueprint that is written.
  /// - Returns: The step; nil for one that uses nothing up to an edge.
  func enlarged(_ step: HistoryStep, in searched: HistoryState, _ state: HistoryState)
    -> HistoryStep?
  {
    guard case .use(let id, let times) = step,
      let counts = searched.useCounts(of: id, rules),
      let larger = state.useCounts(of: id, written),
      let edge = counts.firstIndex(of: times), larger.indices.contains(edge)
    else { return nil }
    return .use(id, times: larger[edge])
  }
}

extension HistoryState {
  /// Returns how often the active customer can use a feature until something changes; nil for an unknown feature.
  fileprivate func useCounts(of id: Feature.ID, _ rules: Rules) -> [Int]? {
    rules.definition.features.first { $0.id == id }.map {
      useCounts(of: $0, rules, membership(of: active, rules))
    }
  }
}
