import DequeModule
import Dispatch
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
    /// Whether all of it runs on the caller's thread, which leaves the other cores to a server's own work.
    public var isSerial: Bool

    /// Creates the bounds of a search.
    ///
    /// - Parameters:
    ///   - stateLimit: The greatest number of states; nil for 150,000, or 6,000 of a quick search.
    ///   - isQuick: Whether to leave out late notifications, a second store account and the minute before each change.
    ///   - isSerial: Whether all of it runs on the caller's thread.
    public init(stateLimit: Int? = nil, isQuick: Bool = false, isSerial: Bool = false) {
      self.stateLimit = stateLimit ?? (isQuick ? 6_000 : 150_000)
      self.isQuick = isQuick
      self.isSerial = isSerial
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
  /// - Parameter options: The bounds of the search.
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
  /// - Parameters:
  ///   - progress: Called after each state.
  ///   - isStopped: Whether to stop and to return what was found so far; asked every few states.
  /// - Returns: What was found, and how much was searched.
  public func explore(
    progress: (SearchProgress) -> Void = { _ in }, isStopped: () -> Bool = { false }
  ) -> Exploration {
    var exploration = explore(searched, options, progress, isStopped)
    var known = exploration.findings
    for arm in arms {
      if isStopped() {
        exploration.isComplete = false
        exploration.isStopped = true
        break
      }
      var options = options
      // What a paywall sells is not judged while notifications are late, nor changes within a minute.
      options.isQuick = options.isQuick || !arm.changesTrial
      let other = explore(arm.searched, in: arm, options, progress, isStopped)
      exploration.add(other, in: arm, besides: known)
      known += other.findings
    }
    exploration.accept(accepted, isWhole: exploration.isComplete && !options.isQuick)
    return exploration
  }

  private func explore(
    _ searched: SearchedRules, in arm: Arm? = nil, _ options: Options,
    _ progress: (SearchProgress) -> Void, _ isStopped: () -> Bool
  ) -> Exploration {
    var search = Search(searched, options)
    let intended = Set(accepted.map { "\($0.kind.rawValue) at \($0.subject)" })
    let wasStopped = search.run(isStopped) { search, node in
      progress(
        SearchProgress(
          states: search.seen.count, waiting: search.waiting.count, steps: node.state.depth,
          variant: arm?.words, found: search.found.filter { !intended.contains($0) }))
    }
    if let result = search.result(isStopped: wasStopped) { return result }
    // Smaller counts showed something that is not true of the written ones, and it may have hidden something.
    let written = SearchedRules(written: searched.written)
    return explore(written, in: arm, options, progress, isStopped)
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
  struct Node: Sendable {
    let state: HistoryState
    /// What each customer sees in it, computed once for judging and for the next steps.
    let memberships: [Membership]
    /// The state's number in the trail.
    let index: Int
  }

  /// How many states are expanded together; the result is the same for any number.
  static let nodesAtOnce = 64

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
  /// The verdicts as they are reported during the search, each with its place.
  private(set) var found: [String] = []
  /// Which rules, placements, prompts and nudges were reached.
  var coverage: Coverage

  /// Creates a search that has visited nothing.
  init(_ searched: SearchedRules, _ options: Explorer.Options) {
    self.searched = searched
    self.options = options
    coverage = Coverage(searched.rules, isQuick: options.isQuick)
  }

  /// The blueprint as the search takes it.
  private var rules: Rules { searched.rules }

  /// Visits the first state, and expands states until none waits or the limit is reached.
  ///
  /// States are expanded and judged on all cores, and visited in the order in which one core would visit them.
  ///
  /// - Returns: Whether it was stopped before that.
  mutating func run(_ isStopped: () -> Bool, _ progress: (Search, Node) -> Void) -> Bool {
    let state = HistoryState.first(rules)
    let first = Node(state: state, memberships: state.memberships(rules), index: 0)
    seen.insert(state.fingerprint(first.memberships, rules))
    waiting.append(first)
    note([Sight(state: state, memberships: first.memberships, index: 0)])
    if options.isQuick { noteGrantsOfPlan(in: state) }
    while seen.count < options.stateLimit, !waiting.isEmpty {
      if isStopped() { return true }
      let nodes = Array(waiting.prefix(Self.nodesAtOnce))
      let moments = nodes.map(isSerial: options.isSerial) { [rules, options] in
        $0.moments(rules, isQuick: options.isQuick)
      }
      var sights: [Sight] = []
      for (node, next) in zip(nodes, moments) where seen.count < options.stateLimit {
        waiting.removeFirst()
        for moment in next { visit(moment, from: node.index, &sights) }
        progress(self, node)
      }
      note(sights)
    }
    return false
  }

  /// Treats as reached what grants of the plan reach, which a quick search leaves out.
  private mutating func noteGrantsOfPlan(in state: HistoryState) {
    let searched = Set(state.grantChanges(rules, isQuick: true))
    for step in state.grantChanges(rules, isQuick: false) where !searched.contains(step) {
      guard let given = state.performing(step, rules),
        !given.people[state.active].hasOnlyGivenPlan(rules)
      else { continue }
      let membership = given.memberships(rules)[state.active]
      coverage.note(
        coverage.reached(by: membership, given.people[state.active]), by: [membership])
    }
  }

  /// Queues a state, unless one with the same future was visited, and adds what is to be judged.
  private mutating func visit(_ moment: Moment, from parent: Int, _ sights: inout [Sight]) {
    var sight = Sight(
      state: moment.state, memberships: moment.memberships, index: parent, step: moment.step,
      before: moment.before)
    guard let fingerprint = moment.fingerprint else { return sights.append(sight) }
    transitions += 1
    coverage.note(moment.step, to: moment.state)
    if let verdict = moment.verdict {
      sight.verdict = verdict
      sights.append(sight)
    }
    guard seen.insert(fingerprint).inserted else { return }
    if options.isQuick { noteGrantsOfPlan(in: moment.state) }
    let index = trail.append(moment.step, after: parent)
    waiting.append(Node(state: moment.state, memberships: moment.memberships, index: index))
    sights.append(Sight(state: moment.state, memberships: moment.memberships, index: index))
  }

  /// Judges what customers see, and keeps what is wrong.
  private mutating func note(_ sights: [Sight]) {
    let judged = sights.map(isSerial: options.isSerial) { [rules, coverage] sight in
      (verdicts: sight.verdicts(rules), reached: sight.reached(beyond: coverage))
    }
    for (sight, judged) in zip(sights, judged) {
      if sight.verdict == nil { coverage.note(judged.reached, by: sight.memberships) }
      for verdict in judged.verdicts { note(verdict, at: sight.index, after: sight.step) }
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
    found.append("\(verdict.kind.rawValue) at \(verdict.subject)")
  }
}

/// What a step leads to.
private struct Moment: Sendable {
  let step: HistoryStep
  let state: HistoryState
  /// What each customer sees then.
  let memberships: [Membership]
  /// Nil on the way to the next change, where only numbers change, so that it is judged and does not become a state.
  var fingerprint: Fingerprint?
  /// What the step itself shows to be wrong.
  var verdict: Verdict?
  /// The customer in the state before, on the way to the next change; nil with two of them.
  var before: Judge?
}

/// What customers see at a moment, to be judged.
private struct Sight: Sendable {
  let state: HistoryState
  let memberships: [Membership]
  /// The number of the last state of the history that leads there.
  let index: Int
  /// The step from that state; nil if the history ends in it.
  var step: HistoryStep?
  /// What the step itself shows to be wrong; nil to judge the state.
  var verdict: Verdict?
  /// The customer in the state before, if only numbers may have changed since; that state is judged by itself.
  var before: Judge?

  /// Returns what is wrong.
  func verdicts(_ rules: Rules) -> [Verdict] {
    if let verdict { return [verdict] }
    return state.people.indices.flatMap { person in
      var judge = Judge(rules, state, person: person, memberships[person])
      if let before, judge.differsOnlyInNumbers(from: before) { return judge.judgeNumbers() }
      return judge.judge()
    }
  }

  /// Returns what the customers' memberships reach of what nothing has reached so far.
  func reached(beyond coverage: Coverage) -> Set<String> {
    if verdict != nil { return [] }
    return state.people.indices.reduce(into: []) {
      $0.formUnion(coverage.reached(by: memberships[$1], state.people[$1]))
    }
  }
}

extension Search.Node {
  /// Returns what every step that is possible leads to, then what time leads to.
  fileprivate func moments(_ rules: Rules, isQuick: Bool) -> [Moment] {
    var moments: [Moment] = []
    for step in state.steps(rules, memberships[state.active], isQuick: isQuick) {
      // Whether a step does nothing is decided in one place, where it is performed.
      guard var moment = moment(after: step, rules) else { continue }
      if let feature = step.usedFeature {
        moment.verdict = state.overspending(feature, to: moment.state, rules)
      }
      moments.append(moment)
    }
    return moments + passing(rules, isQuick: isQuick)
  }

  /// Returns the next change, the minute before it, and the instants on the way at which only numbers change, such as
  /// the days left of a trial.
  private func passing(_ rules: Rules, isQuick: Bool) -> [Moment] {
    let stops = state.stops(memberships, rules)
    guard let last = stops.last else { return [] }
    let isAlone = state.people.count == 1
    let hasMinute =
      !isQuick && isAlone && last.at.since(state.now) > 60_000
      && state.used(rules, memberships[state.active]).isEmpty
    let almost = hasMinute ? moment(after: .waitAlmost(until: last.at), rules) : nil
    let before =
      stops.count > 1 && isAlone ? Judge(rules, state, person: 0, memberships[0]) : nil
    let between = stops.dropLast().compactMap { stop -> Moment? in
      let step = HistoryStep.wait(until: stop.at)
      return state.performing(step, rules).map {
        Moment(
          step: step, state: $0, memberships: stop.memberships ?? $0.memberships(rules),
          before: before)
      }
    }
    return [almost].compactMap(\.self) + between
      + [moment(after: .wait(until: last.at), seeing: last.memberships, rules)].compactMap(\.self)
  }

  /// Returns the state after a step; nil if it does nothing.
  ///
  /// - Parameter known: What each customer then sees; nil if it is to be found.
  private func moment(
    after step: HistoryStep, seeing known: [Membership]? = nil, _ rules: Rules
  ) -> Moment? {
    guard let after = state.performing(step, rules) else { return nil }
    let memberships = known ?? after.memberships(rules)
    return Moment(
      step: step, state: after, memberships: memberships,
      fingerprint: after.fingerprint(memberships, rules))
  }
}

extension Array where Element: Sendable {
  /// Maps the elements in order, on all cores unless `isSerial`.
  func map<Result: Sendable>(
    isSerial: Bool, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    if isSerial { return map(transform) }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Each place is written once, by one thread.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: count) { index in
        places.initializeElement(at: index, to: transform(self[index]))
      }
      initializedCount = count
    }
  }
}
