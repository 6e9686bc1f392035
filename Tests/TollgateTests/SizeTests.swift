import Testing

@testable import Tollgate

@Suite("Sizes of uses and items")
struct SizeTests {
  private static let start = Fixture.start
  private static let gigabyte = 1_000_000_000

  /// An app in which everybody has a feature within an allowance.
  private static func app(
    _ allowance: Feature.Allowance, offline: Feature.OfflineUse = .refuse
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = Fixture.studio.definition.products
      $0.credits = Fixture.studio.definition.credits
      $0.paywalls = Fixture.studio.definition.paywalls
      $0.features = [
        Feature(
          id: "store", rules: [Feature.Rule(allowance: allowance)], paywall: "coins",
          offline: offline)
      ]
    }
  }

  private static let fiveGigabytes = app(.holding(5 * gigabyte, sized: true))
  private static let anHour = app(.upTo(60, per: .month, sized: true))

  private func limit(
    _ customer: Customer, _ app: Blueprint, _ now: Instant = SizeTests.start
  ) -> Limit? {
    switch customer.membership(app, now).access(to: "store") {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  @Test("RA-6 a use takes its size of the limit, and one that does not fit is denied as a whole")
  func window() {
    let app = Self.anHour
    var customer = Customer()
    #expect(customer.use("store", "a", 45, app, Self.start) == nil)
    #expect(limit(customer, app) == Limit(limit: 60, used: 45, scope: .month, asked: 1))
    let denial = customer.use("store", "b", 16, app, Self.start)
    #expect(denial?.limit == Limit(limit: 60, used: 45, scope: .month, asked: 16))
    #expect(denial?.reason == .limitReached)
    #expect(customer.use("store", "c", 15, app, Self.start) == nil)
    #expect(limit(customer, app)?.remaining == 0)
    #expect(customer.use("store", "d", nil, app, Self.start)?.limit?.asked == 1)
    let april = instant("2026-04-01T00:00:00Z")
    #expect(customer.membership(app, Self.start).nextChange == april)
    #expect(limit(customer, app, april)?.used == 0)
    #expect(customer.use("store", "e", 60, app, april) == nil)
  }

  @Test("RA-6 a limit of a single use holds for each, adds nothing up and is never renewed")
  func singleUse() {
    let app = Self.app(.upTo(5, per: .use, sized: true))
    var customer = Customer()
    for key in 0..<10 {
      #expect(customer.use("store", "\(key)", 5, app, Self.start) == nil)
    }
    #expect(limit(customer, app) == Limit(limit: 5, used: 0, scope: .use, asked: 1))
    let denial = customer.use("store", "large", 6, app, Self.start)
    #expect(denial?.reason == .limitReached)
    #expect(denial?.limit == Limit(limit: 5, used: 0, scope: .use, asked: 6))
    #expect(customer.membership(app, Self.start).nextChange == nil)
  }

  @Test("RA-6 the denial of a use that is too large says so, even if a limit at once is used up")
  func singleUseAndMonth() {
    let app = Self.app(
      .all([.upTo(20, per: .month, sized: true), .upTo(5, per: .use, sized: true)]))
    var customer = Customer()
    #expect(
      customer.use("store", "large", 6, app, Self.start)?.limit
        == Limit(limit: 5, used: 0, scope: .use, asked: 6))
    for key in ["a", "b", "c"] {
      #expect(customer.use("store", key, 5, app, Self.start) == nil)
    }
    #expect(limit(customer, app)?.remaining == 5)
    #expect(customer.use("store", "d", 3, app, Self.start) == nil)
    let april = instant("2026-04-01T00:00:00Z")
    #expect(
      limit(customer, app)
        == Limit(limit: 20, used: 18, scope: .month, renewsAt: april, asked: 1))
    #expect(customer.use("store", "e", 3, app, Self.start)?.limit?.scope == .month)
    let never = customer.use("store", "f", 6, app, Self.start)?.limit
    #expect(never == Limit(limit: 5, used: 0, scope: .use, asked: 6))
    #expect(never?.renewsAt == nil)
  }

  @Test("RA-6 room for a large use comes back in time, whichever limit decides about a small one")
  func besideUses() {
    let span = Period(3, .hour)
    let sizes: [Feature.Allowance] = [
      .rolling(100, within: span, sized: true), .fromFirstUse(100, within: span, sized: true),
    ]
    for size in sizes {
      let app = Self.app(.all([.upTo(3, per: .day), size]))
      var customer = Customer()
      #expect(customer.use("store", "a", 96, app, Self.start) == nil)
      let membership = customer.membership(app, Self.start)
      #expect(membership.access(to: "store").isAllowed)
      #expect(membership.access(to: "store", asking: 50).isDenied)
      #expect(membership.nextChange == Self.start.hours(3))
      let later = customer.membership(app, Self.start.hours(3))
      #expect(later.access(to: "store", asking: 50).isAllowed)
      #expect(!later.answers(like: membership))
    }
  }

  @Test("RA-6 a limit of a single use records nothing, and no report from offline passes it")
  func singleUseReported() throws {
    for allowance in [
      Feature.Allowance.upTo(5, per: .use, sized: true),
      .all([.upTo(20, per: .month, sized: true), .upTo(5, per: .use, sized: true)]),
    ] {
      let app = Self.app(allowance, offline: .allow(3))
      let handle = try #require(app.handle(of: "store"))
      for key in ["a", "b", "c"] {
        let denial = #expect(throws: Denial.self) {
          try app.use(
            handle, by: Customer(), id: "me", key: Idempotency.Key(key), cost: 6, isReport: true,
            at: Self.start)
        }
        #expect(denial?.limit?.scope == .use)
      }
      let made = try app.use(
        handle, by: Customer(), id: "me", key: "d", cost: 5, isReport: true, at: Self.start)
      #expect(made.facts.isEmpty == (allowance == .upTo(5, per: .use, sized: true)))
    }
  }

  @Test("RA-6 a use in progress takes nothing of a limit of a single use")
  func singleUseReserved() throws {
    let app = Self.app(.upTo(5, per: .use, sized: true))
    let handle = try #require(app.handle(of: "store"))
    var customer = Customer()
    let reserved = try app.reserve(
      handle, by: customer, id: "me", key: "a", cost: 5, at: Self.start)
    for fact in reserved.facts { customer.join(fact) }
    #expect(limit(customer, app) == Limit(limit: 5, used: 0, scope: .use, asked: 1))
    #expect(customer.use("store", "b", 5, app, Self.start) == nil)
  }

  @Test("RA-6 within a span of time, each size counts until the span has passed since its use")
  func rolling() {
    let app = Self.app(.rolling(60, within: Period(3, .hour), sized: true))
    var customer = Customer()
    customer.use("store", "a", 40, app, Self.start)
    customer.use("store", "b", 15, app, Self.start.hours(1))
    let now = Self.start.hours(2)
    let denial = customer.use("store", "c", 10, app, now)
    #expect(
      denial?.limit
        == Limit(
          limit: 60, used: 55, scope: .rolling, renewsAt: Self.start.hours(3), asked: 10))
    #expect(customer.membership(app, now).nextChange == Self.start.hours(3))
    let before = Self.start.hours(3).adding(milliseconds: -1)
    #expect(limit(customer, app, before)?.used == 55)
    #expect(
      limit(customer, app, Self.start.hours(3))
        == Limit(limit: 60, used: 15, scope: .rolling, renewsAt: Self.start.hours(4), asked: 1))
    customer.use("store", "c", 45, app, Self.start.hours(3))
    #expect(limit(customer, app, Self.start.hours(3))?.remaining == 0)
    #expect(limit(customer, app, Self.start.hours(4))?.used == 45)
    #expect(limit(customer, app, Self.start.hours(6))?.used == 0)
  }

  @Test("RA-6 a year of sizes begins on January 1")
  func year() {
    let app = Self.app(.upTo(60, per: .year, sized: true))
    var customer = Customer()
    customer.use("store", "a", 60, app, Self.start)
    let newYear = instant("2027-01-01T00:00:00Z")
    let denial = customer.use("store", "b", 1, app, newYear.adding(milliseconds: -1))
    #expect(denial?.limit == Limit(limit: 60, used: 60, scope: .year, asked: 1))
    #expect(limit(customer, app, newYear)?.used == 0)
  }

  @Test("RA-6 a use and its size are two facts, and the same key again records nothing")
  func facts() throws {
    let app = Self.anHour
    let handle = try #require(app.handle(of: "store"))
    let facts = try app.use(
      handle, by: Customer(), id: "me", key: "a", cost: 45, at: Self.start
    ).facts
    let size = UseSize(feature: "store", key: "a", origin: "me", amount: 45, at: Self.start)
    #expect(
      facts == [
        .use(Use(feature: "store", key: "a", origin: "me", at: Self.start)), .size(size),
      ])
    // Whatever the order, and however often they arrive.
    #expect(Customer(facts) == Customer(facts.reversed() + facts))
    #expect(Customer(Customer(facts).facts) == Customer(facts))
  }

  @Test("RA-6 a use without a size counts as 1, and sizes out of range as the nearest")
  func range() {
    var customer = Customer()
    customer.use("store", "a", nil, Self.anHour, Self.start)
    customer.use("store", "b", -5, Self.anHour, Self.start)
    #expect(limit(customer, Self.anHour)?.used == 2)
    let most = Self.app(.upTo(Feature.sizeLimit, per: .ever, sized: true))
    var other = Customer()
    #expect(other.use("store", "a", Int.max, most, Self.start) == nil)
    #expect(limit(other, most)?.remaining == 0)
  }

  @Test("RA-6 an item has the size of the latest use that names it, and a release frees it")
  func items() {
    let app = Self.fiveGigabytes
    var customer = Customer()
    #expect(customer.use("store", "a", 3 * Self.gigabyte, app, Self.start, item: "beach") == nil)
    #expect(
      limit(customer, app)
        == Limit(limit: 5 * Self.gigabyte, used: 3 * Self.gigabyte, scope: .held, asked: 1))
    let denial = customer.use("store", "b", 3 * Self.gigabyte, app, Self.start, item: "party")
    #expect(
      denial?.limit
        == Limit(
          limit: 5 * Self.gigabyte, used: 3 * Self.gigabyte, scope: .held,
          asked: 3 * Self.gigabyte))

    // It grows to what is left, in the same millisecond too, and no further.
    #expect(customer.use("store", "c", 5 * Self.gigabyte, app, Self.start, item: "beach") == nil)
    #expect(limit(customer, app)?.remaining == 0)
    let grown = customer.use("store", "d", 6 * Self.gigabyte, app, Self.start, item: "beach")
    #expect(grown?.limit?.asked == Self.gigabyte)
    #expect(customer.use("store", "e", Self.gigabyte, app, Self.start, item: "beach") == nil)
    #expect(limit(customer, app)?.used == Self.gigabyte)
    #expect(customer.use("store", "f", 4 * Self.gigabyte, app, Self.start, item: "party") == nil)
    #expect(customer.heldItems(of: "store", at: Self.start) == ["beach", "party"])

    let later = Self.start.days(1)
    for fact in customer.releasing("party", of: "store", preferring: "me", at: later) {
      customer.join(fact)
    }
    #expect(customer.heldSize(of: "store", at: later) == Self.gigabyte)
    #expect(customer.heldSize(of: "store", at: Self.start) == 5 * Self.gigabyte)
    // A late report of the size of what was released takes no room.
    customer.join(
      .size(
        UseSize(
          feature: "store", key: "f", item: "party", origin: "me", amount: 2, at: later.days(1))))
    #expect(customer.heldSize(of: "store", at: later) == Self.gigabyte)
  }

  @Test("RA-6 an item that is given the size it has records nothing")
  func sameSize() throws {
    let app = Self.fiveGigabytes
    let handle = try #require(app.handle(of: "store"))
    var customer = Customer()
    customer.use("store", "a", 3, app, Self.start, item: "beach")
    func facts(_ size: Int?) throws -> [Fact] {
      try app.use(
        handle, by: customer, id: "me", key: "b", item: "beach", cost: size,
        at: Self.start.days(1)
      ).facts
    }
    #expect(try facts(3).isEmpty)
    #expect(try facts(nil).isEmpty)
    #expect(try facts(2).count == 1)
  }

  @Test("RA-6 the facts of items and their sizes give the same sum in any order")
  func order() {
    let app = Self.fiveGigabytes
    var customer = Customer()
    for (number, size) in [3, 1, 4, 1, 5].enumerated() {
      customer.use(
        "store", "\(number)", size, app, Self.start.hours(number), item: Item.ID("\(number % 3)"))
    }
    let end = Self.start.days(1)
    for fact in customer.releasing("0", of: "store", preferring: "me", at: end) {
      customer.join(fact)
    }
    #expect(customer.heldSize(of: "store", at: end) == 5 + 4)
    var random = Seeded(state: 6)
    for _ in 0..<50 {
      let shuffled = Customer(customer.facts.shuffled(using: &random))
      #expect(shuffled == customer)
      #expect(shuffled.heldSize(of: "store", at: end) == 9)
      #expect(shuffled.heldSize(of: "store", at: Self.start.hours(9)) == 10)
    }
  }

  @Test("RA-6 after the plan everything stays, may become smaller, and nothing grows")
  func lapsed() {
    let small = Self.app(.holding(5, sized: true))
    var customer = Customer()
    let large = Self.app(.holding(100, sized: true))
    customer.use("store", "a", 40, large, Self.start, item: "beach")
    #expect(customer.use("store", "b", 41, small, Self.start, item: "beach") != nil)
    #expect(limit(customer, small)?.used == 40)
    #expect(customer.use("store", "c", 30, small, Self.start, item: "beach") == nil)
    #expect(limit(customer, small)?.used == 30)
    #expect(customer.use("store", "d", 1, small, Self.start, item: "party") != nil)
    let refused = Self.app(.denied)
    #expect(customer.use("store", "e", 29, refused, Self.start, item: "beach") != nil)
  }

  @Test("RA-6 a limit of items lets one that is held have any size")
  func counted() {
    let app = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [
        Feature(
          id: "store",
          rules: [
            Feature.Rule(
              when: Condition(past: [.since(PastTest.Since(.firstSeen, atLeast: Period(9, .day)))]),
              allowance: .holding(100, sized: true)), Feature.Rule(allowance: .holding(1)),
          ])
      ]
    }
    var customer = Customer()
    #expect(customer.use("store", "a", 7, app, Self.start, item: "beach") == nil)
    #expect(customer.use("store", "b", 9, app, Self.start, item: "beach") == nil)
    #expect(customer.use("store", "c", 1, app, Self.start, item: "party") != nil)
    #expect(customer.heldSize(of: "store", at: Self.start) == 9)
  }

  @Test("RA-6 beside a number of items, each may be so large, also when it grows")
  func largestItem() {
    let app = Self.app(.all([.holding(2), .upTo(25, per: .use, sized: true)]))
    var customer = Customer()
    let tooLarge = Limit(limit: 25, used: 0, scope: .use, asked: 26)
    #expect(customer.use("store", "a", 26, app, Self.start, item: "beach")?.limit == tooLarge)
    #expect(customer.use("store", "a", 20, app, Self.start, item: "beach") == nil)
    #expect(customer.use("store", "b", 26, app, Self.start, item: "beach")?.limit == tooLarge)
    #expect(customer.use("store", "b", 25, app, Self.start, item: "beach") == nil)
    #expect(customer.use("store", "c", 1, app, Self.start, item: "party") == nil)
    #expect(
      customer.use("store", "d", 1, app, Self.start, item: "lake")?.limit
        == Limit(limit: 2, used: 2, scope: .held))
    // No further item has room, and one that is held may grow all the same.
    #expect(customer.use("store", "e", 25, app, Self.start, item: "party") == nil)
    #expect(customer.heldSize(of: "store", at: Self.start) == 50)

    let smaller = Self.app(.upTo(5, per: .use, sized: true))
    #expect(smaller.definition.features[0].itemsHaveSizes == false)
    let lapsed = Self.app(.all([.holding(2), .upTo(5, per: .use, sized: true)]))
    #expect(customer.use("store", "f", 24, lapsed, Self.start, item: "party") == nil)
    #expect(
      customer.use("store", "g", 25, lapsed, Self.start, item: "party")?.limit
        == Limit(limit: 5, used: 0, scope: .use, asked: 25))
  }

  @Test("RA-6 a sum of sizes, a number of items and the size of each hold together")
  func largestItemBesideSum() {
    let app = Self.app(
      .all([.holding(3), .holding(40, sized: true), .upTo(25, per: .use, sized: true)]))
    #expect(app.definition.mistakes().isEmpty)
    var customer = Customer()
    #expect(customer.use("store", "a", 25, app, Self.start, item: "beach") == nil)
    #expect(customer.use("store", "b", 10, app, Self.start, item: "party") == nil)
    #expect(customer.use("store", "c", 15, app, Self.start, item: "party") == nil)
    #expect(
      customer.use("store", "d", 16, app, Self.start, item: "party")?.limit
        == Limit(limit: 40, used: 40, scope: .held, asked: 1))
    #expect(
      customer.use("store", "e", 26, app, Self.start, item: "party")?.limit?.scope == .held)
    #expect(
      customer.use("store", "f", 26, app, Self.start, item: "beach")?.limit
        == Limit(limit: 40, used: 40, scope: .held, asked: 1))
    #expect(customer.use("store", "g", 5, app, Self.start, item: "party") == nil)
    #expect(
      customer.use("store", "h", 26, app, Self.start, item: "beach")?.limit
        == Limit(limit: 25, used: 0, scope: .use, asked: 26))
  }

  @Test("RA-6 of several limits, the one without room for the use is named")
  func several() {
    let app = Self.app(.all([.upTo(3, per: .day), .upTo(60, per: .month, sized: true)]))
    var customer = Customer()
    #expect(customer.use("store", "a", 50, app, Self.start) == nil)
    // Two uses are left today, and ten minutes: the least answers.
    #expect(limit(customer, app)?.scope == .day)
    let denial = customer.use("store", "b", 11, app, Self.start)
    #expect(denial?.limit?.scope == .month)
    #expect(denial?.limit?.asked == 11)
    #expect(denial?.limit?.renewsAt == instant("2026-04-01T00:00:00Z"))
    for key in ["c", "d"] { #expect(customer.use("store", key, 1, app, Self.start) == nil) }
    #expect(customer.use("store", "e", 1, app, Self.start)?.limit?.scope == .day)
  }

  @Test("RA-6 once a size has no room, a wallet pays for the use")
  func thenCredits() {
    let app = Self.app(.first([.upTo(60, per: .month, sized: true), .spend("coins", cost: nil)]))
    var customer = Customer()
    customer.join(
      .grant(
        Grant(
          id: "g", credits: GrantedCredits(wallet: "coins", amount: 30),
          startsAt: Self.start, endsAt: nil)))
    #expect(customer.use("store", "a", 50, app, Self.start) == nil)
    #expect(customer.use("store", "b", 20, app, Self.start) == nil)
    #expect(customer.membership(app, Self.start).credits(in: "coins") == 10)
    #expect(customer.use("store", "c", 10, app, Self.start) == nil)
    #expect(customer.membership(app, Self.start).credits(in: "coins") == 10)
  }

  @Test("RA-6 a reservation sets the size aside, and the use takes it")
  func reserved() throws {
    for (app, item) in [
      (Self.anHour, nil), (Self.app(.holding(60, sized: true)), "beach"),
      (Self.app(.rolling(60, within: Period(3, .hour), sized: true)), nil),
    ] as [(Blueprint, Item.ID?)] {
      let handle = try #require(app.handle(of: "store"))
      var customer = Customer()
      let reserved = try app.reserve(
        handle, by: customer, id: "me", key: "a", item: item, cost: 40, at: Self.start
      ).facts
      #expect(reserved.count == 1)
      for fact in reserved { customer.join(fact) }
      #expect(limit(customer, app)?.used == 40)
      #expect(customer.use("store", "b", 21, app, Self.start, item: "other") != nil)
      #expect(customer.use("store", "a", 40, app, Self.start, item: item) == nil)
      #expect(limit(customer, app)?.used == 40)
      #expect(Customer(customer.facts) == customer)
    }
  }

  @Test("RA-6 nothing is reserved for an item that only grows")
  func growthIsNotReserved() throws {
    let app = Self.app(.holding(60, sized: true))
    let handle = try #require(app.handle(of: "store"))
    var customer = Customer()
    customer.use("store", "a", 40, app, Self.start, item: "beach")
    let decision = try app.reserve(
      handle, by: customer, id: "me", key: "b", item: "beach", cost: 60, at: Self.start)
    #expect(decision.facts.isEmpty)
    #expect(throws: Denial.self) {
      try app.reserve(
        handle, by: customer, id: "me", key: "b", item: "beach", cost: 61, at: Self.start)
    }
  }

  @Test("RA-6 what is reported from offline is counted until the limit and what offline allows")
  func reported() throws {
    let app = Self.app(.upTo(60, per: .month, sized: true), offline: .allow(2))
    let handle = try #require(app.handle(of: "store"))
    var customer = Customer()
    customer.use("store", "a", 59, app, Self.start)
    func report(_ key: Idempotency.Key) throws(Denial) -> [Fact] {
      try app.use(
        handle, by: customer, id: "me", key: key, cost: 10, isReport: true, at: Self.start
      ).facts
    }
    for fact in try report("b") { customer.join(fact) }
    #expect(limit(customer, app)?.used == 69)
    #expect(throws: Denial.self) { try report("c") }
  }

  @Test("RA-6 a list of what exists has sizes, whatever the limit, and older lists change none")
  func listed() throws {
    let app = Self.app(.holding(5, sized: true))
    let handle = try #require(app.handle(of: "store"))
    var customer = Customer()
    customer.use("store", "a", 2, app, Self.start, item: "beach")
    let later = Self.start.hours(2)
    func list(
      _ items: Set<Item.ID>, _ sizes: [Item.ID: Int], listedAt: Instant? = nil, at now: Instant
    ) -> [Fact] {
      app.hold(
        items, in: handle, by: customer, id: "me", sizes: sizes, listedAt: listedAt, at: now
      ).facts
    }
    for fact in list(["beach", "party", "old"], ["beach": 4, "party": 7], at: later) {
      customer.join(fact)
    }
    #expect(customer.heldSize(of: "store", at: later) == 4 + 7 + 1)
    #expect(list(["beach", "party", "old"], ["beach": 4, "party": 7], at: later).isEmpty)
    #expect(
      list(["beach", "party", "old"], ["beach": 1], listedAt: Self.start, at: later).isEmpty)
    for fact in list(["old"], [:], at: later.hours(1)) { customer.join(fact) }
    #expect(customer.heldSize(of: "store", at: later.hours(1)) == 1)
  }

  @Test("RA-6 sizes of two merged customers count together, each once")
  func merged() {
    let app = Self.anHour
    func one(_ origin: Customer.ID, _ amount: Int) -> [Fact] {
      [
        .use(Use(feature: "store", key: "a", origin: origin, at: Self.start)),
        .size(
          UseSize(feature: "store", key: "a", origin: origin, amount: amount, at: Self.start)),
      ]
    }
    var customer = Customer(one("me", 20))
    customer.join(Customer(one("you", 30)))
    customer.join(Customer(one("you", 30)))
    #expect(limit(customer, app)?.used == 50)
  }

  @Test("RA-6 the access to a size says whether it would be allowed")
  func asking() {
    var customer = Customer()
    customer.use("store", "a", 45, Self.anHour, Self.start)
    let membership = customer.membership(Self.anHour, Self.start)
    #expect(membership.access(to: "store", asking: 15).isAllowed)
    #expect(membership.access(to: "store", asking: 16).isDenied)
    #expect(membership.access(to: "nothing", asking: 1).isDenied)
  }

  @Test("RA-6 a limit of sizes is at most 1,000,000,000,000, and two in one window are a mistake")
  func mistakes() {
    func mistakes(_ allowance: Feature.Allowance) -> [String] {
      var definition = Self.anHour.definition
      definition.features[0].rules = [Feature.Rule(allowance: allowance)]
      return definition.mistakes().map(\.message)
    }
    #expect(mistakes(.upTo(Feature.sizeLimit, per: .day, sized: true)) == [])
    #expect(
      mistakes(.upTo(Feature.sizeLimit + 1, per: .day, sized: true)) == [
        "sizes of 1000000000001; expected at most 1000000000000"
      ])
    #expect(
      mistakes(.holding(Feature.sizeLimit + 1, sized: true)) == [
        "sizes of 1000000000001; expected at most 1000000000000"
      ])
    #expect(
      mistakes(.all([.upTo(3, per: .day), .upTo(60, per: .day, sized: true)])) == [])
    #expect(
      mistakes(.all([.upTo(30, per: .day, sized: true), .upTo(60, per: .day, sized: true)])).count
        == 1)
    let hour = Period(1, .hour)
    #expect(
      mistakes(.rolling(Feature.sizeLimit + 1, within: hour, sized: true)) == [
        "sizes of 1000000000001; expected at most 1000000000000"
      ])
    #expect(
      mistakes(.all([.rolling(3, within: hour), .rolling(60, within: hour, sized: true)])) == [])
    #expect(
      mistakes(
        .all([.rolling(30, within: hour, sized: true), .rolling(60, within: hour, sized: true)])
      ).count == 1)
  }

  @Test(
    "RA-6 a feature whose items have sizes neither spends credits nor counts the sizes of uses",
    arguments: [
      (.spend("coins", cost: nil), true), (.spend("coins", cost: 3), true),
      (.first([.upTo(3, per: .day), .spend("coins", cost: 1)]), true),
      (.upTo(60, per: .month, sized: true), true),
      (.rolling(60, within: Period(3, .hour), sized: true), true),
      (.all([.upTo(3, per: .day), .upTo(60, per: .day, sized: true)]), true),
      (.upTo(3, per: .day), false), (.holding(3), false), (.holding(9, sized: true), false),
      (.unlimited, false),
    ] as [(Feature.Allowance, Bool)])
  func besideHeldSizes(other: Feature.Allowance, isRefused: Bool) {
    var definition = Self.fiveGigabytes.definition
    definition.features[0].rules = [
      Feature.Rule(when: Condition(entitled: ["gold"]), allowance: .holding(100, sized: true)),
      Feature.Rule(allowance: other),
    ]
    let messages = definition.mistakes().map(\.message)
    #expect(messages.count == (isRefused ? 1 : 0), "\(messages)")
    #expect(messages.allSatisfy { $0.contains("beside `holding` with `cost: any`") })
    // Without a size, an item has nothing to grow by.
    definition.features[0].rules[0].allowance = .holding(100)
    #expect(definition.mistakes().map(\.message) == [])
  }
}

extension Customer {
  /// Uses a feature once with a size; answers why not where it is denied.
  @discardableResult
  fileprivate mutating func use(
    _ feature: Feature.ID, _ key: String, _ size: Int?, _ blueprint: Blueprint, _ now: Instant,
    item: Item.ID? = nil
  ) -> Denial? {
    guard let handle = blueprint.handle(of: feature) else { return nil }
    do {
      let decision = try blueprint.use(
        handle, by: self, id: "me", key: Idempotency.Key(key), item: item, cost: size, at: now)
      for fact in decision.facts { join(fact) }
      return nil
    } catch { return error }
  }
}
