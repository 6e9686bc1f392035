import Testing

@testable import Tollgate

@Suite("Limits for each parent")
struct ParentTests {
  private static let start = Fixture.start

  private static func app(_ allowance: Feature.Allowance, offline: Feature.OfflineUse = .refuse)
    -> Blueprint
  {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(id: "goal", rules: [Feature.Rule(allowance: allowance)], offline: offline)
      ]
    }
  }

  private static let threeGoals = app(.holding(3, each: "project"))

  private func limit(
    _ customer: Customer, _ app: Blueprint, in parent: Parent.ID?,
    _ now: Instant = ParentTests.start
  ) -> Limit? {
    guard let handle = app.handle(of: "goal") else { return nil }
    switch app.access(to: handle, of: customer, in: parent, at: now) {
    case .allowed(let limit): return limit
    case .denied(let denial): return denial.limit
    case .unknown: return nil
    }
  }

  @Test("RA-6 three goals in each project, and a fourth in none")
  func goals() {
    let app = Self.threeGoals
    var customer = Customer()
    for number in 1...3 {
      let first = customer.use("goal", "a\(number)", app, item: Item.ID("a\(number)"), in: "p")
      #expect(first == nil)
    }
    let fourth = customer.use("goal", "a4", app, item: "a4", in: "p")
    #expect(fourth?.limit == Limit(limit: 3, used: 3, scope: .held))
    let other = customer.use("goal", "b1", app, item: "b1", in: "q")
    #expect(other == nil)
    #expect(limit(customer, app, in: "p")?.used == 3)
    #expect(limit(customer, app, in: "q")?.used == 1)
    #expect(limit(customer, app, in: "r")?.used == 0)
    #expect(limit(customer, app, in: nil)?.used == 0)
    let later = Self.start.days(1)
    for fact in customer.releasing("a1", of: "goal", preferring: "me", at: later) {
      customer.join(fact)
    }
    #expect(limit(customer, app, in: "p", later)?.used == 2)
    #expect(limit(customer, app, in: "p")?.used == 3)
  }

  @Test("RA-6 uses that name no parent share one")
  func unnamed() {
    let app = Self.app(.upTo(1, per: .day, each: "project"))
    var customer = Customer()
    let first = customer.use("goal", "a", app, in: nil)
    let second = customer.use("goal", "b", app, in: nil)
    #expect(first == nil)
    #expect(second?.limit?.used == 1)
    #expect(customer.membership(app, Self.start).access(to: "goal").isDenied)
    let tomorrow = instant("2026-03-02T00:00:00Z")
    #expect(customer.membership(app, Self.start).nextChange == tomorrow)
  }

  @Test("RA-6 a limit for each parent and one for all hold at once, in one commit")
  func several() throws {
    let app = Self.app(.all([.upTo(2, per: .day, each: "project"), .upTo(3, per: .day)]))
    let handle = try #require(app.handle(of: "goal"))
    var customer = Customer()
    for (key, parent) in [("a", "p"), ("b", "p"), ("c", "q")] as [(String, Parent.ID)] {
      let denial = customer.use("goal", key, app, in: parent)
      #expect(denial == nil)
    }
    let inFull = customer.use("goal", "d", app, in: "p")
    let inOther = customer.use("goal", "d", app, in: "q")
    #expect(inFull != nil)
    #expect(inOther?.limit?.limit == 3)
    let facts = try app.use(
      handle, by: Customer(), id: "me", key: "a", parent: "p", at: Self.start
    ).facts
    #expect(
      facts == [
        .use(Use(feature: "goal", key: "a", origin: "me", at: Self.start)),
        .size(
          UseSize(feature: "goal", key: "a", origin: "me", amount: 1, parent: "p", at: Self.start)),
      ])
  }

  @Test("RA-6 within a span of time, each parent's uses or sizes count alone and come back alone")
  func spans() {
    let span = Period(3, .hour)
    for isSized in [false, true] {
      let app = Self.app(.rolling(2, within: span, sized: isSized, each: "project"))
      var customer = Customer()
      let first = customer.use("goal", "a", app, in: "p")
      let other = customer.use("goal", "b", app, in: "q", at: Self.start.hours(1))
      let second = customer.use("goal", "c", app, in: "p", at: Self.start.hours(2))
      let third = customer.use("goal", "d", app, in: "p", at: Self.start.hours(2))
      #expect(first == nil)
      #expect(other == nil)
      #expect(second == nil)
      #expect(
        third?.limit
          == Limit(
            limit: 2, used: 2, scope: .rolling, renewsAt: Self.start.hours(3),
            asked: isSized ? 1 : nil))
      let elsewhere = limit(customer, app, in: "q", Self.start.hours(2))
      #expect(elsewhere?.used == 1)
      #expect(elsewhere?.renewsAt == Self.start.hours(4))
      #expect(limit(customer, app, in: nil, Self.start.hours(2))?.used == 0)
      #expect(limit(customer, app, in: "p", Self.start.hours(3))?.used == 1)
      #expect(limit(customer, app, in: "q", Self.start.hours(4))?.used == 0)
      // The answer for `p` changes then, although the answer without a parent does not.
      #expect(customer.membership(app, Self.start.hours(2)).nextChange == Self.start.hours(3))
      #expect(customer.membership(app, Self.start.hours(3)).nextChange == Self.start.hours(4))
      #expect(customer.membership(app, Self.start.hours(5)).nextChange == nil)
    }
  }

  @Test("RA-6 the next change is that of any parent, in every kind of window")
  func nextChange() {
    let length = Period(3, .hour)
    let tomorrow = instant("2026-03-02T00:00:00Z")
    for (allowance, changes): (Feature.Allowance, [Instant]) in [
      (.upTo(1, per: .day, each: "project"), [tomorrow]),
      (.rolling(1, within: length, each: "project"), [3, 4].map { Self.start.hours($0) }),
      (.fromFirstUse(1, within: length, each: "project"), [3, 4].map { Self.start.hours($0) }),
      (.upTo(1, per: .ever, each: "project"), []),
    ] {
      let app = Self.app(allowance)
      var customer = Customer()
      _ = customer.use("goal", "a", app, in: "p")
      _ = customer.use("goal", "b", app, in: "q", at: Self.start.hours(1))
      var membership = customer.membership(app, Self.start.hours(2))
      for change in changes {
        #expect(membership.nextChange == change)
        let before = customer.membership(app, change.adding(milliseconds: -1))
        #expect(before.answers(like: membership))
        membership = customer.membership(app, change)
        #expect(!before.answers(like: membership))
      }
      #expect(membership.nextChange == nil)
    }
  }

  @Test("RA-6 sizes in each album, and an item that grows in its own")
  func sizes() {
    let app = Self.app(.holding(10, sized: true, each: "album"))
    var customer = Customer()
    let first = customer.use("goal", "a", app, size: 8, item: "beach", in: "p")
    let tooMuch = customer.use("goal", "b", app, size: 3, item: "party", in: "p")
    let elsewhere = customer.use("goal", "c", app, size: 3, item: "party", in: "q")
    let grown = customer.use("goal", "d", app, size: 10, item: "beach", in: nil)
    #expect(first == nil)
    #expect(tooMuch?.limit == Limit(limit: 10, used: 8, scope: .held, asked: 3))
    #expect(elsewhere == nil)
    #expect(grown == nil)
    #expect(limit(customer, app, in: "p")?.used == 10)
    #expect(limit(customer, app, in: "q")?.used == 3)
  }

  @Test("RA-6 an item moves to a parent that has room, and stays where it is if that has none")
  func moves() {
    let app = Self.threeGoals
    var customer = Customer()
    for (item, parent) in [("a", "p"), ("b", "p"), ("c", "p"), ("d", "q")] as [(Item.ID, Parent.ID)]
    {
      customer.use("goal", item.rawValue, app, item: item, in: parent)
    }
    let full = customer.use("goal", "e", app, item: "d", in: "p")
    #expect(full?.limit?.used == 3)
    #expect(limit(customer, app, in: "q")?.used == 1)
    let moved = customer.use("goal", "f", app, item: "a", in: "q")
    #expect(moved == nil)
    #expect(limit(customer, app, in: "p")?.used == 2)
    #expect(limit(customer, app, in: "q")?.used == 2)
    #expect(Customer(customer.facts) == customer)
    #expect(limit(Customer(customer.facts.reversed()), app, in: "q")?.used == 2)
  }

  @Test("RA-6 a reservation takes its place in its parent alone")
  func reserved() throws {
    for app in [Self.app(.holding(1, each: "project")), Self.app(.upTo(1, per: .day, each: "k"))] {
      let handle = try #require(app.handle(of: "goal"))
      var customer = Customer()
      let reserved = try app.reserve(
        handle, by: customer, id: "me", key: "a", parent: "p", at: Self.start
      ).facts
      for fact in reserved { customer.join(fact) }
      #expect(limit(customer, app, in: "p")?.used == 1)
      #expect(limit(customer, app, in: "q")?.used == 0)
      let other = customer.use("goal", "b", app, in: "p")
      #expect(other != nil)
      let own = customer.use("goal", "a", app, in: "p")
      #expect(own == nil)
      #expect(limit(customer, app, in: "p")?.used == 1)
    }
  }

  @Test("RA-6 the limits of a feature are for parents of one kind, and its name may be misspelled")
  func mistakes() {
    func mistakes(_ other: Parent.Kind) -> [BlueprintError.Mistake] {
      var definition = Self.threeGoals.definition
      definition.features[0].rules = [
        Feature.Rule(when: Condition(phases: [.free]), allowance: .holding(3, each: "project")),
        Feature.Rule(allowance: .upTo(3, per: .day, each: other)),
      ]
      return definition.mistakes()
    }
    #expect(mistakes("project").isEmpty)
    #expect(mistakes("projct").map(\.nearest) == ["project"])
    var definition = Self.threeGoals.definition
    definition.features[0].rules[0].allowance = .all([
      .rolling(3, within: Period(1, .hour), each: "project"), .rolling(9, within: Period(1, .hour)),
    ])
    #expect(definition.mistakes().isEmpty)
    #expect(
      mistakes("album").map(\.message) == [
        "for each `album`, but an earlier limit of this feature is for each `project`; "
          + "expected one kind in a feature"
      ])
  }
}

extension Customer {
  /// Uses a feature once; answers why not where it is denied.
  @discardableResult
  fileprivate mutating func use(
    _ feature: Feature.ID, _ key: String, _ blueprint: Blueprint, size: Int? = nil,
    item: Item.ID? = nil, in parent: Parent.ID?, at now: Instant = Fixture.start
  ) -> Denial? {
    guard let handle = blueprint.handle(of: feature) else { return nil }
    do {
      let decision = try blueprint.use(
        handle, by: self, id: "me", key: Idempotency.Key(key), item: item, cost: size,
        parent: parent, at: now)
      for fact in decision.facts { join(fact) }
      return nil
    } catch { return error }
  }
}
