import Testing
import Tollgate

@Suite("Trials")
struct TrialTests {
  let start = Fixture.start

  @Test("CP-1 discovery is free, unmetered, and runs no clock")
  func discovery() {
    var customer = Customer()
    for key in 0..<150 {
      #expect(customer.use("send-message", "\(key)", Fixture.coachPaid, start) == nil)
    }
    let membership = customer.membership(Fixture.coachPaid, start)
    #expect(membership.phase == .onboarding)
    #expect(membership.trial == nil)
    #expect(membership.nextChange == nil)
    #expect(customer.facts.isEmpty)
  }

  @Test("CP-3 only a purchase the store confirmed starts the paid trial, and only once")
  func activation() {
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    customer.reach("discovery-complete", blueprint, start)
    #expect(customer.membership(blueprint, start.days(1)).phase == .blocked)
    #expect(customer.start(of: "trial") == nil)

    let bought = start.days(1)
    let purchase = Fact.transaction(
      .subscription(
        "1", product: "coach.monthly", from: bought, to: bought.days(3), offer: .payAsYouGo))
    customer.record(purchase, blueprint, bought)
    #expect(customer.start(of: "trial")?.at == bought)
    let first = customer
    customer.record(purchase, blueprint, bought.days(2))
    #expect(customer == first)
    let membership = customer.membership(blueprint, bought)
    #expect(membership.phase == .trial)
    #expect(membership.trial?.activatedAt == bought)
    #expect(membership.trial?.limit == 100)
    #expect(membership.entitlement("premium").isActive)
  }

  @Test("CP-3 the trial's start does not depend on when the store's message arrives")
  func lateMessage() {
    let blueprint = Fixture.coachPaid
    let bought = start.days(1)
    let purchase = Fact.transaction(
      .subscription(
        "1", product: "coach.monthly", from: bought, to: bought.days(3), offer: .payAsYouGo))
    var prompt = Customer()
    prompt.reach("discovery-complete", blueprint, start)
    var late = prompt
    prompt.record(purchase, blueprint, bought)
    late.record(purchase, blueprint, bought.days(5))
    #expect(prompt == late)
  }

