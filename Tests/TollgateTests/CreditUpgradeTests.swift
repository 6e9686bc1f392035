import Testing

@testable import Tollgate

@Suite("Credits of plans that replace one another")
struct CreditUpgradeTests {
  static let start = Fixture.start

  /// An upgrade on a day of a period of thirty, with so many of the credits spent before and so many there after.
  struct Row: Sendable, CustomStringConvertible {
    var from: CatalogProduct.ID = "basic"
    var to: CatalogProduct.ID = "gold"
    let spent: Int
    let day: Int
    let after: Int

    var description: String { "\(from) to \(to) on day \(day), \(spent) spent" }
  }

  static let rows = [
    Row(spent: 0, day: 15, after: 225),
    Row(spent: 10, day: 15, after: 215),
    Row(spent: 40, day: 15, after: 185),
    Row(spent: 50, day: 15, after: 175),
    Row(spent: 50, day: 29, after: 199),
    Row(spent: 50, day: 1, after: 152),
    Row(from: "plus", to: "other", spent: 0, day: 15, after: 75),
    Row(from: "plus", to: "other", spent: 40, day: 15, after: 35),
    Row(from: "plus", to: "basic", spent: 0, day: 3, after: 55),
  ]

  @Test(
    "EX-11 a plan that replaces another removes the share of the credits that the store refunds",
    arguments: rows)
  func upgrade(row: Row) {
    var customer = Customer([.period("1", row.from, from: 0, to: 30)])
    if row.spent > 0 { customer.spend("print", "a", cost: row.spent, on: 0) }
    customer.join(.period("2", row.to, from: row.day, to: row.day + 30))
    #expect(customer.coins(row.day, hour: 1) == row.after)
  }

  @Test("EX-11 changing back and forth between plans gives no more than was paid for")
  func crossgrades() {
    var customer = Customer()
    var spent = 0
    for day in 0..<20 {
      customer.join(
        .period(
          StoreTransaction.ID("\(100 + day)"), day.isMultiple(of: 2) ? "plus" : "other", from: day,
          to: day + 30))
      let left = customer.coins(day)
      if left > 0 { customer.spend("print", "\(day)", cost: left, on: day) }
      spent += left
    }
    // A period's fifty, and for each of the nineteen days that were paid for one or two of fifty in thirty days.
    #expect(spent <= 50 + 19 * 2)
    customer.join(.period("200", "plus", from: 49, to: 79))
    #expect(customer.coins(49) == 50)
  }

  @Test("EX-11 a free trial that a paid plan replaces leaves it no debt")
  func trial() {
    var customer = Customer([.period("1", "gold", from: 0, to: 3, offer: .freeTrial)])
    customer.spend("print", "a", cost: 10, on: 0)
    customer.join(.period("2", "basic", from: 1, to: 31))
    #expect(customer.coins(1, hour: 1) == 50)
  }

  @Test("EX-11 the store's mark of a replaced period, posted with a restore, changes no credits")
  func markedUpgrade() {
    var customer = Customer([.period("1", "basic", from: 0, to: 30)])
    customer.spend("print", "a", cost: 50, on: 1)
    customer.join(.period("2", "gold", from: 15, to: 45))
    #expect(customer.coins(15, hour: 1) == 175)
    customer.join(
      .transaction(
        .subscription(
          "1", of: "plan", product: "basic", from: Self.start, to: Self.start.days(30),
          revoked: Self.start.days(15), upgraded: true, signed: Self.start.days(16))))
    #expect(customer.coins(16) == 175)
  }

  @Test("EX-11 a refund of the later plan ends what was left of the earlier one")
  func refundedUpgrade() {
    let customer = Customer([
      .period("1", "basic", from: 0, to: 30), .period("2", "gold", from: 10, to: 40, refunded: 12),
    ])
    #expect([9, 10, 11, 12].map { customer.coins($0) } == [50, 217, 217, 0])
  }

