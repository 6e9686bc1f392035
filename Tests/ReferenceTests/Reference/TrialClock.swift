import Tollgate

/// The clock of a trial that signing up started: it stands still in every millisecond that a pause covers.
struct TrialClock {
  /// When it started, or support last reset it.
  let start: Instant
  /// How long it runs until the trial is over.
  let length: Int64
  /// The pauses that have begun; the distant future ends those that nothing ends.
  let pauses: [Range<Instant>]

  /// Nil if only uses end the trial.
  init?(_ start: TrialStart, _ facts: [Fact], at now: Instant) {
    guard let lasts = start.terms.lasts else { return nil }
    let reset = Self.lastReset(of: start, facts, at: now)
    let begin = reset ?? start.at
    self.start = begin
    var days: [TrialExtension.ID: Int] = [:]
    var begins: [TrialPause.ID: Instant] = [:]
    var ends: [TrialPause.ID: Instant] = [:]
    for fact in facts {
      switch fact {
      case .trialExtension(let fact) where fact.trial == start.trial && fact.at <= now:
        if !fact.startsOver, reset.map({ fact.at >= $0 }) ?? true { days[fact.id] = fact.days }
      case .trialPause(let fact) where fact.trial == start.trial:
        begins[fact.id] = min(begins[fact.id] ?? fact.startsAt, fact.startsAt)
        if let end = fact.endsAt { ends[fact.id] = min(ends[fact.id] ?? end, end) }
      default: break
      }
    }
    // What the clock had left at the reset, if that is more than the whole length.
    let before = reset.flatMap {
      TrialClock(start, facts.filter { !$0.changes(since: begin) }, at: $0)
    }
    let left = before.map { $0.length - $0.elapsed(at: begin) } ?? 0
    length =
      max(begin.adding(lasts).since(begin), left) + Int64(days.values.reduce(0, +)) * 86_400_000
    pauses = begins.compactMap { id, begin in
      let end = ends[id] ?? ReferenceDecider.never
      return begin <= now && begin < end ? begin..<end : nil
    }
  }

  /// When support last started a trial over; nil if it never did.
  static func lastReset(of start: TrialStart, _ facts: [Fact], at now: Instant) -> Instant? {
    facts.compactMap { fact in
      guard case .trialExtension(let change) = fact, change.startsOver,
        change.trial == start.trial, start.at <= change.at, change.at <= now
      else { return nil }
      return change.at
    }.max()
  }

  private func isStopped(at instant: Instant) -> Bool { pauses.contains { $0.contains(instant) } }

  /// The instants at which it stops or continues, and its start, in order.
  private var turns: [Instant] {
    Set(pauses.flatMap { [$0.lowerBound, $0.upperBound] } + [start]).filter { $0 >= start }.sorted()
  }

  /// How long it has run at an instant.
  func elapsed(at instant: Instant) -> Int64 {
    let turns = turns.filter { $0 < instant } + [instant]
    return zip(turns, turns.dropFirst()).reduce(0) { sum, span in
      isStopped(at: span.0) ? sum : sum + span.1.since(span.0)
    }
  }

  /// When it has run for its length; nil if nothing ends a pause before that.
  var end: Instant? {
    var left = length
    let turns = turns
    for (index, turn) in turns.enumerated()
    where !isStopped(at: turn) && turn < ReferenceDecider.never {
      let next = index + 1 < turns.count ? turns[index + 1] : ReferenceDecider.never
      if next.since(turn) >= left { return turn.adding(milliseconds: left) }
      left -= next.since(turn)
    }
    return nil
  }

  /// When it last stopped; nil while it runs.
  func pausedAt(_ instant: Instant) -> Instant? {
    guard isStopped(at: instant) else { return nil }
    return turns.last {
      $0 <= instant && ($0 == start || !isStopped(at: $0.adding(milliseconds: -1)))
    }
  }
}

extension Fact {
  /// Whether it extends or resets a trial at an instant or later.
  fileprivate func changes(since instant: Instant) -> Bool {
    if case .trialExtension(let change) = self { instant <= change.at } else { false }
  }
}
