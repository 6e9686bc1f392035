import Tollgate

/// What conditions can test of one event: whether it happened, and which of the tests about it hold.
struct PossibleEvent: Hashable, Sendable {
  let event: CustomerEvent
  let happened: Bool
  /// The tests that hold.
  let holding: Set<PastTest>

  /// Returns everything that several tests of one event can distinguish.
  ///
  /// The time since the event is tried before, at and after each length of time that they name, its date before and after
  /// each of theirs, and the number of times just below and at each bound, in each window and between each two dates.
  ///
  /// - Returns: The cases, without duplicates, beginning with that in which it never happened; empty if they are too
  ///   many.
  static func all(of event: CustomerEvent, _ tests: [PastTest]) -> [PossibleEvent] {
    let never = PossibleEvent(
      event: event, happened: false, holding: Set(tests.filter(\.holdsWithoutEvent)))
    let spans = tests.compactMap(\.span)
    let windows = Set(
      spans.filter { $0.dates == .always && $0.window == nil }.compactMap(\.within)
    ).sorted()
    // An event that happens only once counts where it is; a day may begin right after it, or much later.
    let dated = spans.distinctByThemselves.filter { event.isRepeatable || $0.window != nil }
    let testsFirst = tests.contains(where: \.isOfFirst)
    let bounds = tests.flatMap(\.bounds)
    // Occurrences outside the dates, and a first time besides the last, need one more.
    let others = dated.isEmpty && !testsFirst ? [] : [min(bounds.max() ?? 1, Int.max - 1) + 1]
    let numbers =
      event.isRepeatable
      ? Set([1] + others + bounds.flatMap { [$0 - 1, $0] }.filter { $0 > 0 }).sorted()
      : [1]
    let sequences = ascending(windows.count + 1, of: numbers)
    let choices = combinations(of: dated, [0] + numbers)
    let ages = Set([0] + tests.flatMap(\.lengths)).sorted()
    let futures = Occasion.futures(of: Set(tests.flatMap(\.dates.bounds)))
    let occasions = ages.flatMap { age in futures.map { Occasion(age: age, before: $0) } }
    let pairs = futures.count * (testsFirst ? occasions.count : 1)
    if sequences.isEmpty || choices.isEmpty
      || sequences.count * choices.count * pairs > 10 * sequenceLimit
    {
      return []
    }
    var cases = [never]
    for last in occasions {
      for first in testsFirst ? occasions.filter(last.canFollow) : [last] {
        for counts in sequences where first == last || counts[windows.count] > 1 {
          for choice in choices
          where choice.allSatisfy({ last.allows($1, of: counts[windows.count], in: $0) }) {
            let holding = tests.filter { test in
              test.holds(last: last, first: first) { span in
                if let chosen = choice[span] { return chosen }
                guard last.counts(in: span) else { return 0 }
                let window = span.within.flatMap { windows.firstIndex(of: $0) }
                return counts[window ?? windows.count]
              }
            }
            let found = PossibleEvent(event: event, happened: true, holding: Set(holding))
            if !cases.contains(found) { cases.append(found) }
          }
        }
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

  /// Returns every combination of numbers of times, one in each span.
  ///
  /// - Returns: The combinations; empty if there are more than ``sequenceLimit``.
  private static func combinations(
    of spans: [CountedSpan], _ numbers: [Int]
  ) -> [[CountedSpan: Int]] {
    var combinations: [[CountedSpan: Int]] = [[:]]
    for span in spans {
      combinations = combinations.flatMap { combination in
        numbers.map { combination.merging([span: $0]) { _, new in new } }
      }
      if combinations.count > sequenceLimit { return [] }
    }
    return combinations
  }
}

/// When a number of times is counted: in a window, between dates, both or ever.
private struct CountedSpan: Hashable {
  /// The length of the window in milliseconds; nil without one.
  let within: Int64?
  /// The calendar window; nil without one.
  let window: Feature.Window?
  let dates: DateRange
}

extension [CountedSpan] {
  /// Those with dates or a calendar window, which contain no other and are in no other, without duplicates.
  fileprivate var distinctByThemselves: [CountedSpan] {
    reduce(into: []) { spans, span in
      if span.dates != .always || span.window != nil, !spans.contains(span) { spans.append(span) }
    }
  }
}

/// One time that an event happened, as far as tests distinguish it.
private struct Occasion: Hashable {
  /// How long ago it was, in milliseconds.
  let age: Int64
  /// The dates that came later.
  let before: Set<EventDate>

  /// Returns the dates that may come later than something, which are the latest ones.
  ///
  /// The order of a local time and an instant depends on the time zone, so every combination is tried.
  static func futures(of dates: Set<EventDate>) -> [Set<EventDate>] {
    let latest = dates.sorted { $0.time > $1.time }
    let (local, exact) = (latest.filter(\.isLocal), latest.filter { !$0.isLocal })
    return (0...local.count).flatMap { count in
      (0...exact.count).map { Set(local.prefix(count) + exact.prefix($0)) }
    }
  }

  /// Returns whether it can be the last time if another one was the first.
  func canFollow(_ first: Occasion) -> Bool {
    age <= first.age && first.before.isSuperset(of: before)
  }

  /// Returns whether it was between two dates.
  func isWithin(_ dates: DateRange) -> Bool {
    !(dates.from.map(before.contains) ?? false) && dates.before.map(before.contains) ?? true
  }

  /// Returns whether it counts in a span.
  func counts(in span: CountedSpan) -> Bool {
    span.within.map { age < $0 } ?? true && isWithin(span.dates)
  }

  /// Returns whether a span can contain a number of times, if this is the last of so many.
  func allows(_ number: Int, of all: Int, in span: CountedSpan) -> Bool {
    if let within = span.within, within <= age { return number == 0 }
    if span.window != nil { return number <= all }
    let least = counts(in: span) ? 1 : 0
    return (least...all - 1 + least).contains(number)
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
      // Of all combinations of many seasons, few are those of a day.
      if case .season = event { pasts = pasts.filter(\.haveSeasonsOfOneDay) }
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
        .cancellation, .refund, .use, .dismissal, .paywall, .anyPaywall, .closed, .bought, .season,
        .member:
        break
      case .ending(let ending):
        if event.happened, !isPossible(ending, in: state, past) { return false }
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
    let hasSeenPaywall = past.contains { known in
      if case .paywall = known.event { known.happened } else { false }
    }
    if hasSeenPaywall, happened(.anyPaywall) == false { return false }
    // What was renewed was bought, and a refund of one of its periods leaves the others.
    if happened(.renewal) == true, happened(.purchase) == false || happened(.firstPurchase) == false
    {
      return false
    }
    return true
  }
}

extension Blueprint.Definition {
  /// Returns whether an end can be near for a customer in a state.
  fileprivate func isPossible(
    _ ending: Ending, in state: PossibleState, _ past: [PossibleEvent]
  ) -> Bool {
    // What ends within two days ends within a week.
    let isTooFar = past.contains { other in
      guard case .ending(let longer) = other.event, longer.anchor == ending.anchor else {
        return false
      }
      return !other.happened && ending.within.longest <= longer.within.shortest
    }
    if isTooFar { return false }
    switch ending.anchor {
    case .trialEnd:
      let isOver = past.contains { $0.event == .trialEnd && $0.happened }
      return trial != nil && !isOver && (state.phase == .trial || state.phase == .subscribed)
    case .periodEnd, .introductoryOfferEnd:
      let sold = products.filter { $0.kind != .consumable && !$0.entitlements.isEmpty }
      let phases: Set<Phase> = [.subscribed, .trial, .trialExpired]
      let hasPass = ending.anchor == .periodEnd && sold.contains { $0.kind == .nonRenewing }
      return (sold.isEmpty || phases.contains(state.phase))
        && (hasPass || state.subscription.map { $0.condition == .active } ?? true)
    case .grantEnd: return state.phase == .subscribed
    }
  }
}

extension [PossibleEvent] {
  /// Whether there is a day on which exactly those seasons are on that are supposed to be; they change only at their ends.
  fileprivate var haveSeasonsOfOneDay: Bool {
    let seasons = compactMap { known -> (season: Season, isOn: Bool)? in
      if case .season(let season) = known.event { (season, known.happened) } else { nil }
    }
    let days = seasons.flatMap { [$0.season.from, $0.season.until] }
    return days.isEmpty
      || days.contains { day in seasons.allSatisfy { $0.season.contains(day) == $0.isOn } }
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
  var holdsWithoutLapse: Bool { event == .lapse && holdsWithoutEvent }
}

extension PastTest {
  /// Whether it holds if its event never happened.
  fileprivate var holdsWithoutEvent: Bool { holds(last: nil, first: nil) { _ in 0 } }

  /// Returns whether the test holds.
  ///
  /// - Parameters:
  ///   - last: When the event happened last; nil if it did not.
  ///   - first: When it happened first.
  ///   - count: Returns how often it happened in a span.
  /// - Returns: Whether it holds.
  fileprivate func holds(
    last: Occasion?, first: Occasion?, count: (CountedSpan) -> Int
  ) -> Bool {
    switch self {
    case .since(let since):
      guard let occasion = since.isFirst ? first : last, occasion.isWithin(since.dates) else {
        return false
      }
      return since.atLeast.map { $0.length <= occasion.age } ?? true
        && since.lessThan.map { occasion.age < $0.length } ?? true
    case .count(let test):
      return test.holds(for: span.map(count) ?? 0)
    }
  }

  /// Where it counts; nil for a time since an event.
  fileprivate var span: CountedSpan? {
    switch self {
    case .since: nil
    case .count(let count):
      CountedSpan(within: count.within.map(\.length), window: count.window, dates: count.dates)
    }
  }

  /// Whether it is about the first time.
  fileprivate var isOfFirst: Bool {
    switch self {
    case .since(let since): since.isFirst
    case .count: false
    }
  }

  /// The lengths of time at which it changes, in milliseconds.
  fileprivate var lengths: [Int64] {
    switch self {
    case .since(let since): [since.atLeast, since.lessThan].compactMap { $0?.length }
    case .count: [span?.within].compactMap { $0 }
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
