import Testing

@testable import Tollgate

@Suite("Grants that the blueprint lists")
struct ListedGrantTests {
  private static let start = Fixture.start
  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.grants = [
      GrantTerms(
        id: "referral", giver: .backend, entitlements: ["pro"], lasts: Period(7, .day), limit: 2,
        window: .month),
      GrantTerms(id: "apology", entitlements: ["pro"], lasts: Period(3, .day), waitsFor: .nothing),
      GrantTerms(id: "voucher", giver: .backend, entitlements: ["pro"], limit: 1),
      GrantTerms(
        id: "birthday", entitlements: ["pro"], lasts: Period(1, .day), limit: 1, window: .year),
    ]
  }

  /// Gives grants one after the other, each on a day, and returns those that were given.
  private static func given(
    _ wanted: [(name: GrantTerms.ID, day: Int)], by giver: GrantTerms.Giver = .support
  ) throws(GrantRefusal) -> [Grant] {
    var customer = Customer([])
    var grants: [Grant] = []
    for (number, want) in wanted.enumerated() {
      let grant = try blueprint.give(
        want.name, by: giver, to: customer, as: Grant.ID("g\(number)"), at: start.days(want.day))
      customer.join(.grant(grant))
      grants.append(grant)
    }
    return grants
  }

  private static func days(_ grants: [Grant]) -> [Int] {
    let customer = Customer(grants.map { .grant($0) })
    return (0..<60).filter {
      Membership(of: customer, in: blueprint, at: start.days($0)).entitlement("pro").isActive
    }
  }

  @Test("RA-2 a reward that adds up begins when the running one ends")
  func addsUp() throws {
    let grants = try Self.given([("referral", 0), ("referral", 2)])
    #expect(grants.map(\.startsAt) == [Self.start, Self.start.days(7)])
    #expect(grants.map(\.givenAt) == [Self.start, Self.start.days(2)])
    #expect(grants.map(\.name) == ["referral", "referral"])
    #expect(Self.days(grants) == Array(0..<14))
    let overview = PurchaseOverview(
      of: Customer(grants.map { .grant($0) }), in: Self.blueprint, at: Self.start.days(3))
    #expect(overview.sources["pro"]?.endsAt == Self.start.days(14))
  }

  @Test("RA-2 a reward that does not add up begins at once")
  func overlaps() throws {
    let grants = try Self.given([("referral", 0), ("apology", 2)])
    #expect(Self.days(grants) == Array(0..<7))
    #expect(grants.map(\.startsAt) == [Self.start, Self.start.days(2)])
  }

  @Test("RA-2 what a reward gives is sold while it runs, and stops nobody at a gate")
  func sold() throws {
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
          period: Period(1, .month), group: "plans")
      ]
      $0.paywalls = [
        Paywall(id: "plans", title: "hello", packages: [Paywall.Package(product: "pro.monthly")])
      ]
      $0.placements = [
        Placement(id: "editor", paywall: "plans"),
        Placement(id: "settings", paywall: "plans", isGate: false),
      ]
    }
    let given = Grant(
      id: "g", entitlements: ["pro"], startsAt: Self.start, endsAt: Self.start.days(7),
      name: "referral", givenAt: Self.start)
    let during = Customer([.grant(given)]).membership(blueprint, Self.start.days(1))
    #expect(during.packages(of: "plans").map(\.product) == ["pro.monthly"])
    #expect(during.sells("plans"))
    #expect(during.paywall(at: "settings") == "plans")
    #expect(during.paywall(at: "editor") == nil)
    let after = Customer([.grant(given)]).membership(blueprint, Self.start.days(7))
    #expect(after.paywall(at: "editor") == "plans")
    let endless = Grant(id: "g", entitlements: ["pro"], startsAt: Self.start, endsAt: nil)
    #expect(
      Customer([.grant(endless)]).membership(blueprint, Self.start.days(1)).packages(of: "plans")
        .isEmpty)
  }

  @Test(
    "RA-2 a reward of several entitlements begins when the running ones no longer give all of it")
  func several() throws {
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.grants = [
        GrantTerms(id: "both", entitlements: ["pro", "extra"], lasts: Period(7, .day)),
        GrantTerms(id: "one", entitlements: ["pro"], lasts: Period(30, .day)),
      ]
    }
    var customer = Customer()
    func give(_ name: GrantTerms.ID, as id: Grant.ID) throws(GrantRefusal) -> Instant {
      let grant = try blueprint.give(name, by: .support, to: customer, as: id, at: Self.start)
      customer.join(.grant(grant))
      return grant.startsAt
    }
    let one = try give("one", as: "g1")
    let first = try give("both", as: "g2")
    let second = try give("both", as: "g3")
    #expect([one, first] == [Self.start, Self.start])
    #expect(second == Self.start.days(7))
    #expect(customer.membership(blueprint, Self.start).entitlements == ["extra", "pro"])
    #expect(customer.membership(blueprint, Self.start.days(14)).entitlements == ["pro"])
    #expect(Customer(customer.facts.reversed()) == customer)
  }

  @Test("RA-2 a reward begins at once if the earlier ones have ended, were revoked or never end")
  func beginsNow() throws {
    let ended = try Self.given([("referral", 0), ("referral", 9)])
    #expect(ended.map(\.startsAt) == [Self.start, Self.start.days(9)])
    let endless = try Self.given([("voucher", 0), ("referral", 1)])
    #expect(endless.map(\.startsAt) == [Self.start, Self.start.days(1)])
    let first = try #require(Self.given([("referral", 0)]).first)
    let revoked = Customer([.grant(first.revoked(at: Self.start.days(1)))])
    let next = try Self.blueprint.give(
      "referral", by: .backend, to: revoked, as: "g2", at: Self.start.days(1))
    #expect(next.startsAt == Self.start.days(1))
  }

  @Test("RA-2 a reward is given as often as its window allows, revoked ones included")
  func limit() throws {
    // From the first of March; the window ends with the month.
    let refusal = #expect(throws: GrantRefusal.self) {
      try Self.given([("referral", 0), ("referral", 1), ("referral", 2)])
    }
    #expect(refusal == .limitReached(limit: 2, until: instant("2026-04-01T00:00:00Z")))
    #expect(
      try Self.given([("referral", 0), ("referral", 1), ("referral", 31)]).map(\.startsAt)
        == [0, 7, 31].map { Self.start.days($0) })
    let once = #expect(throws: GrantRefusal.self) {
      try Self.given([("voucher", 0), ("voucher", 40)])
    }
    #expect(once == .limitReached(limit: 1, until: nil))
    let yearly = #expect(throws: GrantRefusal.self) {
      try Self.given([("birthday", 0), ("birthday", 300)])
    }
    #expect(yearly == .limitReached(limit: 1, until: instant("2027-01-01T00:00:00Z")))
    #expect(try Self.given([("birthday", 0), ("birthday", 310)]).count == 2)
    let voucher = try #require(Self.given([("voucher", 0)]).first)
    let revoked = Customer([.grant(voucher.revoked(at: Self.start.days(1)))])
    #expect(throws: GrantRefusal.limitReached(limit: 1, until: nil)) {
      try Self.blueprint.give(
        "voucher", by: .support, to: revoked, as: "g2", at: Self.start.days(2))
    }
  }

  @Test("RA-2 a reward with a period is given once more when the oldest one no longer counts")
  func period() throws {
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.grants = [
        GrantTerms(
          id: "comeback", entitlements: ["pro"], lasts: Period(7, .day), limit: 2,
          within: Period(365, .day))
      ]
    }
    var customer = Customer([])
    func give(on day: Int) throws(GrantRefusal) -> Grant {
      try blueprint.give(
        "comeback", by: .support, to: customer, as: Grant.ID("g\(day)"), at: Self.start.days(day))
    }
    for day in [0, 100] {
      let grant = try give(on: day)
      customer.join(.grant(grant))
    }
    for day in [101, 300, 364] {
      #expect(throws: GrantRefusal.limitReached(limit: 2, until: Self.start.days(365))) {
        try give(on: day)
      }
    }
    let third = try give(on: 365)
    customer.join(.grant(third))
    #expect(throws: GrantRefusal.limitReached(limit: 2, until: Self.start.days(465))) {
      try give(on: 366)
    }
    #expect(try give(on: 465).startsAt == Self.start.days(465))
    // A revoked one counts.
    let revoked = try give(on: 465).revoked(at: Self.start.days(466))
    customer.join(.grant(revoked))
    #expect(throws: GrantRefusal.limitReached(limit: 2, until: Self.start.days(730))) {
      try give(on: 467)
    }
  }

  @Test("RA-2 a reward's period has a fixed length")
  func fixedLength() {
    let error = #expect(throws: BlueprintError.self) {
      try Blueprint(
        Fixture.definition {
          $0.hasFreeTier = true
          $0.grants = [
            GrantTerms(id: "comeback", entitlements: ["pro"], limit: 1, within: Period(1, .year))
          ]
        })
    }
    #expect(
      error.map { "\($0)" }
        == "grants.comeback.per: P1Y has no fixed length; expected days, such as `P30D`, weeks or hours"
    )
  }

  @Test("RA-2 the backend gives what is listed for it and nothing else")
  func giver() throws {
    #expect(Self.blueprint.grants(by: .backend).map(\.id) == ["referral", "voucher"])
    #expect(
      Self.blueprint.grants(by: .support).map(\.id) == [
        "referral", "apology", "voucher", "birthday",
      ])
    for name in ["apology", "pro", "gift"] {
      #expect(throws: GrantRefusal.notListed) {
        try Self.given([(GrantTerms.ID(name), 0)], by: .backend)
      }
    }
    #expect(try Self.given([("apology", 0)]).first?.endsAt == Self.start.days(3))
  }

  @Test("RA-2 a grant with a condition is refused with what the customer does not meet")
  func condition() throws {
    let app = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.milestones = ["invited"]
      $0.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
          period: Period(1, .month), group: "plans")
      ]
      $0.grants = [
        GrantTerms(
          id: "referral", giver: .backend,
          when: Condition(phases: [.free, .lapsed], notEntitled: ["crew"], reached: ["invited"]),
          entitlements: ["pro"], lasts: Period(7, .day), limit: 1),
        GrantTerms(id: "crew", entitlements: ["crew"]),
      ]
    }
    let newcomer = Customer([.device(DeviceUse(device: "phone", origin: "me", at: Self.start))])
    #expect(throws: GrantRefusal.unmet([Condition(reached: ["invited"])])) {
      try app.give("referral", by: .backend, to: newcomer, as: "g", at: Self.start)
    }
    var invited = newcomer
    invited.join(.milestone(MilestoneReached(milestone: "invited", at: Self.start.days(1))))
    let given = try app.give("referral", by: .backend, to: invited, as: "g", at: Self.start.days(1))
    #expect(given.endsAt == Self.start.days(8))
    // What was given stays, although the condition no longer holds.
    invited.join(.grant(given))
    let running = invited.membership(app, Self.start.days(2))
    #expect(running.entitlement("pro") == .active)
    #expect(running.nextChange == Self.start.days(8))
    invited.join(.grant(Grant(id: "c", entitlements: ["crew"], startsAt: Self.start, endsAt: nil)))
    for giver in GrantTerms.Giver.allCases {
      #expect(
        throws: GrantRefusal.unmet([
          Condition(phases: [.free, .lapsed]), Condition(notEntitled: ["crew"]),
        ])
      ) {
        try app.give("referral", by: giver, to: invited, as: "h", at: Self.start.days(2))
      }
    }
  }

  @Test("RA-2 a grant with a date ends then for everybody, and is given no more")
  func date() throws {
    let app = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: "America/New_York")
      $0.grants = [
        GrantTerms(
          id: "founder", entitlements: ["pro"], until: EventDate("2026-03-10"), waitsFor: .nothing),
        GrantTerms(
          id: "week", entitlements: ["pro"], lasts: Period(7, .day),
          until: EventDate("2026-03-10T12:00:00Z"), waitsFor: .nothing),
      ]
    }
    // Since March 8, New York is four hours behind UTC.
    let end = instant("2026-03-10T04:00:00Z")
    func given(_ name: GrantTerms.ID, at now: Instant) throws -> Grant {
      try app.give(name, by: .support, to: Customer(), as: "g", at: now)
    }
    let early = try given("founder", at: Self.start)
    #expect(early.endsAt == end)
    let customer = Customer([.grant(early)])
    #expect(customer.membership(app, Self.start).nextChange == end)
    #expect(customer.membership(app, end.adding(milliseconds: -1)).entitlement("pro") == .active)
    #expect(customer.membership(app, end).entitlement("pro") == .inactive)
    #expect(try given("founder", at: end.adding(milliseconds: -1)).endsAt == end)
    #expect(throws: GrantRefusal.over(end)) { try given("founder", at: end) }
    #expect(try given("week", at: Self.start).endsAt == Self.start.days(7))
    #expect(
      try given("week", at: Self.start.days(5)).endsAt == instant("2026-03-10T12:00:00Z"))
  }

  @Test("RA-2 a clock that went back gives no further reward")
  func clock() throws {
    let customer = Customer(try Self.given([("voucher", 3)]).map { .grant($0) })
    #expect(customer.newestStamp == Self.start.days(3))
    #expect(customer.now(notBefore: Self.start.days(2).hours(12)) == Self.start.days(3))
  }

  @Test("RA-2 reports of one reward join in any order, and a revoked one keeps its name")
  func join() throws {
    let grant = try #require(Self.given([("referral", 0)]).first)
    let facts: [Fact] = [.grant(grant), .grant(grant.revoked(at: Self.start.days(1)))]
    let customer = Customer(facts)
    #expect(customer == Customer(facts.reversed()))
    #expect(customer.grant("g0")?.name == "referral")
    #expect(customer.grant("g0")?.givenAt == Self.start)
    #expect(Self.days(customer.allGrants) == [0])
  }

  @Test(
    "RA-2 a reward that nothing sells declares its entitlement, and a misspelt one is a mistake")
  func entitlement() {
    let definition = Fixture.definition {
      $0.trial = Trial(
        start: .signUp, terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["premium"]))
      $0.grants = [
        GrantTerms(id: "tester", entitlements: ["laboratory"]),
        GrantTerms(id: "referral", entitlements: ["premum"], lasts: Period(101, .year), limit: 0),
      ]
    }
    #expect(definition.onlyGranted == ["laboratory", "premum"])
    let mistakes = definition.mistakes()
    #expect(
      mistakes.map(\.message) == [
        "there is no entitlement `premum`", "`P101Y` is too long; expected at most 100 years",
        "`0` is out of range; expected 1 to 100",
      ])
    #expect(mistakes.first?.nearest == "premium")
    #expect(mistakes.first?.path == ["grants", "referral", "entitlement"])
  }
}
