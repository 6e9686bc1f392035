import Testing

@testable import Tollgate

@Suite("Rights that were bought elsewhere")
struct ElsewhereTests {
  private static let start = Fixture.start
  private static let blueprint = Fixture.blueprint { definition in
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        period: Period(1, .month), group: "plans")
    ]
    definition.grants = [
      GrantTerms(
        id: "web", giver: .backend, entitlements: ["pro"], waitsFor: .nothing, isElsewhere: true)
    ]
    definition.paywalls = [
      Paywall(id: "plans", title: "hello", packages: [Paywall.Package(product: "pro.monthly")])
    ]
  }

  /// States the right on a day, until another day, and returns the grants that follow.
  @discardableResult
  private static func state(
    until end: Int?, renews: Bool = true, on day: Int, of customer: inout Customer
  ) throws(GrantRefusal) -> [Grant] {
    let grants = try blueprint.state(
      "web", until: end.map(start.days), willRenew: renews, of: customer,
      as: Grant.ID("on-\(day)"), at: start.days(day))
    for grant in grants { customer.join(.grant(grant)) }
    return grants
  }

  private static func days(of customer: Customer) -> [Int] {
    (0..<100).filter { customer.membership(blueprint, start.days($0)).phase == .subscribed }
  }

  @Test("RA-16 the backend's right gives its entitlement until its end, and a renewal continues it")
  func renewal() throws {
    var customer = Customer()
    try Self.state(until: 30, on: 0, of: &customer)
    #expect(Self.days(of: customer) == Array(0..<30))
    let renewed = try Self.state(until: 60, on: 29, of: &customer)
    #expect(renewed.map(\.startsAt) == [Self.start.days(30)])
    #expect(Self.days(of: customer) == Array(0..<60))
    let repeated = try Self.state(until: 60, on: 40, of: &customer)
    #expect(repeated == renewed)
    let right = customer.membership(Self.blueprint, Self.start.days(40)).boughtElsewhere
    #expect(right.map(\.name) == ["web"])
    #expect(right.map(\.endsAt) == [Self.start.days(60)])
    #expect(right.map(\.willRenew) == [true])
  }

  @Test(
    "RA-16 a right that is moved, cancelled or ended changes at once, in any order of the facts")
  func moved() throws {
    var customer = Customer()
    try Self.state(until: 30, on: 0, of: &customer)
    try Self.state(until: 20, on: 5, of: &customer)
    #expect(Self.days(of: customer) == Array(0..<20))
    let cancelled = try Self.state(until: 20, renews: false, on: 6, of: &customer)
    #expect(cancelled.count == 2)
    #expect(
      customer.membership(Self.blueprint, Self.start.days(7)).boughtElsewhere.map(\.willRenew)
        == [false])
    try Self.state(until: 8, on: 8, of: &customer)
    #expect(Self.days(of: customer) == Array(0..<8))
    #expect(customer.membership(Self.blueprint, Self.start.days(8)).phase == .lapsed)
    #expect(Customer(customer.facts.reversed()) == customer)
    try Self.state(until: nil, renews: false, on: 50, of: &customer)
    #expect(Self.days(of: customer) == Array(0..<8) + Array(50..<100))
  }

  @Test("RA-16 what was bought elsewhere is not sold again while it runs")
  func selling() throws {
    var customer = Customer()
    #expect(customer.membership(Self.blueprint, Self.start).sells("plans"))
    try Self.state(until: 30, on: 0, of: &customer)
    #expect(!customer.membership(Self.blueprint, Self.start).sells("plans"))
    #expect(customer.membership(Self.blueprint, Self.start.days(30)).sells("plans"))
  }

  @Test("RA-16 a larger tier that was bought elsewhere includes the smaller one, which is not sold")
  func largerTier() throws {
    let blueprint = Fixture.blueprint { definition in
      definition.hasFreeTier = true
      definition.products = Self.blueprint.definition.products
      definition.paywalls = Self.blueprint.definition.paywalls
      definition.grants = [
        GrantTerms(
          id: "contract", giver: .backend, entitlements: ["pro", "enterprise"], waitsFor: .nothing,
          isElsewhere: true)
      ]
    }
    func state(_ day: Int, until end: Int, of customer: inout Customer) throws(GrantRefusal) {
      let grants = try blueprint.state(
        "contract", until: Self.start.days(end), willRenew: true, of: customer,
        as: Grant.ID("on-\(day)"), at: Self.start.days(day))
      for grant in grants { customer.join(.grant(grant)) }
    }
    var customer = Customer()
    try state(0, until: 30, of: &customer)
    try state(20, until: 40, of: &customer)
    let during = customer.membership(blueprint, Self.start.days(35))
    #expect(during.phase == .subscribed)
    #expect(during.entitlements == ["enterprise", "pro"])
    #expect(during.boughtElsewhere.map(\.entitlements) == [["enterprise", "pro"]])
    #expect(!during.sells("plans"))
    let overview = PurchaseOverview(of: customer, in: blueprint, at: Self.start.days(1))
    #expect(overview.sources["pro"]?.endsAt == Self.start.days(40))
    #expect(overview.sources["enterprise"]?.endsAt == Self.start.days(40))
    let after = customer.membership(blueprint, Self.start.days(40))
    #expect(after.phase == .lapsed)
    #expect(after.entitlements.isEmpty)
    #expect(after.sells("plans"))
  }

  @Test("RA-16 what the blueprint adds to a right comes with the next statement, at once")
  func addedLater() throws {
    var customer = Customer()
    try Self.state(until: 30, on: 0, of: &customer)
    let more = Fixture.blueprint { definition in
      definition.products = Self.blueprint.definition.products
      definition.grants = [
        GrantTerms(
          id: "web", giver: .backend, entitlements: ["pro", "beta"], waitsFor: .nothing,
          isElsewhere: true)
      ]
    }
    #expect(customer.membership(more, Self.start.days(1)).entitlements == ["pro"])
    let stated = try more.state(
      "web", until: Self.start.days(30), willRenew: true, of: customer, as: "again",
      at: Self.start.days(1))
    #expect(stated.count == 2)
    for grant in stated { customer.join(.grant(grant)) }
    #expect(customer.membership(more, Self.start.days(1)).entitlements == ["beta", "pro"])
    #expect(customer.membership(more, Self.start.days(30)).entitlements.isEmpty)
  }

  @Test("RA-16 of two reports of a right, the one that it will not renew counts, in either order")
  func cancelled() {
    func right(_ willRenew: Bool?) -> Fact {
      .grant(
        Grant(
          id: "g", entitlements: ["pro"], startsAt: Self.start, endsAt: nil, name: "web",
          givenAt: Self.start, willRenew: willRenew))
    }
    for other in [true, false, nil] {
      #expect(Customer([right(other), right(false)]).grants["g"]?.willRenew == false)
      #expect(Customer([right(false), right(other)]).grants["g"]?.willRenew == false)
    }
    #expect(Customer([right(nil), right(true)]).grants["g"]?.willRenew == true)
  }

  @Test("RA-16 a right is stated and not given, and one that does not run cannot be ended")
  func refusals() {
    let customer = Customer()
    #expect(throws: GrantRefusal.notListed) {
      try Self.blueprint.give("web", by: .backend, to: customer, as: "g", at: Self.start)
    }
    #expect(throws: GrantRefusal.notListed) {
      try Self.blueprint.give("web", by: .support, to: customer, as: "g", at: Self.start)
    }
    #expect(throws: GrantRefusal.nothingShared) {
      try Self.blueprint.state(
        "web", until: nil, willRenew: false, seats: 3, of: Customer(), as: "g", at: Self.start)
    }
    #expect(throws: GrantRefusal.notRunning) {
      try Self.blueprint.state(
        "web", until: Self.start, willRenew: false, of: customer, as: "g", at: Self.start)
    }
  }
}
