import DequeModule
public import Tollgate

extension Explorer {
  /// Replays the same histories under another blueprint, and compares what the customers see.
  ///
  /// - Parameters:
  ///   - old: The blueprint that this one is to replace.
  ///   - progress: Called after each pair.
  ///   - isStopped: Whether to stop and to return what was found so far; asked every few pairs.
  /// - Returns: Who loses or gains what.
  ///
  /// ```swift
  /// let comparison = Explorer(new).compare(against: old)
  /// for difference in comparison.differences where difference.direction == .loses {
  ///   print(difference.sentence)
  /// }
  /// ```
  public func compare(
    against old: Blueprint, progress: (SearchProgress) -> Void = { _ in },
    isStopped: () -> Bool = { false }
  ) -> Comparison {
    let scale = CountScale([old.definition, blueprint.definition])
    return compare(
      SearchedRules(old, scale), SearchedRules(blueprint, scale), progress, isStopped)
  }

  private func compare(
    _ old: SearchedRules, _ new: SearchedRules, _ progress: (SearchProgress) -> Void,
    _ isStopped: () -> Bool
  ) -> Comparison {
    var search = PairSearch(old: old, new: new, options)
    let wasStopped = search.run(isStopped, progress)
    if let result = search.result(isStopped: wasStopped) { return result }
    let (old, new) = (SearchedRules(written: old.written), SearchedRules(written: new.written))
    return compare(old, new, progress, isStopped)
  }
}

/// The same history under two blueprints.
///
/// A step may be possible under one blueprint only, such as reaching a milestone that the other lacks. Under the other,
/// a moment then passes instead, so that both clocks stay equal.
private struct HistoryPair: Sendable {
  /// The state under the old blueprint.
  let old: HistoryState
  /// The state under the new blueprint, at the same instant after the same steps.
  let new: HistoryState
  /// What each customer sees under the old blueprint.
  let before: [Membership]
  /// What each customer sees under the new blueprint.
  let after: [Membership]

  /// Begins a history: without an account where either trial is started by one.
  init(first old: Rules, _ new: Rules) {
    let beginsWithAccount = !old.hasSignUp && !new.hasSignUp
    self.init(
      HistoryState.first(old, beginsWithAccount: beginsWithAccount), old,
      HistoryState.first(new, beginsWithAccount: beginsWithAccount), new)
  }

  private init(_ old: HistoryState, _ oldRules: Rules, _ new: HistoryState, _ newRules: Rules) {
    self.old = old
    self.new = new
    before = old.memberships(oldRules)
    after = new.memberships(newRules)
  }

  /// Returns the pair after a step under both blueprints.
  ///
  /// - Returns: The states after it; nil if it does nothing under either.
  func performing(_ step: HistoryStep, _ oldRules: Rules, _ newRules: Rules) -> HistoryPair? {
    let next = (old: old.performing(step, oldRules), new: new.performing(step, newRules))
    if next.old == nil, next.new == nil { return nil }
    return HistoryPair(
      next.old ?? old.idling(oldRules), oldRules, next.new ?? new.idling(newRules), newRules)
  }

  /// The differences between what the customers see under the old blueprint and under the new one.
  var differences: [Answers.Difference] {
    zip(before, after).flatMap { Answers($0).differences(to: Answers($1)) }
  }

  /// Returns what distinguishes this pair from pairs with a different future.
  func fingerprint(_ oldRules: Rules, _ newRules: Rules) -> Fingerprint {
    var key = old.fingerprint(before, oldRules)
    key.mix(new.fingerprint(after, newRules))
    return key
  }
}

/// What a step under both blueprints leads to.
private struct PairMoment: Sendable {
  let step: HistoryStep
  let pair: HistoryPair
  let fingerprint: Fingerprint
}

/// A search through pairs of states.
private struct PairSearch {
  /// A pair to expand, with its number in the trail.
  struct Node: Sendable {
    let pair: HistoryPair
    let index: Int
  }

  /// The old blueprint.
  let old: SearchedRules
  /// The new blueprint.
  let new: SearchedRules
  /// The bounds of the search.
  let options: Explorer.Options
  /// The fingerprints of all pairs visited.
  var seen: Set<Fingerprint> = []
  /// How each visited pair was reached.
  var trail = Trail()
  /// The pairs to expand, those with the shortest histories first.
  var waiting = Deque<Node>()
  /// The first difference of each name, with the pair that showed it.
  var found: [String: (difference: Answers.Difference, index: Int)] = [:]
  /// The names of the differences, in the order in which they were found.
  var order: [String] = []
  /// What histories contained under the new blueprint.
  var contents = SearchExtent.Part()

  /// Creates a search that has visited nothing.
  init(old: SearchedRules, new: SearchedRules, _ options: Explorer.Options) {
    self.old = old
    self.new = new
    self.options = options
  }

