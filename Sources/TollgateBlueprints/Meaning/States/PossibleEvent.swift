import Tollgate

/// What conditions can test of one event: whether it happened, and which of the tests about it hold.
struct PossibleEvent: Hashable, Sendable {
  let event: CustomerEvent
  /// Whether it happened.
  let happened: Bool
  /// The tests that hold.
  let holding: Set<PastTest>

  /// Returns everything that several tests of one event can distinguish.
  ///
  /// The time since the event is tried before, at and after each length of time that they name, and the number of times
  /// just below and at each bound, in each window.
  ///
  /// - Returns: The cases, without duplicates, beginning with that in which it never happened; empty if they are too
  ///   many.
  static func all(of event: CustomerEvent, _ tests: [PastTest]) -> [PossibleEvent] {
    let never = PossibleEvent(
      event: event, happened: false,
      holding: Set(tests.filter { $0.holds(latest: nil) { _ in 0 } }))
    let windows = Set(tests.compactMap(\.within)).sorted()
    let numbers =
      event.isRepeatable
      ? Set([1] + tests.flatMap(\.bounds).flatMap { [$0 - 1, $0] }.filter { $0 > 0 }).sorted()
      : [1]
    let sequences = ascending(windows.count + 1, of: numbers)
    if sequences.isEmpty { return [] }
    var cases = [never]
    for age in Set([0] + tests.flatMap(\.lengths)).sorted() {
      for counts in sequences {
        let holding = tests.filter { test in
          test.holds(latest: age) { within in
            guard let within else { return counts[windows.count] }
            let position = windows.firstIndex(of: within) ?? windows.count
            return age < within ? counts[position] : 0
          }
        }
        let found = PossibleEvent(event: event, happened: true, holding: Set(holding))
        if !cases.contains(found) { cases.append(found) }
      }
    }
    return cases
  }

  /// The greatest number of sequences of counts that are tried; more would take seconds.
  private static let sequenceLimit = 2000

  /// Returns every non-decreasing sequence of numbers, as counts in ever longer windows.
  ///
  /// - Parameter numbers: The numbers, ascending.
  /// - Returns: The sequences; empty if there are more than ``sequenceLimit``.
  private static func ascending(_ length: Int, of numbers: [Int]) -> [[Int]] {
    var sequences: [[Int]] = [[]]
    for _ in 0..<length {
      sequences = sequences.flatMap { sequence in
        numbers.filter { number in sequence.last.map { $0 <= number } ?? true }
          .map { sequence + [$0] }
      }
      if sequences.count > sequenceLimit { return [] }
    }
    return sequences
  }
}

extension PossibleStates {
  /// Returns the states, combined with what conditions can test of the past.
  ///
  /// Only the tests of these conditions are distinguished, since those of the whole blueprint together would be too
  /// many.
  ///
  /// - Parameter conditions: The conditions that are analyzed together.
  /// - Returns: The states, in the same order for the same conditions; nil if there are more than ``limit``.
  func withPast(of conditions: [Condition]) -> [PossibleState]? {
    let tests = conditions.flatMap(\.parts).flatMap(\.past)
    guard let all, !tests.isEmpty else { return self.all }
    var pasts: [[PossibleEvent]] = [[]]
    for (position, event) in tests.map(\.event).enumerated()
    where tests.firstIndex(where: { $0.event == event }) == position {
      let cases = PossibleEvent.all(of: event, tests.filter { $0.event == event })
      if cases.isEmpty || pasts.count * cases.count * all.count > Self.limit { return nil }
      pasts = pasts.flatMap { past in cases.map { past + [$0] } }
    }
    let mentioned = definition.mentionedMilestones
    var states: [PossibleState] = []
    for state in all {
      var seen: Set<Set<PastTest>> = []
      for past in pasts where definition.isPossible(past, in: state, mentioned) {
        var state = state
        state.past = past.reduce(into: []) { $0.formUnion($1.holding) }
        if seen.insert(state.past).inserted { states.append(state) }
      }
    }
    return states
  }
}

