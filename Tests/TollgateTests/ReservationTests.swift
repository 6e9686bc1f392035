import Testing

@testable import Tollgate

@Suite("Reservations")
struct ReservationTests {
  static let at = Fixture.start

  /// Three uses a week and two paid by coins; a trial of two uses of a feature without a limit of its own.
  static let blueprint = Fixture.blueprint { definition in
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(id: "coins.5", kind: .consumable, name: "5 coins", entitlements: [])
    ]
    definition.credits = [
      Wallet(id: "coins", sources: [Wallet.Source(product: "coins.5", amount: 5)])
    ]
    definition.features = [
      Feature(id: "drill", rules: [Feature.Rule(allowance: .upTo(3, per: .week))]),
      Feature(
        id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 2))],
        reservation: Period(1, .hour)),
      Feature(id: "keep", rules: [Feature.Rule(allowance: .holding(1))]),
      Feature(id: "read", rules: [Feature.Rule(allowance: .unlimited)]),
    ]
  }

  @Test("an open reservation counts as a use, and lapses at its instant, half-open")
  func lapses() throws {
    var customer = Customer()
    try customer.reserve("drill", "a", at: Self.at)
    let end = Self.at.adding(Period(10, .minute))
    #expect(customer.used("drill", at: Self.at) == 1)
    #expect(customer.used("drill", at: end.adding(milliseconds: -1)) == 1)
    #expect(customer.used("drill", at: end) == 0)
    #expect(Membership(of: customer, in: Self.blueprint, at: Self.at).nextChange == end)
    #expect(
      customer.reservation(of: "drill", key: "a", preferring: "me")?.isOpen(at: end) == false)
  }

  @Test("the use with the same key counts once, whatever the allowance is by then")
  func fulfilled() throws {
    var customer = Customer()
    for key in ["a", "b", "c"] { try customer.reserve("drill", key, at: Self.at) }
    #expect(throws: Denial.self) { try customer.reserve("drill", "d", at: Self.at) }
    for (used, key) in ["a", "b", "c"].enumerated() {
      try customer.use("drill", key, at: Self.at.adding(milliseconds: Int64(used)))
      #expect(customer.used("drill", at: Self.at) == 3)
    }
    #expect(customer.used("drill", at: Self.at.hours(1)) == 3)
    #expect(customer.reservations.isEmpty)
    #expect(customer.history.reservations.isEmpty)
  }

  @Test("a reservation that is released or has lapsed leaves the same answers as none")
  func noTrace() throws {
    var released = Customer()
    try released.reserve("drill", "a", at: Self.at)
    released.release("drill", "a", at: Self.at)
    var lapsed = Customer()
    try lapsed.reserve("drill", "a", at: Self.at)
    let later = Self.at.hours(1)
    let none = Membership(of: Customer(), in: Self.blueprint, at: later)
    #expect(Membership(of: released, in: Self.blueprint, at: later) == none)
    #expect(Membership(of: lapsed, in: Self.blueprint, at: later) == none)
    // Either may be reserved again under its key.
    try released.reserve("drill", "a", at: Self.at)
    #expect(released.used("drill", at: later.hours(-1).adding(milliseconds: 1)) == 1)
    try lapsed.reserve("drill", "a", at: later)
    #expect(lapsed.used("drill", at: later) == 1)
  }

  @Test("a use after the lapse counts if there is room, and is denied otherwise")
  func late() throws {
    let later = Self.at.hours(1)
    var customer = Customer()
    try customer.reserve("drill", "a", at: Self.at)
    for key in ["b", "c"] { try customer.use("drill", key, at: later) }
    var full = customer
    try full.use("drill", "d", at: later)
    let before = full
    #expect(throws: Denial.self) { try full.use("drill", "a", at: later) }
    #expect(full == before)
    try customer.use("drill", "a", at: later)
    #expect(customer.used("drill", at: later) == 3)
  }

  @Test("reserving twice, reserving what was used, and reserving what is unlimited change nothing")
  func idempotent() throws {
    var customer = Customer()
    try customer.reserve("drill", "a", at: Self.at)
    #expect(try customer.reserve("drill", "a", at: Self.at.hours(-1)).isEmpty)
    try customer.use("drill", "a", at: Self.at)
    #expect(try customer.reserve("drill", "a", at: Self.at).isEmpty)
    #expect(try customer.reserve("read", "b", at: Self.at).isEmpty)
  }

  @Test("credits are set aside, spent once, and come back when the reservation lapses")
  func credits() throws {
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    let now = Self.at.hours(1)
    func coins(_ at: Instant) -> Int {
      Membership(of: customer, in: Self.blueprint, at: at).credits(in: "coins")
    }
    try customer.reserve("draw", "a", at: now)
    try customer.reserve("draw", "b", at: now)
    #expect(coins(now) == 1)
    #expect(throws: Denial.self) { try customer.reserve("draw", "c", at: now) }
    try customer.use("draw", "a", at: now.adding(milliseconds: 1))
    #expect(coins(now.adding(milliseconds: 1)) == 1)
    let end = now.hours(1)
    #expect(Membership(of: customer, in: Self.blueprint, at: now).nextChange == end)
    #expect(coins(end.adding(milliseconds: -1)) == 1)
    #expect(coins(end) == 3)
  }

  @Test("a reserved place for an item counts as held, and conditions do not see it")
  func items() throws {
    var customer = Customer()
    try customer.reserve("keep", "a", item: "fern", at: Self.at)
    #expect(throws: Denial.self) { try customer.reserve("keep", "b", item: "ivy", at: Self.at) }
    #expect(customer.heldItems(of: "keep", at: Self.at).isEmpty)
    #expect(Standing(of: customer, in: Self.blueprint, at: Self.at).held == [0])
    try customer.use("keep", "a", item: "fern", at: Self.at)
    #expect(customer.heldItems(of: "keep", at: Self.at) == ["fern"])
    #expect(customer.history.reservations.isEmpty)
  }

  @Test(
    "GB-10 a place is reserved for a name that was released, and two uses of a name hold one item")
  func itemAgain() throws {
    var customer = Customer()
    func release(at now: Instant) {
      for fact in customer.releasing("fern", of: "keep", preferring: "me", at: now) {
        customer.join(fact)
      }
    }
    try customer.use("keep", "a", item: "fern", at: Self.at)
    release(at: Self.at.hours(1))
    try customer.reserve("keep", "b", item: "fern", at: Self.at.hours(2))
    #expect(throws: Denial.self) {
      try customer.reserve("keep", "c", item: "ivy", at: Self.at.hours(2))
    }
    // Another device adds it from a list in the meantime.
    let feature = try #require(Self.blueprint.handle(of: "keep"))
    let now = Self.at.hours(2).adding(milliseconds: 1)
    for fact in Self.blueprint.hold(["fern"], in: feature, by: customer, id: "me", at: now).facts {
      customer.join(fact)
    }
    try customer.use("keep", "b", item: "fern", at: now)
    #expect(customer.heldItems(of: "keep", at: now) == ["fern"])
    #expect(customer.history.reservations.isEmpty)
    release(at: now.hours(1))
    #expect(customer.heldItems(of: "keep", at: now.hours(1)).isEmpty)
  }

  @Test("RA-7 an item that was reserved before a merge is one with another of its name")
  func itemOfBoth() throws {
    for (holder, booker) in [("me", "anonymous"), ("anonymous", "me")] {
      var customer = Customer()
      customer.join(
        .item(
          ItemChange(
            feature: "keep", item: "fern", key: "a", isHeld: true, origin: Customer.ID(holder),
            at: Self.at)))
      var other = Customer()
      try other.reserve("keep", "b", by: Customer.ID(booker), item: "fern", at: Self.at)
      customer.join(other)
      let now = Self.at.adding(milliseconds: 1)
      try customer.use("keep", "b", item: "fern", at: now)
      #expect(customer.heldItems(of: "keep", at: now) == ["fern"])
      #expect(customer.history.reservations.isEmpty)
      let later = now.adding(milliseconds: 1)
      for fact in customer.releasing("fern", of: "keep", preferring: "me", at: later) {
        customer.join(fact)
      }
      #expect(customer.heldItems(of: "keep", at: later).isEmpty)
    }
  }

  @Test("CP-3 the last use ends a trial, and the reservation of it does not")
  func trial() throws {
    let app = Fixture.blueprint { definition in
      definition.products = []
      definition.trial = Trial(
        start: .signUp,
        terms: Trial.Terms(
          lasts: Period(7, .day), uses: Trial.Uses(feature: "drill", limit: 2),
          entitlements: ["pro"]))
      definition.features = [
        Feature(
          id: "drill",
          rules: [
            Feature.Rule(when: Condition(phases: [.trial]), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ])
      ]
    }
    var customer = Customer([
      .trialStarted(
        TrialStart(trial: "trial", at: Self.at, terms: try #require(app.definition.trial).terms))
    ])
    try customer.use("drill", "a", in: app, at: Self.at)
    try customer.reserve("drill", "b", in: app, at: Self.at)
    let during = Membership(of: customer, in: app, at: Self.at)
    #expect(during.phase == .trial)
    #expect(during.trial?.used == 1)
    let denial = #expect(throws: Denial.self) {
      try customer.reserve("drill", "c", in: app, at: Self.at)
    }
    #expect(denial?.limit == Limit(limit: 2, used: 2, scope: .trial))
    try customer.use("drill", "b", in: app, at: Self.at.hours(1))
    #expect(Membership(of: customer, in: app, at: Self.at.hours(1)).phase == .trialExpired)
  }

  @Test("a reservation survives the merge of its customer, and is fulfilled by the account")
  func merge() throws {
    var anonymous = Customer()
    try anonymous.reserve("drill", "a", by: "anonymous", at: Self.at)
    var account = Customer()
    account.join(anonymous)
    try account.use("drill", "a", at: Self.at)
    account.join(anonymous)
    #expect(account.used("drill", at: Self.at) == 1)
    #expect(account.history.reservations.isEmpty)
  }

  @Test(
    "a reservation that lasts under a minute, over a day or a month is a mistake",
    arguments: [Period(25, .hour), Period(1, .month)])
  func mistakes(period: Period) {
    var definition = Self.blueprint.definition
    definition.features = [
      Feature(id: "drill", rules: [Feature.Rule(allowance: .unlimited)], reservation: period)
    ]
    let error = #expect(throws: BlueprintError.self) { try Blueprint(definition) }
    #expect(error?.description.contains("expected from 1 minute to 1 day") == true)
  }
}

extension Customer {
  @discardableResult
  fileprivate mutating func reserve(
    _ feature: Feature.ID, _ key: String, by id: Customer.ID = "me", item: Item.ID? = nil,
    in blueprint: Blueprint = ReservationTests.blueprint, at now: Instant
  ) throws -> [Fact] {
    let handle = try #require(blueprint.handle(of: feature))
    let facts = try blueprint.reserve(
      handle, by: self, id: id, key: Idempotency.Key(key), item: item, at: now
    ).facts
    for fact in facts { join(fact) }
    return facts
  }

  fileprivate mutating func use(
    _ feature: Feature.ID, _ key: String, item: Item.ID? = nil,
    in blueprint: Blueprint = ReservationTests.blueprint, at now: Instant
  ) throws {
    let handle = try #require(blueprint.handle(of: feature))
    let decision = try blueprint.use(
      handle, by: self, id: "me", key: Idempotency.Key(key), item: item, at: now)
    for fact in decision.facts { join(fact) }
  }

  fileprivate mutating func release(_ feature: Feature.ID, _ key: String, at now: Instant) {
    let blueprint = ReservationTests.blueprint
    guard let handle = blueprint.handle(of: feature) else { return }
    let decision = blueprint.releaseReservation(
      of: handle, key: Idempotency.Key(key), by: self, id: "me", at: now)
    for fact in decision.facts { join(fact) }
  }

  fileprivate func used(_ feature: Feature.ID, at now: Instant) -> Int? {
    switch Membership(of: self, in: ReservationTests.blueprint, at: now).access(to: feature) {
    case .allowed(let limit): limit?.used
    case .denied(let denial): denial.limit?.used
    case .unknown: nil
    }
  }
}

extension Fact {
  static func reserved(
    _ feature: Feature.ID, _ key: Idempotency.Key, by origin: Customer.ID = "me",
    item: Item.ID? = nil, at: Instant
  ) -> Fact {
    .reservation(
      Reservation(
        feature: feature, key: key, origin: origin,
        terms: ReservationTerms(item: item, at: at, lapsesAt: at.hours(5))))
  }

  static func released(_ feature: Feature.ID, _ key: Idempotency.Key, at: Instant) -> Fact {
    .reservationRelease(
      ReservationRelease(feature: feature, key: key, origin: "me", at: at))
  }
}
