import Testing

@testable import Tollgate

@Suite("Limits of one feature that count apart")
struct ApartLimitTests {
  private static let start = Fixture.start
  private static let april = instant("2026-04-01T00:00:00Z")

  /// An app whose subscribers have one allowance of a feature, and all others another.
  private static func app(
    pro: Feature.Allowance, free: Feature.Allowance,
    _ change: (inout Blueprint.Definition) -> Void = { _ in }
  ) -> Blueprint {
    Fixture.blueprint {
      $0 = Fixture.garden.definition
      $0.prompts = []
      $0.features[0] = Feature(
        id: "add-plant",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: pro),
          Feature.Rule(allowance: free, paywall: "upgrade"),
        ])
      change(&$0)
    }
  }

  private static let named = app(
    pro: .upTo(4, per: .month, counts: "pro-plants"),
    free: .upTo(2, per: .month, counts: "free-plants"))

  private static let subscription: Fact = .transaction(
    .subscription("1", from: start.hours(1), to: start.days(10)))

  private func limit(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> Limit? {
    switch customer.membership(app, now).access(to: "add-plant") {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  @Test("RA-7 free uses do not count toward the plan's limit, nor the plan's toward the free one")
  func apart() {
    let app = Self.named
    var customer = Customer()
    for key in ["a", "b"] { #expect(customer.use("add-plant", key, app, Self.start) == nil) }
    let full = Limit(limit: 2, used: 2, scope: .month, renewsAt: Self.april)
    #expect(customer.use("add-plant", "c", app, Self.start)?.limit == full)
    customer.join(Self.subscription)
    let later = Self.start.hours(2)
    #expect(limit(customer, app, later) == Limit(limit: 4, used: 0, scope: .month))
    for key in ["c", "d", "e"] { #expect(customer.use("add-plant", key, app, later) == nil) }
    #expect(limit(customer, app, later)?.used == 3)
    // The plan has ended, in the same month.
    #expect(limit(customer, app, Self.start.days(20)) == full)
    #expect(limit(customer, app, Self.april)?.used == 0)
    #expect(customer.uses["add-plant"]?.count == 5)
  }

  @Test("RA-7 a use is recorded with the name of a limit only if that limit counts apart")
  func recorded() throws {
    let app = Self.named
    let handle = try #require(app.handle(of: "add-plant"))
    let facts = try app.use(handle, by: Customer(), id: "me", key: "a", at: Self.start).facts
    #expect(
      facts == [
        .use(Use(feature: "add-plant", key: "a", origin: "me", at: Self.start)),
        .size(
          UseSize(
            feature: "add-plant", key: "a", origin: "me", amount: 1, parent: "free-plants",
            at: Self.start)),
      ])
    // Every rule counts the same, so that nothing needs a name.
    let together = Self.app(
      pro: .upTo(4, per: .month, counts: "plants"), free: .upTo(2, per: .month, counts: "plants")
    ) {
      $0.features.append(
        Feature(
          id: "print",
          rules: [Feature.Rule(allowance: .upTo(2, per: .month, counts: "plants"))]))
    }
    #expect(together.index.limitsApart.isEmpty)
    let plain = try #require(together.handle(of: "add-plant"))
    #expect(
      try together.use(plain, by: Customer(), id: "me", key: "a", at: Self.start).facts.count == 1)
  }

  @Test("RA-7 a limit without a name beside them counts the uses of every rule")
  func beside() {
    let app = Self.app(
      pro: .all([.upTo(4, per: .month, counts: "pro-plants"), .upTo(5, per: .month)]),
      free: .upTo(2, per: .month))
    var customer = Customer()
    for key in ["a", "b"] { #expect(customer.use("add-plant", key, app, Self.start) == nil) }
    customer.join(Self.subscription)
    let later = Self.start.hours(2)
    #expect(
      customer.membership(app, later).limits(of: "add-plant").map(\.used) == [0, 2])
    for key in ["c", "d", "e"] { #expect(customer.use("add-plant", key, app, later) == nil) }
    #expect(customer.use("add-plant", "f", app, later)?.limit?.limit == 5)
    #expect(limit(customer, app, Self.start.days(20))?.used == 5)
  }

  @Test(
    "RA-7 limits within a span of time, from the first use and of sizes count apart too",
    arguments: [
      Feature.Allowance.rolling(2, within: Period(30, .day), counts: "pro-plants"),
      .fromFirstUse(2, within: Period(30, .day), counts: "pro-plants"),
      .upTo(2, per: .ever, sized: true, counts: "pro-plants"),
      .rolling(2, within: Period(30, .day), sized: true, counts: "pro-plants"),
      .fromFirstUse(2, within: Period(30, .day), sized: true, counts: "pro-plants"),
    ])
  func kinds(pro: Feature.Allowance) {
    let app = Self.app(pro: pro, free: .upTo(3, per: .ever))
    var customer = Customer()
    for key in ["a", "b"] { #expect(customer.use("add-plant", key, app, Self.start) == nil) }
    customer.join(Self.subscription)
    let later = Self.start.hours(2)
    for key in ["c", "d"] { #expect(customer.use("add-plant", key, app, later) == nil) }
    #expect(customer.use("add-plant", "e", app, later)?.limit?.used == 2)
    #expect(limit(customer, app, Self.start.days(20))?.used == 4)
  }

  @Test("RA-7 a reservation takes its place in the limit of its rule, and in no other")
  func reserved() throws {
    let app = Self.named
    let handle = try #require(app.handle(of: "add-plant"))
    var customer = Customer()
    let reserved = try app.reserve(handle, by: customer, id: "me", key: "a", at: Self.start).facts
    for fact in reserved { customer.join(fact) }
    #expect(limit(customer, app, Self.start)?.used == 1)
    customer.join(.transaction(.subscription("1", from: Self.start, to: Self.start.days(10))))
    #expect(limit(customer, app, Self.start)?.used == 0)
    // It keeps the terms that it was made with.
    #expect(customer.use("add-plant", "a", app, Self.start) == nil)
    #expect(limit(customer, app, Self.start)?.used == 0)
    #expect(limit(customer, app, Self.start.days(20))?.used == 1)
  }

  @Test("RA-7 limits of one name count together in several features, and apart from other rules")
  func severalFeatures() {
    let app = Self.app(
      pro: .upTo(4, per: .month), free: .upTo(2, per: .month, counts: "free-things")
    ) {
      $0.features.append(
        Feature(
          id: "print",
          rules: [Feature.Rule(allowance: .upTo(2, per: .month, counts: "free-things"))]))
    }
    var customer = Customer()
    #expect(customer.use("add-plant", "a", app, Self.start) == nil)
    #expect(customer.use("print", "b", app, Self.start) == nil)
    #expect(customer.use("add-plant", "c", app, Self.start)?.limit?.used == 2)
    customer.join(Self.subscription)
    let later = Self.start.hours(2)
    #expect(customer.use("add-plant", "c", app, later) == nil)
    #expect(customer.use("print", "d", app, later)?.limit?.used == 2)
    // The plan's limit has no name, and counts all uses of its feature.
    #expect(limit(customer, app, later)?.used == 2)
  }

  @Test("RA-7 the uses of two merged customers count under their names")
  func merged() {
    let app = Self.named
    var anonymous = Customer()
    #expect(anonymous.use("add-plant", "a", app, Self.start) == nil)
    var account = Customer()
    account.join(Self.subscription)
    #expect(account.use("add-plant", "b", app, Self.start.hours(2)) == nil)
    account.join(anonymous)
    #expect(limit(account, app, Self.start.hours(3))?.used == 1)
    #expect(limit(account, app, Self.start.days(20))?.used == 1)
  }

  @Test("RA-7 a use counts under one name: two of them, and a name beside `each`, are mistakes")
  func mistakes() {
    func messages(pro: Feature.Allowance, free: Feature.Allowance) -> [String] {
      var definition = Self.named.definition
      definition.features[0].rules[0].allowance = pro
      definition.features[0].rules[1].allowance = free
      return definition.mistakes().map(\.message)
    }
    let one: Feature.Allowance = .upTo(2, per: .month, counts: "one")
    #expect(messages(pro: one, free: .upTo(2, per: .month)).isEmpty)
    #expect(
      messages(pro: .all([one, .upTo(1, per: .day, counts: "one")]), free: .upTo(1, per: .day))
        .isEmpty)
    #expect(
      messages(pro: one, free: one) == [
        "no other feature counts `one`; expected `counts: one` in another feature too, or a rule without it",
        "no other feature counts `one`; expected `counts: one` in another feature too, or a rule without it",
      ])
    #expect(
      messages(
        pro: .all([one, .upTo(1, per: .day, counts: "another")]), free: .upTo(1, per: .day)) == [
          "`another` and `one` both count separately from other rules; expected one name in a rule"
        ])
    #expect(
      messages(pro: one, free: .upTo(1, per: .day, each: "bed")) == [
        "`one` counts separately from other rules of `add-plant`, which counts for each `bed`; "
          + "expected `counts: one` in each of its rules, or no `each`"
      ])
  }
}
