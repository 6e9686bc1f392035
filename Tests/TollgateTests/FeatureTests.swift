import Testing

@testable import Tollgate

@Suite("Features")
struct FeatureTests {
  let start = Fixture.start

  @Test("GB-4 free holds three plants; one removed makes room; none is lost after a lapse")
  func plants() {
    let blueprint = Fixture.garden
    var customer = Customer()
    for plant in ["fern", "rose", "mint"] {
      #expect(customer.use("add-plant", plant, blueprint, start) == nil)
    }
    let limit = Limit(limit: 3, used: 3, scope: .held)
    #expect(
      customer.use("add-plant", "iris", blueprint, start)
        == Denial(reason: .limitReached, limit: limit, paywall: "upgrade"))
    customer.join(
      .item(ItemChange(feature: "add-plant", item: "rose", isHeld: false, origin: "me", at: start)))
    #expect(customer.use("add-plant", "iris", blueprint, start) == nil)

    customer.join(.transaction(.subscription("1", from: start, to: start.days(30))))
    for plant in 0..<7 { customer.use("add-plant", "\(plant)", blueprint, start.days(1)) }
    #expect(customer.heldItems(of: "add-plant", at: start.days(31)).count == 10)
    let lapsed = customer.membership(blueprint, start.days(31)).access(to: "add-plant")
    #expect(
      lapsed
        == .denied(
          Denial(
            reason: .limitReached, limit: Limit(limit: 3, used: 10, scope: .held),
            paywall: "upgrade")))
  }

  @Test("GB-10 a plant that was released is planted again, and what is late of the first is not")
  func again() throws {
    let blueprint = Fixture.garden
    let feature = try #require(blueprint.handle(of: "add-plant"))
    var customer = Customer()
    func plant(_ key: Idempotency.Key, day: Int) throws -> [Fact] {
      let facts = try blueprint.use(
        feature, by: customer, id: "me", key: key, item: "fern", at: start.days(day)
      ).facts
      for fact in facts { customer.join(fact) }
      return facts
    }
    func release(_ keys: Set<Idempotency.Key>?, day: Int) -> [Fact] {
      let facts = customer.releasing(
        "fern", of: "add-plant", addedBy: keys, preferring: "me", at: start.days(day))
      for fact in facts { customer.join(fact) }
      return facts
    }
    func held(_ day: Int) -> [Item.ID] { customer.heldItems(of: "add-plant", at: start.days(day)) }

    let planted = try plant("first", day: 0)
    let removed = release(["first"], day: 1)
    #expect(removed.count == 1)
    #expect(held(1) == [])
    #expect(try plant("second", day: 2).count == 1)
    #expect(held(2) == ["fern"])
    #expect(held(0) == ["fern"])
    #expect(held(1) == [])
    // A repeated use, a device that releases the first one late, and its facts once more.
    #expect(try plant("first", day: 3) == [])
    #expect(release(["first"], day: 3) == [])
    for fact in planted + removed {
      let isNews = customer.join(fact)
      #expect(!isNews)
    }
    #expect(held(3) == ["fern"])
    // A caller that knows of no use, or of one that never added it, means what is held.
    #expect(release(["second"], day: 4).count == 1)
    #expect(try plant("first", day: 5) == [])
    #expect(held(5) == [])
    for keys in [nil, ["never"]] as [Set<Idempotency.Key>?] {
      #expect(try plant(Idempotency.Key("third\(keys?.count ?? 0)"), day: 6).count == 1)
      #expect(release(keys, day: 6).count == 1)
      #expect(held(6) == [])
    }
  }

  @Test("GB-10 a list holds again what was released, and a late list changes nothing that is newer")
  func listed() throws {
    let blueprint = Fixture.garden
    let feature = try #require(blueprint.handle(of: "add-plant"))
    var customer = Customer()
    func list(_ items: Set<Item.ID>, madeOn day: Int? = nil, day now: Int) -> [Item.ID] {
      let facts = blueprint.hold(
        items, in: feature, by: customer, id: "me", listedAt: day.map { start.days($0) },
        at: start.days(now)
      ).facts
      for fact in facts { customer.join(fact) }
      return customer.heldItems(of: "add-plant", at: start.days(now))
    }
    #expect(list(["fern", "ivy"], day: 1) == ["fern", "ivy"])
    #expect(list(["ivy"], day: 2) == ["ivy"])
    #expect(list(["fern", "ivy"], day: 3) == ["fern", "ivy"])
    #expect(list(["fern"], day: 4) == ["fern"])
    // Made on day 3, when `ivy` was there and `moss` was not.
    #expect(list(["fern", "moss"], day: 5) == ["fern", "moss"])
    #expect(list(["fern", "ivy"], madeOn: 3, day: 6) == ["fern", "moss"])
    #expect(list(["ivy"], madeOn: 5, day: 6) == ["ivy"])
    #expect(list(["ivy"], day: 7) == ["ivy"])
    #expect(customer.items["add-plant"]?.count == 5)
  }

  @Test("the same item taken twice is held once, and never refused")
  func sameItem() {
    var customer = Customer()
    for _ in 0..<5 { #expect(customer.use("add-plant", "fern", Fixture.garden, start) == nil) }
    #expect(customer.heldItems(of: "add-plant", at: start) == ["fern"])
  }

  @Test("TQ-4 one free use ever, then the limit is reached")
  func ever() {
    var customer = Customer()
    #expect(customer.use("drill", "a", Fixture.garden, start) == nil)
    let denial = customer.use("drill", "b", Fixture.garden, start.days(1000))
    #expect(denial?.reason == .limitReached)
  }

  @Test(
    "allowances turn over at the window's end, not before",
    arguments: [
      ("scan", "2026-03-01T23:59:59.999Z", "2026-03-02T00:00:00Z"),
      ("report", "2026-03-31T23:59:59.999Z", "2026-04-01T00:00:00Z"),
    ])
  func windows(feature: String, last: String, next: String) {
    let feature = Feature.ID(feature)
    var customer = Customer()
    customer.use(feature, "a", Fixture.garden, start)
    customer.use(feature, "b", Fixture.garden, start)
    #expect(customer.use(feature, "c", Fixture.garden, instant(last))?.reason == .limitReached)
    #expect(customer.use(feature, "c", Fixture.garden, instant(next)) == nil)
  }

  @Test("an unlimited use does not count against later limits")
  func unlimitedUses() throws {
    var definition = Fixture.garden.definition
    definition.features[2] = Feature(
      id: "drill",
      rules: [
        Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
        Feature.Rule(allowance: .upTo(1, per: .ever)),
      ])
    let blueprint = try Blueprint(definition)
    var customer = Customer([.transaction(.subscription("1", from: start, to: start.days(30)))])
    for key in 0..<9 { customer.use("drill", "\(key)", blueprint, start) }
    #expect(customer.use("drill", "free", blueprint, start.days(31)) == nil)
    #expect(customer.use("drill", "more", blueprint, start.days(31))?.reason == .limitReached)
  }

  @Test("CF-8 an unknown phase allows nothing for certain, denies nothing and shows no paywall")
  func unknown() {
    for blueprint in Fixture.all {
      let membership = Membership(unknownIn: blueprint, at: start)
      #expect(membership.phase == .unknown)
      for feature in blueprint.definition.features {
        #expect(membership.access(to: feature.id) == .unknown)
      }
      for placement in blueprint.definition.placements {
        #expect(membership.paywall(at: placement.id) == nil)
      }
      for entitlement in blueprint.definition.entitlements {
        #expect(membership.entitlement(entitlement) == .unknown)
      }
      for milestone in blueprint.definition.milestones {
        #expect(membership.milestone(milestone) == .unknown)
      }
      #expect(membership.prompts.isEmpty)
    }
  }

  @Test("a milestone is reached from its instant on; a name that the blueprint lacks never is")
  func milestones() {
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    customer.reach("discovery-complete", blueprint, start)
    let before = start.adding(milliseconds: -1)
    #expect(customer.membership(blueprint, before).milestone("discovery-complete") == .notReached)
    #expect(customer.membership(blueprint, start).milestone("discovery-complete") == .reached)
    #expect(customer.membership(blueprint, start).milestone("no-such-name") == .notReached)
    #expect(Milestone.Status.allCases.filter(\.isReached) == [.reached])
  }

  @Test("CP-2 the paywall shows once discovery is complete, and never to a customer who has paid")
  func placement() {
    let blueprint = Fixture.coachPaid
    var customer = Customer()
    #expect(customer.membership(blueprint, start).paywall(at: "after-discovery") == nil)
    customer.reach("discovery-complete", blueprint, start)
    #expect(customer.membership(blueprint, start).paywall(at: "after-discovery") == "plans")
    customer.record(
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: start, to: start.days(3), offer: .payAsYouGo)),
      blueprint, start)
    #expect(customer.membership(blueprint, start).paywall(at: "after-discovery") == nil)
  }

  @Test("a denial by a rule that hides the paywall shows none, and the feature's other denials do")
  func hiddenPaywall() {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.garden.definition
      $0.features[1] = Feature(
        id: "scan",
        rules: [
          Feature.Rule(
            when: Condition(notEntitled: ["pro"]), allowance: .upTo(1, per: .ever),
            hidesPaywall: true),
          Feature.Rule(allowance: .denied),
        ], paywall: "upgrade")
    }
    var customer = Customer()
    #expect(customer.use("scan", "a", blueprint, start) == nil)
    let denial = customer.use("scan", "b", blueprint, start)
    #expect(denial?.reason == .limitReached)
    #expect(denial?.paywall == nil)
    #expect(blueprint.definition.features[1].paywall(of: .init(allowance: .denied)) == "upgrade")
  }

  @Test("a feature that holds items counts the uses its other rules limit")
  func mixedRules() {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.garden.definition
      $0.features[0] = Feature(
        id: "add-plant",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(2, per: .day)),
          Feature.Rule(allowance: .holding(3), paywall: "upgrade"),
        ])
    }
    var customer = Customer([
      .transaction(.subscription("1", from: start, to: start.days(30)))
    ])
    #expect(customer.use("add-plant", "1", blueprint, start, item: "fern") == nil)
    #expect(customer.use("add-plant", "2", blueprint, start) == nil)
    #expect(customer.use("add-plant", "3", blueprint, start) != nil)
    // Only a use that names an item holds one under a rule that counts uses.
    #expect(customer.heldItems(of: "add-plant", at: start) == ["fern"])
  }
}
