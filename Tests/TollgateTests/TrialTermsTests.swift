import Testing
import Tollgate

@Suite("Trials keep their terms")
struct TrialTermsTests {
  let start = Fixture.start

  @Test("a running trial outlives a blueprint without one")
  func trialRemoved() {
    let without = Fixture.blueprint {
      $0 = Fixture.coachFree.definition
      $0.trial = nil
      $0.products[0] = CatalogProduct(
        id: "coach.monthly", kind: .autoRenewable, name: "Monthly", entitlements: ["premium"])
    }
    var customer = Customer.onPhone()
    for fact in Fixture.coachFree.signUp(customer, account: "a", at: start, history: []).facts {
      customer.join(fact)
    }
    let membership = customer.membership(without, start.days(1))
    #expect(membership.phase == .trial)
    #expect(membership.access(to: "send-message") == .allowed(nil))
    #expect(customer.membership(without, start.days(7)).phase == .blocked)
  }

  @Test("the trial's own uses are counted regardless of the rule that allows them")
  func usesUnderUnlimited() {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.coachFree.definition
      $0.trial = Trial(
        start: .signUp,
        terms: Trial.Terms(
          lasts: Period(7, .day), uses: Trial.Uses(feature: "send-message", limit: 2),
          entitlements: ["premium"]))
    }
    var customer = Customer.onPhone()
    for fact in blueprint.signUp(customer, account: "a", at: start, history: []).facts {
      customer.join(fact)
    }
    #expect(customer.use("send-message", "1", blueprint, start.hours(1)) == nil)
    #expect(customer.use("send-message", "2", blueprint, start.hours(2)) == nil)
    #expect(customer.membership(blueprint, start.hours(2)).phase == .trialExpired)
    #expect(customer.use("send-message", "3", blueprint, start.hours(3)) != nil)
  }

  @Test("a trial that ended does not lead back to onboarding")
  func afterTrial() {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.coachFree.definition
      $0.milestones = ["tour"]
      $0.onboarding = "tour"
      $0.features[0] = Feature(
        id: "send-message",
        rules: [
          Feature.Rule(when: Condition(phases: [.onboarding]), allowance: .unlimited),
          Feature.Rule(when: Condition(entitled: ["premium"]), allowance: .unlimited),
        ], paywall: "plans")
    }
    var customer = Customer.onPhone()
    for fact in blueprint.signUp(customer, account: "a", at: start, history: []).facts {
      customer.join(fact)
    }
    #expect(customer.membership(blueprint, start.days(1)).phase == .trial)
    #expect(customer.membership(blueprint, start.days(8)).phase == .trialExpired)
    #expect(customer.use("send-message", "1", blueprint, start.days(8)) != nil)
  }
}