extension Blueprint.Definition {
  /// Returns whether events can have happened, or not, to a customer in a state.
  ///
  /// - Parameter past: What is supposed of each event.
  /// - Returns: False if the state rules it out.
  fileprivate func isPossible(
    _ past: [PossibleEvent], in state: PossibleState, _ mentioned: Set<Milestone.ID>
  ) -> Bool {
    func happened(_ event: CustomerEvent) -> Bool? { past.first { $0.event == event }?.happened }
    for event in past {
      switch event.event {
      case .milestone(let name):
        if mentioned.contains(name), event.happened != state.reached.contains(name) {
          return false
        }
      case .lapse:
        switch state.phase {
        case .subscribed, .blocked, .free, .unknown: if event.happened { return false }
        case .lapsed: if !event.happened { return false }
        case .onboarding, .trial, .trialExpired: break
        }
      case .trialStart, .trialEnd:
        switch state.phase {
        case .unknown, .onboarding, .blocked, .free: if event.happened { return false }
        case .trial: if event.happened != (event.event == .trialStart) { return false }
        case .trialExpired, .subscribed, .lapsed: if event.happened, trial == nil { return false }
        }
      case .date(let date):
        let later = past.contains { other in
          guard case .date(let next) = other.event else { return false }
          return other.happened && next.isLocal == date.isLocal && date.time < next.time
        }
        if later, !event.happened { return false }
      case .signUp, .firstSeen, .opened, .updated, .firstPurchase, .purchase, .renewal,
        .cancellation, .refund, .use, .dismissal, .paywall, .closed, .bought:
        break
      }
    }
    if let start = happened(.trialStart), let end = happened(.trialEnd), end, !start {
      return false
    }
    if let first = happened(.firstPurchase), let any = happened(.purchase), first != any {
      return false
    }
    let hasBought = past.contains { known in
      if case .bought = known.event { known.happened } else { false }
    }
    if hasBought, happened(.purchase) == false || happened(.firstPurchase) == false { return false }
    // What was renewed was bought, and a refund of one of its periods leaves the others.
    if happened(.renewal) == true, happened(.purchase) == false || happened(.firstPurchase) == false
    {
      return false
    }
    return true
  }
}

extension PossibleState {
  /// The state after the customer got the plan, so that it has not lapsed.
  ///
  /// - Parameter tests: The tests of lapses that hold for those who have not.
  mutating func endLapse(_ tests: [PastTest]) {
    past = past.filter { $0.event != .lapse }
    past.formUnion(tests)
  }
}

extension PastTest {
  /// Whether it is about lapses and holds for those whose subscription has not lapsed.
  var holdsWithoutLapse: Bool { event == .lapse && holds(latest: nil, count: { _ in 0 }) }
}

extension Condition {
  /// The condition without what it says of the past, so that it holds at least as often.
  var withoutPast: Condition {
    var condition = self
    condition.past = []
    condition.any = any.map(\.withoutPast)
    condition.not = not.filter { $0.parts.allSatisfy(\.past.isEmpty) }
    return condition
  }
}

extension PastTest {
  /// Returns whether the test holds.
  ///
  /// - Parameters:
  ///   - latest: How long ago the event happened last, in milliseconds; nil if it did not.
  ///   - count: Returns how often it happened in a window of that many milliseconds, or ever.
  /// - Returns: Whether it holds.
  fileprivate func holds(latest: Int64?, count: (Int64?) -> Int) -> Bool {
    switch self {
    case .since(let since):
      guard let latest else { return false }
      return since.atLeast.map { $0.length <= latest } ?? true
        && since.lessThan.map { latest < $0.length } ?? true
    case .count(let test):
      return test.holds(for: count(within))
    }
  }

  /// The window in which it counts, in milliseconds; nil without one.
  fileprivate var within: Int64? {
    switch self {
    case .since: nil
    case .count(let count): count.within.map(\.length)
    }
  }

  /// The lengths of time at which it changes, in milliseconds.
  fileprivate var lengths: [Int64] {
    switch self {
    case .since(let since): [since.atLeast, since.lessThan].compactMap { $0?.length }
    case .count: [within].compactMap { $0 }
    }
  }

  /// The numbers of times at which it changes.
  fileprivate var bounds: [Int] {
    switch self {
    case .since: []
    case .count(let count):
      [count.atLeast, count.lessThan, count.every, count.every.map { $0 + 1 }].compactMap { $0 }
    }
  }
}

extension Period {
  /// The length in milliseconds; a period without a fixed one is a mistake of its own.
  fileprivate var length: Int64 { milliseconds ?? 0 }
}
