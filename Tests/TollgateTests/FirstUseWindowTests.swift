import Testing

@testable import Tollgate

@Suite("Windows that begin with the first use")
struct FirstUseWindowTests {
  private static let start = Fixture.start
  private static let length = Period(3, .hour)

  private static func app(
    _ allowance: Feature.Allowance = .fromFirstUse(2, within: length),
    offline: Feature.OfflineUse = .refuse
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = Fixture.studio.definition.products
      $0.credits = Fixture.studio.definition.credits
      $0.features = [
        Feature(id: "ask", rules: [Feature.Rule(allowance: allowance)], offline: offline)
      ]
    }
  }

  private static func uses(_ hours: [Int], by origin: Customer.ID = "me") -> [Fact] {
    hours.enumerated().map { number, hour in
      .use(
        Use(
          feature: "ask", key: Idempotency.Key("\(number)"), origin: origin,
          at: start.hours(hour)))
    }
  }

  private static func limit(
    _ customer: Customer, _ app: Blueprint, _ now: Instant, in parent: Parent.ID? = nil
  ) throws -> Limit {
    let ask = try #require(app.handle(of: "ask"))
    return try #require(app.access(to: ask, of: customer, in: parent, at: now).limit)
  }

  private static func full(_ limit: Int, renewsAt: Instant, asked: Int? = nil) -> Limit {
    Limit(limit: limit, used: limit, scope: .fromFirstUse, renewsAt: renewsAt, asked: asked)
  }

  @Test("RA-8 all uses come back at once, three hours after the first of them")
  func window() throws {
    let app = Self.app()
    var customer = Customer()
    #expect(
      try Self.limit(customer, app, Self.start)
        == Limit(limit: 2, used: 0, scope: .fromFirstUse))
    #expect(customer.membership(app, Self.start).nextChange == nil)
    #expect(customer.use("ask", "a", app, Self.start) == nil)
    #expect(customer.use("ask", "b", app, Self.start.hours(2)) == nil)
    let full = Self.full(2, renewsAt: Self.start.hours(3))
    #expect(customer.use("ask", "c", app, Self.start.hours(2))?.limit == full)
    #expect(customer.membership(app, Self.start.hours(2)).nextChange == Self.start.hours(3))
    let before = Self.start.hours(3).adding(milliseconds: -1)
    #expect(try Self.limit(customer, app, before) == full)
    #expect(
      try Self.limit(customer, app, Self.start.hours(3))
        == Limit(limit: 2, used: 0, scope: .fromFirstUse))
    #expect(customer.membership(app, Self.start.hours(3)).nextChange == nil)
  }

  @Test("RA-8 the next window begins with the next use, and not where the one before it ended")
  func next() throws {
    let app = Self.app()
    let customer = Customer(Self.uses([0, 2, 4]))
    let now = Self.start.hours(5)
    #expect(
      try Self.limit(customer, app, now)
        == Limit(limit: 2, used: 1, scope: .fromFirstUse, renewsAt: Self.start.hours(7)))
    #expect(customer.membership(app, now).nextChange == Self.start.hours(7))
    // A use at the very end of a window begins the next one.
    let atTheEnd = Customer(Self.uses([0, 3]))
    #expect(try Self.limit(atTheEnd, app, Self.start.hours(3)).renewsAt == Self.start.hours(6))
  }

  @Test("RA-8 a use that becomes known late moves the windows to where it makes them begin")
  func late() throws {
    let app = Self.app()
    let now = Self.start.hours(4)
    var customer = Customer(Self.uses([2, 4], by: "you"))
    #expect(try Self.limit(customer, app, now) == Self.full(2, renewsAt: Self.start.hours(5)))
    for fact in Self.uses([0]) { customer.join(fact) }
    // From 0 to 3, and from 4 on.
    #expect(
      try Self.limit(customer, app, now)
        == Limit(limit: 2, used: 1, scope: .fromFirstUse, renewsAt: Self.start.hours(7)))
  }

  @Test("RA-8 merged customers have the windows of all their uses, in any order of arrival")
  func merged() throws {
    let app = Self.app(.fromFirstUse(3, within: Self.length))
    let (mine, yours) = (Self.uses([0, 1, 1]), Self.uses([-1, 1], by: "you"))
    var me = Customer(mine)
    me.join(Customer(yours))
    var you = Customer(yours.reversed())
    you.join(Customer(mine.reversed()))
    for customer in [me, you, Customer(mine + yours)] {
      // Five count together, though neither had used more than three, until the end of one window.
      #expect(
        try Self.limit(customer, app, Self.start.hours(1))
          == Limit(limit: 3, used: 5, scope: .fromFirstUse, renewsAt: Self.start.hours(2)))
      #expect(try Self.limit(customer, app, Self.start.hours(2)).used == 0)
    }
  }

  @Test("RA-8 a clock that went back gives no use of a window back")
  func wentBack() throws {
    let app = Self.app()
    let customer = Customer(Self.uses([5, 5]))
    #expect(
      try Self.limit(customer, app, Self.start) == Self.full(2, renewsAt: Self.start.hours(8)))
    let running = Customer(Self.uses([0, 5]))
    #expect(
      try Self.limit(running, app, Self.start) == Self.full(2, renewsAt: Self.start.hours(3)))
  }

  @Test("RA-8 a window from the first use stands beside a limit for the day, and before a wallet")
  func together() throws {
    let both = Self.app(.all([.fromFirstUse(2, within: Self.length), .upTo(3, per: .day)]))
    var customer = Customer()
    for key in ["a", "b"] { #expect(customer.use("ask", key, both, Self.start) == nil) }
    #expect(customer.use("ask", "c", both, Self.start)?.limit?.scope == .fromFirstUse)
    #expect(customer.use("ask", "c", both, Self.start.hours(3)) == nil)
    #expect(customer.use("ask", "d", both, Self.start.hours(3))?.limit?.scope == .day)
    #expect(
      customer.membership(both, Self.start.hours(3)).limits(of: "ask").map(\.scope) == [
        .fromFirstUse, .day,
      ])

    let thenCoins = Self.app(
      .first([.fromFirstUse(1, within: Self.length), .spend("coins", cost: 2)]))
    var payer = Customer([.pack("1", "coins.5", on: 0)])
    for key in ["a", "b"] { #expect(payer.use("ask", key, thenCoins, Self.start) == nil) }
    #expect(payer.membership(thenCoins, Self.start).credits(in: "coins") == 3)
    // What credits pay for begins no window.
    #expect(payer.use("ask", "c", thenCoins, Self.start.hours(3)) == nil)
    #expect(payer.membership(thenCoins, Self.start.hours(3)).credits(in: "coins") == 3)
  }

  @Test("RA-6 sizes add up in a window that begins with the first of them")
  func sizes() throws {
    let app = Self.app(.fromFirstUse(60, within: Self.length, sized: true))
    let ask = try #require(app.handle(of: "ask"))
    var customer = Customer()
    for (key, size, hour) in [("a", 40, 0), ("b", 20, 2)] as [(Idempotency.Key, Int, Int)] {
      let decision = try app.use(
        ask, by: customer, id: "me", key: key, cost: size, at: Self.start.hours(hour))
      for fact in decision.facts { customer.join(fact) }
    }
    #expect(
      try Self.limit(customer, app, Self.start.hours(2))
        == Self.full(60, renewsAt: Self.start.hours(3), asked: 1))
    #expect(try Self.limit(customer, app, Self.start.hours(3)).used == 0)
  }

  @Test("RA-6 each parent has a window of its own, with uses and with sizes")
  func parents() throws {
    for isSized in [false, true] {
      let app = Self.app(.fromFirstUse(1, within: Self.length, sized: isSized, each: "chat"))
      let ask = try #require(app.handle(of: "ask"))
      var customer = Customer()
      for (key, parent, hour) in [("a", "p", 0), ("b", "q", 1)]
        as [(Idempotency.Key, Parent.ID, Int)]
      {
        let decision = try app.use(
          ask, by: customer, id: "me", key: key, parent: parent, at: Self.start.hours(hour))
        for fact in decision.facts { customer.join(fact) }
      }
      let asked = isSized ? 1 : nil
      #expect(
        try Self.limit(customer, app, Self.start.hours(2), in: "p")
          == Self.full(1, renewsAt: Self.start.hours(3), asked: asked))
      #expect(
        try Self.limit(customer, app, Self.start.hours(3), in: "q")
          == Self.full(1, renewsAt: Self.start.hours(4), asked: asked))
      #expect(try Self.limit(customer, app, Self.start.hours(3), in: "p").used == 0)
      #expect(try Self.limit(customer, app, Self.start.hours(3)).used == 0)
    }
  }

  @Test("RA-8 a reservation takes a place in the window, and begins none")
  func reservations() throws {
    let app = Self.app(.fromFirstUse(1, within: Self.length))
    let ask = try #require(app.handle(of: "ask"))
    var customer = Customer()
    let reserved = try app.reserve(ask, by: customer, id: "me", key: "a", at: Self.start)
    for fact in reserved.facts { customer.join(fact) }
    #expect(
      try Self.limit(customer, app, Self.start)
        == Limit(limit: 1, used: 1, scope: .fromFirstUse))
    // It lapses, unless the use comes: then the window begins.
    #expect(try Self.limit(customer, app, Self.start.hours(1)).used == 0)
    let minute = Self.start.adding(milliseconds: 60_000)
    let use = try app.use(ask, by: customer, id: "me", key: "a", at: minute)
    for fact in use.facts { customer.join(fact) }
    let limit = try Self.limit(customer, app, minute)
    #expect(limit.used == 1)
    #expect(limit.renewsAt == Self.began(customer)?.hours(3))
  }

  /// When the only use was made.
  private static func began(_ customer: Customer) -> Instant? { customer.uses["ask"]?.earliest }

  @Test("RA-8 what is reported from offline exceeds a window by no more than the blueprint allows")
  func reported() throws {
    let app = Self.app(.fromFirstUse(1, within: Self.length), offline: .allow(1))
    let ask = try #require(app.handle(of: "ask"))
    var customer = Customer()
    let answers = (["a", "b", "c"] as [Idempotency.Key]).map { key -> Bool in
      do throws(Denial) {
        let decision = try app.use(
          ask, by: customer, id: "me", key: key, isReport: true, at: Self.start)
        for fact in decision.facts { customer.join(fact) }
        return true
      } catch { return false }
    }
    #expect(answers == [true, true, false])
    #expect(try Self.limit(customer, app, Self.start.hours(3)).remaining == 1)
  }

  @Test("RA-8 a window after years of use equals one computed from every use in order")
  func everyUse() throws {
    let hour: Int64 = 3_600_000
    for seed in 1...30 as ClosedRange<UInt64> {
      var random = Seeded(state: seed)
      let app = Self.app(.fromFirstUse(1_000, within: Self.length))
      // Hours without a pause that is as long as a window, and now and then one.
      var instants: [Instant] = []
      var last = Self.start
      for number in 0..<400 {
        let longest = number % 90 == 0 ? 9 * hour : 2 * hour
        last = last.adding(milliseconds: Int64.random(in: 0...longest, using: &random))
        instants.append(last)
      }
      let facts = instants.enumerated().map { number, at in
        Fact.use(Use(feature: "ask", key: Idempotency.Key("\(number)"), origin: "me", at: at))
      }
      let customer = Customer(facts.shuffled(using: &random))
      for _ in 0..<60 {
        let now = Self.start.adding(
          milliseconds: Int64.random(in: 0...(last.since(Self.start) + 4 * hour), using: &random))
        var starts: [Instant] = []
        for use in instants where starts.last.map({ $0.hours(3) <= use }) ?? true {
          starts.append(use)
        }
        let start = starts.first { now < $0.hours(3) }
        let counted = instants.count { use in start.map { $0 <= use } ?? false }
        let limit = try Self.limit(customer, app, now)
        #expect(limit.renewsAt == start?.hours(3), "seed \(seed), at \(now)")
        #expect(limit.used == counted, "seed \(seed), at \(now)")
      }
    }
  }

  @Test("RA-8 no number, no fixed length and two windows of one length are mistakes")
  func mistakes() {
    func messages(_ allowance: Feature.Allowance) -> [String] {
      var definition = Self.app().definition
      definition.features = [Feature(id: "ask", rules: [Feature.Rule(allowance: allowance)])]
      return definition.mistakes().map(\.message)
    }
    let hour = Period(1, .hour)
    #expect(
      messages(.fromFirstUse(0, within: Period(1, .month))) == [
        "up to 0; expected at least 1",
        "P1M has no fixed length; expected days, such as `P30D`, weeks or hours",
      ])
    #expect(
      messages(.all([.fromFirstUse(3, within: hour), .fromFirstUse(9, within: hour)])) == [
        "two limits `per: PT1H, from: firstUse`, of which the lower decides; expected one for each window"
      ])
    #expect(messages(.all([.fromFirstUse(3, within: hour), .rolling(5, within: hour)])).isEmpty)
  }
}
