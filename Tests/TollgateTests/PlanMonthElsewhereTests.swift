import Testing

@testable import Tollgate

@Suite("Months of rights that were bought elsewhere, and of customers without a plan")
struct PlanMonthElsewhereTests {
  private static let app = blueprint(giving: 50)

  /// A blueprint whose right `web` gives so many coins each month.
  private static func blueprint(giving coins: Int) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.plan = ["pro"]
      $0.products = [
        CatalogProduct(
          id: "year", kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
          period: Period(1, .year), group: "plans", level: 1)
      ]
      $0.credits = [
        Wallet(
          id: "coins",
          sources: [Wallet.Source(product: "year", amount: 50, lifetime: .planMonth)])
      ]
      $0.grants = [
        GrantTerms(
          id: "web", giver: .backend, entitlements: ["pro"],
          credits: GrantedCredits(wallet: "coins", amount: coins), waitsFor: .nothing,
          isElsewhere: true),
        GrantTerms(
          id: "partner", giver: .backend, entitlements: ["pro"], waitsFor: .nothing,
          isElsewhere: true),
      ]
      $0.features = [
        Feature(
          id: "scan",
          rules: [
            Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(2, per: .planMonth)),
            Feature.Rule(allowance: .upTo(1, per: .planMonth)),
          ]),
        Feature(
          id: "render",
          rules: [
            Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(2, per: .period))
          ]),
        Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 20))]),
        Feature(
          id: "paint",
          rules: [
            Feature.Rule(allowance: .all([.upTo(3, per: .planMonth), .spend("coins", cost: 20)]))
          ]),
        Feature(
          id: "print",
          rules: [Feature.Rule(allowance: .all([.upTo(2, per: .year), .spend("coins", cost: 25)]))]
        ),
      ]
    }
  }

  /// Ten o'clock on a day.
  private static func ten(_ day: String) -> Instant { instant("\(day)T10:00:00Z") }

  private static func seen(_ day: String) -> Fact {
    .device(DeviceUse(device: "phone", origin: "me", at: ten(day)))
  }

  /// States a right at ten o'clock on a day, until the same time on another day.
  private static func state(
    _ name: GrantTerms.ID = "web", on day: String, until end: String?, renews: Bool = true,
    of customer: inout Customer, in blueprint: Blueprint = PlanMonthElsewhereTests.app
  ) throws(GrantRefusal) {
    let grants = try blueprint.state(
      name, until: end.map { ten($0) }, willRenew: renews, of: customer,
      as: Grant.ID("\(name)-\(day)"), at: ten(day))
    for grant in grants { customer.join(.grant(grant)) }
  }

  private static func use(_ feature: Feature.ID, on day: String, by customer: inout Customer) {
    customer.use(feature, "\(feature)-\(day)", app, ten(day))
  }

  private func limit(
    _ customer: Customer, _ day: String, _ feature: Feature.ID = "scan"
  ) -> Limit? {
    switch customer.membership(Self.app, Self.ten(day)).access(to: feature) {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  private func month(_ used: Int, of limit: Int = 2, until day: String?) -> Limit {
    Limit(limit: limit, used: used, scope: .planMonth, renewsAt: day.map { Self.ten($0) })
  }

  private func coins(_ customer: Customer, _ day: String) -> Int {
    customer.membership(Self.app, Self.ten(day)).credits(in: "coins")
  }

  @Test(
    "RA-10 without a plan, months are counted from the first day, or from the last of a shorter month",
    arguments: [
      ("2027-01-31", "2027-02-28", "2027-03-31"), ("2028-01-31", "2028-02-29", "2028-03-31"),
      ("2028-02-29", "2028-03-29", "2028-04-29"), ("2026-03-15", "2026-04-15", "2026-05-15"),
    ])
  func firstDay(first: String, second: String, third: String) {
    var customer = Customer([Self.seen(first)])
    Self.use("scan", on: first, by: &customer)
    let membership = customer.membership(Self.app, Self.ten(first))
    #expect(limit(customer, first) == month(1, of: 1, until: second))
    #expect(membership.nextChange == Self.ten(second))
    let before = customer.membership(Self.app, Self.ten(second).adding(milliseconds: -1))
    #expect(!before.access(to: "scan").isAllowed)
    #expect(limit(customer, second) == month(0, of: 1, until: nil))
    Self.use("scan", on: second, by: &customer)
    #expect(limit(customer, second) == month(1, of: 1, until: third))
  }

  @Test("RA-10 the first day is the earliest of all devices and accounts, also after a merge")
  func merge() {
    var customer = Customer([
      Self.seen("2026-03-10"), .signedUp(SignUp(account: "ada", at: Self.ten("2026-03-12"))),
    ])
    Self.use("scan", on: "2026-03-13", by: &customer)
    #expect(limit(customer, "2026-03-20") == month(1, of: 1, until: "2026-04-10"))
    let older = Customer([
      .device(DeviceUse(device: "tablet", origin: "older", at: Self.ten("2026-01-05")))
    ])
    var reversed = older
    reversed.join(customer)
    customer.join(older)
    for merged in [customer, reversed] {
      #expect(limit(merged, "2026-03-20") == month(1, of: 1, until: "2026-04-05"))
    }
  }

  @Test("RA-10 after a refund, months are counted from the first day again")
  func refund() {
    var customer = Customer([
      Self.seen("2026-01-20"),
      .transaction(
        .subscription(
          "1", product: "year", from: Self.ten("2026-03-01"), to: Self.ten("2027-03-01"))),
    ])
    Self.use("scan", on: "2026-03-05", by: &customer)
    #expect(limit(customer, "2026-03-14") == month(1, until: "2026-04-01"))
    customer.join(
      .transaction(
        .subscription(
          "1", product: "year", from: Self.ten("2026-03-01"), to: Self.ten("2027-03-01"),
          revoked: Self.ten("2026-03-15"))))
    #expect(limit(customer, "2026-03-15") == month(1, of: 1, until: "2026-03-20"))
    #expect(limit(customer, "2026-03-20") == month(0, of: 1, until: nil))
  }

  @Test("RA-16 the months of a right are counted from its start, and no statement begins one")
  func statements() throws {
    var customer = Customer([Self.seen("2027-01-10")])
    try Self.state(on: "2027-01-31", until: "2028-01-31", of: &customer)
    Self.use("scan", on: "2027-02-03", by: &customer)
    #expect(limit(customer, "2027-02-03") == month(1, until: "2027-02-28"))
    try Self.state(on: "2027-02-10", until: "2028-01-31", renews: false, of: &customer)
    #expect(limit(customer, "2027-02-10") == month(1, until: "2027-02-28"))
    // Moved, so that the month is the last one.
    try Self.state(on: "2027-02-12", until: "2027-02-20", renews: false, of: &customer)
    #expect(limit(customer, "2027-02-12") == month(1, until: nil))
    try Self.state(on: "2027-02-15", until: "2028-01-31", of: &customer)
    #expect(limit(customer, "2027-02-15") == month(1, until: "2027-02-28"))
    #expect(limit(customer, "2027-02-28") == month(0, until: nil))
    #expect(Customer(customer.facts.reversed()) == customer)
  }

  @Test("RA-16 a right that ended and begins again has months from its new start")
  func again() throws {
    var customer = Customer([Self.seen("2027-01-10")])
    try Self.state(on: "2027-01-31", until: "2028-01-31", of: &customer)
    Self.use("scan", on: "2027-03-03", by: &customer)
    try Self.state(on: "2027-03-05", until: "2027-03-05", of: &customer)
    // In between, a month from the first day counts.
    #expect(limit(customer, "2027-03-06") == month(1, of: 1, until: "2027-03-10"))
    try Self.state(on: "2027-03-08", until: "2027-05-08", of: &customer)
    #expect(limit(customer, "2027-03-08") == month(0, until: nil))
    Self.use("scan", on: "2027-03-09", by: &customer)
    #expect(limit(customer, "2027-03-09") == month(1, until: "2027-04-08"))
  }

  @Test("RA-16 a right that is stated with days of grace keeps its billing date")
  func grace() throws {
    var customer = Customer()
    try Self.state(on: "2026-01-01", until: "2026-02-04", of: &customer)
    Self.use("scan", on: "2026-01-30", by: &customer)
    Self.use("draw", on: "2026-01-30", by: &customer)
    // Three days do not make a month: without a payment they give nothing more.
    #expect(limit(customer, "2026-02-01") == month(1, until: "2026-02-04"))
    #expect(coins(customer, "2026-02-01") == 30)
    try Self.state(on: "2026-02-02", until: "2026-03-04", of: &customer)
    #expect(limit(customer, "2026-02-02") == month(0, until: nil))
    #expect(coins(customer, "2026-02-02") == 50)
    Self.use("scan", on: "2026-02-03", by: &customer)
    #expect(limit(customer, "2026-02-05") == month(1, until: "2026-03-04"))
  }

  @Test("RA-16 of two rights, or a right and a subscription, the months of the older one count")
  func several() throws {
    var customer = Customer()
    try Self.state(on: "2026-03-01", until: "2026-05-01", of: &customer)
    Self.use("scan", on: "2026-03-05", by: &customer)
    try Self.state("partner", on: "2026-03-08", until: "2027-03-08", of: &customer)
    #expect(limit(customer, "2026-03-09") == month(1, until: "2026-04-01"))
    customer.join(
      .transaction(
        .subscription(
          "1", product: "year", from: Self.ten("2026-03-11"), to: Self.ten("2027-03-11"))))
    #expect(limit(customer, "2026-03-12") == month(1, until: "2026-04-01"))
    try Self.state(on: "2026-03-20", until: "2026-03-20", of: &customer)
    #expect(limit(customer, "2026-03-20") == month(0, until: nil))
    Self.use("scan", on: "2026-03-21", by: &customer)
    #expect(limit(customer, "2026-03-21") == month(1, until: "2026-04-08"))
    try Self.state("partner", on: "2026-03-22", until: "2026-03-22", of: &customer)
    #expect(limit(customer, "2026-03-22") == month(1, until: "2026-04-11"))
  }

  @Test("RA-16 a right has no billing periods, so the calendar month stands in for them")
  func periods() throws {
    var customer = Customer()
    try Self.state(on: "2026-03-10", until: "2027-03-10", of: &customer)
    Self.use("render", on: "2026-03-12", by: &customer)
    #expect(limit(customer, "2026-03-31", "render")?.used == 1)
    #expect(limit(customer, "2026-04-01", "render")?.used == 0)
  }

  @Test("RA-16 a right fills a wallet in each of its months, and the rest of a month expires")
  func credits() throws {
    var customer = Customer()
    try Self.state(on: "2027-01-31", until: "2027-03-31", of: &customer)
    #expect(coins(customer, "2027-01-31") == 50)
    Self.use("draw", on: "2027-01-31", by: &customer)
    #expect(coins(customer, "2027-01-31") == 30)
    let membership = customer.membership(Self.app, Self.ten("2027-01-31"))
    #expect(membership.nextChange == Self.ten("2027-02-28"))
    try Self.state(on: "2027-02-10", until: "2027-04-30", of: &customer)
    try Self.state(on: "2027-02-11", until: "2027-04-30", renews: false, of: &customer)
    #expect(coins(customer, "2027-02-27") == 30)
    #expect(coins(customer, "2027-02-28") == 50)
    #expect(coins(customer, "2027-03-31") == 50)
    #expect(coins(customer, "2027-04-29") == 50)
    #expect(coins(customer, "2027-04-30") == 0)
  }

  @Test("RA-16 credits come as long as a right lasts, and the end of it ends those of its month")
  func end() throws {
    var customer = Customer()
    try Self.state(on: "2027-01-31", until: nil, of: &customer)
    #expect(coins(customer, "2027-02-27") == 50)
    #expect(coins(customer, "2041-06-15") == 50)
    try Self.state(on: "2027-02-10", until: "2027-02-10", of: &customer)
    #expect(coins(customer, "2027-02-10") == 0)
    #expect(coins(customer, "2027-02-28") == 0)
    try Self.state(on: "2027-03-05", until: nil, of: &customer)
    #expect(coins(customer, "2027-03-05") == 50)
  }

  @Test("RA-16 credits of a right pay for what a limit counts as well, and both come each month")
  func atOnce() throws {
    var customer = Customer()
    try Self.state(on: "2027-01-31", until: "2028-01-31", of: &customer)
    for day in ["2027-02-01", "2027-02-02"] { Self.use("paint", on: day, by: &customer) }
    let rest = Limit(limit: 10, used: 0, scope: .credits)
    let membership = customer.membership(Self.app, Self.ten("2027-02-03"))
    #expect(!membership.access(to: "paint").isAllowed)
    #expect(limit(customer, "2027-02-03", "paint") == rest)
    #expect(membership.limits(of: "paint") == [month(2, of: 3, until: "2027-02-28"), rest])
    #expect(membership.renewal(of: "paint", for: customer) == Self.ten("2027-02-28"))
    for day in ["2027-02-28", "2027-03-01"] { Self.use("paint", on: day, by: &customer) }
    #expect(coins(customer, "2027-03-02") == 10)
    let later = customer.membership(Self.app, Self.ten("2027-03-02"))
    #expect(later.limits(of: "paint") == [month(2, of: 3, until: "2027-03-31"), rest])
  }

  @Test("RA-16 a renewal brings nothing while a limit beside its credits is used up as well")
  func bothUsedUp() throws {
    var customer = Customer()
    try Self.state(on: "2027-01-31", until: "2027-02-28", of: &customer)
    for day in ["2027-02-01", "2027-02-02"] { Self.use("print", on: day, by: &customer) }
    let membership = customer.membership(Self.app, Self.ten("2027-02-03"))
    #expect(limit(customer, "2027-02-03", "print") == Limit(limit: 0, used: 0, scope: .credits))
    #expect(
      membership.renewal(of: "print", for: customer) == instant("2028-01-01T00:00:00Z"))
  }

  @Test("RA-16 credits of a right and of a subscription come beside each other")
  func beside() throws {
    var customer = Customer([
      .transaction(
        .subscription(
          "1", product: "year", from: Self.ten("2027-01-20"), to: Self.ten("2028-01-20")))
    ])
    try Self.state(on: "2027-01-31", until: nil, of: &customer)
    #expect(coins(customer, "2027-01-31") == 100)
    Self.use("draw", on: "2027-02-01", by: &customer)
    // Those that expire first were spent, and come again.
    #expect(coins(customer, "2027-02-20") == 100)
  }

  @Test("RA-16 a right that two merged customers have fills the wallet once a month")
  func mergedRights() throws {
    var customer = Customer()
    var other = Customer()
    try Self.state(on: "2027-01-31", until: "2027-06-30", of: &customer)
    try Self.state(on: "2027-02-10", until: "2027-07-10", of: &other)
    customer.join(other)
    #expect(coins(customer, "2027-02-12") == 50)
    #expect(coins(customer, "2027-02-28") == 50)
    #expect(coins(customer, "2027-07-09") == 50)
    #expect(coins(customer, "2027-07-10") == 0)
  }

  @Test("RA-16 another number of credits comes with the month after the next statement")
  func changedTerms() throws {
    var customer = Customer()
    try Self.state(on: "2027-01-31", until: "2028-01-31", of: &customer)
    let larger = Self.blueprint(giving: 80)
    #expect(customer.membership(larger, Self.ten("2027-02-28")).credits(in: "coins") == 50)
    try Self.state(on: "2027-02-10", until: "2028-01-31", of: &customer, in: larger)
    let months = ["2027-02-10", "2027-02-27", "2027-02-28", "2027-03-31"]
    #expect(months.map { coins(customer, $0) } == [50, 50, 80, 80])
  }

  @Test("RA-16 a right that is paid for each week brings more each month, and not when it renews")
  func weekly() throws {
    var customer = Customer()
    try Self.state(on: "2027-01-01", until: "2027-01-08", of: &customer)
    Self.use("draw", on: "2027-01-02", by: &customer)
    Self.use("scan", on: "2027-01-02", by: &customer)
    let membership = customer.membership(Self.app, Self.ten("2027-01-03"))
    #expect(limit(customer, "2027-01-03") == month(1, until: "2027-02-01"))
    #expect(membership.renewal(of: "draw", for: customer) == Self.ten("2027-02-01"))
    #expect(membership.renewal(of: "scan", for: customer) == Self.ten("2027-02-01"))
    for (day, end) in [("07", "15"), ("14", "22"), ("21", "29")] {
      try Self.state(on: "2027-01-\(day)", until: "2027-01-\(end)", of: &customer)
    }
    #expect(limit(customer, "2027-01-28") == month(1, until: "2027-02-01"))
    #expect(coins(customer, "2027-01-28") == 30)
    try Self.state(on: "2027-01-28", until: "2027-02-05", of: &customer)
    #expect(limit(customer, "2027-02-01") == month(0, until: nil))
    #expect(coins(customer, "2027-02-01") == 50)
  }

  @Test("RA-16 more is left when a right renews, if the backend said that it will")
  func renewal() throws {
    for (renews, next) in [(true, Self.ten("2027-02-28")), (false, nil)] {
      var customer = Customer()
      try Self.state(on: "2027-01-31", until: "2027-02-28", renews: renews, of: &customer)
      Self.use("draw", on: "2027-02-01", by: &customer)
      Self.use("scan", on: "2027-02-01", by: &customer)
      let membership = customer.membership(Self.app, Self.ten("2027-02-05"))
      #expect(membership.renewal(of: "draw", for: customer) == next)
      #expect(membership.renewal(of: "scan", for: customer) == next)
    }
  }
}
