import DequeModule
public import Tollgate

extension Explorer {
  /// Replays the same histories under another blueprint, and compares what the customers see.
  ///
  /// - Parameters:
  ///   - old: The blueprint that this one is to replace.
  ///   - progress: Called after each state with the number of pairs visited and of those that wait.
  /// - Returns: Who loses or gains what.
  public func compare(
    against old: Blueprint, progress: (Int, Int) -> Void = { _, _ in }
  ) -> Comparison {
    var search = PairSearch(old: Rules(old), new: rules, options)
    search.run(progress)
    return search.result
  }
}

/// A search through pairs of states: the same history under two blueprints.
private struct PairSearch {
  struct Node {
    let old: HistoryState
    let new: HistoryState
    let index: Int
  }

  let oldRules: Rules
  let newRules: Rules
  let options: Explorer.Options
  var seen: Set<Fingerprint> = []
  var trail = Trail()
  var waiting = Deque<Node>()
  var found: [String: (difference: Answers.Difference, index: Int)] = [:]
  var order: [String] = []

  init(old: Rules, new: Rules, _ options: Explorer.Options) {
    oldRules = old
    newRules = new
    self.options = options
  }

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
    if !isQuick, node.old.people.count == 1, stop.since(node.old.now) > 60_000 {
      perform(.waitAlmost(until: stop), from: node)
    }
    perform(.wait(until: stop), from: node)
  }

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

  private mutating func visit(_ old: HistoryState, _ new: HistoryState, at index: Int) {
    _ = insert(old, new)
    waiting.append(Node(old: old, new: new, index: index))
    compare(old, new, at: index)
  }

  private mutating func insert(_ old: HistoryState, _ new: HistoryState) -> Bool {
    var key = old.fingerprint(old.memberships(oldRules), oldRules)
    key.mix(new.fingerprint(new.memberships(newRules), newRules))
    return seen.insert(key).inserted
  }

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

  var result: Comparison {
    let differences = order.compactMap { name -> Comparison.Difference? in
      guard let (difference, index) = found[name] else { return nil }
      let rules = difference.direction == .loses ? oldRules : newRules
      return Comparison.Difference(
        direction: difference.direction, subject: difference.subject,
        sentence: difference.sentence, history: CustomerHistory(trail.steps(to: index), rules))
    }
    return Comparison(
      differences: differences, states: seen.count, isComplete: waiting.isEmpty)
  }
}
