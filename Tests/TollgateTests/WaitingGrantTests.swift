import Testing

@testable import Tollgate

@Suite("Grants that wait for purchases")
struct WaitingGrantTests {
  private static let start = Fixture.start
  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans"),
      CatalogProduct(
        id: "pro.forever", kind: .nonConsumable, name: "Forever", entitlements: ["pro"]),
      CatalogProduct(
        id: "pass", kind: .nonRenewing, name: "Pass", entitlements: ["pro"],
        period: Period(10, .day), addsUp: false),
      CatalogProduct(
        id: "all", kind: .nonRenewing, name: "All", entitlements: ["extra", "pro"],
        period: Period(10, .day), addsUp: false),
    ]
    $0.grants = [
      GrantTerms(
        id: "referral", giver: .backend, entitlements: ["pro"], lasts: Period(7, .day),
        waitsFor: .purchases, limit: 2, window: .month),
      GrantTerms(id: "quest", entitlements: ["pro"], lasts: Period(3, .day)),
    ]
    $0.paywalls = [
      Paywall(id: "plans", title: "hello", packages: [Paywall.Package(product: "pro.monthly")])
    ]
    $0.nudges = [
      Nudge(id: "ends-soon", moment: .before(.periodEnd, Period(3, .day)), text: "hello")
    ]
  }

  /// A week of the plan, given on a day.
  private static func gift(
    _ id: Grant.ID = "g", on day: Int, revoked: Int? = nil
  ) -> Fact {
    .grant(
      Grant(
        id: id, entitlements: ["pro"], startsAt: start.days(day), endsAt: nil,
        lasts: Period(7, .day), revokedAt: revoked.map(start.days), name: "referral",
        givenAt: start.days(day)))
  }

  private static func period(
    _ id: StoreTransaction.ID, from day: Int, to end: Int, refunded: Int? = nil
  ) -> Fact {
    .transaction(
      .subscription(
        id, from: start.days(day), to: start.days(end), revoked: refunded.map(start.days)))
  }

  private static func renewal(
    willRenew: Bool = false, retrying: Bool = false, after end: Int? = nil,
    graceTo grace: Int? = nil, signed day: Int, hour: Int = 0
  ) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: willRenew,
        renewsAt: end.map(start.days), graceEndsAt: grace.map(start.days),
        isInBillingRetry: retrying,
        signedAt: start.days(day).hours(hour)))
  }

  /// The days, of the first 200, on which somebody has the plan.
  private static func days(_ facts: [Fact]) -> [Int] {
    let customer = Customer(facts)
    return (0..<200).filter {
      customer.membership(blueprint, start.days($0)).entitlement("pro").isActive
    }
  }

  /// What a customer bought and was given, and the days on which they have the plan.
  struct Life: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let days: [Int]
  }

  static let lives: [Life] = [
    Life(
      testDescription: "it begins when the subscription ends",
      facts: [period("1", from: 0, to: 30), gift(on: 10)], days: Array(0..<37)),
    Life(
      testDescription: "it waits through a renewal",
      facts: [period("1", from: 0, to: 30), period("2", from: 30, to: 60), gift(on: 10)],
      days: Array(0..<67)),
    Life(
      testDescription: "it begins at once if nothing was bought",
      facts: [gift(on: 10)], days: Array(10..<17)),
    Life(
      testDescription: "a purchase interrupts it",
      facts: [gift(on: 0), period("1", from: 3, to: 33)], days: Array(0..<37)),
    Life(
      testDescription: "a gap between two subscriptions takes its share",
      facts: [period("1", from: 0, to: 30), period("2", from: 32, to: 60), gift(on: 10)],
      days: Array(0..<65)),
    Life(
      testDescription: "a refund begins it",
      facts: [period("1", from: 0, to: 30, refunded: 15), gift(on: 10)], days: Array(0..<22)),
    Life(
      testDescription: "two follow each other",
      facts: [period("1", from: 0, to: 30), gift(on: 10), gift("h", on: 11)],
      days: Array(0..<44)),
    Life(
      testDescription: "the first of two is revoked while both wait",
      facts: [period("1", from: 0, to: 30), gift(on: 10, revoked: 12), gift("h", on: 11)],
      days: Array(0..<37)),
    Life(
      testDescription: "the first of two is revoked while it runs",
      facts: [period("1", from: 0, to: 30), gift(on: 10, revoked: 32), gift("h", on: 11)],
      days: Array(0..<39)),
    Life(
      testDescription: "what was bought for good is refunded",
      facts: [
        .transaction(
          StoreTransaction(
            id: "1", originalID: "1", product: "pro.forever", purchasedAt: start,
            revokedAt: start.days(100), signedAt: start.days(100))), gift(on: 10),
      ], days: Array(0..<107)),
    Life(
      testDescription: "a transfer of the purchase begins it",
      facts: [
        period("1", from: 0, to: 30), gift(on: 10),
        .transfer(PurchaseTransfer(purchase: "1", isHeld: false, number: 1, at: start.days(15))),
      ], days: Array(0..<22)),
    Life(
      testDescription: "it waits for the end of a grace period",
      facts: [
        period("1", from: 0, to: 30), gift(on: 10),
        renewal(willRenew: true, retrying: true, graceTo: 46, signed: 30),
      ], days: Array(0..<53)),
    Life(
      testDescription: "a grace period that has ended without a payment does not use it up",
      facts: [
        period("1", from: 0, to: 30), gift(on: 10),
        renewal(willRenew: true, retrying: true, graceTo: 46, signed: 30),
        renewal(willRenew: true, retrying: true, signed: 46, hour: 1),
      ], days: Array(0..<30) + Array(46..<53)),
    Life(
      testDescription: "it begins when the store takes a grace period back",
      facts: [
        period("1", from: 0, to: 30), gift(on: 10),
        renewal(willRenew: true, retrying: true, graceTo: 46, signed: 30),
        renewal(willRenew: true, retrying: true, signed: 40),
      ], days: Array(0..<30) + Array(40..<47)),
    Life(
      testDescription: "it begins when the store takes a grace period back, whatever it says later",
      facts: [
        period("1", from: 0, to: 30), gift(on: 10),
        renewal(willRenew: true, retrying: true, after: 30, graceTo: 46, signed: 30),
        renewal(willRenew: true, retrying: true, after: 30, signed: 40),
        renewal(willRenew: true, retrying: true, after: 30, signed: 42),
        renewal(after: 30, signed: 50),
      ], days: Array(0..<30) + Array(40..<47)),
    Life(
      testDescription: "it runs while the store retries a payment without a grace period",
      facts: [
        period("1", from: 0, to: 30), gift(on: 10),
        renewal(willRenew: true, retrying: true, signed: 30), period("2", from: 33, to: 63),
      ], days: Array(0..<67)),
    Life(
      testDescription: "it waits for a renewal that is late",
      facts: [
        period("1", from: 0, to: 30), gift(on: 10), renewal(willRenew: true, signed: 0),
      ], days: Array(0..<38)),
    Life(
      testDescription: "it waits for a seat in a team, and for what was bought elsewhere",
      facts: [
        .seat(
          TeamSeat(
            id: "s", team: "family", side: .member, owner: "ann", member: "me", invitedAt: start,
            expiresAt: start.days(7), joinedAt: start,
            rights: [
              TeamSeat.Right(entitlement: "pro", startsAt: start, endsAt: start.days(20))
            ])),
        .grant(
          Grant(
            id: "w", entitlements: ["pro"], startsAt: start.days(20), endsAt: start.days(40),
            name: "web", givenAt: start.days(20), willRenew: false)), gift(on: 10),
      ], days: Array(0..<47)),
    Life(
      testDescription: "a grant by support interrupts it",
      facts: [
        gift(on: 0),
        .grant(
          Grant(
            id: "s", entitlements: ["pro"], startsAt: start.days(2), endsAt: start.days(5))),
      ], days: Array(0..<10)),
  ]

  @Test("RA-2 a grant that waits gives its days once nothing else does", arguments: lives)
  func waits(_ life: Life) {
    #expect(Self.days(life.facts) == life.days)
    let customer = Customer(life.facts)
    #expect(Customer(life.facts.reversed()) == customer)
    #expect(Customer(customer.facts) == customer)
    #expect(Self.days(customer.facts) == life.days)
  }

  @Test("RA-2 a renewal that is reported late gives a grant back the days since the period's end")
  func lateRenewal() {
    var customer = Customer([Self.period("1", from: 0, to: 30), Self.gift(on: 10)])
    let during = customer.membership(Self.blueprint, Self.start.days(33))
    #expect(during.phase == .subscribed)
    #expect(during.waitingGrants.isEmpty)
    customer.join(Self.period("2", from: 30, to: 60))
    let after = customer.membership(Self.blueprint, Self.start.days(33))
    #expect(after.waitingGrants.map(\.daysLeft) == [7])
    #expect(Self.days(customer.facts) == Array(0..<67))
  }

  @Test("RA-2 two customers who are merged get the days of both")
  func merge() {
    let own = [Self.gift(on: 10)]
    let other = [Self.period("1", from: 0, to: 30), Self.gift("h", on: 10)]
    #expect(Self.days(own + other) == Array(0..<44))
    #expect(Self.days(other + own) == Array(0..<44))
  }

  /// The transfer of the purchase to the customer or away from them.
  private static func transfer(
    isHeld: Bool, number: Int = 1, isShared: Bool = false, spent: [SpentCredit]? = [], on day: Int
  ) -> Fact {
    .transfer(
      PurchaseTransfer(
        purchase: "1", isHeld: isHeld,
        number: number, isShared: isShared, spent: isShared ? nil : spent, at: start.days(day)))
  }

  /// The days that are left of the customer's grants that wait on a day.
  private static func daysLeft(_ facts: [Fact], on day: Int) -> [Int] {
    Customer(facts).membership(blueprint, start.days(day)).waitingGrants.map(\.daysLeft)
  }

  @Test("RA-2 a purchase that comes from somebody else gives no days of a grant back")
  func arrival() {
    let facts = [Self.gift(on: 1), Self.period("1", from: 0, to: 30)]
    let transferred = facts + [Self.transfer(isHeld: true, on: 20)]
    #expect(Self.daysLeft(transferred, on: 21).isEmpty)
    let later = facts + [Self.transfer(isHeld: true, on: 4)]
    #expect(Self.daysLeft(later, on: 21) == [4])
    let shared = facts + [Self.transfer(isHeld: true, number: 0, isShared: true, on: 20)]
    #expect(Self.daysLeft(shared, on: 21).isEmpty)
    // Who shares it has had it all along, and so has somebody who was merged with them.
    let owner = facts + [Self.transfer(isHeld: true, number: 0, spent: nil, on: 20)]
    #expect(Self.daysLeft(owner, on: 21) == [7])
    #expect(Self.daysLeft(shared + owner, on: 21) == [7])
  }

  @Test("RA-2 a grant runs while the purchase is somebody else's, and waits once it is back")
  func thereAndBack() {
    let left =
      [Self.period("1", from: 0, to: 60), Self.gift(on: 10)]
      + [Self.transfer(isHeld: false, on: 15)]
    let back = left + [Self.transfer(isHeld: true, number: 2, on: 20)]
    #expect(Self.daysLeft(back, on: 21) == [2])
    #expect(Self.days(back) == Array(0..<62))
    #expect(Self.daysLeft(back.reversed(), on: 21) == [2])
    let shared = left + [Self.transfer(isHeld: true, isShared: true, on: 18)]
    #expect(Self.daysLeft(shared, on: 21) == [4])
    // The customer to whom it went was merged into this one.
    #expect(Self.daysLeft(left + [Self.transfer(isHeld: true, on: 15)], on: 21) == [7])
  }

  @Test("RA-2 a membership lists a grant that waits, with the days that are left of it")
  func listed() throws {
    let customer = Customer([
      Self.gift(on: 0), Self.period("1", from: 3, to: 33), Self.renewal(signed: 4),
    ])
    let running = customer.membership(Self.blueprint, Self.start.days(2))
    #expect(running.waitingGrants.isEmpty)
    #expect(running.packages(of: "plans").map(\.product) == ["pro.monthly"])
    #expect(running.nextChange == Self.start.days(3))
    let waiting = customer.membership(Self.blueprint, Self.start.days(10))
    let grant = try #require(waiting.waitingGrants.first)
    #expect(grant.id == "g" && grant.name == "referral" && grant.entitlements == ["pro"])
    #expect(grant.daysLeft == 4)
    #expect(waiting.nextChange == Self.start.days(33))
    let resumed = customer.membership(Self.blueprint, Self.start.days(33))
    #expect(resumed.phase == .subscribed)
    #expect(resumed.nextChange == Self.start.days(37))
    let over = customer.membership(Self.blueprint, Self.start.days(37))
    #expect(over.phase == .lapsed)
    #expect(over.waitingGrants.isEmpty)
  }

  @Test("RA-2 support can revoke a grant that waits, and a grant that was used up is over")
  func revoked() throws {
    let bought = Self.period("1", from: 0, to: 30)
    let grant = try Self.blueprint.give(
      "referral", by: .backend, to: Customer([bought]), as: "g", at: Self.start.days(10))
    #expect(grant.lasts == Period(7, .day))
    #expect(grant.startsAt == Self.start.days(10) && grant.endsAt == nil)
    let customer = Customer([bought, .grant(grant)])
    #expect(
      customer.remainingGrants(in: Self.blueprint, at: Self.start.days(36)).map(\.id) == ["g"])
    let running = customer.runningGrants(in: Self.blueprint, at: Self.start.days(36))
    #expect(running.map(\.grant.id) == ["g"] && running.map(\.endsAt) == [Self.start.days(37)])
    #expect(customer.runningGrants(in: Self.blueprint, at: Self.start.days(20)).isEmpty)
    #expect(customer.remainingGrants(in: Self.blueprint, at: Self.start.days(37)).isEmpty)
    let revoked = Customer([bought, .grant(grant.revoked(at: Self.start.days(12)))])
    #expect(
      revoked.membership(Self.blueprint, Self.start.days(12)).waitingGrants.isEmpty)
    #expect(Self.days(revoked.facts) == Array(0..<30))
  }

  @Test("RA-2 a grant that waits counts toward its limit when it is given")
  func limit() throws {
    let customer = Customer([
      Self.period("1", from: 0, to: 60), Self.gift(on: 1), Self.gift("h", on: 2),
    ])
    #expect(
      throws: GrantRefusal.limitReached(limit: 2, until: instant("2026-04-01T00:00:00Z"))
    ) {
      try Self.blueprint.give(
        "referral", by: .backend, to: customer, as: "i", at: Self.start.days(3))
    }
  }

  @Test("RA-2 a grant that waits for grants does not wait for one that waits for purchases")
  func beside() throws {
    let customer = Customer([Self.gift(on: 0)])
    let quest = try Self.blueprint.give(
      "quest", by: .support, to: customer, as: "q", at: Self.start.days(1))
    #expect(quest.startsAt == Self.start.days(1))
    #expect(Self.days([Self.gift(on: 0), .grant(quest)]) == Array(0..<10))
  }

  @Test("RA-2 a grant waits for one that gives more, even if that was given later")
  func larger() {
    let more = Fact.grant(
      Grant(
        id: "a", entitlements: ["extra", "pro"], startsAt: Self.start.days(2), endsAt: nil,
        lasts: Period(3, .day), revokedAt: nil, name: "quest", givenAt: Self.start.days(2)))
    #expect(Self.days([Self.gift(on: 0), more]) == Array(0..<10))
  }

  @Test("RA-2 no nudge announces the end of a subscription that a grant continues")
  func nudges() {
    let ending = [Self.period("1", from: 0, to: 30), Self.renewal(signed: 1)]
    #expect(
      Customer(ending).membership(Self.blueprint, Self.start.days(12)).nudges.map(\.at)
        == [Self.start.days(27)])
    let kept = Customer(ending + [Self.gift(on: 10)])
    #expect(kept.membership(Self.blueprint, Self.start.days(12)).nudges.isEmpty)
    let planned = PlannedNudge(
      id: "ends-soon", at: Self.start.days(27), occurrence: Self.start, text: "hello")
    let due = Self.start.days(27)
    #expect(Customer(ending).membership(Self.blueprint, due).stillWants(planned))
    #expect(!kept.membership(Self.blueprint, due).stillWants(planned))
  }

  @Test("RA-2 a nudge announces the end of a larger plan that a grant continues only in part")
  func largerPlan() throws {
    var definition = Self.blueprint.definition
    definition.products.append(
      CatalogProduct(
        id: "studio.monthly", kind: .autoRenewable, name: "Studio", entitlements: ["extra", "pro"],
        period: Period(1, .month), group: "plans"))
    let blueprint = try Blueprint(definition)
    let now = Self.start.days(5)
    func times(_ facts: [Fact]) -> [Instant] {
      Customer(facts).membership(blueprint, now).nudges.map(\.at)
    }
    let subscription = Fact.transaction(
      .subscription(
        "1", product: "studio.monthly", from: Self.start, to: Self.start.days(30)))
    let cancelled = Fact.renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "studio.monthly", willRenew: false,
        signedAt: Self.start.days(1)))
    let pass = Fact.transaction(
      StoreTransaction(
        id: "2", originalID: "2", product: "all", purchasedAt: Self.start,
        signedAt: Self.start))
    let extra = Fact.grant(
      Grant(
        id: "h", entitlements: ["extra"], startsAt: Self.start.days(3), endsAt: nil,
        lasts: Period(7, .day)))
    #expect(times([subscription, cancelled, Self.gift(on: 2)]) == [Self.start.days(27)])
    #expect(times([subscription, cancelled, Self.gift(on: 2), extra]).isEmpty)
    #expect(times([pass, Self.gift(on: 2)]) == [Self.start.days(7)])
    #expect(times([pass, Self.gift(on: 2), extra]).isEmpty)
    let planned = PlannedNudge(
      id: "ends-soon", at: Self.start.days(27), occurrence: Self.start, text: "hello")
    let due = Customer([subscription, cancelled, Self.gift(on: 2)])
      .membership(blueprint, Self.start.days(27))
    #expect(due.stillWants(planned))
  }

  @Test("RA-2 an entitlement comes from the purchase, and then from the grant that waited")
  func overview() {
    let customer = Customer([Self.period("1", from: 0, to: 30), Self.gift(on: 10)])
    func source(on day: Int) -> EntitlementSource? {
      PurchaseOverview(of: customer, in: Self.blueprint, at: Self.start.days(day)).sources["pro"]
    }
    #expect(source(on: 20)?.endsAt == Self.start.days(30))
    #expect(source(on: 31)?.origin == .grant)
    #expect(source(on: 31)?.endsAt == Self.start.days(37))
  }

  @Test(
    "RA-2 grants that wait are used up hour by hour as in a simulation, and the next change is exact"
  )
  func simulation() {
    for seed: UInt64 in 1...20 {
      var random = Seeded(state: seed)
      let buys = seed % 2 == 0
      let life = HourlyLife(&random, buys: buys)
      let customer = Customer(life.facts.shuffled(using: &random))
      let expected = life.hours
      for (hour, state) in expected.enumerated() {
        let now = Self.start.hours(hour)
        let seen = Membership(unchangingFor: customer, in: Self.blueprint, at: now)
        #expect(seen.entitlements == state.entitlements, "seed \(seed), hour \(hour)")
        #expect(
          seen.waitingGrants.map(\.id) == state.waiting.map(\.id), "seed \(seed), hour \(hour)")
        #expect(
          seen.waitingGrants.map(\.daysLeft) == state.waiting.map { ($0.left - 1) / 24 + 1 },
          "seed \(seed), hour \(hour)")
        guard hour % 7 == 0 else { continue }
        let change = expected.indices.first { $0 > hour && expected[$0] != state }
          .map { Self.start.hours($0) }
        let next = Membership(of: customer, in: Self.blueprint, at: now).nextChange
        if !buys {
          #expect(next == change, "seed \(seed), hour \(hour)")
        } else if let change {
          // What was bought changes more than this, such as what a paywall sells.
          #expect(next.map { $0 <= change } ?? false, "seed \(seed), hour \(hour)")
        }
      }
    }
  }
}

