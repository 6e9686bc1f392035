import DequeModule
public import Tollgate

extension Explorer {
  /// Replays the same histories under another blueprint, and compares what the customers see.
  ///
  /// - Parameters:
  ///   - old: The blueprint that this one is to replace.
  ///   - progress: Called after each pair.
  ///   - isStopped: Whether to stop and to return what was found so far; asked after each pair.
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
private struct HistoryPair {
  /// The state under the old blueprint.
  let old: HistoryState
  /// The state under the new blueprint, at the same instant after the same steps.
  let new: HistoryState

  /// Begins a history: without an account where either trial is started by one.
  init(first old: Rules, _ new: Rules) {
    let beginsWithAccount = !old.hasSignUp && !new.hasSignUp
    self.old = HistoryState.first(old, beginsWithAccount: beginsWithAccount)
    self.new = HistoryState.first(new, beginsWithAccount: beginsWithAccount)
  }

  private init(_ old: HistoryState, _ new: HistoryState) {
    self.old = old
    self.new = new
  }

  /// Returns the pair after a step under both blueprints.
  ///
  /// - Returns: The states after it; nil if it does nothing under either.
  func performing(_ step: HistoryStep, _ oldRules: Rules, _ newRules: Rules) -> HistoryPair? {
    let next = (old: old.performing(step, oldRules), new: new.performing(step, newRules))
    if next.old == nil, next.new == nil { return nil }
    return HistoryPair(next.old ?? old.idling(oldRules), next.new ?? new.idling(newRules))
  }

  /// Returns the differences between what the customers see.
  func differences(_ oldRules: Rules, _ newRules: Rules) -> [Answers.Difference] {
    Self.differences(between: old.memberships(oldRules), and: new.memberships(newRules))
  }

  /// Returns the differences between what the customers see under the old blueprint and under the new one.
  static func differences(
    between old: [Membership], and new: [Membership]
  ) -> [Answers.Difference] {
    zip(old, new).flatMap { Answers($0).differences(to: Answers($1)) }
  }
}

/// A search through pairs of states.
private struct PairSearch {
  /// A pair to expand, with its number in the trail.
  typealias Node = (pair: HistoryPair, index: Int)

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
  /// - Returns: Whether it was stopped before that.
  mutating func run(_ isStopped: () -> Bool, _ progress: (SearchProgress) -> Void) -> Bool {
    let first = HistoryPair(first: old.rules, new.rules)
    _ = insert(first)
    visit(first, at: 0)
    while seen.count < options.stateLimit, !waiting.isEmpty {
      if isStopped() { return true }
      let node = waiting.removeFirst()
      expand(node)
      progress(
        SearchProgress(
          states: seen.count, waiting: waiting.count,
          steps: max(node.pair.old.depth, node.pair.new.depth)))
    }
    return false
  }

  /// Takes every step that is possible under either blueprint, then lets time pass to the earlier of the two next
  /// changes.
  private mutating func expand(_ node: Node) {
    let states = [(node.pair.old, old.rules), (node.pair.new, new.rules)]
    var steps: [HistoryStep] = []
    var isIdle = true
    for (state, rules) in states {
      let membership = state.membership(of: state.active, rules)
      let possible = state.steps(rules, membership, isQuick: options.isQuick)
      steps += possible.filter { !steps.contains($0) }
      isIdle = isIdle && state.used(rules, membership).isEmpty
    }
    for step in steps { perform(step, from: node) }
    let stops = states.compactMap { $0.stops($0.memberships($1), $1).last?.at }
    guard let stop = stops.min() else { return }
    let state = node.pair.old
    if !options.isQuick, state.people.count == 1, stop.since(state.now) > 60_000, isIdle {
      perform(.waitAlmost(until: stop), from: node)
    }
    perform(.wait(until: stop), from: node)
  }

  /// Takes a step under both blueprints, and visits the pair unless one with the same future was visited.
  private mutating func perform(_ step: HistoryStep, from node: Node) {
    guard let next = node.pair.performing(step, old.rules, new.rules) else { return }
    contents.note(step, to: next.new, new.rules)
    guard insert(next) else { return }
    visit(next, at: trail.append(step, after: node.index))
  }

  /// Queues a pair, and keeps the first of each difference between what the customers see.
  private mutating func visit(_ pair: HistoryPair, at index: Int) {
    waiting.append((pair, index))
    let (before, after) = (pair.old.memberships(old.rules), pair.new.memberships(new.rules))
    for membership in after { contents.note(membership) }
    for difference in HistoryPair.differences(between: before, and: after)
    where found[difference.name] == nil {
      found[difference.name] = (difference, index)
      order.append(difference.name)
    }
  }

  /// Records a pair's fingerprint; false if it was visited before.
  private mutating func insert(_ pair: HistoryPair) -> Bool {
    var key = pair.old.fingerprint(pair.old.memberships(old.rules), old.rules)
    key.mix(pair.new.fingerprint(pair.new.memberships(new.rules), new.rules))
    return seen.insert(key).inserted
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
    return (larger, pair.differences(old.written, new.written))
  }
}
