/// The tests of a customer's past that conditions contain, evaluated with the standing so that a decision only compares
/// bits.
struct Past: Hashable, Sendable {
  /// The milestones reached, as bits of ``BlueprintIndex/milestones``.
  var reached: UInt64 = 0
  /// The tests that hold, as bits of ``BlueprintIndex/pastTests``, followed by those of ``BlueprintIndex/leftTests``.
  var bits: UInt64 = 0
  /// The tests that would hold if something gave the plan, so that it had not lapsed.
  var bitsWithPlan: UInt64 = 0
  /// When the plan ended; nil while something gives it, and if nothing ever did.
  var lapsedAt: Instant?
  /// When a test next changes without a new fact, unless the trial or the plan changes sooner; nil if none does.
  var nextChange: Instant?
  /// The first date on which a season next begins or ends; nil without any.
  var nextSeason: EventDate?

  /// Evaluates every test of a blueprint.
  ///
  /// - Parameters:
  ///   - trial: The trial that the membership shows.
  ///   - end: Returns when something ends; nil if no such end is coming.
  mutating func test(
    _ customer: Customer, trial: TrialStatus?, in blueprint: Blueprint, at now: Instant,
    end: (Ending.Anchor) -> Instant?
  ) {
    var event: CustomerEvent?
    var occurrences = Occurrences.none
    for (position, test) in blueprint.index.pastTests.enumerated() {
      let bit: UInt64 = 1 << UInt64(position)
      if test.event != event {
        event = test.event
        if case .date(let date) = test.event {
          occurrences = .once(customer.instant(of: date, in: blueprint))
        } else if case .season(let season) = test.event {
          let (isOn, next) = customer.turn(of: season, in: blueprint, at: now)
          occurrences = .once(isOn ? now : nil)
          nextSeason = [nextSeason, next].compactMap(\.self).min { $0.time < $1.time }
        } else if case .ending(let ending) = test.event {
          let (isOn, next) = ending.turn(of: end(ending.anchor), at: now)
          occurrences = .once(isOn ? now : nil)
          nextChange = earliest(nextChange, next)
        } else if case .member(let team) = test.event {
          let seats = customer.usedSeats(of: team, at: now)
          occurrences = .instants(seats.map(\.invitedAt).sorted())
          nextChange = earliest(
            nextChange, seats.filter { !$0.isTaken }.map(\.expiresAt).min())
        } else {
          occurrences = Occurrences(
            of: test.event, for: customer, trial: trial, lapsedAt: lapsedAt, at: now)
        }
      }
      let dates = test.dates
      var span: DateSpan = dates == .always ? .always : customer.span(of: dates, in: blueprint)
      if let window = test.window, occurrences.count(notAfter: now) > 0 {
        span = span.narrowed(
          to: customer.window(window, since: occurrences.instant(of: 0), in: blueprint, at: now))
      }
      let holds = test.holds(occurrences, in: span, at: now)
      let holdsWithPlan =
        test.event.isOverWithPlan ? test.holds(.none, in: span, at: now) : holds
      if holds { bits |= bit }
      if holdsWithPlan { bitsWithPlan |= bit }
      nextChange = earliest(nextChange, test.nextChange(occurrences, in: span, after: now))
    }
  }
}

extension CustomerEvent {
  /// Whether it has not happened to a customer whose plan starts: it has not lapsed, and a period begins.
  fileprivate var isOverWithPlan: Bool {
    if case .ending(let ending) = self {
      return ending.anchor == .periodEnd || ending.anchor == .introductoryOfferEnd
    }
    return self == .lapse
  }
}

/// The instants between which an event counts, excluding the end.
struct DateSpan {
  /// The start; nil for none.
  let from: Instant?
  /// The end; nil for none.
  let before: Instant?
  /// When the calendar window in which the event counts ends; nil for none.
  var windowEnd: Instant? = nil

  /// Any time.
  static let always = DateSpan(from: nil, before: nil)

  func contains(_ instant: Instant) -> Bool {
    from.map { $0 <= instant } ?? true && before.map { instant < $0 } ?? true
  }

  /// The part of it in the window that holds the instant of the decision.
  func narrowed(to window: (start: Instant, end: Instant?)) -> DateSpan {
    DateSpan(
      from: from.map { max($0, window.start) } ?? window.start, before: before,
      windowEnd: window.end)
  }
}

extension Membership {
  /// Whether a test of the past holds; false for one that no condition of the blueprint has.
  package func holds(_ test: PastTest) -> Bool {
    standing.past.bits & blueprint.index.bits([test]) != 0
  }

  /// Whether a test of what is left holds; false for one that no condition of the blueprint has.
  package func holds(_ test: Condition.Left) -> Bool {
    standing.past.bits & blueprint.index.bits([test]) != 0
  }
}

extension PastTest {
  func holds(_ occurrences: Occurrences, in span: DateSpan, at now: Instant) -> Bool {
    switch self {
    case .since(let since):
      guard let instant = since.instant(among: occurrences, in: span, at: now) else { return false }
      return since.atLeast.map { instant.adding($0) <= now } ?? true
        && since.lessThan.map { now < instant.adding($0) } ?? true
    case .count(let count):
      return count.holds(for: count.positions(among: occurrences, in: span, at: now).count)
    }
  }

  /// When it next changes without a new fact; nil if it never does.
  ///
  /// The test may stay the same at that instant, but does not change before it.
  func nextChange(
    _ occurrences: Occurrences, in span: DateSpan, after now: Instant
  ) -> Instant? {
    let happened = occurrences.count(notAfter: now)
    var next = happened < occurrences.count ? occurrences.instant(of: happened) : nil
    func offer(_ candidate: Instant?) {
      if let candidate, candidate > now { next = earliest(next, candidate) }
    }
    switch self {
    case .since(let since):
      guard let instant = since.instant(among: occurrences, in: span, at: now) else { break }
      offer(since.atLeast.map { instant.adding($0) })
      offer(since.lessThan.map { instant.adding($0) })
    case .count(let count):
      if count.within == nil, span.windowEnd == nil { break }
      let counted = count.positions(among: occurrences, in: span, at: now)
      if !counted.isEmpty { offer(span.windowEnd) }
      guard let within = count.within else { break }
      // A bound is crossed when exactly that many are left and the oldest of them leaves the window.
      for bound in [count.atLeast, count.lessThan].compactMap({ $0 })
      where bound > 0 && bound <= counted.count {
        offer(occurrences.instant(of: counted.upperBound - bound)?.adding(within))
      }
    }
    return next
  }
}

extension PastTest.Since {
  /// When the event last or first happened; nil if it did not, or not between its dates.
  fileprivate func instant(
    among occurrences: Occurrences, in span: DateSpan, at now: Instant
  ) -> Instant? {
    let last = occurrences.count(notAfter: now) - 1
    guard last >= 0, let instant = occurrences.instant(of: isFirst ? 0 : last) else { return nil }
    return span.contains(instant) ? instant : nil
  }
}

extension PastTest.Count {
  /// The positions of the occurrences that count.
  fileprivate func positions(
    among occurrences: Occurrences, in span: DateSpan, at now: Instant
  ) -> Range<Int> {
    var end = occurrences.count(notAfter: now)
    if let before = span.before { end = min(end, occurrences.count(before: before)) }
    var start = within.map { occurrences.count(notAfter: now.subtracting($0)) } ?? 0
    if let from = span.from { start = max(start, occurrences.count(before: from)) }
    return min(start, end)..<end
  }
}