  @Test("EX-11 the share of a year that was replaced expires with the subscription")
  func lapsedShare() {
    var customer = Customer([
      .period("1", "basic", from: 0, to: 360), .period("2", "gold", from: 180, to: 210),
    ])
    #expect([179, 180, 209, 210].map { customer.coins($0) } == [50, 225, 225, 0])
    #expect(
      customer.membership(Fixture.studio, Self.start.days(200)).nextChange == Self.start.days(210))
    customer.join(.period("3", "gold", from: 210, to: 240))
    #expect([210, 239, 240].map { customer.coins($0) } == [225, 225, 0])
  }

  @Test("EX-11 what an upgrade keeps of a year expires with the subscription, and does not return")
  func lapsedKeep() {
    let customer = Customer([
      .period("1", "small", from: 0, to: 360), .period("2", "large", from: 15, to: 45),
      .period("3", "large", from: 60, to: 90),
    ])
    let app = Self.plans(.keep)
    #expect([15, 44, 45, 60, 90].map { customer.coins($0, in: app) } == [400, 400, 0, 300, 0])
  }

  @Test(
    "EX-11 a full refund of a period that was replaced takes what stayed of it, the share of the change does not",
    arguments: ["basic", "plus"] as [CatalogProduct.ID])
  func refundedOld(product: CatalogProduct.ID) {
    func signed(_ day: Int, returning milliunits: Int64) -> Fact {
      let at = Self.start.days(day)
      return .transaction(
        StoreTransaction(
          id: "1", originalID: "plan", product: product, group: "plans", purchasedAt: Self.start,
          expiresAt: Self.start.days(30), revokedAt: at,
          refund: StoreTransaction.Refund(
            at: at, amount: Money(milliunits: milliunits, currency: "USD")),
          isUpgraded: true, price: Money(milliunits: 5_000, currency: "USD"), signedAt: at))
    }
    var customer = Customer([
      signed(15, returning: 2_500), .period("2", "gold", from: 15, to: 45),
    ])
    #expect([14, 15, 17].map { customer.coins($0) } == [50, 225, 225])
    customer.join(signed(16, returning: 5_000))
    #expect([14, 15, 16, 17].map { customer.coins($0) } == [50, 225, 200, 200])
  }

  @Test("EX-11 a period that was replaced the instant it began gives nothing")
  func replacedAtOnce() {
    let customer = Customer([
      .transaction(
        .subscription(
          "1", of: "plan", product: "basic", from: Self.start, to: Self.start.days(30),
          upgraded: true)),
      .period("2", "gold", from: 0, to: 30),
    ])
    #expect(customer.coins(0) == 200)
  }

  /// An upgrade in the middle of a period that gave a hundred coins, to a plan that gives three hundred.
  struct Terms: Sendable, CustomStringConvertible {
    let rule: Wallet.Upgrade
    let spent: Int
    let after: Int
    /// What is left when the old period would have ended.
    let later: Int

    var description: String { "\(rule), \(spent) spent" }
  }

  static let terms = [
    Terms(rule: .share, spent: 40, after: 310, later: 300),
    Terms(rule: .share, spent: 90, after: 260, later: 260),
    Terms(rule: .topUp, spent: 40, after: 260, later: 260),
    Terms(rule: .topUp, spent: 0, after: 300, later: 300),
    Terms(rule: .replace, spent: 40, after: 300, later: 300),
    Terms(rule: .replace, spent: 90, after: 300, later: 300),
    Terms(rule: .keep, spent: 40, after: 360, later: 300),
    Terms(rule: .keep, spent: 90, after: 310, later: 300),
  ]

  private static func plans(_ rule: Wallet.Upgrade) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = [("small", 2), ("twin", 2), ("large", 1)].map { id, level in
        CatalogProduct(
          id: CatalogProduct.ID(id), kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
          period: Period(1, .month), group: "plans", level: level)
      }
      $0.credits = [
        Wallet(
          id: "coins",
          sources: [("small", 100), ("twin", 100), ("large", 300)].map { id, amount in
            Wallet.Source(
              product: CatalogProduct.ID(id), amount: amount, lifetime: .period, onUpgrade: rule)
          })
      ]
      $0.features = [
        Feature(id: "print", rules: [Feature.Rule(allowance: .spend("coins", cost: nil))])
      ]
    }
  }

  @Test(
    "EX-11 the blueprint says what an upgrade leaves of the period's credits", arguments: terms)
  func upgradeTerms(_ terms: Terms) {
    var customer = Customer([.period("1", "small", from: 0, to: 30)])
    if terms.spent > 0 { customer.join(.spent(terms.spent, "a", on: 1)) }
    customer.join(.period("2", "large", from: 15, to: 45))
    let app = Self.plans(terms.rule)
    #expect(customer.coins(15, in: app) == terms.after)
    #expect(customer.coins(30, in: app) == terms.later)
  }

  @Test(
    "EX-11 a change to a plan of the same level keeps the share alone, where an upgrade keeps all")
  func sameLevel() {
    let customer = Customer([
      .period("1", "small", from: 0, to: 30), .spent(40, "a", on: 1),
      .period("2", "twin", from: 15, to: 45),
    ])
    #expect(customer.coins(15, in: Self.plans(.keep)) == 110)
  }

  @Test("EX-11 what two upgrades top up is what neither plan's customer has spent")
  func twice() {
    var customer = Customer([
      .period("1", "small", from: 0, to: 30), .spent(40, "a", on: 1),
      .period("2", "twin", from: 10, to: 40),
    ])
    let app = Self.plans(.topUp)
    #expect(customer.coins(10, in: app) == 60)
    customer.join(.spent(30, "b", on: 11))
    customer.join(.period("3", "large", from: 20, to: 50))
    #expect(customer.coins(20, in: app) == 230)
  }

  @Test("EX-11 a free trial's credits end when the plan that tops up begins, and cost it nothing")
  func toppedUpTrial() {
    let customer = Customer([
      .period("1", "small", from: 0, to: 7, offer: .freeTrial),
      .credit(
        Credit(
          purchase: "plan", transaction: "1", wallet: "coins", amount: 20, lifetime: .period,
          onUpgrade: .topUp)), .spent(5, "a", on: 1), .period("2", "large", from: 2, to: 32),
    ])
    #expect([1, 2].map { customer.coins($0, hour: 1, in: Self.plans(.topUp)) } == [15, 300])
  }
}
