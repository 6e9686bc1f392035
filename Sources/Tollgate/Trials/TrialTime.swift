/// The time in which a trial runs: its length with extensions, and the pauses in which its clock stands still.
struct TrialTime {
  /// When it started, or started over.
  let start: Instant
  /// Its length without pauses, in milliseconds; nil if only uses can end it.
  let length: Int64?
  /// The pauses before its time runs out, in order and apart from each other; one without an end lasts to the distant
  /// future.
  private(set) var pauses: [Range<Instant>] = []
  /// When its time runs out; nil if only uses can end it, and during a pause without an end.
  private(set) var endsAt: Instant?

  /// The time of a trial that the store signed.
  init(from start: Instant, to end: Instant?) {
    self.start = start
    length = end.map { $0.since(start) }
    endsAt = end
  }

  /// Days that are added to a trial, or its reset.
  private struct Change {
    let at: Instant
    let days: Int
    var startsOver = false
  }

  /// The time of a trial that no purchase started, with the extensions, resets and pauses that have begun, and the days
  /// that the customer has earned.
  init(of trial: TrialStart, for customer: Customer, at now: Instant) {
    let pauses = customer.trials.pauses.values.filter { $0.trial == trial.trial }
    var changes = customer.trials.extensions.values.filter { $0.trial == trial.trial }
      .map { Change(at: $0.at, days: $0.days, startsOver: $0.startsOver) }
    if !trial.terms.earned.isEmpty {
      changes += Self.earned(in: trial, by: customer, changes, pauses, at: now)
    }
    self.init(of: trial, changes, pauses, at: now)
  }

  /// What the customer has earned: whatever happened while the trial ran, up to the limits of its terms.
  private static func earned(
    in trial: TrialStart, by customer: Customer, _ changes: [Change], _ pauses: [TrialPause],
    at now: Instant
  ) -> [Change] {
    struct Source {
      let terms: Trial.EarnedDays
      let events: Occurrences
      /// The position of the first event that is not looked at yet.
      var next: Int
      /// The days that it can still add.
      var left: Int

      var at: Instant? { left > 0 ? events.instant(of: next) : nil }
    }
    var sources = trial.terms.earned.map { terms in
      let events = Occurrences(of: terms.event, for: customer, trial: nil, lapsedAt: nil, at: now)
      return Source(
        terms: terms, events: events, next: events.count(before: trial.at), left: terms.most)
    }
    var earned: [Change] = []
    while let position = sources.indices.filter({ sources[$0].at != nil }).min(by: {
      (sources[$0].at ?? .distantFuture) < (sources[$1].at ?? .distantFuture)
    }), let at = sources[position].at {
      let time = TrialTime(of: trial, changes + earned, pauses, at: at)
      if let end = time.endsAt, end <= at {
        // The trial is over, and what happens counts again only if support gives it more time.
        guard let again = changes.lazy.map(\.at).filter({ at < $0 }).min() else { break }
        for position in sources.indices {
          sources[position].next = max(
            sources[position].next, sources[position].events.count(before: again))
        }
        continue
      }
      let days = min(sources[position].terms.days, sources[position].left)
      earned.append(Change(at: at, days: days))
      sources[position].next += 1
      sources[position].left -= days
    }
    return earned
  }

  /// A reset gives the trial its whole length again, and never less than it had left.
  private init(
    of trial: TrialStart, _ changes: [Change], _ pauses: [TrialPause], at now: Instant
  ) {
    let pauses = pauses.filter { $0.startsAt <= now }
    var changes = changes.filter { $0.at <= now }
    let resets = Set(changes.filter { $0.startsOver && trial.at <= $0.at }.map(\.at))
    var start = trial.at
    var length = trial.terms.lasts.map { start.adding($0).since(start) }
    for reset in resets.sorted() {
      let before = TrialTime(
        from: start, lasting: length, changes.filter { $0.at < reset }, pauses)
      let left = before.left(at: reset)
      length = trial.terms.lasts.map { max(reset.adding($0).since(reset), left) }
      changes.removeAll { $0.at < reset }
      start = reset
    }
    self.init(from: start, lasting: length, changes, pauses)
  }

  /// The time of a trial from its start or a reset on, with what was changed since.
  private init(
    from start: Instant, lasting length: Int64?, _ changes: [Change],
    _ pauses: [TrialPause]
  ) {
    let days = changes.reduce(0) { $0 + ($1.startsOver ? 0 : Int64($1.days)) }
    let added = days.saturatingMultiplied(by: Instant.millisecondsPerDay)
    self.init(
      from: start,
      to: length.map { start.adding(milliseconds: $0).adding(milliseconds: added) })
    for pause in Self.joined(pauses, from: start) {
      guard let end = endsAt, pause.lowerBound < end else { return }
      self.pauses.append(pause)
      endsAt =
        pause.upperBound == .distantFuture
        ? nil : end.adding(milliseconds: pause.upperBound.since(pause.lowerBound))
    }
  }

  /// The times covered by pauses since a trial's start, in order and apart from each other.
  private static func joined(_ pauses: [TrialPause], from start: Instant) -> [Range<Instant>] {
    var joined: [Range<Instant>] = []
    for pause in pauses.sorted(by: { $0.startsAt < $1.startsAt }) {
      let (from, until) = (max(pause.startsAt, start), pause.endsAt ?? .distantFuture)
      guard from < until else { continue }
      if let last = joined.last, from <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, until)
      } else {
        joined.append(from..<until)
      }
    }
    return joined
  }

  /// The milliseconds of the pauses up to an instant.
  private func paused(until instant: Instant) -> Int64 {
    pauses.reduce(0) { $0 + max(0, min(instant, $1.upperBound).since($1.lowerBound)) }
  }

  /// The milliseconds for which the clock has run at an instant.
  func elapsed(at instant: Instant) -> Int64 {
    max(0, instant.since(start) - paused(until: instant))
  }

  /// The milliseconds for which the clock still has to run at an instant; negative if its time ran out before.
  private func left(at instant: Instant) -> Int64 { (length ?? 0) - elapsed(at: instant) }

  /// When the pause that holds at an instant began; nil while the clock runs.
  func pausedAt(_ instant: Instant) -> Instant? {
    pauses.first { $0.contains(instant) }?.lowerBound
  }

  /// The instant at which a clock that never stopped would have started; nil while the clock stands still.
  func clockStart(at instant: Instant) -> Instant? {
    pausedAt(instant) == nil ? start.adding(milliseconds: paused(until: instant)) : nil
  }
}
