import Testing
import Tollgate

@Suite("Paid time that adds up")
struct AddedTimeTests {
  private static let start = Fixture.start

  /// An app that sells a season of 90 days, a month of the same, a month of more, a festival with fixed dates of 90 days,
  /// and the season to those who have it.
  private static let field = Fixture.blueprint { definition in
    definition.hasFreeTier = true
    definition.products = [
      pass("season", gives: ["pro"]), pass("month", gives: ["pro"], days: 30),
      pass("everything", gives: ["extra", "pro"], days: 30),
      pass("all", gives: ["pro", "extra"], days: 10),
      pass("festival", gives: ["pro"], addsUp: false),
      CatalogProduct(
        id: "forever", kind: .nonConsumable, name: "Forever", entitlements: ["pro"]),
    ]
    definition.features = [
      Feature(
        id: "plan",
        rules: [Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited)],
        paywall: "passes")
    ]
    definition.paywalls = [
      Paywall(id: "passes", title: "hello", packages: [Paywall.Package(product: "season")]),
      Paywall(
        id: "more", title: "hello",
        packages: ["season", "festival"].map {
          Paywall.Package(product: $0, when: Condition(entitled: ["pro"]))
        }),
    ]
    definition.nudges = [
      Nudge(id: "ends-soon", moment: .before(.periodEnd, Period(3, .day)), text: "hello"),
      Nudge(id: "come-back", moment: .after(.lapse, Period(2, .day)), text: "hello"),
    ]
  }

  private static func pass(
    _ id: CatalogProduct.ID, gives entitlements: [Entitlement.ID], days: Int = 90,
    addsUp: Bool = true
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .nonRenewing, name: "Pass", entitlements: entitlements,
      period: Period(days, .day), addsUp: addsUp)
  }

  private static func bought(
    _ id: StoreTransaction.ID, _ product: CatalogProduct.ID = "season", on day: Int,
    hour: Int = 0, refunded: Int? = nil, quantity: Int = 1,
    in environment: StoreEnvironment = .production
  ) -> Fact {
    .transaction(
      StoreTransaction(
        id: id, originalID: StoreTransaction.OriginalID(id.rawValue), product: product,
        purchasedAt: start.days(day).hours(hour), revokedAt: refunded.map(start.days),
        quantity: quantity, environment: environment,
        signedAt: start.days(refunded ?? day).hours(hour)))
  }

  /// The days, of the first 400, on which somebody has an entitlement.
  private static func days(
    of customer: Customer, with entitlement: Entitlement.ID = "pro"
  ) -> [Int] {
    (0..<400).filter {
      customer.membership(field, start.days($0)).entitlement(entitlement).isActive
    }
  }

  /// Several purchases of a season, and the days that they give.
  struct Life: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let days: [Int]
  }

  static let lives = [
    Life(
      testDescription: "twice, ten days apart", facts: [bought("1", on: 0), bought("2", on: 10)],
      days: Array(0..<180)),
    Life(
      testDescription: "twice within an hour",
      facts: [bought("1", on: 0), bought("2", on: 0, hour: 1)], days: Array(0..<180)),
    Life(
      testDescription: "three times, the last after a gap",
      facts: [bought("1", on: 0), bought("2", on: 89), bought("3", on: 200)],
      days: Array(0..<180) + Array(200..<290)),
    Life(
      testDescription: "the running one is refunded, and the next begins",
      facts: [bought("1", on: 0, refunded: 30), bought("2", on: 10)], days: Array(0..<120)),
    Life(
      testDescription: "one is refunded before it begins",
      facts: [bought("1", on: 0), bought("2", on: 10, refunded: 30), bought("3", on: 20)],
      days: Array(0..<180)),
    Life(
      testDescription: "the last is refunded before it begins",
      facts: [bought("1", on: 0), bought("2", on: 10, refunded: 30)], days: Array(0..<90)),
    Life(
      testDescription: "the second is refunded while it runs",
      facts: [bought("1", on: 0), bought("2", on: 10, refunded: 100), bought("3", on: 20)],
      days: Array(0..<190)),
    Life(
      testDescription: "two at once", facts: [bought("1", on: 0, quantity: 2)],
      days: Array(0..<180)),
    Life(
      testDescription: "two at once, and one more",
      facts: [bought("1", "month", on: 0, quantity: 2), bought("2", "month", on: 10)],
      days: Array(0..<90)),
    Life(
      testDescription: "two at once are refunded in the second, and one more begins then",
      facts: [
        bought("1", "month", on: 0, refunded: 40, quantity: 2), bought("2", "month", on: 10),
      ], days: Array(0..<70)),
    Life(
      testDescription: "two at once with fixed dates",
      facts: [bought("1", "festival", on: 0, quantity: 2)], days: Array(0..<90)),
    Life(
      testDescription: "one that has ended is refunded",
      facts: [bought("1", on: 0, refunded: 100), bought("2", on: 10)], days: Array(0..<180)),
    Life(
      testDescription: "one is refunded before the next is bought",
      facts: [bought("1", on: 0, refunded: 5), bought("2", on: 10), bought("3", on: 20)],
      days: Array(0..<5) + Array(10..<190)),
    Life(
      testDescription: "fixed dates do not add up",
      facts: [bought("1", "festival", on: 0), bought("2", "festival", on: 10)],
      days: Array(0..<100)),
    Life(
      testDescription: "one with fixed dates begins at once",
      facts: [bought("1", on: 0), bought("2", "festival", on: 10)], days: Array(0..<100)),
    Life(
      testDescription: "a month of the same, while the season runs",
      facts: [bought("1", on: 0), bought("2", "month", on: 10)], days: Array(0..<120)),
    Life(
      testDescription: "a season, while a month of the same runs",
      facts: [bought("1", "month", on: 0), bought("2", on: 10)], days: Array(0..<120)),
    Life(
      testDescription: "a season is refunded, and the month that was added to it begins",
      facts: [bought("1", on: 0, refunded: 30), bought("2", "month", on: 10)],
      days: Array(0..<60)),
    Life(
      testDescription: "a month between two seasons is refunded before it begins",
      facts: [
        bought("1", on: 0), bought("2", "month", on: 10, refunded: 30), bought("3", on: 20),
      ], days: Array(0..<180)),
    Life(
      testDescription: "a month between two seasons is refunded while it runs",
      facts: [
        bought("1", on: 0), bought("2", "month", on: 10, refunded: 100), bought("3", on: 20),
      ], days: Array(0..<190)),
    Life(
      testDescription: "a month of more begins at once",
      facts: [bought("1", on: 0), bought("2", "everything", on: 10)], days: Array(0..<90)),
    Life(
      testDescription: "the sandbox delays nothing of production",
      facts: [bought("1", on: 0, in: .sandbox), bought("2", on: 10)], days: Array(0..<100)),
  ]

  @Test(
    "RA-11 a season bought while it runs begins when the running one ends, in any order and merge",
    arguments: lives)
  func days(life: Life) {
    for facts in [life.facts, life.facts.reversed()] {
      #expect(Self.days(of: Customer(facts)) == life.days)
      var merged = Customer(facts.prefix(1))
      merged.join(Customer(facts.dropFirst()))
      #expect(Self.days(of: merged) == life.days)
    }
  }

  @Test(
    "what was added changes nothing before its end, and the next change is exact", arguments: lives)
  func nextChange(life: Life) {
    let customer = Customer(life.facts)
    func isActive(_ at: Instant) -> Bool {
      customer.membership(Self.field, at).entitlement("pro").isActive
    }
    let days = Set(life.days)
    let ends = (1..<400).filter { days.contains($0) != days.contains($0 - 1) }
    var now = Self.start
    for end in ends.map(Self.start.days) {
      var change = customer.membership(Self.field, now).nextChange
      // Other answers change between: nudges come due, and packages are sold.
      while let at = change, at < end {
        #expect(isActive(at) == isActive(now))
        change = customer.membership(Self.field, at).nextChange
      }
      #expect(change == end)
      now = end
    }
  }

  @Test("RA-11 what gives more begins at once, and adds up with what gives as much in any order")
  func more() {
    let customer = Customer([
      Self.bought("1", on: 0), Self.bought("2", "everything", on: 10),
      Self.bought("3", "all", on: 20),
    ])
    #expect(Self.days(of: customer, with: "extra") == Array(10..<50))
    #expect(Self.days(of: customer) == Array(0..<90))
  }

  @Test("RA-11 no day that was paid for is lost, whatever is bought and when", arguments: 1...12)
  func everyDay(seed: UInt64) {
    var random = seed
    func number(below limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    var paid = 0
    let facts = (1...4).map { index in
      let isSeason = number(below: 2) == 0
      paid += isSeason ? 90 : 30
      return Self.bought(
        StoreTransaction.ID("\(index)"), isSeason ? "season" : "month", on: number(below: 30))
    }
    let days = Self.days(of: Customer(facts))
    #expect(days.count == paid)
    var merged = Customer(facts.suffix(2).reversed())
    merged.join(Customer(facts.prefix(2)))
    #expect(Self.days(of: merged) == days)
  }

  @Test("what is transferred away lets the time that was added begin")
  func transferred() {
    var customer = Customer([Self.bought("1", on: 0), Self.bought("2", on: 10)])
    customer.join(
      .transfer(
        PurchaseTransfer(purchase: "1", isHeld: false, number: 1, at: Self.start.days(30))))
    #expect(Self.days(of: customer) == Array(0..<120))
  }

  @Test(
    "a customer who gets a season that another account added or began has what is left of it, and no more"
  )
  func received() {
    var owner = Customer([Self.bought("1", on: 0), Self.bought("2", on: 10)])
    var other = Customer([Self.bought("9", on: 20)])
    func hand(
      _ purchase: PurchaseID, _ giver: inout Customer, _ receiver: inout Customer, day: Int,
      number: Int
    ) {
      let at = Self.start.days(day)
      let left = giver.timeLeft(of: purchase, in: Self.field, at: at)
      let facts = giver.facts(of: purchase)
      for isHeld in [true, false] {
        let transfer = Fact.transfer(
          PurchaseTransfer(
            purchase: purchase, isHeld: isHeld, number: number, timeLeft: left, at: at))
        if isHeld { receiver.join(transfer) } else { giver.join(transfer) }
      }
      for fact in facts { receiver.join(fact) }
    }
    // The one that was added has not begun: all of its ninety days follow the other account's own.
    hand("2", &owner, &other, day: 30, number: 1)
    #expect(Self.days(of: owner) == Array(0..<90))
    #expect(Self.days(of: other) == Array(20..<200))
    // Sixty days are left of the one that runs.
    var third = Customer()
    hand("1", &owner, &third, day: 30, number: 1)
    #expect(Self.days(of: owner) == Array(0..<30))
    #expect(Self.days(of: third).filter { $0 >= 30 } == Array(30..<90))
    // A customer who is merged with the giver has had them all along.
    third.join(owner)
    #expect(Self.days(of: third) == Array(0..<90))
  }

  @Test(
    "RA-11 a season that runs is sold to customers that its package names, a running one with fixed dates is not"
  )
  func sold() throws {
    let customer = Customer([Self.bought("1", on: 0), Self.bought("2", "festival", on: 0)])
    let membership = customer.membership(Self.field, Self.start.days(1))
    #expect(membership.packages(of: "passes").isEmpty)
    #expect(membership.packages(of: "more").map(\.product) == ["season"])
    #expect(Customer().membership(Self.field, Self.start).packages(of: "more").isEmpty)
  }

  @Test("RA-11 a nudge before the period's end comes before the end of all that was added")
  func nudge() {
    func planned(_ customer: Customer, on day: Int) -> [Instant] {
      customer.membership(Self.field, Self.start.days(day)).nudges
        .filter { $0.nudge == "ends-soon" }.map(\.at)
    }
    var customer = Customer([Self.bought("1", on: 0)])
    #expect(planned(customer, on: 1) == [Self.start.days(87)])
    #expect(planned(customer, on: 88) == [])
    // One that was delivered already does not stand for the new end.
    for nudge in customer.membership(Self.field, Self.start.days(1)).nudges {
      customer.join(
        .nudge(
          NudgeDelivery(
            nudge: nudge.nudge, occurrence: nudge.occurrence, at: Self.start.days(87))))
    }
    customer.join(Self.bought("2", on: 88))
    #expect(planned(customer, on: 89) == [Self.start.days(177)])
    customer.join(Self.bought("3", "forever", on: 90))
    #expect(planned(customer, on: 91) == [])
  }

  @Test(
    "a nudge after the end of a season is planned before it, for a device that does not run then")
  func comeBack() {
    let customer = Customer([Self.bought("1", on: 0), Self.bought("2", on: 10)])
    let nudges = customer.membership(Self.field, Self.start.days(11)).nudges
    #expect(nudges.map(\.at) == [Self.start.days(177), Self.start.days(182)])
  }
}
