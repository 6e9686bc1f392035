import Testing

@testable import Tollgate

@Suite("Held items beyond the limit")
struct SurplusTests {
  private static let start = Fixture.start
  private static let end = start.days(30)

  /// An app whose subscribers hold more items than all others, for whom a rule decides.
  private static func app(
    free: Feature.Allowance = .holding(2), pro: Feature.Allowance = .holding(5),
    surplus: Feature.Surplus = .blocked
  ) -> Blueprint {
    Fixture.blueprint {
      $0 = Fixture.garden.definition
      $0.prompts = []
      $0.features[0] = Feature(
        id: "add-plant",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: pro),
          Feature.Rule(allowance: free, paywall: "upgrade"),
        ], surplus: surplus)
    }
  }

  /// A subscriber who has held these items, one after the other, until the plan ended.
  private static func subscriber(holding items: [String], _ app: Blueprint) -> Customer {
    var customer = Customer([.transaction(.subscription("1", from: start, to: end))])
    for (hour, item) in items.enumerated() {
      #expect(customer.use("add-plant", item, app, start.hours(hour), item: Item.ID(item)) == nil)
    }
    return customer
  }

  private func blocked(_ customer: Customer, _ app: Blueprint, _ now: Instant) throws -> [Item.ID] {
    let handle = try #require(app.handle(of: "add-plant"))
    return app.blockedItems(of: handle, for: customer, at: now).sorted()
  }

  private static let later = end.days(3)

  @Test("RA-7 once the plan has ended, only the items that were added first can be used")
  func oldest() throws {
    let app = Self.app()
    let handle = try #require(app.handle(of: "add-plant"))
    var customer = Self.subscriber(holding: ["d", "c", "b", "a"], app)
    #expect(try blocked(customer, app, Self.start.days(1)).isEmpty)
    #expect(try blocked(customer, app, Self.later) == ["a", "b"])
    #expect(customer.itemsInOrder(of: "add-plant", at: Self.later) == ["d", "c", "b", "a"])
    #expect(customer.use("add-plant", "again", app, Self.later, item: "c") == nil)
    let full = Denial(
      reason: .limitReached, limit: Limit(limit: 2, used: 4, scope: .held), paywall: "upgrade")
    #expect(customer.use("add-plant", "open", app, Self.later, item: "a") == full)
    #expect(app.access(to: handle, item: "c", of: customer, at: Self.later) == .allowed(nil))
    #expect(app.access(to: handle, item: "a", of: customer, at: Self.later) == .denied(full))
    #expect(app.access(to: handle, item: "new", of: customer, at: Self.later) == .denied(full))
    // A repeat of the use that added it answers as it did.
    #expect(customer.use("add-plant", "a", app, Self.later, item: "a") == nil)
    #expect(customer.heldItems(of: "add-plant", at: Self.later) == ["a", "b", "c", "d"])
  }

  @Test("RA-7 releasing an item opens the next one, and a new plan opens all")
  func chosen() throws {
    let app = Self.app()
    var customer = Self.subscriber(holding: ["a", "b", "c"], app)
    #expect(try blocked(customer, app, Self.later) == ["c"])
    for fact in customer.releasing("a", of: "add-plant", preferring: "me", at: Self.later) {
      customer.join(fact)
    }
    #expect(try blocked(customer, app, Self.later).isEmpty)
    #expect(customer.use("add-plant", "open", app, Self.later, item: "c") == nil)
    var returned = Self.subscriber(holding: ["a", "b", "c"], app)
    returned.join(
      .transaction(
        .subscription("2", from: Self.later, to: Self.later.days(30), isRenewal: true)))
    #expect(try blocked(returned, app, Self.later).isEmpty)
  }

  @Test(
    "RA-7 items of one name are blocked as one, and a merge leaves the one that was added first")
  func merged() throws {
    let app = Self.app()
    var customer = Self.subscriber(holding: ["a", "b", "c"], app)
    customer.join(
      .item(
        ItemChange(
          feature: "add-plant", item: "a", key: "again", isHeld: true, origin: "anonymous",
          at: Self.start.hours(1))))
    #expect(customer.heldItems(of: "add-plant", at: Self.later) == ["a", "a", "b", "c"])
    #expect(try blocked(customer, app, Self.later) == ["c"])
    #expect(customer.use("add-plant", "open", app, Self.later, item: "b") == nil)
    #expect(customer.use("add-plant", "other", app, Self.later, item: "c")?.limit?.used == 4)
    for fact in customer.releasingNamesakes(at: Self.later) { customer.join(fact) }
    #expect(customer.heldItems(of: "add-plant", at: Self.later) == ["a", "b", "c"])
    #expect(try blocked(customer, app, Self.later) == ["c"])
    #expect(customer.use("add-plant", "other", app, Self.later, item: "c")?.limit?.used == 3)
    #expect(customer.releasingNamesakes(at: Self.later).isEmpty)
  }

  @Test("RA-7 a late release of an item whose name a merge left to an earlier one is of that one")
  func releasedLate() {
    var customer = Customer()
    for (key, origin, hours) in [("a", "anonymous", 0), ("b", "me", 1)] {
      customer.join(
        .item(
          ItemChange(
            feature: "add-plant", item: "fern", key: Idempotency.Key(key), isHeld: true,
            origin: Customer.ID(origin), at: Self.start.hours(hours))))
    }
    let merge = Self.start.hours(2)
    for fact in customer.releasingNamesakes(at: merge) { customer.join(fact) }
    #expect(customer.heldItems(of: "add-plant", at: merge) == ["fern"])
    let later = Self.start.hours(3)
    let released = customer.releasing(
      "fern", of: "add-plant", addedBy: ["b"], preferring: "me", at: later)
    for fact in released { customer.join(fact) }
    #expect(customer.heldItems(of: "add-plant", at: later).isEmpty)
  }

  @Test("RA-7 without `surplus: blocked`, every held item can be used")
  func kept() throws {
    let app = Self.app(surplus: .kept)
    var customer = Self.subscriber(holding: ["a", "b", "c"], app)
    #expect(try blocked(customer, app, Self.later).isEmpty)
    #expect(customer.use("add-plant", "open", app, Self.later, item: "c") == nil)
  }

  @Test("RA-7 a rule that denies blocks every item, and one that limits none blocks none")
  func otherRules() throws {
    let denied = Self.app(free: .denied)
    let customer = Self.subscriber(holding: ["a", "b"], denied)
    #expect(try blocked(customer, denied, Self.later) == ["a", "b"])
    for free: Feature.Allowance in [.unlimited, .upTo(1, per: .day), .holding(2)] {
      let app = Self.app(free: free)
      #expect(try blocked(Self.subscriber(holding: ["a", "b"], app), app, Self.later).isEmpty)
    }
    let several = Self.app(free: .all([.holding(1), .upTo(9, per: .day)]))
    #expect(
      try blocked(Self.subscriber(holding: ["a", "b"], several), several, Self.later) == ["b"])
  }

  @Test("RA-7 work on a blocked item is not reserved, and a late report of its use is accepted")
  func reservedAndReported() throws {
    let app = Self.app()
    let handle = try #require(app.handle(of: "add-plant"))
    let customer = Self.subscriber(holding: ["a", "b", "c"], app)
    let denial = #expect(throws: Denial.self) {
      try app.reserve(handle, by: customer, id: "me", key: "open", item: "c", at: Self.later)
    }
    #expect(denial?.limit == Limit(limit: 2, used: 3, scope: .held))
    #expect(
      try app.use(
        handle, by: customer, id: "me", key: "open", item: "c", isReport: true, at: Self.later
      ).facts.isEmpty)
  }

  @Test("RA-7 `surplus: blocked` without a number of items is a mistake")
  func mistakes() {
    for allowance: Feature.Allowance in [
      .upTo(1, per: .day), .holding(5, sized: true), .holding(5, each: "bed"),
    ] {
      var definition = Self.app().definition
      for position in 0...1 { definition.features[0].rules[position].allowance = allowance }
      #expect(
        definition.mistakes().map(\.message) == [
          "`surplus: blocked`, but no rule limits how many items are held in all; "
            + "expected a rule with `holding`, without `cost: any` and `each`"
        ])
    }
  }
}
