import Testing
import Tollgate

@Suite("Trials and purchases")
struct TrialPurchaseTests {
  let start = Fixture.start

  @Test("CP-3 a trial that a purchase starts is the whole introductory run, to its signed end")
  func payAsYouGo() {
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    customer.reach("discovery-complete", blueprint, start)
    for period in 0..<2 {
      let from = start.days(7 * period)
      customer.record(
        .transaction(
          .subscription(
            StoreTransaction.ID("\(period)"), product: "coach.monthly", from: from,
            to: from.days(7), offer: .payAsYouGo)), blueprint, from)
    }
    #expect(customer.membership(blueprint, start.days(2)).phase == .trial)
    #expect(customer.membership(blueprint, start.days(7)).phase == .trial)
    #expect(customer.membership(blueprint, start.days(7)).trial?.activatedAt == start)
    #expect(customer.membership(blueprint, start.days(14)).phase == .trialExpired)
  }

  @Test("a trial that a purchase starts after no milestone begins with the purchase")
  func beginsWithPurchase() {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.training.definition
      $0.trial = Trial(
        start: .purchase(after: nil),
        terms: Trial.Terms(lasts: Period(3, .day), entitlements: ["pro"]))
    }
    let trial = StoreTransaction.subscription(
      "1", from: start, to: start.days(3), offer: .freeTrial)
    for now in [start, start.days(1)] {
      let decision = blueprint.record(
        [.transaction(trial)], for: Customer(), at: now, history: [])
      let starts = decision.facts.compactMap { fact -> Instant? in
        if case .trialStarted(let run) = fact { run.at } else { nil }
      }
      #expect(starts == [start])
    }
  }

  @Test("an introductory purchase that ended in discovery gives no trial at the milestone")
  func endedInDiscovery() {
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    customer.record(
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: start, to: start.days(7), offer: .payAsYouGo)),
      blueprint, start)
    customer.reach("discovery-complete", blueprint, start.days(10))
    let membership = customer.membership(blueprint, start.days(10))
    #expect(membership.phase != .trial)
    #expect(membership.entitlement("premium") == .inactive)
  }

  @Test("a free trial is not ended by another group's that was refunded")
  func twoFreeTrials() {
    let customer = Customer([
      .transaction(.subscription("1", from: start, to: start.days(30), offer: .freeTrial)),
      .transaction(
        .subscription(
          "2", of: "2", from: start.days(1), to: start.days(8), revoked: start.days(2),
          offer: .freeTrial)),
    ])
    let membership = customer.membership(Fixture.training, start.days(3))
    #expect(membership.phase == .trial)
    #expect(membership.entitlement("pro").isActive)
  }

  @Test("an upgrade that was refunded leaves no trial without its entitlement")
  func upgradedTrial() {
    let customer = Customer([
      .transaction(
        .subscription(
          "1", from: start, to: start.days(7), upgraded: true, offer: .freeTrial)),
      .transaction(
        .subscription(
          "2", product: "pro.yearly", from: start.days(1), to: start.days(30),
          revoked: start.days(2))),
    ])
    let membership = customer.membership(Fixture.training, start.days(3))
    #expect(membership.phase == .trialExpired)
    #expect(membership.trial?.ending == .replacement)
    #expect(membership.entitlements.isEmpty)
  }

  @Test("EX-1 introductory purchases of two groups and a milestone give one trial in any order")
  func anyOrder() {
    let blueprint = Fixture.coachPaid
    let day = start
    let facts: [Fact] = [
      .milestone(MilestoneReached(milestone: "discovery-complete", at: day.days(2))),
      .transaction(
        .subscription(
          "1", of: "1", product: "coach.monthly", from: day, to: day.days(7), offer: .payAsYouGo)),
      .transaction(
        .subscription(
          "2", of: "2", product: "coach.monthly", from: day.days(1), to: day.days(8),
          offer: .payAsYouGo)),
      .transaction(
        .subscription(
          "3", of: "1", product: "coach.monthly", from: day.days(7), to: day.days(14),
          offer: .payAsYouGo)),
      .transaction(
        .subscription(
          "2", of: "2", product: "coach.monthly", from: day.days(1), to: day.days(8),
          revoked: day.days(3), offer: .payAsYouGo)),
    ]
    var ends: Set<Customer> = []
    for order in orders(facts) {
      var customer = Customer()
      for fact in order { customer.record(fact, blueprint, day.days(20)) }
      ends.insert(customer)
    }
    #expect(ends.count == 1)
  }

  private func orders(_ facts: [Fact]) -> [[Fact]] {
    guard facts.count > 1 else { return [facts] }
    return facts.indices.flatMap { index in
      var rest = facts
      let first = rest.remove(at: index)
      return orders(rest).map { [first] + $0 }
    }
  }
}
