import Testing

@testable import Tollgate

@Suite("Credits for each month of a plan")
struct PlanMonthCreditTests {
  private static let start = instant("2027-01-31T10:00:00Z")
  private static let february = instant("2027-02-28T10:00:00Z")
  private static let march = instant("2027-03-31T10:00:00Z")

  private static let app = Fixture.blueprint {
    $0.hasFreeTier = true
    for (id, level) in [("year", 2), ("gold", 1)] {
      $0.products.append(
        CatalogProduct(
          id: CatalogProduct.ID(id), kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
          period: Period(1, .year), group: "plans", level: level))
    }
    $0.credits = [
      Wallet(
        id: "coins",
        sources: [
          Wallet.Source(product: "year", amount: 50, lifetime: .planMonth),
          Wallet.Source(product: "gold", amount: 200, lifetime: .planMonth),
        ])
    ]
    $0.features = [
      Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 20))])
    ]
  }

  private static func year(
    _ id: StoreTransaction.ID = "1", _ product: CatalogProduct.ID = "year",
    from start: Instant = start, revoked: Instant? = nil, isUpgraded: Bool = false
  ) -> Fact {
    .transaction(
      .subscription(
        id, product: product, from: start, to: start.adding(Period(1, .year)), revoked: revoked,
        upgraded: isUpgraded))
  }

  private func coins(_ customer: Customer, _ now: Instant) -> Int {
    customer.membership(Self.app, now).credits(in: "coins")
  }

  @Test(
    "RA-10 a yearly plan gives credits in each month from its anniversary, and the rest expires")
  func months() {
    var customer = Customer([Self.year()])
    #expect(customer.use("draw", "a", Self.app, Self.start) == nil)
    #expect(coins(customer, Self.start) == 30)
    #expect(customer.membership(Self.app, Self.start).nextChange == Self.february)
    #expect(coins(customer, Self.february.adding(milliseconds: -1)) == 30)
    #expect(coins(customer, Self.february) == 50)
    #expect(customer.use("draw", "b", Self.app, Self.march) == nil)
    #expect(coins(customer, Self.march) == 30)
    let end = Self.start.adding(Period(1, .year))
    #expect(coins(customer, end.adding(milliseconds: -1)) == 50)
    #expect(coins(customer, end) == 0)
  }

  @Test("RA-10 a bill from the end of February to that of March fills the wallet once")
  func bills() {
    let bills: [Fact] = zip([Self.start, Self.february], [Self.february, Self.march]).enumerated()
      .map { number, bill in
        .transaction(
          .subscription(
            StoreTransaction.ID("\(number)"), product: "year", from: bill.0, to: bill.1))
      }
    var customer = Customer(bills)
    #expect(coins(customer, Self.february) == 50)
    #expect(customer.use("draw", "a", Self.app, Self.february) == nil)
    #expect(customer.membership(Self.app, Self.february).nextChange == Self.march)
    #expect(coins(customer, Self.february.days(30)) == 30)
  }

  @Test("RA-3 a day's credits come beside those of a plan's month, and each expires by itself")
  func gifts() throws {
    var definition = Self.app.definition
    definition.credits = definition.credits.map {
      Wallet(
        id: $0.id, sources: $0.sources, given: [Wallet.Gift(amount: 5, .each(.day, upTo: nil))])
    }
    let app = try Blueprint(definition)
    var customer = Customer([
      Self.year(), .device(DeviceUse(device: "phone", origin: "me", at: Self.start)),
    ])
    let midnight = instant("2027-02-01T00:00:00Z")
    let instants = [Self.start, midnight, Self.february]
    func coins() -> [Int] {
      instants.map { customer.membership(app, $0).credits(in: "coins") }
    }
    #expect(coins() == [55, 55, 55])
    let denial = customer.use("draw", "a", app, Self.start)
    #expect(denial == nil)
    #expect(coins() == [35, 40, 55])
    #expect(customer.membership(app, Self.start).nextChange == midnight)
  }

  @Test("RA-10 a refund ends the credits of the running month and of those to come")
  func refund() {
    let customer = Customer([Self.year(revoked: Self.february.days(3))])
    #expect(coins(customer, Self.february.days(2)) == 50)
    #expect(coins(customer, Self.february.days(3)) == 0)
    #expect(coins(customer, Self.march) == 0)
  }

  @Test("RA-10 an upgrade takes back the share of the running month, and gives months of its own")
  func upgrade() {
    // Half of the month from February 28 to March 31 is left.
    let middle = Self.february.adding(milliseconds: Self.march.since(Self.february) / 2)
    let customer = Customer([
      Self.year(isUpgraded: true), Self.year("2", "gold", from: middle),
    ])
    #expect(coins(customer, middle.adding(milliseconds: -1)) == 50)
    #expect(coins(customer, middle) == 225)
    // The rest of the old month expires with it, and the old plan gives no other.
    #expect(coins(customer, Self.march) == 200)
    #expect(coins(customer, middle.adding(Period(1, .month))) == 200)
  }

  @Test(
    "RA-10 a purchase that is transferred takes the rest of its month along, and its later months")
  func transfer() {
    var owner = Customer([Self.year()])
    owner.use("draw", "a", Self.app, Self.start)
    let at = Self.start.days(3)
    let spent = owner.spentCredits(of: "1", in: Self.app, at: at)
    var other = Customer([Self.year()])
    owner.join(
      .transfer(PurchaseTransfer(purchase: "1", isHeld: false, number: 1, spent: spent, at: at)))
    other.join(
      .transfer(PurchaseTransfer(purchase: "1", isHeld: true, number: 1, spent: spent, at: at)))
    #expect([owner, other].map { coins($0, at) } == [0, 30])
    #expect([owner, other].map { coins($0, Self.february) } == [0, 50])
  }

  /// A life with a yearly plan of a hundred credits a month that roll over, at whose end it is transferred.
  struct Rolling: Sendable, CustomStringConvertible {
    let description: String
    var limit: Int?
    let spent: Int
    let months: Int
    /// What the purchase takes along.
    let left: Int
    /// What is left of it after the next month has come.
    let next: Int
  }

  @Test(
    "RA-10 a purchase that is transferred takes what rolled over of all its months along",
    arguments: [
      Rolling(description: "a month in part", spent: 30, months: 1, left: 170, next: 270),
      Rolling(description: "a whole month", spent: 100, months: 2, left: 200, next: 300),
      Rolling(description: "two months in part", spent: 130, months: 2, left: 170, next: 270),
      Rolling(description: "up to a limit", limit: 250, spent: 0, months: 3, left: 250, next: 250),
    ])
  func transferRolledOver(_ life: Rolling) throws {
    var definition = Self.app.definition
    definition.credits = [
      Wallet(
        id: "coins",
        sources: [
          Wallet.Source(
            product: "year", amount: 100,
            lifetime: .rollsOver(Wallet.Rollover(monthly: true, upTo: life.limit)))
        ])
    ]
    let app = try Blueprint(definition)
    let start = instant("2027-03-01T10:00:00Z")
    var owner = Customer([Self.year(from: start)])
    var other = owner
    if life.spent > 0 {
      owner.join(
        .spend(
          Spend(
            wallet: "coins", feature: "draw", key: "a", origin: "me",
            amount: min(life.spent, 100), at: start.days(1))))
    }
    if life.spent > 100 {
      owner.join(
        .spend(
          Spend(
            wallet: "coins", feature: "draw", key: "b", origin: "me", amount: life.spent - 100,
            at: start.days(32))))
    }
    let at = start.adding(Period(life.months, .month)).days(1)
    #expect(owner.membership(app, at).credits(in: "coins") == life.left)
    let spent = owner.spentCredits(of: "1", in: app, at: at)
    owner.join(
      .transfer(PurchaseTransfer(purchase: "1", isHeld: false, number: 1, spent: spent, at: at)))
    other.join(
      .transfer(PurchaseTransfer(purchase: "1", isHeld: true, number: 1, spent: spent, at: at)))
    let next = start.adding(Period(life.months + 1, .month))
    for (now, left) in [(at, life.left), (next, life.next)] {
      #expect(owner.membership(app, now).credits(in: "coins") == 0)
      #expect(other.membership(app, now).credits(in: "coins") == left)
    }
  }
}
