import DequeModule
public import Tollgate
public import TollgateBlueprints

/// The search for wrong decisions through all customer histories that a blueprint allows.
///
/// It is breadth first, so that the first history that shows a finding is a shortest one. What the engine answers in
/// each state is compared with the explorer's own books of what was paid for and given.
///
/// States with the same future are visited once: those with the same answers, the same subscriptions, the same order of
/// what comes next and the same counts near their edges. What that leaves out is listed in `Documentation/Check.md`.
///
/// ```swift
/// let exploration = Explorer(blueprint).explore()
/// for finding in exploration.findings { print(finding.kind.rawValue, finding.sentence) }
/// ```
public struct Explorer: Sendable {
  /// The bounds of a search.
  public struct Options: Hashable, Sendable {
    /// The greatest number of states to visit; a search that reaches it is incomplete and reports nothing as
    /// unreachable.
    public var stateLimit: Int
    /// Whether late notifications, a second store account and the minute before each change are left out.
    ///
    /// That is much faster, and misses findings that need one of them.
    public var isQuick: Bool

    /// Creates the bounds of a search.
    ///
    /// - Parameters:
    ///   - stateLimit: The greatest number of states; nil for 60,000, or 6,000 of a quick search.
    ///   - isQuick: Whether to leave out late notifications, a second store account and the minute before each change.
    public init(stateLimit: Int? = nil, isQuick: Bool = false) {
      self.stateLimit = stateLimit ?? (isQuick ? 6_000 : 60_000)
      self.isQuick = isQuick
    }
  }

  /// The first instant of every history: Monday, 2 March 2026, at 9:00 UTC.
  ///
  /// It is fixed, so that the same blueprint always gives the same findings, byte for byte.
  public static let start = Instant(milliseconds: 1_772_442_000_000)

  /// The blueprint as it was given.
  let blueprint: Blueprint
  /// The blueprint that is searched, without experiments.
  let searched: SearchedRules
  /// The variants that are searched as well.
  let arms: [Arm]
  /// The findings that are intended.
  let accepted: [AcceptedFinding]
  /// The bounds of each search.
  let options: Options

  /// Prepares a search without starting it.
  ///
  /// - Parameters:
  ///   - blueprint: The blueprint.
  ///   - accepted: The findings that are intended.
  ///   - options: The bounds of the search.
  public init(
    _ blueprint: Blueprint, accepting accepted: [AcceptedFinding] = [],
    options: Options = Options()
  ) {
    let scale = CountScale([blueprint.definition])
    self.blueprint = blueprint
    searched = SearchedRules(blueprint, scale)
    arms = Arm.all(of: blueprint, scale)
    self.accepted = accepted
    self.options = options
  }

  /// Searches until no state waits or the limit is reached: the blueprint without experiments, then each variant that
  /// changes a paywall or the trial, as if everyone had it.
  ///
  /// - Parameter progress: Called after each state with the number of states visited and of those that wait.
  /// - Returns: What was found, and how much was searched.
  public func explore(progress: (Int, Int) -> Void = { _, _ in }) -> Exploration {
    var exploration = explore(searched, options, progress)
    var known = exploration.findings
    for arm in arms {
      var options = options
      // What a paywall sells is not judged while notifications are late, nor changes within a minute.
      options.isQuick = options.isQuick || !arm.changesTrial
      let other = explore(arm.searched, options, progress)
      exploration.add(other, in: arm, besides: known)
      known += other.findings
    }
    exploration.accept(accepted, isWhole: exploration.isComplete && !options.isQuick)
    return exploration
  }

  private func explore(
    _ searched: SearchedRules, _ options: Options, _ progress: (Int, Int) -> Void
  ) -> Exploration {
    var search = Search(searched, options)
    search.run(progress)
    if let result = search.result { return result }
    // Smaller counts showed something that is not true of the written ones, and it may have hidden something.
    return explore(SearchedRules(written: searched.written), options, progress)
  }
}

/// How each state of a search was reached.
///
/// Only the last step is stored with each state: a history is rebuilt when a finding needs it.
struct Trail {
  /// The state before each, and the step from there, by the state's number less one; the first state, 0, has none.
  private var parents: [(parent: Int, step: HistoryStep)] = []

