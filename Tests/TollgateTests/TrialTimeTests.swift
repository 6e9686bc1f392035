import Testing

@testable import Tollgate

@Suite("Extensions, pauses and resets of trials")
struct TrialTimeTests {
  static let start = Fixture.start

  static func extended(_ days: Int, at day: Int, id: TrialExtension.ID = "x") -> Fact {
    .trialExtension(
      TrialExtension(
        id: id, trial: "trial", days: days, author: .support, reason: "bug", at: start.days(day)))
  }

  static func paused(
    from: Int, to: Int? = nil, id: TrialPause.ID = "p", trial: Trial.ID = "trial"
  ) -> Fact {
    .trialPause(
      TrialPause(
        id: id, trial: trial, author: .support, reason: "moving house", startsAt: start.days(from),
        endsAt: to.map { start.days($0) }))
  }

  static func reset(at day: Int, id: TrialExtension.ID = "r") -> Fact {
    .trialExtension(
      TrialExtension(
        id: id, trial: "trial", days: 0, startsOver: true, author: .support, reason: "again",
        at: start.days(day)))
  }

  static func customer(
    _ facts: [Fact], uses: Int? = nil, lasts: Period = Period(7, .day)
  ) -> Customer {
    Customer(
      [
        .signedUp(SignUp(account: "a", at: start)),
        .device(DeviceUse(device: "d", origin: "me", at: start)),
        .trialStarted(
          TrialStart(
            trial: "trial", at: start,
            terms: Trial.Terms(
              lasts: lasts,
              uses: uses.map { Trial.Uses(feature: "send-message", limit: $0) }))),
      ] + facts)
  }

  static func status(_ customer: Customer, _ at: Instant) -> TrialStatus? {
    customer.membership(Fixture.coachPaid, at).trial
  }

  /// A line: what happened, the day asked about, the day on which the trial ends by what is known then, the days left,
  /// and whether it runs.
  struct Line: Sendable {
    let facts: [Fact]
    let day: Int
    var end: Int?
    var left: Int
    var isActive = true
  }

