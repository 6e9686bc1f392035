import Testing
import Tollgate

@Suite("When more is left of a limit")
struct RenewalTests {
  private static let start = Fixture.start

  private static func blueprint(_ rules: Feature.Rule...) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [Feature(id: "ask", rules: rules)]
    }
  }

  /// When more is left after some uses, in hours from the start.
  private static func hours(_ blueprint: Blueprint, uses: Int, at hour: Int = 0) -> Int64? {
    var customer = Customer.onPhone()
    for key in 0..<uses { customer.use("ask", "\(key)", blueprint, start) }
    let membership = customer.membership(blueprint, start.hours(hour))
    return membership.renewal(of: "ask", for: customer).map { $0.since(start) / 3_600_000 }
  }

  @Test("RA-8 a pool gives back one use after another")
  func pool() {
    let hearts = Self.blueprint(Feature.Rule(allowance: .pool(5, refills: Period(3, .hour))))
    #expect(Self.hours(hearts, uses: 0) == nil)
    #expect(Self.hours(hearts, uses: 2) == 3)
    #expect(Self.hours(hearts, uses: 5) == 3)
    #expect(Self.hours(hearts, uses: 5, at: 4) == 6)
  }

  @Test("a daily limit renews at midnight, whether it is used up or not")
  func day() {
    let daily = Self.blueprint(Feature.Rule(allowance: .upTo(3, per: .day)))
    #expect(Self.hours(daily, uses: 0) == nil)
    #expect(Self.hours(daily, uses: 1) == 15)
    #expect(Self.hours(daily, uses: 3) == 15)
  }

  @Test("RA-7 with several limits, a feature renews when all of them allow it again")
  func several() {
    let both = Self.blueprint(
      Feature.Rule(
        allowance: .all([.upTo(2, per: .day), .rolling(4, within: Period(48, .hour))])))
    #expect(Self.hours(both, uses: 2) == 15)
  }

  @Test("RA-8 a pool gives back a use however many credits pay in the meantime")
  func beforeCredits() {
    let studio = Fixture.studio.definition
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = studio.products
      $0.credits = studio.credits
      $0.paywalls = studio.paywalls
      $0.features = [
        Feature(
          id: "ask",
          rules: [
            Feature.Rule(
              allowance: .first([.pool(1, refills: Period(3, .hour)), .spend("coins", cost: 2)]))
          ], paywall: "coins")
      ]
    }
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    customer.use("ask", "a", blueprint, Self.start)
    let membership = customer.membership(blueprint, Self.start)
    #expect(membership.access(to: "ask").limit?.scope == .credits)
    #expect(membership.renewal(of: "ask", for: customer) == Self.start.hours(3))
  }

  @Test("EX-11 a limit of a billing period is renewed with the subscription, unless that ends")
  func period() {
    func renewal(willRenew: Bool) -> Instant? {
      var customer = Customer([
        .period("1", "basic", from: 0, to: 30),
        .renewal(
          StoreRenewal(
            originalID: "plan", renewsTo: "basic", willRenew: willRenew, signedAt: Self.start)),
      ])
      for number in 1...5 {
        customer.use("scan", "\(number)", Fixture.studio, Self.start.days(1))
      }
      let membership = customer.membership(Fixture.studio, Self.start.days(2))
      return membership.renewal(of: "scan", for: customer)
    }
    #expect(renewal(willRenew: true) == Self.start.days(30))
    // Then the month in which the plan ended is over.
    #expect(renewal(willRenew: false) == instant("2026-04-01T00:00:00Z"))
  }

  @Test(
    "EX-11 a plan's credits renew with it, if more are left then than now",
    arguments: [
      ("basic", true, 0, 1, 30), ("basic", true, 0, 0, nil), ("basic", false, 0, 1, nil),
      ("basic", true, 100, 1, 30), ("basic", true, 100, 0, nil), ("plus", true, 0, 0, 30),
      ("plus", true, 100, 0, 30),
    ] as [(CatalogProduct.ID, Bool, Int, Int, Int?)])
  func credits(
    product: CatalogProduct.ID, willRenew: Bool, bought: Int, uses: Int, day: Int?
  ) {
    var customer = Customer([
      .period("1", product, from: 0, to: 30),
      .renewal(
        StoreRenewal(
          originalID: "plan", renewsTo: product, willRenew: willRenew, signedAt: Self.start)),
    ])
    if bought > 0 { customer.join(.pack("2", "coins.100", on: 0)) }
    for number in 0..<uses { customer.join(.spent(1, "\(number)", on: 1)) }
    let membership = customer.membership(Fixture.studio, Self.start.days(2))
    #expect(membership.renewal(of: "draw", for: customer) == day.map { Self.start.days($0) })
  }

  @Test("EX-11 credits that roll over grow no more at their limit")
  func rollover() {
    var customer = Customer([
      .period("1", "plus", from: 0, to: 30), .period("2", "plus", from: 30, to: 60),
      .period("3", "plus", from: 60, to: 90),
    ])
    func renewal(_ day: Int) -> Instant? {
      customer.membership(Fixture.studio, Self.start.days(day)).renewal(of: "draw", for: customer)
    }
    #expect(customer.coins(61) == 120)
    #expect(renewal(61) == nil)
    customer.spend("draw", "a", on: 61)
    #expect(renewal(61) == Self.start.days(90))
  }

  @Test("neither a lifetime limit nor a feature without a limit renews")
  func never() {
    let ever = Self.blueprint(Feature.Rule(allowance: .upTo(3, per: .ever)))
    #expect(Self.hours(ever, uses: 3) == nil)
    #expect(Self.hours(Self.blueprint(Feature.Rule(allowance: .unlimited)), uses: 1) == nil)
    #expect(Self.hours(Self.blueprint(Feature.Rule(allowance: .denied)), uses: 1) == nil)
  }

  @Test("RA-13 a used-up limit renews when a season allows more")
  func season() throws {
    let season = try #require(Season("03-05/03-09"))
    let blueprint = Self.blueprint(
      Feature.Rule(when: Condition(past: [.during(season)]), allowance: .unlimited),
      Feature.Rule(allowance: .upTo(1, per: .ever)))
    #expect(Self.hours(blueprint, uses: 1) == 87)
    #expect(Self.hours(blueprint, uses: 0) == nil)
  }
}
