import Testing
import Tollgate

@Suite("The next change is exact")
struct NextChangeTests {
  /// Walks from one next change to the next; answers how many there were.
  private func walk(_ customer: Customer, _ blueprint: Blueprint, from start: Instant) -> Int {
    var now = start
    var steps = 0
    while steps < 500 {
      let membership = customer.membership(blueprint, now)
      guard let next = membership.nextChange else {
        let later = customer.membership(blueprint, now.days(4000))
        #expect(later.answers(like: membership), "something changes after \(now)")
        return steps
      }
      #expect(next > now)
      let gap = next.since(now)
      for share in [1, gap / 3, gap / 2, gap - 1] where share > 0 && share < gap {
        let between = customer.membership(blueprint, now.adding(milliseconds: share))
        #expect(
          between.answers(like: membership), "changes between \(now) and \(next), at +\(share) ms")
        #expect(between.nextChange == next)
      }
      #expect(
        !customer.membership(blueprint, next).answers(like: membership),
        "nothing changes at \(next)")
      // What holds then is found on the way, and nothing is evaluated beyond a bound.
      let unchanging = Membership(unchangingFor: customer, in: blueprint, at: now)
      #expect(
        unchanging.next(for: customer, before: nil)
          == Membership(unchangingFor: customer, in: blueprint, at: next))
      #expect(unchanging.next(for: customer, before: next) == nil)
      now = next
      steps += 1
    }
    Issue.record("more than 500 changes")
    return steps
  }

  @Test("EX-2 a paid trial's life changes at each day, at its end, at grace and at retry's end")
  func paidTrial() {
    let start = Fixture.start
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    customer.reach("discovery-complete", blueprint, start)
    customer.record(
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: start, to: start.days(3), offer: .payAsYouGo)),
      blueprint, start)
    customer.record(
      .transaction(
        .subscription(
          "2", product: "coach.monthly", from: start.days(3), to: start.days(33))), blueprint,
      start)
    customer.record(
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "coach.monthly", willRenew: true, graceEndsAt: start.days(49),
          isInBillingRetry: true, signedAt: start.days(33))), blueprint, start)
    // Days 2 and 3, the trial's end, the period's end, grace's end, the end of billing retry.
    #expect(walk(customer, blueprint, from: start) == 6)
  }

  @Test("EX-2 a daily allowance turns over at midnight, once, and only when it was used")
  func allowances() {
    let blueprint = Fixture.garden
    var customer = Customer()
    #expect(customer.membership(blueprint, Fixture.start).nextChange == nil)
    customer.use("scan", "a", blueprint, Fixture.start)
    // Used within the weekly rule: both windows turn over.
    let membership = customer.membership(blueprint, Fixture.start)
    #expect(membership.nextChange == instant("2026-03-02T00:00:00Z"))
    #expect(walk(customer, blueprint, from: Fixture.start) == 1)
  }

  @Test(
    "EX-2 random lives change at their next change and nowhere between",
    arguments: 1...60 as ClosedRange<UInt64>)
  func randomLives(seed: UInt64) {
    var random = Seeded(state: seed)
    let customer = Customer(
      (0..<Int.random(in: 1...30, using: &random)).map { _ in
        randomFact(&random, from: Fixture.start)
      })
    for blueprint in Fixture.all {
      let steps = walk(customer, blueprint, from: Fixture.start.days(-1))
      #expect(steps < 500, "seed \(seed)")
    }
  }

  @Test("EX-2 days turn over in the blueprint's time zone, across a change of clocks")
  func timeZone() throws {
    var definition = Fixture.garden.definition
    definition.app = Blueprint.App(
      id: "app", name: "App", bundleID: "com.example.app", timeZone: "Europe/Berlin")
    let blueprint = try Blueprint(definition)
    var customer = Customer([
      .grant(Grant(id: "g", entitlements: ["pro"], startsAt: Fixture.start, endsAt: nil))
    ])
    // Berlin's clocks go forward on 29 March 2026: that day lasts 23 hours.
    let before = instant("2026-03-28T23:30:00Z")
    customer.use("scan", "a", blueprint, before)
    #expect(
      customer.membership(blueprint, before).nextChange == instant("2026-03-29T22:00:00Z"))
  }
}
