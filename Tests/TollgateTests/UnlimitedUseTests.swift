import Testing

@testable import Tollgate

@Suite("Counting uses that no limit counts")
struct UnlimitedUseTests {
  private static let start = Fixture.start

  /// Lessons: as many as they like for customers with the plan, and one ever for everybody else.
  private static func school(
    _ otherwise: Feature.Allowance = .upTo(1, per: .ever),
    _ change: (inout Blueprint.Definition) -> Void = { _ in }
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.purchases = Blueprint.PurchaseRules(lateRenewal: .notAllowed)
      $0.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
          period: Period(1, .month), group: "plans")
      ]
      $0.features = [
        Feature(
          id: "lesson",
          rules: [
            Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
            Feature.Rule(allowance: otherwise),
          ])
      ]
      change(&$0)
    }
  }

  /// Asks for a rating after so many lessons.
  private static func rating(_ test: PastTest) -> (inout Blueprint.Definition) -> Void {
    {
      $0.prompts = [
        Prompt(
          id: "rate", shape: .card, placement: "home", when: Condition(past: [test]), icon: "star",
          text: "hello")
      ]
    }
  }

  private static func isAsked(
    _ customer: Customer, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    !Membership(of: customer, in: blueprint, at: now).prompts.isEmpty
  }

  private static let subscribed = Customer([
    .transaction(.subscription("1", from: start, to: start.days(30)))
  ])

  private static func facts(
    of key: Idempotency.Key = "a", by customer: Customer = subscribed, in blueprint: Blueprint,
    cost: Int? = nil, isReport: Bool = false, isUnlimited: Bool = false, at now: Instant = start
  ) throws -> [Fact] {
    let handle = try #require(blueprint.handle(of: "lesson"))
    return try blueprint.use(
      handle, by: customer, id: "me", key: key, cost: cost, isReport: isReport,
      isUnlimited: isUnlimited, at: now
    ).facts
  }

  private static let recorded = Fact.use(
    Use(feature: "lesson", key: "a", origin: "me", isUnlimited: true, at: start))

  @Test(
    "a use without a limit is recorded if something in the blueprint counts uses of the feature")
  func recordedWhereRead() throws {
    let count = PastTest.count(PastTest.Count(of: .use("lesson"), atLeast: 3))
    let gift = Wallet.Gift(amount: 1, .on(.use("lesson"), lasts: nil))
    let changes: [(inout Blueprint.Definition) -> Void] = [
      Self.rating(count),
      {
        $0.features.append(
          Feature(
            id: "badge",
            rules: [
              Feature.Rule(when: Condition(not: [Condition(past: [count])]), allowance: .denied),
              Feature.Rule(allowance: .unlimited),
            ]))
      },
      {
        $0.nudges = [
          Nudge(
            id: "next", moment: .after(.use("lesson"), Period(1, .day)), when: .always,
            text: "hello")
        ]
      },
      {
        $0.credits = [Wallet(id: "stars", sources: [], given: [gift])]
        $0.features.append(
          Feature(id: "hint", rules: [Feature.Rule(allowance: .spend("stars", cost: 1))]))
      },
      {
        $0.trial = Trial(
          start: .signUp,
          terms: Trial.Terms(
            lasts: Period(3, .day), entitlements: ["pro"],
            earned: [Trial.EarnedDays(days: 1, on: .use("lesson"), upTo: 2)]))
      },
      {
        $0.attributes = [Attribute(id: "share", kind: .boolean)]
        $0.refunds = RefundPolicy(
          consent: "share",
          rules: [
            RefundPolicy.Rule(used: RefundPolicy.Uses(of: "lesson", atLeast: 3), prefer: .decline)
          ])
      },
    ]
    for change in changes {
      #expect(try Self.facts(in: Self.school(.denied, change)) == [Self.recorded])
    }
    #expect(try Self.facts(in: Self.school()) == [])
    let other = PastTest.count(PastTest.Count(of: .use("badge"), atLeast: 3))
    let read = Self.school {
      Self.rating(other)(&$0)
      $0.features.append(Feature(id: "badge", rules: [Feature.Rule(allowance: .unlimited)]))
    }
    #expect(try Self.facts(in: read) == [])
  }

  @Test("a use without a limit counts for conditions, and toward no limit after the plan has ended")
  func limits() {
    let app = Self.school(
      .upTo(1, per: .ever), Self.rating(.count(PastTest.Count(of: .use("lesson"), atLeast: 3))))
    var customer = Self.subscribed
    for number in 1...3 {
      #expect(Self.isAsked(customer, in: app, at: Self.start.hours(number)) == false)
      customer.use("lesson", "\(number)", app, Self.start.hours(number))
    }
    #expect(Self.isAsked(customer, in: app, at: Self.start.hours(3)))
    let later = Self.start.days(31)
    #expect(
      Membership(of: customer, in: app, at: later).access(to: "lesson")
        == .allowed(Limit(limit: 1, used: 0, scope: .ever)))
    #expect(customer.use("lesson", "free", app, later) == nil)
    #expect(customer.use("lesson", "more", app, later)?.reason == .limitReached)
    #expect(Self.isAsked(customer, in: app, at: later))
  }

  @Test("uses with a limit and without one are in one order for conditions")
  func order() {
    let app = Self.school(
      .upTo(5, per: .day),
      Self.rating(.since(PastTest.Since(.use("lesson"), lessThan: Period(1, .day)))))
    var customer = Customer()
    customer.use("lesson", "free", app, Self.start)
    customer.join(
      .transaction(.subscription("1", from: Self.start.days(2), to: Self.start.days(32))))
    #expect(Self.isAsked(customer, in: app, at: Self.start.days(2)) == false)
    customer.use("lesson", "paid", app, Self.start.days(2))
    #expect(Self.isAsked(customer, in: app, at: Self.start.days(2)))
    #expect(Self.isAsked(customer, in: app, at: Self.start.days(3)) == false)
  }

  @Test("a use is counted too where a rule limits its size alone, or the items that it adds")
  func otherRules() throws {
    let rate = Self.rating(.count(PastTest.Count(of: .use("lesson"), atLeast: 1)))
    let sized = Self.school(.upTo(40, per: .use, sized: true), rate)
    #expect(try Self.facts(by: Customer(), in: sized, cost: 40) == [Self.recorded])
    let held = Self.school(.holding(3), rate)
    #expect(
      try Self.facts(by: Customer(), in: held) == [
        .item(
          ItemChange(
            feature: "lesson", item: "a", key: "a", isHeld: true, origin: "me", at: Self.start)),
        Self.recorded,
      ])
  }

  @Test("what is held can be changed twice a year, the first item apart")
  func changes() throws {
    let app = Self.school(.all([.holding(1), .upTo(2, per: .year)])) {
      $0.features[0].rules.insert(
        Feature.Rule(
          when: Condition(past: [.count(PastTest.Count(of: .use("lesson"), lessThan: 1))]),
          allowance: .holding(1)), at: 1)
    }
    var customer = Customer()
    /// Gives up what is held, and holds another item.
    func change(to item: Item.ID, on day: Int) -> Denial? {
      let now = Self.start.days(day)
      for held in customer.heldItems(of: "lesson", at: now) {
        for fact in customer.releasing(held, of: "lesson", preferring: "me", at: now) {
          customer.join(fact)
        }
      }
      return customer.use("lesson", "\(item)-\(day)", app, now, item: item)
    }
    #expect(change(to: "phone", on: 0) == nil)
    #expect(customer.use("lesson", "more", app, Self.start, item: "tablet")?.limit?.scope == .held)
    #expect(change(to: "tablet", on: 1) == nil)
    #expect(change(to: "phone", on: 2) == nil)
    let denial = change(to: "tablet", on: 3)
    #expect(denial?.limit?.scope == .year)
    #expect(denial?.limit?.used == 2)
    #expect(change(to: "tablet", on: 306) == nil)
    #expect(customer.heldItems(of: "lesson", at: Self.start.days(306)) == ["tablet"])
  }

  @Test("a reserved use without a limit counts as one even if the plan has ended since")
  func reservation() throws {
    let app = Self.school(
      .upTo(1, per: .ever), Self.rating(.count(PastTest.Count(of: .use("lesson"), atLeast: 1))))
    let handle = try #require(app.handle(of: "lesson"))
    var customer = Customer([
      .transaction(.subscription("1", from: Self.start, to: Self.start.hours(1)))
    ])
    let begun = Self.start.adding(Period(59, .minute))
    for fact in try app.reserve(handle, by: customer, id: "me", key: "a", at: begun).facts {
      customer.join(fact)
    }
    let terms = customer.reservation(of: "lesson", key: "a", preferring: "me")
    #expect(terms?.isCounted == false)
    #expect(terms?.isUnlimited == true)
    let done = Self.start.adding(Period(65, .minute))
    #expect(
      Membership(of: customer, in: app, at: done).access(to: "lesson")
        == .allowed(Limit(limit: 1, used: 0, scope: .ever)))
    #expect(
      try Self.facts(by: customer, in: app, isReport: true, at: done) == [
        .use(Use(feature: "lesson", key: "a", origin: "me", isUnlimited: true, at: done))
      ])
    #expect(
      try app.reserve(handle, by: Self.subscribed, id: "me", key: "a", at: Self.start).facts.count
        == 1)
    #expect(
      try Self.school().reserve(handle, by: Self.subscribed, id: "me", key: "a", at: Self.start)
        .facts
        == [])
  }

  @Test("a late report of a use without a limit takes nothing of a limit that applies by then")
  func lateReport() throws {
    let app = Self.school(
      .upTo(1, per: .ever), Self.rating(.count(PastTest.Count(of: .use("lesson"), atLeast: 1))))
    let later = Self.start.days(31)
    #expect(try Self.facts(in: app, isReport: true, isUnlimited: true) == [Self.recorded])
    #expect(try Self.facts(in: app, isReport: true, isUnlimited: true, at: later) == [])
    #expect(
      try Self.facts(in: app, isReport: true, at: later) == [
        .use(Use(feature: "lesson", key: "a", origin: "me", at: later))
      ])
  }

  @Test("of late reports without a limit, as many count for conditions as `offline` lets wait")
  func lateReports() throws {
    let rate = Self.rating(.count(PastTest.Count(of: .use("lesson"), atLeast: 3)))
    func school(isRead: Bool) -> Blueprint {
      Self.school(.upTo(1, per: .ever)) {
        $0.features[0] = Feature(
          id: "lesson", rules: $0.features[0].rules, offline: .allow(2))
        if isRead { rate(&$0) }
      }
    }
    let app = school(isRead: true)
    let later = Self.start.days(31)
    func late(_ key: Idempotency.Key, by customer: Customer, in app: Blueprint) throws -> [Fact] {
      try Self.facts(
        of: key, by: customer, in: app, isReport: true, isUnlimited: true, at: later)
    }
    func recorded(_ key: Idempotency.Key) -> Fact {
      .use(Use(feature: "lesson", key: key, origin: "me", isUnlimited: true, at: later))
    }
    // Uses within the plan are not among those that are late.
    for before in [0, 2] {
      var customer = Self.subscribed
      for number in 0..<before { customer.use("lesson", "\(number)", app, Self.start) }
      for key: Idempotency.Key in ["a", "b"] {
        #expect(try late(key, by: customer, in: app) == [recorded(key)])
        customer.join(recorded(key))
      }
      #expect(try late("c", by: customer, in: app) == [])
      #expect(Self.isAsked(customer, in: app, at: later) == (before == 2))
      #expect(
        Membership(of: customer, in: app, at: later).access(to: "lesson")
          == .allowed(Limit(limit: 1, used: 0, scope: .ever)))
    }
    #expect(try late("a", by: Self.subscribed, in: school(isRead: false)) == [])
  }

  @Test("a use of the trial counts in it also where no rule limits it")
  func trial() throws {
    let app = Self.school(.denied) {
      $0.trial = Trial(
        start: .signUp,
        terms: Trial.Terms(
          lasts: Period(3, .day), uses: Trial.Uses(feature: "lesson", limit: 2),
          entitlements: ["pro"]))
      Self.rating(.count(PastTest.Count(of: .use("lesson"), atLeast: 1)))(&$0)
    }
    var customer = Customer.onPhone(at: Self.start)
    for fact in app.signUp(customer, account: "me", at: Self.start, history: []).facts {
      customer.join(fact)
    }
    #expect(
      try Self.facts(by: customer, in: app) == [
        .use(Use(feature: "lesson", key: "a", origin: "me", at: Self.start))
      ])
  }
}
