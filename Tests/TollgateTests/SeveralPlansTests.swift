import Testing

@testable import Tollgate

@Suite("Limits of customers who have the plan twice")
struct SeveralPlansTests {
  /// Two groups of subscriptions, both of which give `write`, and one of them `studio` too.
  private static let app = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.plan = ["write"]
    $0.products = [
      subscription("month", Period(1, .month), gives: ["write"], group: "writing", level: 2),
      subscription("year", Period(1, .year), gives: ["write"], group: "writing", level: 1),
      subscription("studio", Period(1, .month), gives: ["studio", "write"], group: "studio"),
      CatalogProduct(id: "forever", kind: .nonConsumable, name: "Forever", entitlements: ["write"]),
    ]
    $0.features = [
      Feature(
        id: "scan",
        rules: [
          Feature.Rule(when: Condition(entitled: ["write"]), allowance: .upTo(2, per: .planMonth)),
          Feature.Rule(allowance: .upTo(1, per: .planMonth)),
        ]),
      Feature(
        id: "render",
        rules: [
          Feature.Rule(when: Condition(entitled: ["studio"]), allowance: .upTo(5, per: .period)),
          Feature.Rule(when: Condition(entitled: ["write"]), allowance: .upTo(1, per: .period)),
        ]),
      Feature(
        id: "print",
        rules: [
          Feature.Rule(when: Condition(products: ["studio"]), allowance: .upTo(3, per: .period)),
          Feature.Rule(
            when: Condition(
              any: [Condition(products: ["month"])], not: [Condition(products: ["studio"])]),
            allowance: .upTo(2, per: .period)),
        ]),
    ]
  }

  private static func subscription(
    _ id: CatalogProduct.ID, _ period: Period, gives entitlements: [Entitlement.ID],
    group: SubscriptionGroup.ID, level: Int = 1
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Plan", entitlements: entitlements, period: period,
      group: group, level: level)
  }

  /// A period of the subscription that is bought first, on March 1.
  private static func first(
    _ id: StoreTransaction.ID, _ product: CatalogProduct.ID = "month", from start: String,
    to end: String, revoked: String? = nil, isUpgraded: Bool = false
  ) -> Fact {
    .transaction(
      .subscription(
        id, of: "1", product: product, from: ten(start), to: ten(end),
        revoked: revoked.map { ten($0) }, upgraded: isUpgraded))
  }

  /// A period of the subscription that is bought second, on March 11.
  private static func second(
    _ id: StoreTransaction.ID, from start: String, to end: String, revoked: String? = nil
  ) -> Fact {
    .transaction(
      .subscription(
        id, of: "11", product: "studio", from: ten(start), to: ten(end),
        revoked: revoked.map { ten($0) }))
  }

  private static func renewal(
    of line: StoreTransaction.OriginalID, willRenew: Bool, signed day: String,
    graceEndsAt: String? = nil
  ) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: line, renewsTo: line == "1" ? "month" : "studio", willRenew: willRenew,
        graceEndsAt: graceEndsAt.map { ten($0) }, isInBillingRetry: graceEndsAt != nil,
        signedAt: ten(day).adding(milliseconds: 1)))
  }

  /// Uses of a feature, one at 11:00 on each day.
  private static func uses(_ feature: Feature.ID = "scan", on days: String...) -> [Fact] {
    days.map { day in
      .use(
        Use(
          feature: feature, key: Idempotency.Key("\(feature)-\(day)"), origin: "me",
          at: ten(day).adding(Period(1, .hour))))
    }
  }

  private static func ten(_ day: String) -> Instant { instant("\(day)T10:00:00Z") }

  private func limit(
    _ customer: Customer, _ day: String, _ feature: Feature.ID = "scan"
  ) -> Limit? {
    let now = Self.ten(day).adding(Period(2, .hour))
    switch customer.membership(Self.app, now).access(to: feature) {
    case .allowed(let limit): return limit
    case .denied(let denial): return denial.limit
    case .unknown: return nil
    }
  }

  private func month(_ used: Int, until day: String) -> Limit {
    Limit(limit: 2, used: used, scope: .planMonth, renewsAt: Self.ten(day))
  }

  @Test("RA-10 the older subscription stays so, whatever is bought of it later after a pause")
  func laterPurchase() {
    let customer = Customer(
      [
        Self.first("1", from: "2026-03-01", to: "2026-04-01"),
        Self.second("11", from: "2026-03-11", to: "2026-04-11"),
        Self.first("2", from: "2026-06-15", to: "2026-07-15"),
      ] + Self.uses(on: "2026-03-05", "2026-03-06"))
    #expect(limit(customer, "2026-03-12") == month(2, until: "2026-04-01"))
  }

  @Test(
    "RA-10 of two subscriptions the months of the older one count, in either order of reports",
    arguments: [false, true])
  func older(isReversed: Bool) {
    let bought = [
      Self.first("1", from: "2026-03-01", to: "2026-04-01"),
      Self.second("11", from: "2026-03-11", to: "2026-04-11"),
    ]
    var customer = Customer(Self.uses(on: "2026-03-05", "2026-03-06"))
    let reports: [Fact] = isReversed ? bought.reversed() : bought
    for fact in reports { customer.join(fact) }
    #expect(limit(customer, "2026-03-10") == month(2, until: "2026-04-01"))
    #expect(limit(customer, "2026-03-11") == month(2, until: "2026-04-01"))
    let renewed = [
      Self.first("2", from: "2026-04-01", to: "2026-05-01"),
      Self.second("12", from: "2026-04-11", to: "2026-05-11"),
    ]
    let laterReports: [Fact] = isReversed ? renewed.reversed() : renewed
    for fact in laterReports { customer.join(fact) }
    #expect(limit(customer, "2026-04-01")?.used == 0)
    for fact in Self.uses(on: "2026-04-02") { customer.join(fact) }
    // The renewal of the other one begins nothing.
    #expect(limit(customer, "2026-04-10") == month(1, until: "2026-05-01"))
    #expect(limit(customer, "2026-04-11") == month(1, until: "2026-05-01"))
  }

  @Test("RA-10 a rule that names a product counts in the periods of that product")
  func named() {
    var customer = Customer(
      [Self.first("1", from: "2026-03-01", to: "2026-04-01")] + Self.uses("print", on: "2026-03-05")
    )
    #expect(
      limit(customer, "2026-03-06", "print")
        == Limit(limit: 2, used: 1, scope: .period))
    customer.join(Self.second("11", from: "2026-03-11", to: "2026-04-11"))
    for fact in Self.uses("print", on: "2026-03-12") { customer.join(fact) }
    #expect(
      limit(customer, "2026-03-13", "print")
        == Limit(limit: 3, used: 1, scope: .period))
  }

  @Test("RA-10 a second subscription that is cancelled at once, or refunded, leaves no more")
  func undone() {
    var customer = Customer(
      [
        Self.first("1", from: "2026-03-01", to: "2026-04-01"),
        Self.second("11", from: "2026-03-11", to: "2026-04-11"),
      ] + Self.uses(on: "2026-03-05", "2026-03-06"))
    customer.join(Self.renewal(of: "11", willRenew: false, signed: "2026-03-11"))
    #expect(limit(customer, "2026-03-11") == month(2, until: "2026-04-01"))
    customer.join(
      Self.second("11", from: "2026-03-11", to: "2026-04-11", revoked: "2026-03-12"))
    #expect(limit(customer, "2026-03-12") == month(2, until: "2026-04-01"))
  }

  @Test("RA-10 when the older subscription ends, the months of the other count, and stay")
  func end() {
    var customer = Customer(
      [
        Self.first("1", from: "2026-03-01", to: "2026-04-01"),
        Self.renewal(of: "1", willRenew: false, signed: "2026-03-15"),
        Self.second("11", from: "2026-03-11", to: "2026-04-11"),
      ] + Self.uses(on: "2026-03-05", "2026-03-20"))
    #expect(limit(customer, "2026-03-25") == month(2, until: "2026-04-01"))
    let membership = customer.membership(Self.app, Self.ten("2026-03-25"))
    #expect(membership.nextChange == Self.ten("2026-04-01"))
    #expect(limit(customer, "2026-04-01") == month(1, until: "2026-04-11"))
    customer.join(Self.second("12", from: "2026-04-11", to: "2026-05-11"))
    for fact in Self.uses(on: "2026-04-15") { customer.join(fact) }
    // Bought again after a gap, it is the younger one.
    customer.join(Self.first("2", from: "2026-04-20", to: "2026-05-20"))
    #expect(limit(customer, "2026-04-20") == month(1, until: "2026-05-11"))
  }

  @Test("RA-10 after a refund of the older subscription the months of the other count")
  func refund() {
    let customer = Customer(
      [
        Self.first("1", from: "2026-03-01", to: "2026-04-01", revoked: "2026-03-15"),
        Self.second("11", from: "2026-03-11", to: "2026-04-11"),
      ] + Self.uses(on: "2026-03-05", "2026-03-12"))
    #expect(limit(customer, "2026-03-14") == month(2, until: "2026-04-01"))
    #expect(limit(customer, "2026-03-15") == month(1, until: "2026-04-11"))
  }

  @Test("RA-10 an upgrade of the older subscription begins months that count from then on")
  func upgrade() {
    var customer = Customer(
      [
        Self.first("1", from: "2026-03-01", to: "2026-04-01", isUpgraded: true),
        Self.first("2", "year", from: "2026-03-20", to: "2027-03-20"),
        Self.second("11", from: "2026-03-11", to: "2026-04-11"),
        Self.second("12", from: "2026-04-11", to: "2026-05-11"),
      ] + Self.uses(on: "2026-03-05"))
    #expect(limit(customer, "2026-03-19")?.used == 1)
    #expect(limit(customer, "2026-03-20")?.used == 0)
    for fact in Self.uses(on: "2026-03-25") { customer.join(fact) }
    #expect(limit(customer, "2026-04-12") == month(1, until: "2026-04-20"))
  }

  @Test("RA-10 while the older subscription's payment is due, the months of the paid one count")
  func grace() {
    var customer = Customer(
      [
        Self.first("1", from: "2026-03-01", to: "2026-04-01"),
        Self.renewal(
          of: "1", willRenew: true, signed: "2026-04-01", graceEndsAt: "2026-04-17"),
        Self.second("11", from: "2026-03-11", to: "2026-04-11"),
      ] + Self.uses(on: "2026-03-05", "2026-03-20"))
    #expect(limit(customer, "2026-03-31") == month(2, until: "2026-04-01"))
    #expect(limit(customer, "2026-04-05") == month(1, until: "2026-04-11"))
    customer.join(Self.first("2", from: "2026-04-01", to: "2026-05-01"))
    #expect(limit(customer, "2026-04-05")?.used == 0)
  }

  @Test("RA-10 a limit for what only the younger subscription gives counts in its periods")
  func onlyOneGives() {
    let uses =
      Self.uses("render", on: "2026-03-05", "2026-03-12", "2026-03-13")
      + Self.uses("scan", on: "2026-04-05")
    let customer = Customer(
      [
        Self.first("1", "year", from: "2026-03-01", to: "2027-03-01"),
        Self.second("11", from: "2026-03-11", to: "2026-04-11"),
        Self.second("12", from: "2026-04-11", to: "2026-05-11"),
      ] + uses)
    #expect(limit(customer, "2026-04-10", "render") == Limit(limit: 5, used: 2, scope: .period))
    #expect(limit(customer, "2026-04-11", "render") == Limit(limit: 5, used: 0, scope: .period))
    // What both give counts in the months of the year.
    #expect(limit(customer, "2026-04-11") == month(1, until: "2026-05-01"))
  }

  @Test("RA-10 a subscription's months count beside a grant or a lifetime purchase")
  func withoutMonths() {
    let forever = StoreTransaction.subscription(
      "21", of: "21", product: "forever", from: Self.ten("2026-02-01"), to: nil)
    let gift = Grant(
      id: "gift", entitlements: ["write"], startsAt: Self.ten("2026-02-01"), endsAt: nil)
    for fact in [Fact.transaction(forever), .grant(gift)] {
      let customer = Customer(
        [fact, Self.first("1", from: "2026-03-15", to: "2026-04-15")]
          + Self.uses(on: "2026-03-10", "2026-03-16", "2026-04-05"))
      #expect(limit(customer, "2026-04-10") == month(2, until: "2026-04-15"))
      let calendarMonth = Limit(
        limit: 2, used: 1, scope: .planMonth, renewsAt: instant("2026-05-01T00:00:00Z"))
      #expect(limit(customer, "2026-04-15") == calendarMonth)
    }
  }
}
