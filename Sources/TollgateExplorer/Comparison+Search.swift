import DequeModule
public import Tollgate

extension Explorer {
  /// Replays the same histories under another blueprint, and compares what the customers see.
  ///
  /// - Parameters:
  ///   - old: The blueprint that this one is to replace.
  ///   - progress: Called after each state with the number of pairs visited and of those that wait.
  /// - Returns: Who loses or gains what.
  ///
  /// ```swift
  /// let comparison = Explorer(new).compare(against: old)
  /// for difference in comparison.differences where difference.direction == .loses {
  ///   print(difference.sentence)
  /// }
  /// ```
  public func compare(
    against old: Blueprint, progress: (Int, Int) -> Void = { _, _ in }
  ) -> Comparison {
    var search = PairSearch(old: Rules(old), new: rules, options)
    search.run(progress)
    return search.result
  }
}

/// A search through pairs of states: the same history under two blueprints.
///
/// A step may be possible under one blueprint only, such as reaching a milestone that the other lacks. Under the other,
/// a moment then passes instead, so that both clocks stay equal.
private struct PairSearch {
  /// A pair of states to expand.
  struct Node {
    /// The state under the old blueprint.
    let old: HistoryState
    /// The state under the new blueprint, at the same instant after the same steps.
    let new: HistoryState
    /// The pair's number in the trail.
    let index: Int
  }

  /// The old blueprint.
  let oldRules: Rules
  /// The new blueprint.
  let newRules: Rules
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

  /// Creates a search that has visited nothing.
  init(old: Rules, new: Rules, _ options: Explorer.Options) {
    oldRules = old
    newRules = new
    self.options = options
  }

  /// Visits the first pair, and expands pairs until none waits or the limit is reached.
  mutating func run(_ progress: (Int, Int) -> Void) {
    let hasSignUp = oldRules.hasSignUp || newRules.hasSignUp
    var first = (HistoryState.first(oldRules), HistoryState.first(newRules))
    // Both begin alike: without an account where either trial is started by one.
    if hasSignUp {
      first = (
        HistoryState(oldRules, startsAt: Explorer.start),
        HistoryState(newRules, startsAt: Explorer.start)
      )
    }
    visit(first.0, first.1, at: 0)
    while seen.count < options.stateLimit, let node = waiting.popFirst() {
      expand(node)
      progress(seen.count, waiting.count)
    }
  }

  /// Takes every step that is possible under either blueprint, then lets time pass to the earlier of the two next
  /// changes.
  private mutating func expand(_ node: Node) {
    let isQuick = options.isQuick
    var steps = node.old.steps(
      oldRules, node.old.membership(of: node.old.active, oldRules), isQuick: isQuick)
    let others = node.new.steps(
      newRules, node.new.membership(of: node.new.active, newRules), isQuick: isQuick)
    steps += others.filter { !steps.contains($0) }
    for step in steps { perform(step, from: node) }
    let stops = [node.old.stops(oldRules).last, node.new.stops(newRules).last].compactMap { $0 }
    guard let stop = stops.min() else { return }
    if !isQuick, node.old.people.count == 1, stop.since(node.old.now) > 60_000,
      node.old.used(oldRules, node.old.membership(of: node.old.active, oldRules)).isEmpty,
      node.new.used(newRules, node.new.membership(of: node.new.active, newRules)).isEmpty
    {
      perform(.waitAlmost(until: stop), from: node)
    }
    perform(.wait(until: stop), from: node)
  }

  /// Takes a step under both blueprints, and queues the pair unless one with the same future was visited.
  private mutating func perform(_ step: HistoryStep, from node: Node) {
    let old = node.old.performing(step, oldRules)
    let new = node.new.performing(step, newRules)
    if old == nil, new == nil { return }
    let (first, second) = (old ?? node.old.idling(oldRules), new ?? node.new.idling(newRules))
    guard insert(first, second) else { return }
    let index = trail.append(step, after: node.index)
    waiting.append(Node(old: first, new: second, index: index))
    compare(first, second, at: index)
  }

  /// Queues and compares the first pair.
  private mutating func visit(_ old: HistoryState, _ new: HistoryState, at index: Int) {
    _ = insert(old, new)
    waiting.append(Node(old: old, new: new, index: index))
    compare(old, new, at: index)
  }

  /// Records a pair's fingerprint; false if it was visited before.
  private mutating func insert(_ old: HistoryState, _ new: HistoryState) -> Bool {
    var key = old.fingerprint(old.memberships(oldRules), oldRules)
    key.mix(new.fingerprint(new.memberships(newRules), newRules))
    return seen.insert(key).inserted
  }

  /// Keeps the first of each difference between what the customers of a pair see.
  private mutating func compare(_ old: HistoryState, _ new: HistoryState, at index: Int) {
    let (first, second) = (old.memberships(oldRules), new.memberships(newRules))
    for (first, second) in zip(first, second) {
      for difference in Answers(first).differences(to: Answers(second))
      where found[difference.name] == nil {
        found[difference.name] = (difference, index)
        order.append(difference.name)
      }
    }
  }

  /// The differences with their histories.
  var result: Comparison {
    let differences = order.compactMap { name -> Comparison.Difference? in
      guard let (difference, index) = found[name] else { return nil }
      // The history of a loss shows what the customer had before, that of a gain what the customer has now.
      let rules = difference.direction == .loses ? oldRules : newRules
      return Comparison.Difference(
        direction: difference.direction, subject: difference.subject,
        sentence: difference.sentence, history: CustomerHistory(trail.steps(to: index), rules))
    }
    return Comparison(
      differences: differences, states: seen.count, isComplete: waiting.isEmpty)
  }
}