  @Test("CP-6 the trial ends with its hundredth message, or at three days, whichever is first")
  func ends() {
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    customer.reach("discovery-complete", blueprint, start)
    customer.record(
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: start, to: start.days(3), offer: .payAsYouGo)),
      blueprint, start)
    for key in 0..<99 {
      #expect(customer.use("send-message", "\(key)", blueprint, start.hours(1)) == nil)
    }
    let byTime = customer.membership(blueprint, start.days(3).adding(milliseconds: -1))
    #expect(byTime.phase == .trial)
    #expect(byTime.trial?.usesLeft == 1)
    #expect(customer.membership(blueprint, start.days(3)).phase == .trialExpired)

    #expect(customer.use("send-message", "99", blueprint, start.hours(2)) == nil)
    let spent = customer.membership(blueprint, start.hours(2))
    #expect(spent.phase == .trialExpired)
    #expect(spent.entitlement("premium") == .inactive)
    #expect(
      customer.use("send-message", "100", blueprint, start.hours(3))
        == Denial(
          reason: .limitReached, limit: Limit(limit: 100, used: 100, scope: .trial), paywall: nil,
          startsAt: start.days(3)))
    #expect(spent.access(to: "read-conversation") == .allowed(nil))
  }

  @Test("CP-5 the day runs from 1 to 3", arguments: [(0, 1), (23, 1), (24, 2), (48, 3), (71, 3)])
  func days(hours: Int, day: Int) {
    let customer = Customer([
      .milestone(MilestoneReached(milestone: "discovery-complete", at: start)),
      .trialStarted(
        TrialStart(
          trial: "trial", at: start, terms: Trial.Terms(lasts: Period(3, .day)))),
    ])
    let trial = customer.membership(Fixture.coachPaid, start.hours(hours)).trial
    #expect(trial?.day == day)
    #expect(trial?.days == 3)
    #expect(trial?.daysLeft == 4 - day)
  }

  @Test("CP-7 the store's renewal at full price subscribes; cancelled in the trial, it expires")
  func renewal() {
    let blueprint = Fixture.coachPaid
    var cancelled = Customer()
    cancelled.reach("discovery-complete", blueprint, start)
    cancelled.record(
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: start, to: start.days(3), offer: .payAsYouGo)),
      blueprint, start)
    var renewed = cancelled
    renewed.record(
      .transaction(
        .subscription("2", product: "coach.monthly", from: start.days(3), to: start.days(33))),
      blueprint, start.days(3))
    #expect(cancelled.membership(blueprint, start.days(3)).phase == .trialExpired)
    let membership = renewed.membership(blueprint, start.days(3))
    #expect(membership.phase == .subscribed)
    #expect(membership.access(to: "send-message") == .allowed(nil))
    #expect(renewed.membership(blueprint, start.days(33)).phase == .lapsed)
  }

  @Test(
    "CP-10 a customer who pays on a device that had its trial gets what was paid for, and no more")
  func device() {
    let blueprint = Fixture.coachPaid
    let history = [Decision.DeviceHistory(device: "phone", trial: "trial")]
    var customer = Customer.onPhone()
    customer.reach("discovery-complete", blueprint, start)
    let purchase = Fact.transaction(
      .subscription(
        "1", product: "coach.monthly", from: start, to: start.days(3), offer: .payAsYouGo))
    for fact in blueprint.record([purchase], for: customer, at: start, history: history).facts {
      customer.join(fact)
    }
    let membership = customer.membership(blueprint, start)
    #expect(membership.phase == .trial)
    #expect(
      membership.access(to: "send-message")
        == .allowed(Limit(limit: 100, used: 0, scope: .trial)))
  }

  @Test("CP-10 a sign-up that names no device creates the account, and the trial waits for one")
  func noDevice() {
    let blueprint = Fixture.coachFree
    var customer = Customer(
      blueprint.signUp(Customer(), account: "a", at: start, history: []).facts)
    #expect(customer.account == "a")
    #expect(customer.start(of: "trial") == nil)
    #expect(customer.membership(blueprint, start).phase == .blocked)
    customer.record(
      .device(DeviceUse(device: "phone", origin: "me", at: start.days(2))), blueprint,
      start.days(2))
    #expect(customer.start(of: "trial")?.at == start.days(2))
    #expect(customer.membership(blueprint, start.days(8)).phase == .trial)
  }

  @Test("CP-10 a free trial is given once per device, to the first account")
  func freeOnce() {
    let blueprint = Fixture.coachFree
    let history = [Decision.DeviceHistory(device: "phone", trial: "trial")]
    let second = Customer(
      blueprint.signUp(.onPhone(at: start), account: "b", at: start, history: history).facts)
    #expect(second.membership(blueprint, start).phase == .trialExpired)
    #expect(!second.membership(blueprint, start).access(to: "send-message").isAllowed)
    #expect(second.membership(blueprint, start).trial?.used == 0)
  }

  @Test("CP-10 a forfeited trial forfeits no other")
  func otherTrial() {
    let customer = Customer([
      .trialForfeited(TrialForfeit(trial: "other", device: "phone", at: start))
    ])
    #expect(customer.membership(Fixture.coachFree, start).trial == nil)
    #expect(customer.membership(Fixture.coachFree, start).phase != .trialExpired)
  }

  @Test("a refund of the purchase that started a trial ends the trial")
  func refund() {
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    customer.reach("discovery-complete", blueprint, start)
    for revoked in [nil, start.days(1)] {
      customer.record(
        .transaction(
          .subscription(
            "1", product: "coach.monthly", from: start, to: start.days(3), revoked: revoked,
            offer: .payAsYouGo)), blueprint, start)
    }
    #expect(customer.membership(blueprint, start.hours(23)).phase == .trial)
    #expect(customer.membership(blueprint, start.days(1)).phase == .trialExpired)
  }

  @Test("CF-1 signing up starts the free trial, with no payment, on the terms of that day")
  func signUp() throws {
    let blueprint = Fixture.coachFree
    let customer = Customer(
      blueprint.signUp(.onPhone(at: start), account: "a", at: start, history: []).facts)
    #expect(customer.membership(blueprint, start).phase == .trial)
    #expect(customer.membership(blueprint, start.days(7).adding(milliseconds: -1)).phase == .trial)
    #expect(customer.membership(blueprint, start.days(7)).phase == .trialExpired)

    var shorter = blueprint.definition
    shorter.trial = Trial(start: .signUp, terms: Trial.Terms(lasts: Period(3, .day)))
    let changed = try Blueprint(shorter)
    #expect(customer.membership(changed, start.days(6)).phase == .trial)
  }

  @Test("CF-1 a trial may end with its first uses instead")
  func uses() throws {
    var definition = Fixture.coachFree.definition
    definition.trial = Trial(
      start: .signUp,
      terms: Trial.Terms(
        lasts: nil, uses: Trial.Uses(feature: "send-message", limit: 2), entitlements: ["premium"]))
    definition.features[0] = Feature(
      id: "send-message",
      rules: [
        Feature.Rule(when: Condition(phases: [.trial]), allowance: .upTo(2, per: .trial)),
        Feature.Rule(allowance: .denied),
      ], paywall: "plans")
    let blueprint = try Blueprint(definition)
    var customer = Customer(
      blueprint.signUp(.onPhone(at: start), account: "a", at: start, history: []).facts)
    #expect(customer.use("send-message", "1", blueprint, start.days(100)) == nil)
    let access = customer.membership(blueprint, start.days(100)).access(to: "send-message")
    #expect(access == .allowed(Limit(limit: 2, used: 1, scope: .trial)))
    #expect(customer.use("send-message", "2", blueprint, start.days(101)) == nil)
    #expect(customer.membership(blueprint, start.days(101)).phase == .trialExpired)
  }

  @Test("TQ-2 the store's own free offer is the trial, and nothing else is recorded")
  func introductoryOffer() {
    let blueprint = Fixture.training
    let product = blueprint.definition.products[0]
    var customer = Customer()
    #expect(customer.isEligibleForIntroductoryOffer(of: product))
    customer.record(
      .transaction(.subscription("1", from: start, to: start.days(7), offer: .freeTrial)),
      blueprint, start)
    #expect(!customer.isEligibleForIntroductoryOffer(of: product))
    #expect(customer.facts.count == 1)
    let membership = customer.membership(blueprint, start.days(6))
    #expect(membership.phase == .trial)
    #expect(membership.trial?.daysLeft == 1)
    #expect(membership.access(to: "plan") == .allowed(nil))
    #expect(customer.membership(blueprint, start.days(7)).phase == .trialExpired)
    customer.record(
      .transaction(.subscription("2", from: start.days(7), to: start.days(37))), blueprint,
      start.days(7))
    #expect(customer.membership(blueprint, start.days(7)).phase == .subscribed)
  }
}
