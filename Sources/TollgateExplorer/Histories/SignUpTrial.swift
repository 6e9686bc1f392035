import Tollgate

/// A trial that signing up started, by the explorer's own books.
struct SignUpTrial: Hashable, Sendable {
  /// When the customer signed up.
  let startsAt: Instant
  /// When its time would be over if support had not changed it; nil if only uses end it.
  let firstEnd: Instant?
  /// When its time is over once its clock runs; nil if only uses end it.
  private(set) var scheduledEnd: Instant?
  /// When support stopped its clock; nil while the clock runs.
  private(set) var pausedAt: Instant?

  /// Starts a trial.
  ///
  /// - Parameters:
  ///   - start: When the customer signed up.
  ///   - end: When its time is over; nil if only uses end it.
  init(startsAt start: Instant, endsAt end: Instant?) {
    startsAt = start
    firstEnd = end
    scheduledEnd = end
  }

  /// When its time is over; nil if only uses end it, and while its clock stands still.
  var endsAt: Instant? { pausedAt == nil ? scheduledEnd : nil }

  /// Whether only what support changed lets it run at an instant.
  func hasMoreTime(at now: Instant) -> Bool {
    guard let firstEnd, firstEnd <= now else { return false }
    return endsAt.map { now < $0 } ?? true
  }

  /// Records a change that support makes.
  mutating func record(_ action: TrialChange.Action, at now: Instant) {
    switch action {
    case .extend(let days):
      scheduledEnd = scheduledEnd?.adding(Period(1, .day), times: days)
    case .pause: pausedAt = now
    case .resume:
      if let pausedAt { scheduledEnd = scheduledEnd?.adding(milliseconds: now.since(pausedAt)) }
      pausedAt = nil
    }
  }
}

extension HistoryState {
  /// How many days support adds in a history.
  private static let addedDays = 3

  /// The greatest number of steps before support changes a trial.
  private static let trialChangeDepth = 5

  /// Returns what support can do with the active customer's trial, before anything is bought.
  ///
  /// A running trial is paused once, and one that has run out of time is extended. To extend a running one makes no
  /// difference but to when it ends.
  func trialChanges(_ rules: Rules) -> [HistoryStep] {
    guard people.count == 1, !holdsNotifications, lastMinute == nil, store.lines.isEmpty,
      let trial = people[active].trial, trial.scheduledEnd != nil
    else { return [] }
    if trial.pausedAt != nil { return [.resumeTrial] }
    guard depth <= Self.trialChangeDepth,
      let booked = trials(of: active, .reported, rules).first(where: {
        $0.name == .signUp(person: active)
      }), !booked.isSpent
    else { return [] }
    if !booked.isActive { return [.extendTrial(days: Self.addedDays)] }
    return trial.hasMoreTime(at: now) ? [] : [.pauseTrial]
  }

  /// Changes the active customer's trial, as the server does for support; false if there is nothing to change.
  mutating func changeTrial(_ action: TrialChange.Action, _ rules: Rules) -> Bool {
    guard let id = rules.definition.trial?.id, let own = people[active].trial else { return false }
    let change = TrialChange(action, id, key: key(), author: .support, reason: "A history.")
    guard let facts = people[active].customer.facts(of: change, at: now), !facts.isEmpty else {
      return false
    }
    for fact in facts { people[active].customer.join(fact) }
    people[active].trial?.record(action, at: now)
    // A trial that is opened again counts what was used since its end.
    let name = TrialName.signUp(person: active)
    for index in uses.indices where uses[index].person == active && uses[index].at >= own.startsAt {
      uses[index].trials.insert(name)
    }
    return true
  }
}
