import Testing
import Tollgate

@Suite("Explanations")
struct ExplanationTests {
  private static let start = Fixture.start

  /// A condition with every kind of requirement, and a rule for everybody else.
  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.milestones = ["tour", "quiz"]
    $0.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans")
    ]
    $0.features = [
      Feature(id: "keep", rules: [Feature.Rule(allowance: .holding(3))]),
      Feature(
        id: "everything",
        rules: [
          Feature.Rule(when: condition, allowance: .unlimited),
          Feature.Rule(when: Condition(phases: [.lapsed]), allowance: .unlimited),
        ]),
    ]
  }

  private static let condition = Condition(
    phases: [.subscribed, .trial], entitled: ["pro"], reached: ["tour", "quiz"],
    held: Condition.Held(feature: "keep", atLeast: 1), subscription: [.active], willRenew: true,
    products: ["pro.monthly"], audience: Audience(countries: ["DE"], languages: ["de", "fr"]),
    any: [Condition(phases: [.free]), Condition(willRenew: true)],
    not: [Condition(subscription: [.grace])])

  @Test("a condition's requirements are its members, and alternatives stay together")
  func requirements() {
    #expect(
      Self.condition.requirements == [
        Condition(phases: [.subscribed, .trial]), Condition(entitled: ["pro"]),
        Condition(reached: ["quiz"]), Condition(reached: ["tour"]),
        Condition(held: Condition.Held(feature: "keep", atLeast: 1)),
        Condition(subscription: [.active], willRenew: true, products: ["pro.monthly"]),
        Condition(audience: Audience(countries: ["DE"])),
        Condition(audience: Audience(languages: ["de", "fr"])),
        Condition(any: [Condition(phases: [.free]), Condition(willRenew: true)]),
        Condition(not: [Condition(subscription: [.grace])]),
      ])
    #expect(Condition.always.requirements.isEmpty)
    #expect(
      Condition(notEntitled: ["b", "a"], notReached: ["tour"]).requirements == [
        Condition(notEntitled: ["a"]), Condition(notEntitled: ["b"]),
        Condition(notReached: ["tour"]),
      ])
  }

  @Test("an explanation has the rule that decides, and what the rules before it lack")
  func rules() throws {
    let discovery = Fixture.coachPaid
    let chat: Feature.ID = "send-message"
    let new = try #require(discovery.explain(chat, for: Customer(), at: Self.start))
    #expect(new.rule == 0)
    #expect(new.skipped.isEmpty)
    #expect(new.access == .allowed(nil))
    var customer = Customer()
    customer.reach("discovery-complete", discovery, Self.start)
    let blocked = try #require(discovery.explain(chat, for: customer, at: Self.start))
    #expect(blocked.rule == 3)
    #expect(blocked.access.isDenied)
    #expect(blocked.skipped.map(\.position) == [0, 1, 2])
    #expect(
      blocked.skipped.map(\.unmet) == [
        [Condition(phases: [.onboarding])], [Condition(phases: [.trial])],
        [Condition(entitled: ["premium"])],
      ])
    #expect(blocked.nextChange == nil)
    #expect(discovery.explain("none", for: Customer(), at: Self.start) == nil)
  }

  @Test("without a rule that applies, all of them are skipped")
  func noRule() throws {
    let none = try #require(
      Self.blueprint.explain("everything", for: Customer(), at: Self.start))
    #expect(none.rule == nil)
    #expect(none.access.isDenied)
    // Everybody without a purchase is in the free tier, which is one of the alternatives, and not in the grace period.
    let requirements = Self.condition.requirements
    #expect(
      none.skipped.map(\.unmet) == [
        Array(requirements.dropLast(2)), [Condition(phases: [.lapsed])],
      ])
  }

  @Test("an explanation ends when the membership changes")
  func nextChange() throws {
    let end = Self.start.days(30)
    let customer = Customer([
      .transaction(.subscription("1", product: "pro.monthly", from: Self.start, to: end)),
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "pro.monthly", willRenew: false, renewsAt: nil,
          graceEndsAt: nil, isInBillingRetry: false, signedAt: Self.start)),
    ])
    let paid = try #require(
      Self.blueprint.explain("everything", for: customer, at: Self.start.days(1)))
    #expect(paid.rule == nil)
    #expect(paid.nextChange == end)
    let unmet = try #require(paid.skipped.first).unmet
    #expect(!unmet.contains(Condition(entitled: ["pro"])))
    #expect(
      unmet.contains(
        Condition(subscription: [.active], willRenew: true, products: ["pro.monthly"])))
    #expect(unmet.contains(Condition(reached: ["quiz"])))
    let ended = try #require(Self.blueprint.explain("everything", for: customer, at: end))
    #expect(ended.rule == 1)
    #expect(ended.skipped.map(\.position) == [0])
  }
}
