import Testing

@testable import Tollgate

@Suite("Credits that nobody buys")
struct GiftTests {
  private static let start = Fixture.start

  private static func arcade(
    _ given: [Wallet.Gift], givenFirst: Bool = true, spending: Wallet.SpendingLimit? = nil,
    inCustomerTimeZone: Bool = false
  ) -> Blueprint {
    Fixture.blueprint { definition in
      definition.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        usesCustomerTimeZone: inCustomerTimeZone)
      definition.hasFreeTier = true
      definition.milestones = ["tutorial"]
      definition.products = [
        CatalogProduct(id: "coins.5", kind: .consumable, name: "5 coins", entitlements: [])
      ]
      definition.credits = [
        Wallet(
          id: "coins", sources: [Wallet.Source(product: "coins.5", amount: 5)], given: given,
          spendsGivenFirst: givenFirst, spending: spending)
      ]
      definition.grants = [
        GrantTerms(
          id: "apology", credits: GrantedCredits(wallet: "coins", amount: 10),
          lasts: Period(30, .day), waitsFor: .nothing, limit: 2, window: .month)
      ]
      definition.features = [
        Feature(
          id: "print", rules: [Feature.Rule(allowance: .spend("coins", cost: nil))],
          paywall: "coins"),
        Feature(id: "watch", rules: [Feature.Rule(allowance: .upTo(3, per: .day))]),
      ]
      definition.paywalls = [
        Paywall(id: "coins", title: "hello", packages: [Paywall.Package(product: "coins.5")])
      ]
    }
  }

  private static func seen(on day: Int = 0, device: Device.ID = "phone") -> Fact {
    .device(DeviceUse(device: device, origin: "me", at: start.days(day)))
  }

  private static func coins(
    _ customer: Customer, _ days: ClosedRange<Int>, in blueprint: Blueprint
  ) -> [Int] {
    days.map { customer.coins($0, in: blueprint) }
  }

  private static func print(
    _ cost: Int, _ key: String, by customer: inout Customer, in blueprint: Blueprint,
    at now: Instant
  ) throws {
    let handle = try #require(blueprint.handle(of: "print"))
    let decision = try blueprint.use(
      handle, by: customer, id: "me", key: Idempotency.Key(key), cost: cost, at: now)
    for fact in decision.facts { customer.join(fact) }
  }

  @Test("RA-3 a first device, a sign-up, a milestone and each counted use give credits")
  func events() {
    let blueprint = Self.arcade([
      Wallet.Gift(amount: 10, .on(.firstSeen, lasts: nil)),
      Wallet.Gift(amount: 50, .on(.signUp, lasts: Period(7, .day))),
      Wallet.Gift(amount: 5, .on(.milestone("tutorial"), lasts: nil)),
      Wallet.Gift(amount: 2, .on(.use("watch"), lasts: nil)),
    ])
    let facts: [Fact] = [
      Self.seen(), .signedUp(SignUp(account: "ada", at: Self.start.days(1))),
      .milestone(MilestoneReached(milestone: "tutorial", at: Self.start.days(2))),
      .use(Use(feature: "watch", key: "a", origin: "me", at: Self.start.days(3))),
      .use(Use(feature: "watch", key: "b", origin: "me", at: Self.start.days(3))),
    ]
    for facts in [facts, facts.reversed()] {
      let customer = Customer(facts + facts)
      #expect(
        Self.coins(customer, 0...8, in: blueprint) == [10, 60, 65, 69, 69, 69, 69, 69, 19])
      #expect(customer.membership(blueprint, Self.start.days(4)).nextChange == Self.start.days(8))
    }
    #expect(Customer().coins(0, in: blueprint) == 0)
  }

  @Test("RA-3 what is left of a day's credits does not add up, or up to the number that is written")
  func days() throws {
    let daily = Self.arcade([Wallet.Gift(amount: 5, .each(.day, upTo: nil))])
    let adding = Self.arcade([Wallet.Gift(amount: 5, .each(.day, upTo: 12))])
    var customer = Customer([Self.seen()])
    #expect(Self.coins(customer, 0...4, in: daily) == [5, 5, 5, 5, 5])
    #expect(Self.coins(customer, 0...4, in: adding) == [5, 10, 12, 12, 12])
    let midnight = instant("2026-03-02T00:00:00Z")
    #expect(customer.membership(adding, Self.start).nextChange == midnight)
    #expect(customer.membership(adding, Self.start.days(2)).nextChange == nil)
    #expect(customer.membership(daily, Self.start).nextChange == nil)
    try Self.print(4, "a", by: &customer, in: daily, at: Self.start)
    #expect(customer.coins(0, in: daily) == 1)
    #expect(customer.membership(daily, Self.start).nextChange == midnight)
    #expect(customer.coins(1, in: daily) == 5)
    #expect(Self.coins(customer, 0...4, in: adding) == [1, 6, 11, 12, 12])
  }

  @Test("RA-3 a purchase that leaves gives back no more than the limit has room for")
  func leaving() {
    let blueprint = Self.arcade([Wallet.Gift(amount: 5, .each(.day, upTo: 12))])
    func coins(leavingOn day: Int) -> Int {
      let transfer = PurchaseTransfer(
        purchase: "1", isHeld: false, number: 1,
        spent: [SpentCredit(wallet: "coins", transaction: "1", amount: 3)],
        at: Self.start.days(day))
      return Customer([
        Self.seen(), .spent(3, "a", on: 0), .pack("1", "coins.5", on: 0), .transfer(transfer),
      ]).coins(day, in: blueprint)
    }
    // Of the 10 and 15 coins that were given, none is spent any more.
    #expect(coins(leavingOn: 1) == 10)
    #expect(coins(leavingOn: 2) == 12)
  }

  @Test("RA-3 credits of a week or a month come again after any time away")
  func longWindows() throws {
    let blueprint = Self.arcade([
      Wallet.Gift(amount: 7, .each(.week, upTo: nil)),
      Wallet.Gift(amount: 100, .each(.month, upTo: nil)),
    ])
    var customer = Customer([Self.seen()])
    // The first of March 2026 is a Sunday.
    try Self.print(107, "a", by: &customer, in: blueprint, at: Self.start)
    #expect(Self.coins(customer, 0...1, in: blueprint) == [0, 7])
    #expect(customer.coins(31, in: blueprint) == 107)
    try Self.print(107, "b", by: &customer, in: blueprint, at: Self.start.days(1000))
    #expect(customer.coins(1000, in: blueprint) == 0)
    #expect(customer.coins(1031, in: blueprint) == 107)
  }

  @Test("RA-3 credits that nobody bought are spent first, unless the blueprint says otherwise")
  func order() {
    let gift = [Wallet.Gift(amount: 10, .on(.firstSeen, lasts: Period(7, .day)))]
    let customer = Customer([
      Self.seen(), .pack("1", "coins.5", on: 0), .spent(8, "a", on: 1),
    ])
    let given = Self.arcade(gift)
    let bought = Self.arcade(gift, givenFirst: false)
    #expect(Self.coins(customer, 6...7, in: given) == [7, 5])
    #expect(Self.coins(customer, 6...7, in: bought) == [7, 0])
  }

  @Test("RA-3 a day's limit on spending holds whatever the balance, and no paywall lifts it")
  func spendingLimit() throws {
    let blueprint = Self.arcade(
      [Wallet.Gift(amount: 20, .on(.firstSeen, lasts: nil))],
      spending: Wallet.SpendingLimit(limit: 6, window: .day))
    var customer = Customer([Self.seen()])
    let midnight = instant("2026-03-02T00:00:00Z")
    #expect(customer.membership(blueprint, Self.start).access(to: "print") == .allowed(credits(6)))
    #expect(customer.membership(blueprint, Self.start).nextChange == nil)
    try Self.print(5, "a", by: &customer, in: blueprint, at: Self.start)
    let membership = customer.membership(blueprint, Self.start)
    #expect(membership.credits(in: "coins") == 15)
    #expect(membership.access(to: "print") == .allowed(credits(1)))
    #expect(membership.nextChange == midnight)
    let denial = #expect(throws: Denial.self) {
      try Self.print(2, "b", by: &customer, in: blueprint, at: Self.start)
    }
    #expect(denial == Denial(reason: .limitReached, limit: credits(1), paywall: nil))
    try Self.print(6, "c", by: &customer, in: blueprint, at: midnight)
    try Self.print(6, "d", by: &customer, in: blueprint, at: midnight.days(1))
    // Here the balance is too small, which a purchase lifts.
    let empty = #expect(throws: Denial.self) {
      try Self.print(4, "e", by: &customer, in: blueprint, at: midnight.days(2))
    }
    #expect(empty == Denial(reason: .limitReached, limit: credits(3), paywall: "coins"))
  }

  private func credits(_ left: Int) -> Limit { Limit(limit: left, used: 0, scope: .credits) }

  @Test("RA-3 a customer without a device has a day's credits, and more from the first record on")
  func withoutDevice() throws {
    let blueprint = Self.arcade([Wallet.Gift(amount: 5, .each(.day, upTo: 12))])
    var customer = Customer()
    #expect(Self.coins(customer, 0...3, in: blueprint) == [5, 5, 5, 5])
    #expect(customer.membership(blueprint, Self.start).nextChange == nil)
    try Self.print(4, "a", by: &customer, in: blueprint, at: Self.start.days(3))
    #expect(Self.coins(customer, 3...6, in: blueprint) == [1, 6, 11, 12])
    let watching = Customer([
      .use(Use(feature: "watch", key: "a", origin: "me", at: Self.start))
    ])
    #expect(Self.coins(watching, 0...3, in: blueprint) == [5, 10, 12, 12])
    let apology = try blueprint.give(
      "apology", by: .support, to: Customer(), as: "g", at: Self.start)
    let given = Customer([.grant(apology), .pack("1", "coins.5", on: -300)])
    #expect(Self.coins(given, 0...2, in: blueprint) == [20, 25, 27])
  }

  @Test("RA-3 a clock that was set back brings no credits twice")
  func clock() throws {
    let blueprint = Self.arcade([Wallet.Gift(amount: 5, .each(.day, upTo: nil))])
    var customer = Customer([Self.seen()])
    let midnight = instant("2026-03-02T00:00:00Z")
    try Self.print(5, "a", by: &customer, in: blueprint, at: midnight)
    let now = try #require(customer.now(notBefore: Self.start))
    #expect(now == midnight)
    #expect(customer.membership(blueprint, now).credits(in: "coins") == 0)
    #expect(customer.membership(blueprint, midnight.days(1)).credits(in: "coins") == 5)
  }

  @Test("RA-3 customers who turn out to be one have each gift once")
  func merge() {
    let blueprint = Self.arcade([
      Wallet.Gift(amount: 10, .on(.firstSeen, lasts: nil)),
      Wallet.Gift(amount: 5, .each(.day, upTo: nil)),
    ])
    let tablet = Customer([Self.seen(on: 1, device: "tablet"), .spent(6, "b", on: 1)])
    var phone = Customer([Self.seen(), .spent(3, "a", on: 0)])
    phone.join(tablet)
    #expect(phone.coins(0, in: blueprint) == 6)
    #expect(phone.coins(1, in: blueprint) == 9)
    #expect(phone.coins(2, in: blueprint) == 14)
  }

  @Test(
    "RA-3 a day's credits come at midnight of the customer's time zone if the blueprint says so")
  func customerTimeZone() throws {
    let blueprint = Self.arcade(
      [Wallet.Gift(amount: 5, .each(.day, upTo: nil))], inCustomerTimeZone: true)
    var customer = Customer([
      .attribute(
        AttributeChange(
          attribute: "timeZone", setBy: .device, value: .string("Asia/Tokyo"), at: Self.start)),
      Self.seen(),
    ])
    try Self.print(5, "a", by: &customer, in: blueprint, at: Self.start)
    #expect(
      customer.membership(blueprint, Self.start).nextChange == instant("2026-03-01T15:00:00Z"))
  }

  @Test("RA-3 a listed grant gives credits, which expire, are taken back and are limited")
  func listed() throws {
    let blueprint = Self.arcade([])
    func give(_ id: Grant.ID, on day: Int, to customer: Customer) throws(GrantRefusal) -> Grant {
      try blueprint.give(
        "apology", by: .support, to: customer, as: id, at: Self.start.days(day))
    }
    var customer = Customer()
    let first = try give("g1", on: 0, to: customer)
    #expect(first.entitlements == [])
    #expect(first.credits == GrantedCredits(wallet: "coins", amount: 10))
    #expect(first.endsAt == Self.start.days(30))
    customer.join(.grant(first))
    #expect(customer.membership(blueprint, Self.start).phase == .free)
    let second = try give("g2", on: 1, to: customer)
    #expect(second.startsAt == Self.start.days(1))
    customer.join(.grant(second))
    #expect(throws: GrantRefusal.self) { try give("g3", on: 2, to: customer) }
    #expect(Self.coins(customer, 0...1, in: blueprint) == [10, 20])
    customer.join(.spent(4, "a", on: 2))
    #expect([2, 30, 31].map { customer.coins($0, in: blueprint) } == [16, 10, 0])
    customer.join(.grant(second.revoked(at: Self.start.days(3))))
    #expect([2, 3, 30].map { customer.coins($0, in: blueprint) } == [16, 6, 0])
    #expect(PurchaseOverview(of: customer, in: blueprint, at: Self.start).sources.isEmpty)
  }

  @Test(
    "RA-3 the balance is that of a book in which somebody adds and subtracts day by day",
    arguments: 1...12 as ClosedRange<UInt64>)
  func book(seed: UInt64) {
    var random = Seeded(state: seed)
    let blueprint = Self.arcade([
      Wallet.Gift(amount: 5, .each(.day, upTo: 12)),
      Wallet.Gift(amount: 50, .on(.signUp, lasts: Period(10, .day))),
    ])
    var facts: [(day: Int, fact: Fact)] = [
      (0, Self.seen()), (0, .signedUp(SignUp(account: "ada", at: Self.start))),
    ]
    var (daily, signUp, bought) = (5, 50, 0)
    var expected: [Int] = []
    for day in 0..<60 {
      if day > 0 { daily = min(12, daily + 5) }
      if day == 10 { signUp = 0 }
      if Int.random(in: 0..<10, using: &random) == 0 {
        facts.append((day, .pack(StoreTransaction.ID("\(day)"), "coins.5", on: day)))
        bought += 5
      }
      // Nobody spends on every other ten days.
      for hour in 1...3 where day / 10 % 2 == 0 && Bool.random(using: &random) {
        let balance = daily + signUp + bought
        guard balance > 0 else { continue }
        let cost = Int.random(in: 1...min(9, balance), using: &random)
        facts.append((day, .spent(cost, "\(day)-\(hour)", on: day, hour: hour)))
        let ofDaily = min(cost, daily)
        let ofSignUp = min(cost - ofDaily, signUp)
        signUp -= ofSignUp
        daily -= ofDaily
        bought -= cost - ofSignUp - ofDaily
      }
      expected.append(daily + signUp + bought)
    }
    for day in 0..<60 {
      let known = facts.filter { $0.day <= day }.map(\.fact)
      let customer = Customer(known.shuffled(using: &random))
      #expect(customer.coins(day, hour: 12, in: blueprint) == expected[day], "day \(day)")
    }
  }

  @Test("RA-3 credits that come change at no instant but the next change")
  func nextChange() {
    let blueprint = Self.arcade([
      Wallet.Gift(amount: 5, .each(.day, upTo: 30)),
      Wallet.Gift(amount: 2, .each(.week, upTo: 3)),
    ])
    let customer = Customer([Self.seen(), .spent(6, "a", on: 0, hour: 1)])
    var membership = customer.membership(blueprint, Self.start.hours(2))
    for hour in 2..<(24 * 20) {
      let now = Self.start.hours(hour)
      if let next = membership.nextChange, next <= now {
        membership = customer.membership(blueprint, now)
      }
      #expect(
        customer.membership(blueprint, now).credits(in: "coins")
          == membership.credits(in: "coins"))
    }
    #expect(membership.nextChange == nil)
  }

  @Test(
    "RA-3 a definition with gifts that cannot be kept is refused, and each mistake has its path")
  func mistakes() {
    var definition = Self.arcade([
      Wallet.Gift(amount: 5, .each(.day, upTo: 12))
    ]).definition
    definition.credits = [
      Wallet(
        id: "coins",
        given: [
          Wallet.Gift(amount: 0, .each(.ever, upTo: nil)),
          Wallet.Gift(amount: 5, .each(.day, upTo: 4)),
          Wallet.Gift(amount: 1, .each(.day, upTo: 1000)),
          Wallet.Gift(amount: 5, .on(.purchase, lasts: Period(101, .year))),
          Wallet.Gift(amount: 5, .on(.milestone("tutorail"), lasts: nil)),
          Wallet.Gift(amount: 5, .on(.use("print"), lasts: nil)),
        ], spending: Wallet.SpendingLimit(limit: 0, window: .period))
    ]
    definition.grants = [
      GrantTerms(id: "none"),
      GrantTerms(
        id: "both", entitlements: ["pro"], credits: GrantedCredits(wallet: "coin", amount: 0)),
    ]
    let error = #expect(throws: BlueprintError.self) { try Blueprint(definition) }
    #expect(
      error?.mistakes.map { $0.path.joined(separator: ".") }.sorted() == [
        "credits.coins.given.0.amount", "credits.coins.given.0.each",
        "credits.coins.given.1.upTo", "credits.coins.given.2.upTo", "credits.coins.given.3.lasts",
        "credits.coins.given.3.on", "credits.coins.given.4.on.milestone",
        "credits.coins.given.5.on.use", "credits.coins.spending.per",
        "credits.coins.spending.upTo", "grants.both", "grants.both.amount",
        "grants.both.credits", "grants.none",
      ])
    #expect(error?.mistakes.compactMap(\.nearest).sorted() == ["coins", "tutorial"])
  }

  @Test("RA-3 a wallet holds a million million credits")
  func tokens() throws {
    let blueprint = Self.arcade([
      Wallet.Gift(amount: 1_000_000_000_000, .on(.firstSeen, lasts: nil))
    ])
    var customer = Customer([Self.seen()])
    try Self.print(999_999_999_999, "a", by: &customer, in: blueprint, at: Self.start)
    #expect(customer.coins(0, in: blueprint) == 1)
  }
}
