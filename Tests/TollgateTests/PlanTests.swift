import Testing
import Tollgate

@Suite("What the phase is about")
struct PlanTests {
  /// A customer of an app, with what they own or were granted, and the phase that follows.
  struct Life: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var products: [CatalogProduct]
    var plan: [Entitlement.ID] = []
    var paywallForTheFree: CatalogProduct.ID?
    var owns: [CatalogProduct.ID] = []
    var granted: [Entitlement.ID] = []
    let phase: Phase

    var blueprint: Blueprint {
      Fixture.blueprint {
        $0.hasFreeTier = true
        $0.products = products
        $0.plan = plan
        $0.paywalls = products.map {
          Paywall(
            id: Paywall.ID($0.id.rawValue), title: "hello",
            packages: [Paywall.Package(product: $0.id)])
        }
        if let sold = paywallForTheFree {
          $0.placements = [
            Placement(
              id: "launch", when: Condition(phases: [.free]), paywall: Paywall.ID(sold.rawValue))
          ]
        }
      }
    }
  }

  private static func subscription(
    _ id: CatalogProduct.ID, _ entitlements: [Entitlement.ID],
    group: SubscriptionGroup.ID = "plans"
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Monthly", entitlements: entitlements,
      period: Period(1, .month), group: group)
  }

  private static func once(
    _ id: CatalogProduct.ID, _ entitlements: [Entitlement.ID]
  ) -> CatalogProduct {
    CatalogProduct(id: id, kind: .nonConsumable, name: "For life", entitlements: entitlements)
  }

  private static let packs = [
    subscription("all", ["filters", "fonts"]), once("filters", ["filters"]),
    once("fonts", ["fonts"]),
  ]
  private static let groups = [
    subscription("pro", ["pro"]), subscription("fonts", ["fonts"], group: "fonts"),
    subscription("bundle", ["pro", "fonts"], group: "bundles"), once("pro.life", ["pro"]),
  ]
  private static let shop = [
    once("ads", ["ad-free"]), once("pro", ["ad-free", "pro"]), once("fonts", ["fonts"]),
  ]

  static let lives: [Life] = [
    Life(
      testDescription: "a pack that is part of the subscription", products: packs,
      owns: ["filters"], phase: .free),
    Life(
      testDescription: "every pack, one by one", products: packs, owns: ["filters", "fonts"],
      phase: .free),
    Life(
      testDescription: "the subscription beside packs", products: packs, owns: ["all", "fonts"],
      phase: .subscribed),
    Life(
      testDescription: "a grant of the plan piece by piece", products: packs,
      granted: ["filters"], phase: .subscribed),
    Life(
      testDescription: "a grant of what an add-on gives too",
      products: [subscription("super", ["ad-free", "super"]), once("ads", ["ad-free"])],
      granted: ["ad-free"], phase: .free),
    Life(
      testDescription: "a grant of what only the subscription gives",
      products: [subscription("super", ["ad-free", "super"]), once("ads", ["ad-free"])],
      granted: ["super"], phase: .subscribed),
    Life(
      testDescription: "a lifetime that gives the lowest tier",
      products: [
        subscription("basic", ["basic"]), subscription("pro", ["basic", "pro"]),
        once("life", ["basic", "life"]),
      ], owns: ["life"], phase: .subscribed),
    Life(
      testDescription: "the group that the free are shown", products: groups,
      paywallForTheFree: "pro", owns: ["pro"], phase: .subscribed),
    Life(
      testDescription: "another group", products: groups, paywallForTheFree: "pro",
      owns: ["fonts"], phase: .free),
    Life(
      testDescription: "another group that gives all of the plan", products: groups,
      paywallForTheFree: "pro", owns: ["bundle"], phase: .subscribed),
    Life(
      testDescription: "a lifetime of the group that the free are shown", products: groups,
      paywallForTheFree: "pro", owns: ["pro.life"], phase: .subscribed),
    Life(
      testDescription: "a group that the blueprint names", products: groups, plan: ["fonts"],
      paywallForTheFree: "pro", owns: ["fonts"], phase: .subscribed),
    Life(
      testDescription: "a group that the blueprint does not name", products: groups,
      plan: ["fonts"], paywallForTheFree: "pro", owns: ["pro"], phase: .free),
    Life(
      testDescription: "one purchase of an app without subscriptions", products: shop,
      paywallForTheFree: "pro", owns: ["pro"], phase: .subscribed),
    Life(
      testDescription: "a smaller purchase of an app without subscriptions",
      products: [shop[0], shop[1]], owns: ["ads"], phase: .subscribed),
    Life(
      testDescription: "another purchase of an app without subscriptions", products: shop,
      paywallForTheFree: "pro", owns: ["fonts"], phase: .free),
  ]

  @Test(
    "RA-1 an add-on or a second group makes nobody a subscriber, and the plan does",
    arguments: lives)
  func phase(life: Life) {
    let blueprint = life.blueprint
    let bought = life.owns.enumerated().map { number, product -> Fact in
      let id = StoreTransaction.ID("\(number + 1)")
      let isSubscription = life.products.contains {
        $0.id == product && $0.kind == .autoRenewable
      }
      return .transaction(
        isSubscription
          ? .subscription(
            id, of: StoreTransaction.OriginalID(id.rawValue), product: product,
            from: Fixture.start, to: Fixture.start.days(30))
          : StoreTransaction(
            id: id, originalID: StoreTransaction.OriginalID(id.rawValue), product: product,
            purchasedAt: Fixture.start, signedAt: Fixture.start))
    }
    let granted = life.granted.map { entitlement -> Fact in
      .grant(
        Grant(
          id: Grant.ID(entitlement.rawValue), entitlements: [entitlement], startsAt: Fixture.start,
          endsAt: nil))
    }
    let membership = Membership(
      of: Customer(bought + granted), in: blueprint, at: Fixture.start.days(1))
    #expect(membership.phase == life.phase)
    #expect(membership.phase != .free || membership.subscription == nil)
  }

  @Test("EX-10 a subscription that gives credits alone decides nothing beside a plan")
  func creditsAlone() {
    let start = Fixture.start
    let coins = Self.subscription("coins", [], group: "coins")
    let customer = Customer([
      .transaction(
        .subscription("1", of: "1", product: "pro", from: start, to: start.days(10))),
      .transaction(
        .subscription("2", of: "2", product: "coins", from: start, to: start.days(30))),
    ])
    let beside = Life(
      testDescription: "", products: [Self.subscription("pro", ["pro"]), coins], phase: .subscribed)
    #expect(customer.membership(beside.blueprint, start.days(1)).subscription?.product == "pro")
    let lapsed = customer.membership(beside.blueprint, start.days(20))
    #expect(lapsed.phase == .lapsed)
    #expect(lapsed.subscription?.product == "pro")
    #expect(lapsed.managesSubscription)
    let alone = Life(testDescription: "", products: [coins], phase: .free)
    #expect(customer.membership(alone.blueprint, start.days(1)).subscription?.product == "coins")
  }

  @Test(
    "only who pays can manage a subscription, whether it is the plan or an add-on",
    arguments: [StoreTransaction.Ownership.purchased, .familyShared], ["pro", "fonts"])
  func managing(ownership: StoreTransaction.Ownership, product: CatalogProduct.ID) {
    let life = Life(
      testDescription: "", products: Self.groups, paywallForTheFree: "pro", phase: .free)
    let customer = Customer([
      .transaction(
        .subscription(
          "1", product: product, from: Fixture.start, to: Fixture.start.days(30),
          ownership: ownership))
    ])
    let running = Membership(of: customer, in: life.blueprint, at: Fixture.start.days(1))
    #expect(running.managesSubscription == (ownership == .purchased))
    let ended = Membership(of: customer, in: life.blueprint, at: Fixture.start.days(40))
    #expect(!ended.managesSubscription)
  }
}