  static let lines: [Line] = [
    Line(facts: [], day: 6, end: 7, left: 1),
    Line(facts: [], day: 7, end: 7, left: 0, isActive: false),
    // Extensions add up, from the instant at which they were given.
    Line(facts: [extended(3, at: 2)], day: 1, end: 7, left: 6),
    Line(facts: [extended(3, at: 2)], day: 2, end: 10, left: 8),
    Line(facts: [extended(3, at: 2), extended(4, at: 5, id: "y")], day: 6, end: 14, left: 8),
    Line(
      facts: [extended(3, at: 2), extended(3, at: 2)], day: 10, end: 10, left: 0, isActive: false),
    // A trial that is over runs again if the new end is still to come.
    Line(facts: [extended(3, at: 9)], day: 8, end: 7, left: 0, isActive: false),
    Line(facts: [extended(3, at: 9)], day: 9, end: 10, left: 1),
    Line(facts: [extended(3, at: 10)], day: 10, end: 10, left: 0, isActive: false),
    // A pause stops the clock, and a resume lets it continue.
    Line(facts: [paused(from: 2)], day: 1, end: 7, left: 6),
    Line(facts: [paused(from: 2)], day: 2, left: 5),
    Line(facts: [paused(from: 2)], day: 90, left: 5),
    Line(facts: [paused(from: 2), paused(from: 2, to: 32)], day: 20, end: 37, left: 5),
    Line(facts: [paused(from: 2, to: 32)], day: 32, end: 37, left: 5),
    Line(facts: [paused(from: 2, to: 32)], day: 37, end: 37, left: 0, isActive: false),
    // Pauses that overlap count once, and what is outside the trial does not count.
    Line(
      facts: [paused(from: 2, to: 4), paused(from: 3, to: 6, id: "q")], day: 8, end: 11, left: 3),
    Line(
      facts: [paused(from: 1, to: 2), paused(from: 4, to: 5, id: "q")], day: 6, end: 9, left: 3),
    Line(facts: [paused(from: 7)], day: 8, end: 7, left: 0, isActive: false),
    Line(facts: [paused(from: -3, to: 1)], day: 2, end: 8, left: 6),
    Line(facts: [paused(from: 2, trial: "other")], day: 3, end: 7, left: 4),
    Line(facts: [paused(from: 2, to: 4), extended(1, at: 3)], day: 5, end: 10, left: 5),
    // A reset gives the whole length again, whatever was added or paused before; the latest one counts.
    Line(facts: [reset(at: 9)], day: 8, end: 7, left: 0, isActive: false),
    Line(facts: [reset(at: 9)], day: 9, end: 16, left: 7),
    Line(facts: [reset(at: 3)], day: 4, end: 10, left: 6),
    Line(facts: [reset(at: 3)], day: 10, end: 10, left: 0, isActive: false),
    Line(facts: [reset(at: 2), reset(at: 5, id: "s")], day: 6, end: 12, left: 6),
    Line(facts: [extended(3, at: 2), reset(at: 4)], day: 5, end: 11, left: 6),
    Line(facts: [reset(at: 4), extended(3, at: 5)], day: 6, end: 14, left: 8),
    Line(facts: [paused(from: 1, to: 2), reset(at: 4)], day: 5, end: 11, left: 6),
    Line(facts: [paused(from: 2, to: 6), reset(at: 4)], day: 8, end: 13, left: 5),
    Line(facts: [paused(from: 2), reset(at: 4)], day: 20, left: 7),
    // What is left counts if it is more: no reset ends a trial earlier.
    Line(facts: [extended(9, at: 2), reset(at: 4)], day: 4, end: 16, left: 12),
    Line(facts: [extended(9, at: 2), reset(at: 4)], day: 16, end: 16, left: 0, isActive: false),
    Line(
      facts: [extended(9, at: 2), reset(at: 4), extended(2, at: 5, id: "y")], day: 6, end: 18,
      left: 12),
    Line(
      facts: [extended(30, at: 2), paused(from: 3, to: 5), reset(at: 6)], day: 7, end: 39,
      left: 32),
    Line(facts: [extended(9, at: 2), paused(from: 3), reset(at: 5)], day: 20, left: 13),
    Line(
      facts: [extended(9, at: 2), reset(at: 4), reset(at: 8, id: "s")], day: 9, end: 16, left: 7),
    Line(
      facts: [extended(9, at: 2), reset(at: 4), reset(at: 10, id: "s")], day: 10, end: 17,
      left: 7),
    Line(facts: [extended(3, at: 2), reset(at: 12)], day: 12, end: 19, left: 7),
    // The days of a reset are for earlier clients, and add nothing.
    Line(facts: [reset(at: 9)], day: 9, end: 16, left: 7),
    Line(facts: [reset(at: 9)], day: 16, end: 16, left: 0, isActive: false),
    Line(facts: [extended(3, at: 2), reset(at: 4)], day: 5, end: 11, left: 6),
    Line(facts: [reset(at: 4), extended(3, at: 5)], day: 6, end: 14, left: 8),
    Line(facts: [reset(at: 4), reset(at: 4, id: "s")], day: 4, end: 11, left: 7),
  ]

  @Test(
    "the clock runs for the trial's length and its extensions, without the pauses",
    arguments: lines.indices)
  func times(index: Int) {
    let line = Self.lines[index]
    for facts in [line.facts, line.facts.reversed()] {
      let trial = Self.status(Self.customer(facts), Self.start.days(line.day))
      #expect(trial?.endsAt == line.end.map { Self.start.days($0) })
      #expect(trial?.daysLeft == line.left)
      #expect(trial?.isActive == line.isActive)
      #expect(trial?.ending == (line.isActive ? nil : .time))
    }
  }