  /// Records a step, and returns the number of the state that it leads to.
  mutating func append(_ step: HistoryStep, after parent: Int) -> Int {
    parents.append((parent, step))
    return parents.count
  }

  /// Returns the steps from the first state to a state.
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

/// A search in progress.
struct Search {
  /// A state that waits to be expanded.
  struct Node {
    /// The state.
    let state: HistoryState
    /// What each customer sees in it, computed once for judging and for the next steps.
    let memberships: [Membership]
    /// The state's number in the trail.
    let index: Int
  }

  /// The blueprint that is searched.
  let searched: SearchedRules
  /// The bounds of the search.
  let options: Explorer.Options
  /// The fingerprints of all states visited, which stand for the states.
  var seen: Set<Fingerprint> = []
  /// How each visited state was reached.
  var trail = Trail()
  /// The states to expand, those with the shortest histories first.
  var waiting = Deque<Node>()
  /// How many steps led to a state, visited before or not.
  var transitions = 0
  /// The first verdict of each name, with the state that showed it.
  var verdicts: [String: (verdict: Verdict, index: Int)] = [:]
  /// The names of the verdicts, in the order in which they were found.
  var order: [String] = []
  /// Which rules, placements, prompts and nudges were reached.
  var coverage: Coverage

  /// Creates a search that has visited nothing.
  init(_ searched: SearchedRules, _ options: Explorer.Options) {
    self.searched = searched
    self.options = options
    coverage = Coverage(searched.rules)
  }

  /// The blueprint as the search takes it.
  private var rules: Rules { searched.rules }

  /// Visits the first state, and expands states until none waits or the limit is reached.
  mutating func run(_ progress: (Int, Int) -> Void) {
    let first = HistoryState.first(rules)
    visit(first, at: 0)
    while seen.count < options.stateLimit, let node = waiting.popFirst() {
      expand(node)
      progress(seen.count, waiting.count)
    }
  }

  /// Takes every step that is possible in a state, then lets time pass.
  private mutating func expand(_ node: Node) {
    for step in node.state.steps(
      rules, node.memberships[node.state.active], isQuick: options.isQuick)
    {
      // Whether a step does nothing is decided in one place, where it is performed.
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

  /// Lets time pass to the next change, and to a minute before it.
  ///
  /// Instants on the way at which only numbers change, such as the days left of a trial, are judged but do not become
  /// states.
  private mutating func wait(from node: Node) {
    let stops = node.state.stops(rules)
    guard let last = stops.last else { return }
    if !options.isQuick, node.state.people.count == 1, last.since(node.state.now) > 60_000,
      node.state.used(rules, node.memberships[node.state.active]).isEmpty
    {
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

  /// Queues and judges a state, unless one with the same future was visited.
  private mutating func reach(_ state: HistoryState, from parent: Int, by step: HistoryStep) {
    transitions += 1
    let memberships = state.memberships(rules)
    guard seen.insert(state.fingerprint(memberships, rules)).inserted else { return }
    let index = trail.append(step, after: parent)
    waiting.append(Node(state: state, memberships: memberships, index: index))
    judge(state, memberships, at: index, after: nil)
  }

  /// Queues and judges the first state.
  private mutating func visit(_ state: HistoryState, at index: Int) {
    let memberships = state.memberships(rules)
    seen.insert(state.fingerprint(memberships, rules))
    waiting.append(Node(state: state, memberships: memberships, index: index))
    judge(state, memberships, at: index, after: nil)
  }

  /// Judges what each customer sees in a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - memberships: What each customer sees.
  ///   - index: The number of the last state of the history that leads there.
  ///   - step: The step from that state; nil if the history ends in it.
  private mutating func judge(
    _ state: HistoryState, _ memberships: [Membership], at index: Int, after step: HistoryStep?
  ) {
    for person in state.people.indices {
      coverage.note(memberships[person], state.people[person])
      var judge = Judge(rules, state, person: person, memberships[person])
      for verdict in judge.judge() { note(verdict, at: index, after: step) }
    }
  }

  /// Keeps the first verdict of each name: breadth first, it has the shortest history.
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
