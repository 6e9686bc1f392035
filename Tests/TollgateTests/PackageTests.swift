import Testing
import Tollgate

/// A customer's history with a subscription, and when it is looked at.
private enum Life: String, CaseIterable {
  case newcomer, monthly, cancelled, lapsed, refunded, grace, retrying, yearly, switching, owner

  var facts: [Fact] {
    let start = Fixture.start
    let end = start.days(30)
    let monthly = Fact.transaction(.subscription("1", product: "monthly", from: start, to: end))
    func renewal(
      to product: CatalogProduct.ID = "monthly", _ willRenew: Bool = true,
      grace: Instant? = nil, isRetried: Bool = false
    ) -> Fact {
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: product, willRenew: willRenew, graceEndsAt: grace,
          isInBillingRetry: isRetried, signedAt: isRetried ? end : start))
    }
    switch self {
    case .newcomer: return []
    case .monthly: return [monthly, renewal()]
    case .cancelled, .lapsed: return [monthly, renewal(false)]
    case .refunded:
      return [
        .transaction(
          .subscription("1", product: "monthly", from: start, to: end, revoked: start.days(5)))
      ]
    case .grace: return [monthly, renewal(grace: end.days(16), isRetried: true)]
    case .retrying: return [monthly, renewal(isRetried: true)]
    case .yearly:
      return [
        .transaction(.subscription("1", product: "yearly", from: start, to: start.days(365)))
      ]
    case .switching: return [monthly, renewal(to: "yearly")]
    case .owner:
      return [
        monthly,
        .transaction(.subscription("2", of: "2", product: "forever", from: start, to: nil)),
      ]
    }
  }

  var now: Instant {
    switch self {
    case .lapsed, .grace, .retrying: Fixture.start.days(31)
    case .newcomer, .monthly, .cancelled, .refunded, .yearly, .switching, .owner:
      Fixture.start.days(10)
    }
  }

  func shown(_ packages: [Paywall.Package]) -> [String] {
    let membership = Customer(facts).membership(plans(packages), now)
    return membership.packages(of: "plans").map { package in
      "\(package.product)" + (package.offer.map { " \($0.id)" } ?? "")
    }
  }
}

/// An app with a monthly plan, a yearly plan of a higher level, and a lifetime product.
private func plans(_ packages: [Paywall.Package]) -> Blueprint {
  Fixture.blueprint {
    func plan(_ id: CatalogProduct.ID, _ period: Period, level: Int) -> CatalogProduct {
      CatalogProduct(
        id: id, kind: .autoRenewable, name: "Plan", entitlements: ["pro"], period: period,
        group: "plans", level: level,
        offers: [
          CatalogProduct.Offer(
            id: "stay", kind: .promotional, payment: .freeTrial, period: Period(1, .month)),
          CatalogProduct.Offer(
            id: "back", kind: .winBack, payment: .freeTrial, period: Period(1, .month)),
          CatalogProduct.Offer(
            id: "FRIENDS", kind: .code, payment: .freeTrial, period: Period(1, .month)),
        ])
    }
    $0.hasFreeTier = true
    $0.products = [
      plan("monthly", Period(1, .month), level: 2), plan("yearly", Period(1, .year), level: 1),
      CatalogProduct(id: "forever", kind: .nonConsumable, name: "Forever", entitlements: ["pro"]),
    ]
    $0.features = [
      Feature(id: "print", rules: [Feature.Rule(allowance: .denied)], paywall: "plans")
    ]
    $0.paywalls = [Paywall(id: "plans", title: "hello", packages: packages)]
    $0.placements = [
      Placement(id: "home", paywall: "plans", isGate: false),
      Placement(id: "gate", paywall: "plans"),
    ]
  }
}

