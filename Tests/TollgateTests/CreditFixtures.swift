import Tollgate

extension Fixture {
  /// An app that sells coins: in packs, with a plan whose coins expire, and with one whose coins roll over.
  static let studio = blueprint { definition in
    definition.hasFreeTier = true
    definition.products = [
      CatalogProduct(id: "coins.100", kind: .consumable, name: "100 coins", entitlements: []),
      CatalogProduct(id: "coins.5", kind: .consumable, name: "5 coins", entitlements: []),
      plan("basic", level: 3, gives: ["basic"]),
      plan("plus", level: 2, gives: ["basic"]),
      plan("other", level: 2, gives: ["basic"]),
      plan("gold", level: 1, gives: ["basic", "gold"]),
    ]
    definition.credits = [
      Wallet(
        id: "coins",
        sources: [
          Wallet.Source(product: "coins.100", amount: 100),
          Wallet.Source(product: "coins.5", amount: 5),
          Wallet.Source(product: "basic", amount: 50, lifetime: .period),
          Wallet.Source(
            product: "plus", amount: 50, lifetime: .rollsOver(Wallet.Rollover(upTo: 120))),
          Wallet.Source(product: "other", amount: 50, lifetime: .rollsOver(Wallet.Rollover())),
          Wallet.Source(product: "gold", amount: 200, lifetime: .period, inTrial: 10),
        ]),
      Wallet(
        id: "gems",
        sources: [
          Wallet.Source(product: "gold", amount: 7, lifetime: .rollsOver(Wallet.Rollover()))
        ]),
    ]
    definition.features = [
      Feature(
        id: "draw",
        rules: [
          Feature.Rule(allowance: .spend("coins", cost: 3))
        ], paywall: "coins", offline: .allow(2)),
      Feature(id: "print", rules: [Feature.Rule(allowance: .spend("coins", cost: nil))]),
      Feature(
        id: "sculpt",
        rules: [
          Feature.Rule(
            when: Condition(entitled: ["gold"]), allowance: .spend("gems", cost: 1)),
          Feature.Rule(allowance: .denied),
        ]),
      Feature(
        id: "scan",
        rules: [
          Feature.Rule(when: Condition(entitled: ["basic"]), allowance: .upTo(5, per: .period)),
          Feature.Rule(allowance: .upTo(2, per: .period)),
        ]),
    ]
    definition.paywalls = [
      Paywall(
        id: "coins", title: "hello",
        packages: [Paywall.Package(product: "coins.100"), Paywall.Package(product: "basic")])
    ]
  }

  private static func plan(
    _ id: CatalogProduct.ID, level: Int, gives entitlements: [Entitlement.ID]
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Plan", entitlements: entitlements,
      period: Period(1, .month), group: "plans", level: level,
      introductoryOffer: CatalogProduct.IntroductoryOffer(
        payment: .freeTrial, period: Period(3, .day)))
  }
}

extension Fact {
  /// Coins that were bought.
  static func pack(
    _ id: StoreTransaction.ID, _ product: CatalogProduct.ID = "coins.100", on day: Int,
    quantity: Int = 1, refunded: Int? = nil, ownership: StoreTransaction.Ownership = .purchased
  ) -> Fact {
    .transaction(
      StoreTransaction(
        id: id, originalID: StoreTransaction.OriginalID(id.rawValue), product: product,
        purchasedAt: Fixture.start.days(day), revokedAt: refunded.map(Fixture.start.days),
        ownership: ownership, quantity: quantity,
        signedAt: Fixture.start.days(refunded ?? day)))
  }

  /// A billing period of a plan.
  static func period(
    _ id: StoreTransaction.ID, _ product: CatalogProduct.ID, from day: Int, to end: Int,
    of original: StoreTransaction.OriginalID = "plan", refunded: Int? = nil,
    offer: StoreOffer.Payment? = nil, ownership: StoreTransaction.Ownership = .purchased
  ) -> Fact {
    .transaction(
      .subscription(
        id, of: original, product: product, from: Fixture.start.days(day),
        to: Fixture.start.days(end), revoked: refunded.map(Fixture.start.days), offer: offer,
        ownership: ownership))
  }

  /// Coins that were spent.
  static func spent(
    _ amount: Int, _ key: String, on day: Int, hour: Int = 0, by origin: Customer.ID = "me"
  ) -> Fact {
    .spend(
      Spend(
        wallet: "coins", feature: "print", key: Idempotency.Key(key), origin: origin,
        amount: amount, at: Fixture.start.days(day).hours(hour)))
  }
}

extension Customer {
  /// The coins on a day.
  func coins(_ day: Int, hour: Int = 0, in blueprint: Blueprint = Fixture.studio) -> Int {
    Membership(of: self, in: blueprint, at: Fixture.start.days(day).hours(hour))
      .credits(in: "coins")
  }

  /// Uses a feature for credits; answers why not where it is denied.
  @discardableResult
  mutating func spend(
    _ feature: Feature.ID, _ key: String, cost: Int? = nil, isReport: Bool = false, on day: Int,
    by id: Customer.ID = "me"
  ) -> Denial? {
    guard let handle = Fixture.studio.handle(of: feature) else { return nil }
    do {
      let decision = try Fixture.studio.use(
        handle, by: self, id: id, key: Idempotency.Key(key), cost: cost, isReport: isReport,
        at: Fixture.start.days(day))
      for fact in decision.facts { join(fact) }
      return nil
    } catch { return error }
  }
}