  @Test("a paused trial keeps its phase, shows since when, and changes no day until it is resumed")
  func paused() {
    let customer = Self.customer([Self.paused(from: 2)])
    let membership = customer.membership(Fixture.coachPaid, Self.start.days(3))
    #expect(membership.phase == .trial)
    #expect(membership.trial?.pausedAt == Self.start.days(2))
    #expect(membership.trial?.day == 3)
    #expect(membership.nextChange == nil)
    let planned = Self.customer([Self.paused(from: 2, to: 30)])
      .membership(Fixture.coachPaid, Self.start.days(3))
    #expect(planned.nextChange == Self.start.days(30))
    #expect(
      Self.customer([Self.paused(from: 2, to: 30)])
        .membership(Fixture.coachPaid, Self.start.days(30)).nextChange == Self.start.days(31))
  }

  @Test("the last use ends a paused trial too")
  func uses() {
    let use = Fact.use(
      Use(feature: "send-message", key: "1", origin: "me", at: Self.start.days(3)))
    let trial = Self.status(
      Self.customer([Self.paused(from: 2), use], uses: 1), Self.start.days(4))
    #expect(trial?.ending == .uses)
    #expect(trial?.endsAt == Self.start.days(3))
    #expect(trial?.pausedAt == nil)
    #expect(trial?.day == 3)
  }

  @Test(
    "a change is recorded once, and only for a trial that signing up started and that time ends")
  func changes() {
    func change(_ action: TrialChange.Action, _ key: Idempotency.Key) -> TrialChange {
      TrialChange(action, "trial", key: key, author: .backend, reason: "")
    }
    var customer = Self.customer([])
    for (action, key, day, count) in [
      (.resume, "1", 1, 0), (.pause, "2", 1, 1), (.pause, "2", 2, 0), (.pause, "3", 2, 0),
      (.resume, "4", 3, 1), (.resume, "4", 4, 0), (.extend(days: 2), "5", 4, 1),
      (.extend(days: 2), "5", 5, 0),
    ] as [(TrialChange.Action, Idempotency.Key, Int, Int)] {
      let facts = customer.facts(of: change(action, key), at: Self.start.days(day))
      #expect(facts?.count == count, "\(action) with key \(key)")
      for fact in facts ?? [] { customer.join(fact) }
    }
    #expect(Self.status(customer, Self.start.days(5))?.endsAt == Self.start.days(11))
    #expect(customer.facts(of: change(.pause, "6"), at: Self.start.days(11)) == [])
    for fact in customer.facts(of: change(.extend(days: 5), "7"), at: Self.start.days(12)) ?? [] {
      customer.join(fact)
    }
    #expect(Self.status(customer, Self.start.days(15))?.endsAt == Self.start.days(16))
    let again = customer.facts(of: change(.reset, "8"), at: Self.start.days(20))
    #expect(again?.count == 1)
    for fact in again ?? [] { customer.join(fact) }
    #expect(customer.facts(of: change(.reset, "8"), at: Self.start.days(21)) == [])
    #expect(Self.status(customer, Self.start.days(21))?.endsAt == Self.start.days(27))
    #expect(Customer().facts(of: change(.pause, "1"), at: Self.start) == nil)
    #expect(Customer().facts(of: change(.reset, "1"), at: Self.start) == nil)
    let counted = Customer([
      .trialStarted(
        TrialStart(
          trial: "trial", at: Self.start,
          terms: Trial.Terms(lasts: nil, uses: Trial.Uses(feature: "send-message", limit: 1))))
    ])
    #expect(counted.facts(of: change(.extend(days: 1), "1"), at: Self.start) == nil)
    #expect(counted.facts(of: change(.reset, "1"), at: Self.start)?.count == 1)
    let paid = Customer([
      .trialStarted(
        TrialStart(
          trial: "trial", at: Self.start, terms: Trial.Terms(lasts: Period(3, .day)), purchase: "1")
      )
    ])
    #expect(paid.facts(of: change(.extend(days: 1), "1"), at: Self.start) == nil)
    #expect(paid.facts(of: change(.reset, "1"), at: Self.start) == nil)
  }
}
