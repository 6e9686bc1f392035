import Testing
import Tollgate

@Suite("Conditions on the subscription, alternatives and exclusions")
struct ConditionTests {
  private static let start = Fixture.start

  /// A day in a subscriber's life, and which of the features below it has.
  struct Day: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let customer: Customer
    let at: Instant
    let allowed: Set<Feature.ID>
  }

  /// One feature for each kind of condition.
  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.products = ["pro.monthly", "pro.yearly"].map {
      CatalogProduct(
        id: $0, kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans")
    }
    $0.products.append(
      CatalogProduct(
        id: "pro.forever", kind: .nonConsumable, name: "Forever", entitlements: ["pro"]))
    let rules: [(Feature.ID, Condition)] = [
      ("paid", Condition(subscription: [.active])),
      ("unpaid", Condition(subscription: [.grace, .billingRetry])),
      ("over", Condition(subscription: [.expired, .revoked])),
      ("renews", Condition(willRenew: true)),
      ("ends", Condition(willRenew: false)),
      ("monthly", Condition(products: ["pro.monthly"])),
      ("yearly", Condition(products: ["pro.yearly"])),
      ("either", Condition(any: [Condition(phases: [.free]), Condition(willRenew: false)])),
      ("neither", Condition(not: [Condition(phases: [.free]), Condition(willRenew: false)])),
      (
        "nested",
        Condition(
          entitled: ["pro"],
          any: [
            Condition(products: ["pro.yearly"]),
            Condition(not: [Condition(subscription: [.active, .grace])]),
          ])
      ),
    ]
    $0.features = rules.map { id, condition in
      Feature(
        id: id,
        rules: [
          Feature.Rule(when: condition, allowance: .unlimited), Feature.Rule(allowance: .denied),
        ])
    }
  }

  private static func subscriber(
    _ product: CatalogProduct.ID = "pro.monthly", revoked: Instant? = nil,
    renewal: StoreRenewal? = nil
  ) -> Customer {
    var customer = Customer()
    customer.join(
      .transaction(
        .subscription(
          "1", product: product, from: start, to: start.days(30), revoked: revoked)))
    if let renewal { customer.join(.renewal(renewal)) }
    return customer
  }

  private static func renewal(
    willRenew: Bool = true, grace: Instant? = nil, retries: Bool = false, signed: Instant
  ) -> StoreRenewal {
    StoreRenewal(
      originalID: "1", renewsTo: "pro.monthly", willRenew: willRenew, renewsAt: nil,
      graceEndsAt: grace, isInBillingRetry: retries, signedAt: signed)
  }

  static let days: [Day] = [
    Day(
      testDescription: "nothing bought", customer: Customer(), at: start, allowed: ["either"]),
    Day(
      testDescription: "monthly, and it renews", customer: subscriber(), at: start.days(1),
      allowed: ["paid", "renews", "monthly", "neither"]),
    Day(
      testDescription: "yearly, and it renews", customer: subscriber("pro.yearly"),
      at: start.days(1), allowed: ["paid", "renews", "yearly", "neither", "nested"]),
    Day(
      testDescription: "cancelled, and still paid for",
      customer: subscriber(renewal: renewal(willRenew: false, signed: start.days(2))),
      at: start.days(3), allowed: ["paid", "ends", "monthly", "either"]),
    Day(
      testDescription: "in the grace period",
      customer: subscriber(
        renewal: renewal(grace: start.days(46), retries: true, signed: start.days(30))),
      at: start.days(31), allowed: ["unpaid", "renews", "monthly", "neither"]),
    Day(
      testDescription: "in billing retry, without access",
      customer: subscriber(renewal: renewal(retries: true, signed: start.days(30))),
      at: start.days(31), allowed: ["unpaid", "neither"]),
    Day(
      testDescription: "ended",
      customer: subscriber(renewal: renewal(willRenew: false, signed: start.days(2))),
      at: start.days(31), allowed: ["over", "neither"]),
    Day(
      testDescription: "refunded", customer: subscriber(revoked: start.days(3)),
      at: start.days(4), allowed: ["over", "neither"]),
    Day(
      testDescription: "bought for ever, without a subscription",
      customer: Customer([
        .transaction(
          .subscription("1", product: "pro.forever", from: start, to: nil))
      ]), at: start.days(1), allowed: ["neither", "nested"]),
  ]

  /// The plan, an add-on, and one feature for each condition on the add-on.
  private static let lessons = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.plan = ["pro"]
    $0.products = [("pro.monthly", "pro"), ("lessons", "lessons")].map { id, entitlement in
      CatalogProduct(
        id: CatalogProduct.ID(id), kind: .autoRenewable, name: "Monthly",
        entitlements: [Entitlement.ID(entitlement)], period: Period(1, .month),
        group: SubscriptionGroup.ID(entitlement))
    }
    let rules: [(Feature.ID, Condition)] = [
      ("has", Condition(products: ["lessons"])),
      ("renews", Condition(willRenew: true, products: ["lessons"])),
      ("ends", Condition(willRenew: false, products: ["lessons"])),
      ("paid", Condition(subscription: [.active], products: ["lessons"])),
      ("unpaid", Condition(subscription: [.grace], products: ["lessons"])),
      ("any", Condition(products: ["pro.monthly", "lessons"])),
      ("plan", Condition(products: ["pro.monthly"])),
      ("plan-renews", Condition(willRenew: true)),
      ("without", Condition(not: [Condition(products: ["lessons"])])),
    ]
    $0.features = rules.map { id, condition in
      Feature(
        id: id,
        rules: [
          Feature.Rule(when: condition, allowance: .unlimited), Feature.Rule(allowance: .denied),
        ])
    }
  }

  @Test("a condition that names an add-on's product is about the subscription to that add-on")
  func addOn() {
    func allowed(_ day: Int, _ facts: Fact...) -> Set<Feature.ID> {
      let membership = Customer(facts).membership(Self.lessons, Self.start.days(day))
      return Set(
        Self.lessons.definition.features.map(\.id).filter { membership.access(to: $0).isAllowed })
    }
    let bought = Fact.transaction(
      .subscription("1", product: "lessons", from: Self.start, to: Self.start.days(30)))
    let plan = Fact.transaction(
      .subscription(
        "9", of: "9", product: "pro.monthly", from: Self.start, to: Self.start.days(30)))
    let cancelled = Fact.renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "lessons", willRenew: false, signedAt: Self.start.days(2)))
    let failing = Fact.renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "lessons", willRenew: true, renewsAt: nil,
        graceEndsAt: Self.start.days(46), isInBillingRetry: true, signedAt: Self.start.days(30)))
    #expect(allowed(1) == ["without"])
    #expect(allowed(1, plan) == ["any", "plan", "plan-renews", "without"])
    #expect(allowed(1, bought) == ["has", "renews", "paid", "any"])
    #expect(
      allowed(3, bought, cancelled, plan) == ["has", "ends", "paid", "any", "plan", "plan-renews"])
    #expect(allowed(31, bought, failing) == ["has", "renews", "unpaid", "any"])
    #expect(allowed(31, bought, cancelled) == ["without"])
    let membership = Customer([bought, cancelled]).membership(Self.lessons, Self.start.days(3))
    #expect(membership.nextChange == Self.start.days(30))
    // Another purchase gives the same, so that only the answer about the cancelled one changes.
    let other = Fact.transaction(
      .subscription("2", of: "2", product: "lessons", from: Self.start, to: Self.start.days(60)))
    #expect(allowed(3, bought, cancelled, other) == ["has", "renews", "ends", "paid", "any"])
    #expect(allowed(30, bought, cancelled, other) == ["has", "renews", "paid", "any"])
    let both = Customer([bought, cancelled, other]).membership(Self.lessons, Self.start.days(3))
    #expect(both.nextChange == Self.start.days(30))
  }

  @Test("a condition sees the subscription that decides the plan", arguments: days)
  func subscription(day: Day) {
    let membership = day.customer.membership(Self.blueprint, day.at)
    let allowed = Self.blueprint.definition.features.map(\.id).filter {
      membership.access(to: $0).isAllowed
    }
    #expect(Set(allowed) == day.allowed)
  }

  @Test("an explanation names what is not met, and nothing else", arguments: days)
  func explained(day: Day) throws {
    let membership = day.customer.membership(Self.blueprint, day.at)
    for feature in Self.blueprint.definition.features {
      let explanation = try #require(
        Self.blueprint.explain(feature.id, for: day.customer, at: day.at))
      #expect(explanation.access == membership.access(to: feature.id))
      #expect(explanation.nextChange == membership.nextChange)
      #expect(explanation.rule == (day.allowed.contains(feature.id) ? 0 : 1))
      #expect(explanation.skipped.map(\.position) == (explanation.rule == 0 ? [] : [0]))
      #expect(explanation.skipped.allSatisfy { !$0.unmet.isEmpty })
    }
  }

  @Test("the instant at which a condition changes is announced")
  func nextChange() {
    let customer = Self.subscriber(
      renewal: Self.renewal(willRenew: false, signed: Self.start.days(2)))
    let membership = customer.membership(Self.blueprint, Self.start.days(3))
    #expect(membership.nextChange == Self.start.days(30))
  }

  @Test("a subscription of a product that the blueprint does not know meets no condition")
  func unknownProduct() {
    let membership = Self.subscriber("old.monthly").membership(Self.blueprint, Self.start.days(1))
    #expect(!membership.access(to: "paid").isAllowed)
    #expect(!membership.access(to: "renews").isAllowed)
  }

  @Test(
    "a name that does not exist is found within alternatives and exclusions",
    arguments: [
      Condition(products: ["pro.weekly"]),
      Condition(any: [Condition(products: ["pro.weekly"])]),
      Condition(not: [Condition(any: [Condition(products: ["pro.weekly"])])]),
    ])
  func unknownName(condition: Condition) {
    var definition = Self.blueprint.definition
    definition.features[0] = Feature(
      id: "paid", rules: [Feature.Rule(when: condition, allowance: .unlimited)])
    #expect(throws: BlueprintError.self) { try Blueprint(definition) }
  }

  @Test("alternatives and exclusions within one another have eight levels at most")
  func levels() throws {
    func blueprint(levels: Int) throws -> Blueprint {
      let condition = (0..<levels).reduce(Condition(phases: [.free])) { inner, level in
        level.isMultiple(of: 2) ? Condition(not: [inner]) : Condition(any: [inner])
      }
      var definition = Self.blueprint.definition
      definition.features[0] = Feature(
        id: "paid",
        rules: [
          Feature.Rule(when: condition, allowance: .unlimited), Feature.Rule(allowance: .denied),
        ])
      return try Blueprint(definition)
    }
    _ = try blueprint(levels: Condition.levelLimit)
    for levels in [Condition.levelLimit + 1, Condition.levelLimit + 101] {
      let error = #expect(throws: BlueprintError.self) { _ = try blueprint(levels: levels) }
      let mistake = try #require(error?.mistakes.first)
      #expect(error?.mistakes.count == 1)
      #expect(mistake.message == "more than 8 levels of `any` and `not`")
      let nested = (0...Condition.levelLimit).flatMap {
        [$0.isMultiple(of: 2) ? "not" : "any", "0"]
      }
      #expect(mistake.path == ["features", "paid", "0", "when"] + nested)
    }
  }
}
