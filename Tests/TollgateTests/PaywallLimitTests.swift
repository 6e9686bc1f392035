import Testing
import Tollgate

@Suite("A limit of the paywalls that show by themselves")
struct PaywallLimitTests {
  /// Sunday, 1 March, at nine o'clock.
  private static let start = Fixture.start

  private static func blueprint(_ limits: PastTest.Count...) -> Blueprint {
    Fixture.blueprint { write(&$0, limits) }
  }

  private static func write(_ definition: inout Blueprint.Definition, _ limits: [PastTest.Count]) {
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans")
    ]
    definition.features = [
      Feature(
        id: "scan",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ], paywall: "plans")
    ]
    let packages = [Paywall.Package(product: "pro.monthly")]
    definition.paywalls = [
      Paywall(id: "plans", title: "hello", packages: packages),
      Paywall(id: "welcome", title: "hello", packages: packages),
      Paywall(id: "wall", title: "hello", packages: packages, isDismissible: false),
    ]
    definition.placements = [
      Placement(id: "home", paywall: "plans", isGate: false),
      Placement(id: "export", paywall: "welcome"),
      Placement(id: "back", when: Condition(phases: [.lapsed]), paywall: "plans"),
      Placement(id: "launch", paywall: "wall"),
    ]
    definition.routes = [Route(screen: "app", paywall: "plans")]
    definition.paywallLimits = limits
  }

  private static func upTo(
    _ count: Int, per window: Feature.Window? = nil, within: Period? = nil
  ) -> PastTest.Count {
    PastTest.Count(of: .anyPaywall, lessThan: count, within: within, window: window)
  }

  private static func event(
    _ key: String, _ action: PaywallEvent.Action = .shown, of paywall: Paywall.ID = "plans",
    feature: Feature.ID? = nil, at instant: Instant
  ) -> Fact {
    .paywall(
      PaywallEvent(
        paywall: paywall, action: action, key: Idempotency.Key(key), feature: feature, at: instant))
  }

  private static let midnight = instant("2026-03-02T00:00:00Z")
  private static let oneADay = blueprint(upTo(1, per: .day))

  @Test(
    "one a day is any paywall on that day, whatever led to it, however often it is reported",
    arguments: [
      ([], false),
      ([event("a", at: start)], true),
      ([event("a", of: "welcome", at: start)], true),
      ([event("a", feature: "scan", at: start)], true),
      ([event("a", at: start.days(-1))], false),
      ([event("a", .closed, at: start)], false),
      ([event("a", at: start.days(-1)), event("a", at: start)], false),
    ] as [([Fact], Bool)])
  func counted(facts: [Fact], isReached: Bool) {
    let membership = Customer(facts).membership(Self.oneADay, Self.start)
    #expect(membership.paywall(at: "home") == (isReached ? nil : "plans"))
    #expect(membership.withholdsPaywall(at: "home") == isReached)
    #expect(membership.paywall(at: "export") == (isReached ? nil : "welcome"))
    #expect(membership.withholdsPaywall(at: "export") == isReached)
    #expect(membership.nextChange == (isReached ? Self.midnight : nil))
  }

  @Test("the next paywall may show exactly when the day ends")
  func dayEnds() {
    let customer = Customer([Self.event("a", at: Self.start)])
    let before = Self.midnight.adding(milliseconds: -1)
    #expect(customer.membership(Self.oneADay, before).withholdsPaywall(at: "home"))
    let after = customer.membership(Self.oneADay, Self.midnight)
    #expect(after.paywall(at: "home") == "plans")
    #expect(!after.withholdsPaywall(at: "home"))
    #expect(after.nextChange == nil)
  }

  @Test(
    "of several limits all hold, and nothing changes at the end of one while another is reached")
  func several() {
    let blueprint = Self.blueprint(Self.upTo(1, per: .day), Self.upTo(3, per: .week))
    let facts = (1...3).map { Self.event("\($0)", at: Self.start.days($0)) }
    let customer = Customer(facts)
    let twice = Customer(Array(facts.prefix(2))).membership(blueprint, Self.start.days(2))
    #expect(twice.nextChange == Self.midnight.days(2))
    let wednesday = customer.membership(blueprint, Self.start.days(3))
    #expect(wednesday.withholdsPaywall(at: "home"))
    #expect(wednesday.nextChange == Self.midnight.days(7))
    #expect(customer.membership(blueprint, Self.start.days(4)).withholdsPaywall(at: "home"))
    #expect(customer.membership(blueprint, Self.midnight.days(7)).paywall(at: "home") == "plans")
  }

  @Test("a limit within a span of time has room again exactly when the oldest paywall leaves it")
  func span() {
    let blueprint = Self.blueprint(Self.upTo(2, within: Period(7, .day)))
    let customer = Customer([
      Self.event("a", at: Self.start), Self.event("b", of: "welcome", at: Self.start.hours(5)),
    ])
    let membership = customer.membership(blueprint, Self.start.hours(5))
    #expect(membership.withholdsPaywall(at: "home"))
    #expect(membership.nextChange == Self.start.days(7))
    let later = customer.membership(blueprint, Self.start.days(7))
    #expect(later.paywall(at: "home") == "plans")
    #expect(later.nextChange == nil)
  }

  @Test(
    "a denial, a route, a request and a paywall that cannot be closed show although the limit is reached"
  )
  func neverWithheld() {
    let membership = Customer([Self.event("a", at: Self.start)])
      .membership(Self.oneADay, Self.start)
    guard case .denied(let denial) = membership.access(to: "scan") else {
      Issue.record("the feature is not denied")
      return
    }
    #expect(denial.paywall == "plans")
    #expect(
      membership.route(Route.Context(session: .signedOut, hasSeenOnboarding: true))?.paywall
        == "plans")
    #expect(membership.sells("plans"))
    #expect(membership.paywall(at: "launch") == "wall")
    #expect(!membership.withholdsPaywall(at: "launch"))
  }

  @Test("a placement that has nothing to show withholds nothing")
  func nothing() {
    let shown = Self.event("a", at: Self.start)
    let free = Customer([shown]).membership(Self.oneADay, Self.start)
    #expect(!free.withholdsPaywall(at: "back"))
    #expect(!free.withholdsPaywall(at: "nowhere"))
    let bought = Fact.transaction(
      .subscription("1", from: Self.start, to: Self.start.days(30)))
    let subscriber = Customer([shown, bought]).membership(Self.oneADay, Self.start)
    #expect(!subscriber.withholdsPaywall(at: "home"))
    #expect(subscriber.paywall(at: "launch") == nil)
    #expect(!Membership(unknownIn: Self.oneADay, at: Self.start).withholdsPaywall(at: "home"))
  }

  @Test("a customer's paywalls before a sign-in count with those of the account")
  func merged() {
    let blueprint = Self.blueprint(Self.upTo(2, per: .day))
    var account = Customer([Self.event("a", at: Self.start)])
    #expect(account.membership(blueprint, Self.start).paywall(at: "home") == "plans")
    for fact in Customer([Self.event("b", at: Self.start)]).facts { account.join(fact) }
    #expect(account.membership(blueprint, Self.start).withholdsPaywall(at: "home"))
  }

  @Test("a limit of no paywalls, or within a month of no fixed length, is a mistake")
  func mistakes() throws {
    let definition = Fixture.definition {
      Self.write(&$0, [Self.upTo(0, per: .day), Self.upTo(1, within: Period(1, .month))])
    }
    let error = #expect(throws: BlueprintError.self) { try Blueprint(definition) }
    #expect(
      error?.mistakes.map { "\($0.path.joined(separator: ".")): \($0.message)" } == [
        "paywallLimit.0.lessThan: 0 times; expected at least 1",
        "paywallLimit.1.within: P1M has no fixed length; expected days, such as `P30D`, weeks or hours",
      ])
  }
}
