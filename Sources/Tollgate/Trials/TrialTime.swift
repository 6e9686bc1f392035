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

  /// The time of a trial that no purchase started, with the extensions, resets and pauses that have begun.
  ///
  /// A reset gives the trial its whole length again, and never less than it had left.
  init(of trial: TrialStart, changedBy facts: TrialFacts, at now: Instant) {
    let pauses = facts.pauses.values.filter { $0.trial == trial.trial && $0.startsAt <= now }
    var changes = facts.extensions.values.filter { $0.trial == trial.trial && $0.at <= now }
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
    from start: Instant, lasting length: Int64?, _ changes: [TrialExtension],
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
