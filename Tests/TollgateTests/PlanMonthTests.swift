import Testing

@testable import Tollgate

@Suite("Allowances for each month of a plan")
struct PlanMonthTests {
  private static let app = Fixture.blueprint {
    $0.hasFreeTier = true
    for (id, period, level) in [
      ("month", Period(1, .month), 2), ("year", Period(1, .year), 1), ("week", Period(1, .week), 2),
    ] {
      $0.products.append(
        CatalogProduct(
          id: CatalogProduct.ID(id), kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
          period: period, group: "plans", level: level))
    }
    $0.features = [
      Feature(
        id: "scan",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(2, per: .planMonth)),
          Feature.Rule(allowance: .upTo(1, per: .planMonth)),
        ])
    ]
  }

  private static func period(
    _ id: StoreTransaction.ID, _ product: CatalogProduct.ID, from start: String, to end: String,
    revoked: String? = nil, isUpgraded: Bool = false
  ) -> Fact {
    .transaction(
      .subscription(
        id, product: product, from: instant(start), to: instant(end),
        revoked: revoked.map { instant($0) }, upgraded: isUpgraded))
  }

  private func limit(_ customer: Customer, _ now: String) -> Limit? {
    switch customer.membership(Self.app, instant(now)).access(to: "scan") {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  @Test(
    "RA-10 the months of a year begin on its day, or on the last of a shorter month",
    arguments: [
      ("2027-01-31T10:00:00Z", ["2027-02-28", "2027-03-31", "2027-04-30"]),
      ("2028-01-31T10:00:00Z", ["2028-02-29", "2028-03-31", "2028-04-30"]),
      ("2028-02-29T10:00:00Z", ["2028-03-29", "2028-04-29", "2028-05-29"]),
      ("2026-03-15T10:00:00Z", ["2026-04-15", "2026-05-15", "2026-06-15"]),
    ])
  func anniversaries(start: String, months: [String]) {
    let from = instant(start)
    var customer = Customer([
      .transaction(
        .subscription("1", product: "year", from: from, to: from.adding(Period(1, .year))))
    ])
    var now = from
    for (number, month) in months.enumerated() {
      let renewal = instant("\(month)T10:00:00Z")
      for key in ["a", "b"] {
        #expect(customer.use("scan", "\(number)\(key)", Self.app, now) == nil)
      }
      let used = Limit(limit: 2, used: 2, scope: .planMonth, renewsAt: renewal)
      #expect(customer.use("scan", "\(number)c", Self.app, now)?.limit == used)
      #expect(customer.membership(Self.app, now).nextChange == renewal)
      let last = renewal.adding(milliseconds: -1)
      #expect(customer.membership(Self.app, last).access(to: "scan").isDenied)
      #expect(
        customer.membership(Self.app, renewal).access(to: "scan")
          == .allowed(Limit(limit: 2, used: 0, scope: .planMonth)))
      now = renewal
    }
  }

  @Test("RA-10 a month ends with its period, and continues until the store confirms another")
  func end() {
    var customer = Customer([
      Self.period("1", "week", from: "2026-03-01T10:00:00Z", to: "2026-03-08T10:00:00Z"),
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "week", willRenew: true,
          signedAt: instant("2026-03-01T10:00:00Z"))),
    ])
    for key in ["a", "b"] {
      customer.use("scan", key, Self.app, instant("2026-03-02T10:00:00Z"))
    }
    #expect(limit(customer, "2026-03-08T09:59:59Z")?.renewsAt == instant("2026-03-08T10:00:00Z"))
    // A late renewal has no month of its own yet.
    #expect(
      limit(customer, "2026-03-08T11:00:00Z") == Limit(limit: 2, used: 2, scope: .planMonth))
    customer.join(
      Self.period("2", "week", from: "2026-03-08T10:00:00Z", to: "2026-03-15T10:00:00Z"))
    #expect(limit(customer, "2026-03-08T11:00:00Z")?.used == 0)
  }

  @Test(
    "RA-10 a plan that is billed monthly has one month in each period, however short February is",
    arguments: [
      ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"],
      ["2027-01-29", "2027-02-28", "2027-03-29", "2027-04-29", "2027-05-29"],
      ["2028-01-30", "2028-02-29", "2028-03-30", "2028-04-30", "2028-05-30"],
    ])
  func paidMonths(days: [String]) {
    let starts = days.map { "\($0)T10:00:00Z" }
    var paid = Customer()
    for (number, (start, end)) in zip(starts, starts.dropFirst()).enumerated() {
      let id = StoreTransaction.ID("\(number)")
      paid.join(Self.period(id, "month", from: start, to: end))
      var customer = paid
      customer.use("scan", "a", Self.app, instant(start))
      let used = Limit(limit: 2, used: 1, scope: .planMonth, renewsAt: instant(end))
      let last = instant(end).adding(milliseconds: -1)
      for now in [instant(start), last] {
        #expect(customer.membership(Self.app, now).access(to: "scan") == .allowed(used))
      }
    }
  }

  @Test("RA-10 the rest of a period that was extended by four days or more is a month of its own")
  func extended() {
    for (end, isMonth) in [("2026-04-04", false), ("2026-04-05", true)] {
      var customer = Customer([
        Self.period("1", "month", from: "2026-03-01T10:00:00Z", to: "\(end)T10:00:00Z")
      ])
      customer.use("scan", "a", Self.app, instant("2026-03-02T10:00:00Z"))
      #expect(limit(customer, "2026-04-02T10:00:00Z")?.used == (isMonth ? 0 : 1))
    }
  }

  @Test("RA-10 an upgrade begins a month of its own, and a refund ends it")
  func upgrade() {
    var customer = Customer([
      Self.period(
        "1", "month", from: "2026-03-01T10:00:00Z", to: "2026-04-01T10:00:00Z", isUpgraded: true),
      Self.period("2", "year", from: "2026-03-20T10:00:00Z", to: "2027-03-20T10:00:00Z"),
    ])
    customer.use("scan", "a", Self.app, instant("2026-03-19T10:00:00Z"))
    #expect(limit(customer, "2026-03-19T10:00:00Z")?.used == 1)
    #expect(limit(customer, "2026-03-20T10:00:00Z")?.used == 0)
    customer.use("scan", "b", Self.app, instant("2026-03-21T10:00:00Z"))
    #expect(
      limit(customer, "2026-04-02T10:00:00Z")
        == Limit(
          limit: 2, used: 1, scope: .planMonth, renewsAt: instant("2026-04-20T10:00:00Z")))
    customer.join(
      Self.period(
        "2", "year", from: "2026-03-20T10:00:00Z", to: "2027-03-20T10:00:00Z",
        revoked: "2026-03-25T10:00:00Z"))
    // No device or account says when the customer came, so March counts, with what was used in both plans.
    #expect(
      limit(customer, "2026-03-26T10:00:00Z")
        == Limit(
          limit: 1, used: 2, scope: .planMonth, renewsAt: instant("2026-04-01T00:00:00Z")))
  }

  @Test("RA-10 the last month of a plan that was cancelled says nothing of more")
  func cancelled() {
    let life = Self.period("1", "year", from: "2026-03-01T10:00:00Z", to: "2027-03-01T10:00:00Z")
    let renews = Customer([life])
    let ends = Customer([
      life,
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "year", willRenew: false,
          signedAt: instant("2026-03-02T10:00:00Z"))),
    ])
    let lastMonth = instant("2027-03-01T10:00:00Z")
    for (life, last) in [(renews, lastMonth), (ends, nil)] {
      var customer = life
      customer.use("scan", "a", Self.app, instant("2026-05-02T09:00:00Z"))
      #expect(
        limit(customer, "2026-05-02T10:00:00Z")?.renewsAt == instant("2026-06-01T10:00:00Z"))
      customer.use("scan", "b", Self.app, instant("2027-02-02T09:00:00Z"))
      #expect(limit(customer, "2027-02-02T10:00:00Z")?.renewsAt == last)
    }
  }

  @Test("RA-10 without a plan, a device and an account a calendar month stands in for it")
  func calendarMonth() {
    var customer = Customer()
    #expect(customer.use("scan", "a", Self.app, instant("2026-03-30T10:00:00Z")) == nil)
    let denial = customer.use("scan", "b", Self.app, instant("2026-03-31T10:00:00Z"))
    #expect(denial?.limit?.renewsAt == instant("2026-04-01T00:00:00Z"))
    #expect(customer.use("scan", "b", Self.app, instant("2026-04-01T00:00:00Z")) == nil)
  }
}
