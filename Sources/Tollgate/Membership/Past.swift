/// The tests of a customer's past that conditions contain, evaluated with the standing so that a decision only compares
/// bits.
struct Past: Hashable, Sendable {
  /// The milestones reached, as bits of ``BlueprintIndex/milestones``.
  var reached: UInt64 = 0
  /// The tests that hold, as bits of ``BlueprintIndex/pastTests``.
  var bits: UInt64 = 0
  /// The tests that would hold if something gave the plan, so that it had not lapsed.
  var bitsWithPlan: UInt64 = 0
  /// When the plan ended; nil while something gives it, and if nothing ever did.
  var lapsedAt: Instant?
  /// When a test next changes without a new fact, unless the trial or the plan changes sooner; nil if none does.
  var nextChange: Instant?

  /// Evaluates every test of a blueprint.
  ///
  /// - Parameter trial: The trial that the membership shows.
  mutating func test(
    _ customer: Customer, trial: TrialStatus?, in blueprint: Blueprint, at now: Instant
  ) {
    var event: CustomerEvent?
    var occurrences = Occurrences.none
    for (position, test) in blueprint.index.pastTests.enumerated() {
      let bit: UInt64 = 1 << UInt64(position)
      if test.event != event {
        event = test.event
        if case .date(let date) = test.event {
          occurrences = .once(customer.instant(of: date, in: blueprint))
        } else {
          occurrences = Occurrences(
            of: test.event, for: customer, trial: trial, lapsedAt: lapsedAt, at: now)
        }
      }
      let holds = test.holds(occurrences, at: now)
      let holdsWithPlan = test.event == .lapse ? test.holds(.none, at: now) : holds
      if holds { bits |= bit }
      if holdsWithPlan { bitsWithPlan |= bit }
      nextChange = earliest(nextChange, test.nextChange(occurrences, after: now))
    }
  }
}

extension Membership {
  /// Whether a test of the past holds; false for one that no condition of the blueprint has.
  package func holds(_ test: PastTest) -> Bool {
    standing.past.bits & blueprint.index.bits([test]) != 0
  }
}

extension PastTest {
  /// Whether it holds at an instant.
  func holds(_ occurrences: Occurrences, at now: Instant) -> Bool {
    let happened = occurrences.count(notAfter: now)
    switch self {
    case .since(let since):
      guard let latest = occurrences.instant(of: happened - 1) else { return false }
      return since.atLeast.map { latest.adding($0) <= now } ?? true
        && since.lessThan.map { now < latest.adding($0) } ?? true
    case .count(let count):
      return count.holds(for: happened - count.before(now, among: occurrences))
    }
  }

  /// When it next changes without a new fact; nil if it never does.
  ///
  /// The test may stay the same at that instant, but does not change before it.
  func nextChange(_ occurrences: Occurrences, after now: Instant) -> Instant? {
    let happened = occurrences.count(notAfter: now)
    var next = happened < occurrences.count ? occurrences.instant(of: happened) : nil
    func offer(_ candidate: Instant?) {
      if let candidate, candidate > now { next = earliest(next, candidate) }
    }
    switch self {
    case .since(let since):
      guard let latest = occurrences.instant(of: happened - 1) else { break }
      offer(since.atLeast.map { latest.adding($0) })
      offer(since.lessThan.map { latest.adding($0) })
    case .count(let count):
      guard let within = count.within else { break }
      let counted = happened - count.before(now, among: occurrences)
      // A bound is crossed when exactly that many are left and the oldest of them leaves the window.
      for bound in [count.atLeast, count.lessThan].compactMap({ $0 })
      where bound > 0 && bound <= counted {
        offer(occurrences.instant(of: happened - bound)?.adding(within))
      }
    }
    return next
  }
}

extension PastTest.Count {
  /// How many occurrences are too long ago to count.
  fileprivate func before(_ now: Instant, among occurrences: Occurrences) -> Int {
    within.map { occurrences.count(notAfter: now.subtracting($0)) } ?? 0
  }
}