/// What a customer bought and was given, at whole hours, and what they have in each hour: found by counting, hour by hour.
private struct HourlyLife {
  /// A grant that waits, and the hours that are left of it.
  struct Waiting: Hashable {
    let id: Grant.ID
    let left: Int
  }

  /// What somebody has in an hour.
  struct Hour: Hashable {
    let entitlements: [Entitlement.ID]
    let waiting: [Waiting]
  }

  private struct Span {
    let entitlements: Set<Entitlement.ID>
    let hours: Range<Int>
  }

  /// Longer than anything lasts that is bought or given.
  private static let length = 300
  private static let start = Fixture.start

  private(set) var facts: [Fact] = []
  private var spans: [Span] = []
  private var grants: [Grant] = []

  /// Creates a life.
  ///
  /// - Parameter buys: Whether anything is bought or shared, or only given.
  init(_ random: inout Seeded, buys: Bool) {
    for number in 1...Int.random(in: 2...5, using: &random) { get(number, buys: buys, &random) }
    for number in 1...Int.random(in: 1...4, using: &random) { give(number, &random) }
  }

  private mutating func get(_ number: Int, buys: Bool, _ random: inout Seeded) {
    let from = Int.random(in: 0..<100, using: &random)
    let length = Int.random(in: 2...30, using: &random)
    let lost =
      Int.random(in: 0...3, using: &random) == 0
      ? from + Int.random(in: 1..<length, using: &random) : nil
    let (begin, end) = (Self.start.hours(from), Self.start.hours(from + length))
    let gives: Set<Entitlement.ID>
    switch buys ? Int.random(in: 0...4, using: &random) : 4 {
    case 0:
      gives = ["pro"]
      facts.append(
        .transaction(
          .subscription(
            StoreTransaction.ID("\(number)"), of: StoreTransaction.OriginalID("\(number)"),
            from: begin, to: end, revoked: lost.map(Self.start.hours))))
    case 1:
      gives = ["extra", "pro"]
      facts.append(
        .transaction(
          StoreTransaction(
            id: StoreTransaction.ID("\(number)"),
            originalID: StoreTransaction.OriginalID("\(number)"), product: "all",
            purchasedAt: begin, expiresAt: end, revokedAt: lost.map(Self.start.hours),
            signedAt: lost.map(Self.start.hours) ?? begin)))
    case 2:
      gives = ["pro"]
      facts.append(
        .transaction(
          .subscription(
            StoreTransaction.ID("\(number)"), of: StoreTransaction.OriginalID("\(number)"),
            from: begin, to: end)))
      if let lost {
        facts.append(
          .transfer(
            PurchaseTransfer(
              purchase: PurchaseID("\(number)"), isHeld: false, number: 1,
              at: Self.start.hours(lost))))
      }
    case 3:
      gives = ["pro"]
      facts.append(
        .seat(
          TeamSeat(
            id: TeamSeat.ID("\(number)"), team: "family", side: .member, owner: "ann",
            member: "me", invitedAt: begin, expiresAt: end, joinedAt: begin,
            rights: [
              TeamSeat.Right(
                entitlement: "pro", startsAt: begin,
                endsAt: Self.start.hours(lost ?? from + length))
            ])))
    default:
      gives = Bool.random(using: &random) ? ["extra"] : ["pro"]
      facts.append(
        .grant(
          Grant(
            id: Grant.ID("fixed\(number)"), entitlements: Array(gives), startsAt: begin,
            endsAt: end, revokedAt: lost.map(Self.start.hours))))
    }
    spans.append(Span(entitlements: gives, hours: from..<(lost ?? from + length)))
  }