  /// Visits the first pair, and expands pairs until none waits or the limit is reached.
  ///
  /// Pairs are expanded and compared on all cores, and visited in the order in which one core would visit them.
  ///
  /// - Returns: Whether it was stopped before that.
  mutating func run(_ isStopped: () -> Bool, _ progress: (SearchProgress) -> Void) -> Bool {
    let pair = HistoryPair(first: old.rules, new.rules)
    let first = Node(pair: pair, index: 0)
    seen.insert(pair.fingerprint(old.rules, new.rules))
    waiting.append(first)
    note([first])
    while seen.count < options.stateLimit, !waiting.isEmpty {
      if isStopped() { return true }
      let nodes = Array(waiting.prefix(Search.nodesAtOnce))
      let moments = nodes.map(isSerial: options.isSerial) {
        [old = old.rules, new = new.rules, options] in
        $0.moments(old, new, isQuick: options.isQuick)
      }
      var visited: [Node] = []
      for (node, next) in zip(nodes, moments) where seen.count < options.stateLimit {
        waiting.removeFirst()
        for moment in next { visit(moment, from: node.index, &visited) }
        progress(
          SearchProgress(
            states: seen.count, waiting: waiting.count,
            steps: max(node.pair.old.depth, node.pair.new.depth)))
      }
      note(visited)
    }
    return false
  }

  /// Queues a pair, unless one with the same future was visited.
  private mutating func visit(_ moment: PairMoment, from parent: Int, _ visited: inout [Node]) {
    contents.note(moment.step, to: moment.pair.new, new.rules)
    guard seen.insert(moment.fingerprint).inserted else { return }
    let node = Node(pair: moment.pair, index: trail.append(moment.step, after: parent))
    waiting.append(node)
    visited.append(node)
  }

  /// Keeps the first of each difference between what the customers see.
  private mutating func note(_ visited: [Node]) {
    let differences = visited.map(isSerial: options.isSerial) { $0.pair.differences }
    for (node, differences) in zip(visited, differences) {
      for membership in node.pair.after { contents.note(membership) }
      for difference in differences where found[difference.name] == nil {
        found[difference.name] = (difference, node.index)
        order.append(difference.name)
      }
    }
  }

  /// Returns the differences with their histories; nil if one does not show in the blueprints as they are written.
  ///
  /// - Parameter isStopped: Whether the search was stopped: such a difference is then left out.
  func result(isStopped: Bool) -> Comparison? {
    var differences: [Comparison.Difference] = []
    for name in order {
      guard let (found, index) = found[name] else { continue }
      var (steps, shown) = (trail.steps(to: index), [found])
      if !old.isWritten || !new.isWritten { (steps, shown) = written(steps) }
      guard let difference = shown.first(where: { $0.name == name }) else {
        if isStopped { continue }
        return nil
      }
      // The history of a loss shows what the customer had before, that of a gain what the customer has now.
      let rules = difference.direction == .loses ? old.written : new.written
      differences.append(
        Comparison.Difference(
          direction: difference.direction, subject: difference.subject,
          sentence: difference.sentence, history: CustomerHistory(steps, rules)))
    }
    return Comparison(
      differences: differences, states: seen.count, isComplete: waiting.isEmpty,
      isStopped: isStopped,
      extent: contents.extent(
        isComplete: waiting.isEmpty, isQuick: options.isQuick, new.written))
  }

  /// Returns the steps with as many uses as the written blueprints take, and the differences after them.
  private func written(_ steps: [HistoryStep]) -> ([HistoryStep], [Answers.Difference]) {
    var searched = HistoryPair(first: old.rules, new.rules)
    var pair = HistoryPair(first: old.written, new.written)
    let larger = steps.map { step in
      let larger =
        old.enlarged(step, in: searched.old, pair.old)
        ?? new.enlarged(step, in: searched.new, pair.new) ?? step
      searched = searched.performing(step, old.rules, new.rules) ?? searched
      pair = pair.performing(larger, old.written, new.written) ?? pair
      return larger
    }
    return (larger, pair.differences)
  }
}

extension PairSearch.Node {
  /// Returns what every step leads to that is possible under either blueprint, then what time leads to until the earlier of
  /// the two next changes.
  fileprivate func moments(_ old: Rules, _ new: Rules, isQuick: Bool) -> [PairMoment] {
    let states = [(pair.old, pair.before, old), (pair.new, pair.after, new)]
    var steps: [HistoryStep] = []
    var isIdle = true
    for (state, memberships, rules) in states {
      let membership = state.membership(of: state.active, in: memberships, rules)
      let possible = state.steps(rules, membership, isQuick: isQuick)
      steps += possible.filter { !steps.contains($0) }
      isIdle = isIdle && state.used(rules, membership).isEmpty
    }
    if let stop = states.compactMap({ $0.stops($1, $2).last?.at }).min() {
      let state = pair.old
      if !isQuick, state.people.count == 1, stop.since(state.now) > 60_000, isIdle {
        steps.append(.waitAlmost(until: stop))
      }
      steps.append(.wait(until: stop))
    }
    return steps.compactMap { step in
      pair.performing(step, old, new).map {
        PairMoment(step: step, pair: $0, fingerprint: $0.fingerprint(old, new))
      }
    }
  }
}
