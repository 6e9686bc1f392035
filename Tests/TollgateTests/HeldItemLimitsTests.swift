import Testing

@testable import Tollgate

@Suite("Limits of held items beside others")
struct HeldItemLimitsTests {
  private static let start = Fixture.start
  private static let tomorrow = instant("2026-03-02T00:00:00Z")

  private static func app(
    _ limits: [Feature.Allowance], offline: Feature.OfflineUse = .refuse
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(id: "goal", rules: [Feature.Rule(allowance: .all(limits))], offline: offline)
      ]
    }
  }

  private static let twoInEach = app([.holding(2, each: "project"), .holding(3)])
  private static let twoNewADay = app([.holding(5), .upTo(2, per: .day)])

  private func limits(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> [Limit] {
    customer.membership(app, now).limits(of: "goal")
  }

  @Test("RA-7 two goals in each project and three in all: the denial names the limit that is full")
  func eachAndAll() {
    let app = Self.twoInEach
    var customer = Customer()
    for (item, parent) in [("a", "p"), ("b", "p")] as [(String, Parent.ID)] {
      #expect(customer.use(app, item: item, in: parent) == nil)
    }
    let full = customer.use(app, item: "c", in: "p")
    #expect(full?.limit == Limit(limit: 2, used: 2, scope: .held))
    #expect(customer.use(app, item: "c", in: "q") == nil)
    let all = customer.use(app, item: "d", in: "q")
    #expect(all?.limit == Limit(limit: 3, used: 3, scope: .held))
    for fact in customer.releasing("a", of: "goal", preferring: "me", at: Self.start.hours(1)) {
      customer.join(fact)
    }
    #expect(customer.use(app, item: "d", in: "q", at: Self.start.hours(1)) == nil)
    #expect(customer.membership(app, Self.start.hours(1)).nextChange == nil)
  }

  @Test("RA-7 an item that is held takes a place in the project that it moves to, and none in all")
  func moves() {
    let app = Self.twoInEach
    var customer = Customer()
    for (item, parent) in [("a", "p"), ("b", "p"), ("c", "q")] as [(String, Parent.ID)] {
      customer.use(app, item: item, in: parent)
    }
    // All three are held, and the move needs no fourth place.
    #expect(customer.use(app, item: "a", in: "q", at: Self.start.hours(1)) == nil)
    #expect(
      customer.use(app, item: "b", in: "q", at: Self.start.hours(2))?.limit
        == Limit(limit: 2, used: 2, scope: .held))
    #expect(customer.use(app, item: "b", in: "p", at: Self.start.hours(2)) == nil)
  }

  @Test("RA-7 adding an item counts as a use of the day, and releasing it gives none back")
  func itemsAndUses() throws {
    let app = Self.twoNewADay
    let goal = try #require(app.handle(of: "goal"))
    var customer = Customer()
    let added = try app.use(goal, by: customer, id: "me", key: "a", item: "a", at: Self.start)
    #expect(
      added.facts == [
        .item(
          ItemChange(
            feature: "goal", item: "a", key: "a", isHeld: true, origin: "me", at: Self.start)),
        .use(Use(feature: "goal", key: "a", origin: "me", at: Self.start)),
      ])
    for fact in added.facts { customer.join(fact) }
    #expect(customer.use(app, item: "b") == nil)
    let day = Limit(limit: 2, used: 2, scope: .day, renewsAt: Self.tomorrow)
    #expect(limits(customer, app, Self.start) == [Limit(limit: 5, used: 2, scope: .held), day])
    for fact in customer.releasing("a", of: "goal", preferring: "me", at: Self.start.hours(1)) {
      customer.join(fact)
    }
    #expect(customer.use(app, item: "c", at: Self.start.hours(1))?.limit == day)
    #expect(customer.membership(app, Self.start.hours(1)).nextChange == Self.tomorrow)
    #expect(customer.use(app, item: "c", at: Self.tomorrow) == nil)
    #expect(customer.heldItems(of: "goal", at: Self.tomorrow) == ["b", "c"])
  }

  @Test("RA-7 a use that names an item that is held already does not count")
  func repeated() throws {
    let app = Self.twoNewADay
    let goal = try #require(app.handle(of: "goal"))
    var customer = Customer()
    for item in ["a", "b"] { customer.use(app, item: item) }
    let again = try app.use(goal, by: customer, id: "me", key: "z", item: "a", at: Self.start)
    #expect(again.facts.isEmpty)
    #expect(customer.uses["goal"]?.count == 2)
  }

  @Test("RA-7 of items and uses that are used up, the items are named: time alone frees none")
  func named() {
    let app = Self.app([.upTo(2, per: .day), .holding(2)])
    var customer = Customer()
    for item in ["a", "b"] { customer.use(app, item: item) }
    #expect(
      customer.use(app, item: "c")?.limit == Limit(limit: 2, used: 2, scope: .held))
    #expect(customer.membership(app, Self.start).nextChange == nil)
  }

  @Test("RA-7 an item grows by what each limit of sizes has room for, and counts no use")
  func sizes() throws {
    let app = Self.app([
      .holding(100, sized: true), .holding(60, sized: true, each: "album"), .upTo(9, per: .day),
    ])
    var customer = Customer()
    #expect(customer.use(app, item: "a", size: 50, in: "p") == nil)
    #expect(customer.use(app, item: "b", size: 40, in: "q") == nil)
    #expect(
      customer.use(app, item: "a", size: 70, in: "p", at: Self.start.hours(1))?.limit
        == Limit(limit: 100, used: 90, scope: .held, asked: 20))
    #expect(
      customer.use(app, item: "b", size: 10, in: "p", at: Self.start.hours(1)) == nil)
    #expect(
      customer.use(app, item: "a", size: 51, in: "p", at: Self.start.hours(2))?.limit
        == Limit(limit: 60, used: 60, scope: .held, asked: 1))
    #expect(customer.uses["goal"]?.count == 2)
  }

  @Test("RA-7 a reservation takes its place among the items and the uses")
  func reserved() throws {
    let app = Self.app([.holding(1, each: "project"), .upTo(1, per: .day)])
    let goal = try #require(app.handle(of: "goal"))
    var customer = Customer()
    let reserved = try app.reserve(
      goal, by: customer, id: "me", key: "a", item: "a", parent: "p", at: Self.start
    ).facts
    for fact in reserved { customer.join(fact) }
    #expect(customer.use(app, item: "b", in: "q")?.limit?.scope == .day)
    #expect(customer.use(app, item: "b", in: "p")?.limit?.scope == .held)
    #expect(customer.use(app, item: "a", in: "p") == nil)
    #expect(customer.heldItems(of: "goal", at: Self.start) == ["a"])
    #expect(customer.uses["goal"]?.count == 1)
  }

  @Test("RA-7 what is reported from offline exceeds items and uses by no more than `offline` says")
  func reported() throws {
    let app = Self.app([.holding(2), .upTo(1, per: .day)], offline: .allow(1))
    let goal = try #require(app.handle(of: "goal"))
    var customer = Customer()
    for (number, expected) in [true, true, false].enumerated() {
      let key = Idempotency.Key("\(number)")
      var isAllowed = true
      do throws(Denial) {
        let decision = try app.use(
          goal, by: customer, id: "me", key: key, item: Item.ID("\(number)"), isReport: true,
          at: Self.start)
        for fact in decision.facts { customer.join(fact) }
      } catch { isAllowed = false }
      #expect(isAllowed == expected)
    }
  }

  private static let twoFreeLessons = Fixture.blueprint {
    $0 = Fixture.garden.definition
    $0.features[0] = Feature(
      id: "add-plant",
      rules: [
        Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .holding(1)),
        Feature.Rule(allowance: .upTo(2, per: .ever), paywall: "upgrade"),
      ])
  }

  @Test("RA-7 uses without an item hold none where only uses are limited, so a new payer has room")
  func unnamed() {
    let app = Self.twoFreeLessons
    var customer = Customer()
    #expect(customer.use("add-plant", "1", app, Self.start) == nil)
    #expect(customer.use("add-plant", "2", app, Self.start) == nil)
    #expect(customer.use("add-plant", "3", app, Self.start)?.limit?.scope == .ever)
    #expect(customer.heldItems(of: "add-plant", at: Self.start).isEmpty)
    customer.join(
      .transaction(.subscription("1", from: Self.start, to: Self.start.days(30))))
    // Repeats of what was counted hold nothing either.
    #expect(customer.use("add-plant", "1", app, Self.start) == nil)
    #expect(customer.heldItems(of: "add-plant", at: Self.start).isEmpty)
    #expect(customer.use("add-plant", "4", app, Self.start) == nil)
    #expect(customer.heldItems(of: "add-plant", at: Self.start) == ["4"])
    #expect(customer.use("add-plant", "5", app, Self.start)?.limit?.scope == .held)
  }

  @Test(
    "RA-7 a use that is reported late holds what it names: without an item none, whatever rule decides by then"
  )
  func reportedUnnamed() throws {
    let app = Self.twoFreeLessons
    let handle = try #require(app.handle(of: "add-plant"))
    var customer = Customer([
      .transaction(.subscription("1", from: Self.start, to: Self.start.days(30)))
    ])
    let unnamed = try app.use(
      handle, by: customer, id: "me", key: "late", isReport: true, at: Self.start)
    #expect(unnamed.facts.map(\.kind) == [.use])
    #expect(customer.use("add-plant", "1", app, Self.start) == nil)
    #expect(customer.heldItems(of: "add-plant", at: Self.start) == ["1"])
    #expect(app.unnamedItem(of: handle, by: customer, key: "a", at: Self.start) == "a")
    #expect(app.unnamedItem(of: handle, by: customer, key: "a", at: Self.start.days(90)) == nil)
    let named = try app.use(
      handle, by: customer, id: "me", key: "a", item: "a", isReport: true, at: Self.start.days(90))
    #expect(named.facts.map(\.kind) == [.item, .use])
  }

  @Test(
    "RA-7 a use that is reported late without an item counts under a limit of items, or is refused as one without a report"
  )
  func reportedUnnamedCounts() throws {
    let app = Self.twoFreeLessons
    let handle = try #require(app.handle(of: "add-plant"))
    var customer = Customer([
      .transaction(.subscription("1", from: Self.start, to: Self.start.days(30)))
    ])
    for key: Idempotency.Key in ["a", "b", "b"] {
      let facts = try app.use(
        handle, by: customer, id: "me", key: key, isReport: true, at: Self.start
      ).facts
      for fact in facts { customer.join(fact) }
    }
    #expect(customer.heldItems(of: "add-plant", at: Self.start).isEmpty)
    #expect(customer.use("add-plant", "1", app, Self.start) == nil)
    #expect(throws: Denial.self) {
      try app.use(handle, by: customer, id: "me", key: "c", isReport: true, at: Self.start)
    }
    // Both count toward the two free lessons when the plan has ended.
    let over = Self.start.days(90)
    #expect(customer.uses["add-plant"]?.count == 2)
    #expect(customer.use("add-plant", "2", app, over)?.limit?.used == 2)
  }

  @Test("RA-7 a use that a limit allows leaves a record: reported or not, with an item and without")
  func recorded() throws {
    let limits: [Feature.Allowance] = [
      .holding(2), .upTo(2, per: .day), .all([.holding(2), .upTo(2, per: .day)]),
    ]
    let customer = Customer([
      .transaction(.subscription("1", from: Self.start, to: Self.start.days(30)))
    ])
    for own in limits {
      for other in limits {
        let app = Fixture.blueprint {
          $0 = Fixture.garden.definition
          $0.prompts = []
          $0.features[0] = Feature(
            id: "add-plant",
            rules: [
              Feature.Rule(when: Condition(entitled: ["pro"]), allowance: own),
              Feature.Rule(allowance: other, paywall: "upgrade"),
            ])
        }
        let handle = try #require(app.handle(of: "add-plant"))
        for isReport in [false, true] {
          for item: Item.ID? in [nil, "fern"] {
            let facts = try app.use(
              handle, by: customer, id: "me", key: "a", item: item, isReport: isReport,
              at: Self.start
            ).facts
            #expect(!facts.isEmpty, "\(own) \(other) \(isReport)")
          }
        }
      }
    }
  }

  @Test(
    "RA-7 a report without an item holds one if every rule would, so the limit applies to it")
  func reportedWherePlain() throws {
    let app = Self.app([.holding(1), .upTo(9, per: .day)])
    let goal = try #require(app.handle(of: "goal"))
    let facts = try app.use(
      goal, by: Customer(), id: "me", key: "a", isReport: true, at: Self.start
    ).facts
    #expect(facts.map(\.kind) == [.item, .use])
  }

  @Test("RA-7 a use may name the item that its reservation did not: it is held")
  func reservedThenNamed() throws {
    let app = Self.twoFreeLessons
    let handle = try #require(app.handle(of: "add-plant"))
    var customer = Customer()
    let reserved = try app.reserve(handle, by: customer, id: "me", key: "a", at: Self.start).facts
    for fact in reserved { customer.join(fact) }
    #expect(customer.use("add-plant", "a", app, Self.start, item: "a") == nil)
    #expect(customer.heldItems(of: "add-plant", at: Self.start) == ["a"])
    #expect(customer.uses["add-plant"]?.count == 1)
    #expect(customer.reservations.isEmpty)
  }

  @Test("RA-7 a reservation without an item sets none aside where only uses are limited")
  func reservedUnnamed() throws {
    let app = Self.twoFreeLessons
    let handle = try #require(app.handle(of: "add-plant"))
    var customer = Customer()
    let reserved = try app.reserve(
      handle, by: customer, id: "me", key: "a", at: Self.start
    ).facts
    for fact in reserved { customer.join(fact) }
    let terms = customer.reservation(of: "add-plant", key: "a", preferring: "me")
    #expect(terms?.isCounted == true)
    #expect(terms?.item == nil)
    #expect(customer.use("add-plant", "a", app, Self.start) == nil)
    #expect(customer.heldItems(of: "add-plant", at: Self.start).isEmpty)
    #expect(customer.uses["add-plant"]?.count == 1)
  }

  @Test("RA-7 limits of the same items, and items before a wallet, are mistakes")
  func mistakes() {
    func messages(_ allowance: Feature.Allowance) -> [String] {
      var definition = Self.twoInEach.definition
      definition.products = Fixture.studio.definition.products
      definition.credits = Fixture.studio.definition.credits
      definition.features[0].rules[0].allowance = allowance
      return definition.mistakes().map(\.message)
    }
    #expect(
      messages(.all([.holding(2), .holding(3)])) == [
        "two limits of the same held items, of which the lower decides; expected one"
      ])
    #expect(messages(.all([.holding(2), .holding(30, sized: true)])).isEmpty)
    #expect(
      messages(.all([.holding(2), .unlimited])) == [
        "no limit; expected `upTo` with `per` or `refills`, `holding` or `spend`"
      ])
    #expect(
      messages(
        .first([.all([.holding(2), .upTo(3, per: .day)]), .spend("coins", cost: 1)])) == [
          "held items before a wallet; expected `upTo`, or `holding` without `first`"
        ])
  }
}

extension Customer {
  /// Adds an item, or changes one that is held; answers why not where it is denied.
  @discardableResult
  fileprivate mutating func use(
    _ app: Blueprint, item: String, size: Int? = nil, in parent: Parent.ID? = nil,
    at now: Instant = Fixture.start
  ) -> Denial? {
    guard let handle = app.handle(of: "goal") else { return nil }
    do {
      let key = Idempotency.Key("\(item) at \(now.milliseconds)")
      let decision = try app.use(
        handle, by: self, id: "me", key: reservations.isEmpty ? key : Idempotency.Key(item),
        item: Item.ID(item), cost: size, parent: parent, at: now)
      for fact in decision.facts { join(fact) }
      return nil
    } catch { return error }
  }
}
