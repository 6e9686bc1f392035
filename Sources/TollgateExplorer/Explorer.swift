import DequeModule
public import Tollgate

/// Searches the histories that a blueprint allows, breadth first, so that the first history that shows a finding is a shortest one.
///
/// States with the same future are visited once: those with the same answers, the same subscriptions, the same order of what
/// comes next and the same counts near their edges. What that leaves out is written in the documentation of `check`.
public struct Explorer: Sendable {
  /// How far a search goes.
  public struct Options: Hashable, Sendable {
    /// How many states are visited at most.
    public var stateLimit: Int
    /// Whether late notifications, a second store account and the minute before each change are left out.
    public var isQuick: Bool

    /// Describes how far a search goes.
    public init(stateLimit: Int = 60_000, isQuick: Bool = false) {
      self.stateLimit = stateLimit
      self.isQuick = isQuick
    }
  }

  /// The first instant of every history.
  public static let start = Instant(milliseconds: 1_772_442_000_000)

  let rules: Rules
  let options: Options

  /// Prepares a search.
  public init(_ blueprint: Blueprint, options: Options = Options()) {
    rules = Rules(blueprint)
    self.options = options
  }

  /// Searches.
  ///
  /// - Parameter progress: Called after each state with the number of states visited and of those that wait.
  /// - Returns: What was found, and how much was searched.
  public func explore(progress: (Int, Int) -> Void = { _, _ in }) -> Exploration {
    var search = Search(rules, options)
    search.run(progress)
    return search.result
  }
}

/// How each state of a search was reached.
struct Trail {
  /// The state before each, and the step from there; the first state has none.
  private var parents: [(parent: Int, step: HistoryStep)] = []

  /// Notes a step, and numbers the state that it leads to.
  mutating func append(_ step: HistoryStep, after parent: Int) -> Int {
    parents.append((parent, step))
    return parents.count
  }

  /// The steps to a state; 0 is the first one.
  func steps(to index: Int) -> [HistoryStep] {
    var steps: [HistoryStep] = []
    var index = index
    while index > 0 {
      steps.append(parents[index - 1].step)
      index = parents[index - 1].parent
    }
    return steps.reversed()
  }
}

/// One search as it goes.
struct Search {
  /// A state that waits to be expanded.
  struct Node {
    let state: HistoryState
    let memberships: [Membership]
    let index: Int
  }

  let rules: Rules
  let options: Explorer.Options
  var seen: Set<Fingerprint> = []
  var trail = Trail()
  var waiting = Deque<Node>()
  var transitions = 0
  var verdicts: [String: (verdict: Verdict, index: Int)] = [:]
  var order: [String] = []
  var coverage: Coverage

  init(_ rules: Rules, _ options: Explorer.Options) {
    self.rules = rules
    self.options = options
    coverage = Coverage(rules)
  }

  mutating func run(_ progress: (Int, Int) -> Void) {
    let first = HistoryState.first(rules)
    visit(first, at: 0)
    while seen.count < options.stateLimit, let node = waiting.popFirst() {
      expand(node)
      progress(seen.count, waiting.count)
    }
  }

  private mutating func expand(_ node: Node) {
    for step in node.state.steps(
      rules, node.memberships[node.state.active], isQuick: options.isQuick)
    {
      guard let after = node.state.performing(step, rules) else { continue }
      if case .use(let feature, _) = step,
        let verdict = node.state.overspending(feature, to: after, rules)
      {
        note(verdict, at: node.index, after: step)
      }
      reach(after, from: node.index, by: step)
    }
    wait(from: node)
  }

  private mutating func wait(from node: Node) {
    let stops = node.state.stops(rules)
    guard let last = stops.last else { return }
    if !options.isQuick, node.state.people.count == 1, last.since(node.state.now) > 60_000 {
      let step = HistoryStep.waitAlmost(until: last)
      if let almost = node.state.performing(step, rules) {
        reach(almost, from: node.index, by: step)
      }
    }
    for stop in stops.dropLast() {
      let step = HistoryStep.wait(until: stop)
      guard let passing = node.state.performing(step, rules) else { continue }
      judge(passing, passing.memberships(rules), at: node.index, after: step)
    }
    let step = HistoryStep.wait(until: last)
    if let after = node.state.performing(step, rules) { reach(after, from: node.index, by: step) }
  }

  private mutating func reach(_ state: HistoryState, from parent: Int, by step: HistoryStep) {
    transitions += 1
    let memberships = state.memberships(rules)
    guard seen.insert(state.fingerprint(memberships, rules)).inserted else { return }
    let index = trail.append(step, after: parent)
    waiting.append(Node(state: state, memberships: memberships, index: index))
    judge(state, memberships, at: index, after: nil)
  }

  private mutating func visit(_ state: HistoryState, at index: Int) {
    let memberships = state.memberships(rules)
    seen.insert(state.fingerprint(memberships, rules))
    waiting.append(Node(state: state, memberships: memberships, index: index))
    judge(state, memberships, at: index, after: nil)
  }

  private mutating func judge(
    _ state: HistoryState, _ memberships: [Membership], at index: Int, after step: HistoryStep?
  ) {
    for person in state.people.indices {
      coverage.note(memberships[person], state.people[person])
      var judge = Judge(rules, state, person: person, memberships[person])
      for verdict in judge.judge() { note(verdict, at: index, after: step) }
    }
  }

  private mutating func note(_ verdict: Verdict, at index: Int, after step: HistoryStep?) {
    guard verdicts[verdict.name] == nil else { return }
    var verdict = verdict
    if let step {
      verdict.step = step
    }
    verdicts[verdict.name] = (verdict, index)
    order.append(verdict.name)
  }
}
