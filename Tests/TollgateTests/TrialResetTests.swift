import Testing

@testable import Tollgate

@Suite("Resets of trials")
struct TrialResetTests {
  static let start = Fixture.start

  @Test("a reset gives a trial that its last use ended all of its uses again")
  func usesAgain() {
    let uses = [1, 2, 4].map {
      Fact.use(
        Use(
          feature: "send-message", key: Idempotency.Key("\($0)"), origin: "me",
          at: Self.start.days($0)))
    }
    let customer = TrialTimeTests.customer(uses.prefix(2) + [TrialTimeTests.reset(at: 3)], uses: 2)
    let before = TrialTimeTests.status(customer, Self.start.days(2))
    #expect(before?.ending == .uses)
    #expect(before?.activatedAt == Self.start)
    let after = TrialTimeTests.status(customer, Self.start.days(3))
    #expect(after?.isActive == true)
    #expect(after?.activatedAt == Self.start.days(3))
    #expect(after?.used == 0)
    #expect(after?.day == 1)
    let again = TrialTimeTests.customer(uses + [TrialTimeTests.reset(at: 3)], uses: 2)
    #expect(TrialTimeTests.status(again, Self.start.days(4))?.used == 1)
  }

  @Test("a use in the millisecond of a reset was before it, and does not count in the new run")
  func sameMillisecond() throws {
    func use(_ key: Idempotency.Key, _ at: Instant, of feature: Feature.ID = "send-message") -> Fact
    {
      .use(Use(feature: feature, key: key, origin: "me", at: at))
    }
    let at = Self.start.days(3)
    let next = at.adding(milliseconds: 1)
    let change = TrialChange(.reset, "trial", key: "r", author: .support, reason: "again")
    func reset(after facts: [Fact]) throws -> Instant {
      let made = TrialTimeTests.customer(facts, uses: 2).facts(of: change, at: at)
      guard case .trialExtension(let reset) = try #require(made?.first) else { return .distantPast }
      return reset.at
    }
    #expect(try reset(after: []) == at)
    #expect(try reset(after: [use("1", at.adding(milliseconds: -1))]) == at)
    #expect(try reset(after: [use("1", at, of: "open-report")]) == next)
    let uses = [use("1", Self.start.days(1)), use("2", at)]
    #expect(try reset(after: uses) == next)

    var customer = TrialTimeTests.customer(uses, uses: 2)
    #expect(TrialTimeTests.status(customer, at)?.ending == .uses)
    for fact in try #require(customer.facts(of: change, at: at)) { customer.join(fact) }
    // The next decision is not before the reset, even if the clock stands still.
    #expect(customer.now(notBefore: at) == next)
    let again = TrialTimeTests.status(customer, next)
    #expect(again?.isActive == true)
    #expect(again?.used == 0)
    #expect(again?.endsAt == next.adding(Period(7, .day)))
    customer.join(use("3", next))
    #expect(TrialTimeTests.status(customer, next)?.used == 1)
  }

  @Test("a merge with a customer whose trial was reset does not end a trial earlier")
  func merged() throws {
    let extended = TrialTimeTests.customer([TrialTimeTests.extended(30, at: 1)])
    let reset = Customer([
      .signedUp(SignUp(account: "b", at: Self.start.days(2))),
      .trialStarted(
        TrialStart(
          trial: "trial", at: Self.start.days(2), terms: Trial.Terms(lasts: Period(7, .day)))),
      TrialTimeTests.reset(at: 5),
    ])
    #expect(TrialTimeTests.status(extended, Self.start.days(6))?.endsAt == Self.start.days(37))
    #expect(TrialTimeTests.status(reset, Self.start.days(6))?.endsAt == Self.start.days(12))
    for (first, second) in [(extended, reset), (reset, extended)] {
      var customer = first
      customer.join(second)
      let trial = TrialTimeTests.status(customer, Self.start.days(6))
      #expect(trial?.endsAt == Self.start.days(37))
      #expect(trial?.activatedAt == Self.start.days(5))
      #expect(trial?.days == 32)
      #expect(trial?.daysLeft == 31)
    }
    // The other way around, the trial that was reset lasts longer.
    var ended = TrialTimeTests.customer([])
    ended.join(reset)
    #expect(TrialTimeTests.status(ended, Self.start.days(6))?.endsAt == Self.start.days(12))
  }
}