@Suite("Packages for some customers")
struct PackageTests {
  @Test("a yearly plan is sold to those who have the monthly one, until they switch")
  func upsell() {
    let packages = [
      Paywall.Package(product: "yearly", when: Condition(products: ["monthly"])),
      Paywall.Package(product: "monthly"),
    ]
    let shown: [Life: [String]] = [
      .newcomer: ["monthly"], .monthly: ["yearly"], .cancelled: ["yearly"], .lapsed: ["monthly"],
      .refunded: ["monthly"], .grace: [], .retrying: ["monthly"], .yearly: [], .switching: [],
      .owner: ["yearly"],
    ]
    for life in Life.allCases { #expect(life.shown(packages) == shown[life], "\(life)") }
  }

  @Test("the first of a product's packages whose offer the store would sell is shown")
  func offers() {
    let packages = [
      Paywall.Package(product: "monthly", offer: .named("back")),
      Paywall.Package(product: "monthly", offer: .named("stay")),
      Paywall.Package(product: "monthly", offer: .code("FRIENDS")),
      Paywall.Package(product: "monthly"),
    ]
    let shown: [Life: [String]] = [
      .newcomer: ["monthly FRIENDS"], .monthly: [], .cancelled: ["monthly stay"],
      .lapsed: ["monthly back"], .refunded: ["monthly stay"], .grace: [], .retrying: ["monthly"],
      .yearly: ["monthly stay"], .switching: ["monthly stay"], .owner: [],
    ]
    for life in Life.allCases { #expect(life.shown(packages) == shown[life], "\(life)") }
  }

  @Test("a package without a condition or an offer never changes the plan that runs")
  func plain() {
    let packages = [
      Paywall.Package(product: "yearly"), Paywall.Package(product: "monthly"),
      Paywall.Package(product: "forever"),
    ]
    #expect(Life.monthly.shown(packages) == [])
    #expect(Life.yearly.shown(packages) == [])
    #expect(Life.newcomer.shown(packages) == ["yearly", "monthly", "forever"])
  }

  @Test(
    "without a known customer, the packages for everyone are for sale, or else each product once at its regular price"
  )
  func everyone() {
    let targeted = [
      Paywall.Package(
        product: "monthly", when: Condition(willRenew: false), offer: .named("stay"),
        offerLine: "offer.line", badge: "best"),
      Paywall.Package(product: "monthly", offer: .code("FRIENDS"), priceLine: "price.line"),
    ]
    let plain = Paywall.Package(product: "monthly")
    func everyones(_ packages: [Paywall.Package]) -> [Paywall.Package] {
      Paywall(id: "plans", title: "hello", packages: packages).packagesForEveryone
    }
    #expect(everyones(targeted + [plain]) == [plain])
    #expect(everyones(targeted) == [Paywall.Package(product: "monthly", badge: "best")])
  }

  @Test("a product for ever is sold to a subscriber that its condition names, once")
  func forever() {
    let packages = [
      Paywall.Package(product: "forever", when: Condition(products: ["monthly"]))
    ]
    #expect(Life.monthly.shown(packages) == ["forever"])
    #expect(Life.owner.shown(packages) == [])
    #expect(Life.newcomer.shown(packages) == [])
  }

  @Test(
    "a change of plan shows at a placement, but at no gate and for no denial")
  func denials() {
    let blueprint = plans([
      Paywall.Package(product: "yearly", when: Condition(products: ["monthly"]))
    ])
    let membership = Customer(Life.monthly.facts).membership(blueprint, Life.monthly.now)
    #expect(membership.paywall(at: "home") == "plans")
    #expect(membership.paywall(at: "gate") == nil)
    guard case .denied(let denial) = membership.access(to: "print") else {
      Issue.record("it is allowed")
      return
    }
    #expect(denial.paywall == nil)
    #expect(membership.shows("stay", of: "monthly") == false)
  }

  @Test("the membership changes when a package's condition does, and not for one that stays hidden")
  func nextChange() {
    let later = Condition(past: [
      .since(PastTest.Since(.firstPurchase, atLeast: Period(20, .day)))
    ])
    let offered = plans([
      Paywall.Package(product: "yearly", when: later), Paywall.Package(product: "monthly"),
    ])
    let customer = Customer(Life.monthly.facts)
    let start = Fixture.start
    #expect(customer.membership(offered, start.days(10)).nextChange == start.days(20))
    let hidden = plans([
      Paywall.Package(product: "yearly", when: Condition(products: ["monthly"])),
      Paywall.Package(product: "yearly", when: later),
    ])
    #expect(customer.membership(hidden, start.days(10)).nextChange == start.days(30))
  }

  @Test("a store that knows more leaves the place to the next package of the product")
  func availability() {
    let blueprint = plans([
      Paywall.Package(product: "monthly", offer: .named("back")),
      Paywall.Package(product: "monthly"),
    ])
    let membership = Customer(Life.lapsed.facts).membership(blueprint, Life.lapsed.now)
    #expect(membership.shows("back", of: "monthly"))
    #expect(
      membership.packages(of: "plans") { $0.offer == nil }
        == [Paywall.Package(product: "monthly")])
  }
}