  private mutating func give(_ number: Int, _ random: inout Seeded) {
    let choices: [[Entitlement.ID]] = [["pro"], ["pro"], ["extra"], ["extra", "pro"]]
    let at = Int.random(in: 0..<80, using: &random)
    let revoked =
      Int.random(in: 0...3, using: &random) == 0
      ? at + Int.random(in: 0..<60, using: &random) : nil
    let grant = Grant(
      id: Grant.ID("waiting\(number)"),
      entitlements: choices[Int.random(in: 0..<choices.count, using: &random)],
      startsAt: Self.start.hours(at), endsAt: nil,
      lasts: Period(Int.random(in: 1...40, using: &random), .hour),
      revokedAt: revoked.map(Self.start.hours), name: "referral", givenAt: Self.start.hours(at))
    grants.append(grant)
    facts.append(.grant(grant))
  }

  /// What the customer has in each hour: each grant uses up an hour if anything that it gives is missing; those that give
  /// more come first, and of them the first given.
  var hours: [Hour] {
    var left = Dictionary(uniqueKeysWithValues: grants.map { ($0.id, $0.lasts?.count ?? 0) })
    let asGiven = grants.sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    let inOrder =
      asGiven.filter { $0.entitlements.count > 1 }
      + asGiven.filter { $0.entitlements.count == 1 }
    let places = Dictionary(uniqueKeysWithValues: asGiven.enumerated().map { ($1.id, $0) })
    return (0..<Self.length).map { hour in
      let now = Self.start.hours(hour)
      var given = spans.filter { $0.hours.contains(hour) }.reduce(into: Set<Entitlement.ID>()) {
        $0.formUnion($1.entitlements)
      }
      var waiting: [Waiting] = []
      for grant in inOrder where grant.startsAt <= now && grant.revokedAt.map({ now < $0 }) ?? true
      {
        guard let hours = left[grant.id], hours > 0 else { continue }
        if given.isSuperset(of: grant.entitlements) {
          waiting.append(Waiting(id: grant.id, left: hours))
        } else {
          given.formUnion(grant.entitlements)
          left[grant.id] = hours - 1
        }
      }
      waiting.sort { places[$0.id, default: 0] < places[$1.id, default: 0] }
      return Hour(entitlements: given.sorted(), waiting: waiting)
    }
  }
}
