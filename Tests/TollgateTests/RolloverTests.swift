import Testing

@testable import Tollgate

@Suite("Credits that roll over")
struct RolloverTests {
  private static let start = instant("2027-01-31T10:00:00Z")
  /// When each month begins that is counted from January 31.
  private static let months = (0...12).map { start.adding(Period(1, .month), times: $0) }

  /// An app whose plans, for a month and for a year, give fifty coins each month; a third plan gives none.
  private static func app(
    upTo limit: Int? = nil, lasts: Period? = nil, whileSubscribed: Bool = false
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      for (id, period) in [
        ("month", Period(1, .month)), ("year", Period(1, .year)), ("plain", Period(1, .month)),
      ] {
        $0.products.append(
          CatalogProduct(
            id: CatalogProduct.ID(id), kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
            period: period, group: "plans", level: 1))
      }
      let lifetime = Wallet.Lifetime.rollsOver(
        Wallet.Rollover(
          monthly: true, upTo: limit, lasts: lasts, whileSubscribed: whileSubscribed))
      $0.credits = [
        Wallet(
          id: "coins",
          sources: ["month", "year"].map {
            Wallet.Source(product: $0, amount: 50, lifetime: lifetime)
          })
      ]
      $0.features = [
        Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 20))])
      ]
    }
  }

  private static let year = Fact.transaction(
    .subscription("1", product: "year", from: months[0], to: months[12]))

  /// The bill of a month.
  private static func bill(
    _ month: Int, _ product: CatalogProduct.ID = "month", refunded: Instant? = nil
  ) -> Fact {
    .transaction(
      .subscription(
        StoreTransaction.ID("\(month + 1)"), product: product, from: months[month],
        to: months[month + 1], revoked: refunded, isRenewal: month > 0))
  }

  private static func bills(_ count: Int) -> Customer { Customer((0..<count).map { bill($0) }) }

  private func coins(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> Int {
    customer.membership(app, now).credits(in: "coins")
  }

  @Test(
    "RA-10 the months of a yearly plan roll over up to a number, and what is left stays after the plan"
  )
  func limit() {
    let app = Self.app(upTo: 100)
    var customer = Customer([Self.year])
    #expect(Self.months.prefix(3).map { coins(customer, app, $0) } == [50, 100, 100])
    #expect(customer.membership(app, Self.start).nextChange == Self.months[1])
    #expect(customer.use("draw", "a", app, Self.months[2]) == nil)
    #expect(Self.months[2...3].map { coins(customer, app, $0) } == [80, 100])
    #expect(coins(customer, app, Self.months[12].days(1_000)) == 100)
  }

  @Test(
    "RA-10 credits that last two months expire at the end of the second month of the plan, by the month and by the year",
    arguments: [Customer([year]), bills(4)])
  func lasting(customer: Customer) {
    let app = Self.app(lasts: Period(2, .month))
    #expect(Self.months.prefix(4).map { coins(customer, app, $0) } == [50, 100, 100, 100])
  }

  @Test(
    "EX-11 credits of months from the 31st last to the 31st of the second month, not to the 28th")
  func monthEnds() {
    let app = Self.app(lasts: Period(2, .month))
    let customer = Self.bills(3)
    let april = Self.months[3]
    #expect(customer.membership(app, Self.months[2]).nextChange == april)
    #expect(coins(customer, app, april.adding(milliseconds: -1)) == 100)
    #expect(coins(customer, app, april) == 50)
    let may = Self.months[4]
    #expect(may == instant("2027-05-31T10:00:00Z"))
    #expect(coins(customer, app, may.adding(milliseconds: -1)) == 50)
    #expect(coins(customer, app, may) == 0)
  }

  @Test("EX-11 credits of quarters from the 31st last to the end of the second quarter")
  func quarterEnds() {
    let app = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products.append(
        CatalogProduct(
          id: "quarter", kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
          period: Period(3, .month), group: "plans", level: 1))
      $0.credits = [
        Wallet(
          id: "coins",
          sources: [
            Wallet.Source(
              product: "quarter", amount: 100,
              lifetime: .rollsOver(Wallet.Rollover(lasts: Period(6, .month))))
          ])
      ]
      $0.features = [
        Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 20))])
      ]
    }
    let ends = ["2027-08-31", "2027-11-30", "2028-02-29", "2028-05-31", "2028-08-31"].map {
      instant("\($0)T10:00:00Z")
    }
    let customer = Customer(
      (0..<3).map {
        Fact.transaction(
          .subscription(
            StoreTransaction.ID("\($0 + 1)"), product: "quarter", from: ends[$0], to: ends[$0 + 1],
            isRenewal: $0 > 0))
      })
    #expect(ends.map { coins(customer, app, $0) } == [100, 200, 200, 100, 0])
    let before = ends.dropFirst().map { coins(customer, app, $0.adding(milliseconds: -1)) }
    #expect(before == [100, 200, 200, 100])
  }

  @Test("EX-11 credits that expire first are spent first")
  func order() {
    let app = Self.app(lasts: Period(2, .month))
    var customer = Self.bills(2)
    #expect(customer.use("draw", "a", app, Self.months[1]) == nil)
    #expect(coins(customer, app, Self.months[1]) == 80)
    #expect(coins(customer, app, Self.months[2]) == 50)
  }

  @Test("EX-11 credits that roll over while subscribed expire with the subscription")
  func whileSubscribed() {
    let customer = Self.bills(2)
    let app = Self.app(lasts: Period(1, .year), whileSubscribed: true)
    #expect(Self.months.prefix(3).map { coins(customer, app, $0) } == [50, 100, 0])
    #expect(customer.membership(app, Self.months[1]).nextChange == Self.months[2])
    let kept = Self.app(lasts: Period(1, .year))
    #expect([2, 11, 12].map { coins(customer, kept, Self.months[$0]) } == [100, 100, 50])
  }

  @Test(
    "EX-11 a subscription that the store renews after a failed payment has not ended, one that is bought again has",
    arguments: [(true, 150), (false, 50), (nil, 50)] as [(Bool?, Int)])
  func gap(isRenewal: Bool?, expected: Int) {
    var customer = Self.bills(2)
    let app = Self.app(whileSubscribed: true)
    let again = Self.months[2].days(5)
    #expect(coins(customer, app, again) == 0)
    customer.join(
      .transaction(
        .subscription(
          "9", product: "month", from: again, to: again.days(30), isRenewal: isRenewal)))
    #expect(coins(customer, app, again) == expected)
  }

  @Test("EX-11 a grace period and a late renewal belong to the subscription")
  func afterTheEnd() {
    let app = Self.app(whileSubscribed: true)
    let end = Self.months[1]
    func news(grace: Instant?, signed: Instant) -> Fact {
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "month", willRenew: true, graceEndsAt: grace,
          isInBillingRetry: grace != nil, signedAt: signed))
    }
    let late = Customer([Self.bill(0), news(grace: nil, signed: Self.start)])
    #expect(coins(late, app, end.hours(23)) == 50)
    #expect(late.membership(app, end.hours(23)).nextChange == end.days(1))
    #expect(coins(late, app, end.days(1)) == 0)
    let retried = Customer([Self.bill(0), news(grace: end.days(16), signed: end.hours(1))])
    #expect(coins(retried, app, end.days(16).adding(milliseconds: -1)) == 50)
    #expect(coins(retried, app, end.days(16)) == 0)
  }

  @Test(
    "EX-11 a refund takes the credits of its period, and those of others if they are for subscribers",
    arguments: [(false, 50), (true, 0)])
  func refund(whileSubscribed: Bool, left: Int) {
    let app = Self.app(whileSubscribed: whileSubscribed)
    let refundedAt = Self.months[1].days(3)
    let customer = Customer([Self.bill(0), Self.bill(1, refunded: refundedAt)])
    #expect(coins(customer, app, refundedAt.adding(milliseconds: -1)) == 100)
    #expect(coins(customer, app, refundedAt) == left)
  }

  @Test("EX-11 a plan of the group that gives no credits continues the subscription")
  func otherPlan() {
    let app = Self.app(whileSubscribed: true)
    let customer = Customer([Self.bill(0), Self.bill(1), Self.bill(2, "plain")])
    #expect(Self.months.prefix(4).map { coins(customer, app, $0) } == [50, 100, 100, 0])
  }

  @Test("a renewal that adds to what rolled over is when more credits come")
  func renewal() {
    let app = Self.app(whileSubscribed: true)
    let customer = Self.bills(2)
    let membership = customer.membership(app, Self.months[1])
    #expect(membership.renewal(of: "draw", for: customer) == Self.months[2])
  }

  @Test("credits that two blueprints recorded with different terms are the same in any order")
  func recordedTerms() {
    let rollovers = [
      Wallet.Rollover(), Wallet.Rollover(monthly: true), Wallet.Rollover(upTo: 5),
      Wallet.Rollover(lasts: Period(12, .month)), Wallet.Rollover(lasts: Period(1, .year)),
      Wallet.Rollover(lasts: Period(1, .month)), Wallet.Rollover(lasts: Period(31, .day)),
      Wallet.Rollover(whileSubscribed: true),
    ]
    let lifetimes =
      [Wallet.Lifetime.period, .planMonth, .unlimited]
      + rollovers.map(Wallet.Lifetime.rollsOver)
    let facts = lifetimes.flatMap { lifetime in
      Wallet.Upgrade.allCases.map { rule in
        Fact.credit(
          Credit(
            purchase: "1", transaction: "1", wallet: "coins", amount: 5, lifetime: lifetime,
            onUpgrade: rule))
      }
    }
    for one in facts {
      for other in facts { #expect(Customer([one, other]) == Customer([other, one])) }
    }
  }
}
