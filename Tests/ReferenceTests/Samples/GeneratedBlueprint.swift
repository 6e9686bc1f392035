import Tollgate

/// Blueprints of every shape that the rules distinguish: trials, tiers, add-ons, allowances, free tiers.
struct GeneratedBlueprint {
  var random: Seeded
  var definition: Blueprint.Definition

  /// Creates a definition that a blueprint accepts; the same seed gives the same one.
  static func make(_ random: inout Seeded) -> Blueprint {
    while true {
      var generator = GeneratedBlueprint(Seeded(random.next()))
      generator.build()
      if let blueprint = try? Blueprint(generator.definition) { return blueprint }
    }
  }

  private init(_ random: Seeded) {
    self.random = random
    definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"),
      texts: [LocalizedText(id: "hello", wordings: ["en": LocalizedText.Wording("Hello")])])
  }

  private mutating func build() {
    definition.app = Blueprint.App(
      id: "app", name: "App", bundleID: "com.example.app",
      timeZone: random.pick("UTC", "UTC", "Europe/Berlin", "America/New_York"),
      usesCustomerTimeZone: random.chance(40))
    definition.milestones = ["met", "landed"]
    definition.attributes = GeneratedAudience.attributes
    definition.onboarding = random.chance(40) ? "met" : nil
    definition.hasFreeTier = random.chance(50)
    addProducts()
    addTrial()
    definition.purchases = Blueprint.PurchaseRules(
      lateRenewal: random.pick(
        .standard, .standard, .standard, .upTo(Period(random.number(1...36), .hour)), .notAllowed))
    definition.features = Self.features(of: definition, &random)
    definition.paywalls = [
      Paywall(
        id: "plans", title: "hello",
        packages: definition.products.map { Paywall.Package(product: $0.id) })
    ]
    addSurfaces()
    if random.chance(10), let named = definition.products.first?.entitlements, !named.isEmpty {
      definition.plan = named + (definition.trial?.terms.entitlements ?? [])
    }
    if !definition.resolvedPlan.candidates.isEmpty, let first = definition.products.first {
      definition.plan = first.entitlements
    }
    if random.chance(40) { addOffers() }
    addAddOnTrial()
    if random.chance(30) { addLimitsAtOnce() }
    if random.chance(40) { addTeam() }
  }

  /// A team that counts together what each of its people keeps.
  private mutating func addTeam() {
    guard let shared = definition.products.flatMap(\.entitlements).first,
      let keep = definition.features.firstIndex(where: { $0.id == "keep" })
    else { return }
    for rule in definition.features[keep].rules.indices {
      definition.features[keep].rules[rule].allowance = .holding(random.number(2...5))
    }
    definition.teams = [
      Team(id: "family", shares: [shared], sizes: [Team.Size(seats: 2)], pooled: ["keep"])
    ]
  }

  // MARK: Products

  private mutating func addProducts() {
    let style = random.number(0...9)
    switch style {
    case 0...3:
      subscription("pro.month", ["pro"], random.pick(Period(1, .month), Period(1, .week)), level: 1)
      if random.chance(50) { subscription("pro.year", ["pro"], Period(1, .year), level: 1) }
    case 4...6:
      subscription("basic.month", ["basic"], Period(1, .month), level: 2)
      subscription(
        "pro.month", random.pick(["pro"], ["basic", "pro"]), Period(1, .month), level: 1)
      if random.chance(40) { subscription("pro.week", ["pro"], Period(1, .week), level: 1) }
    case 7, 8:
      subscription("pro.month", ["pro"], Period(1, .month), level: 1)
      subscription("coach.month", ["coach"], Period(1, .month), group: "coaching", level: 1)
    default: break
    }
    if style == 9 || random.chance(25) { oneTime("pro.forever", .nonConsumable, ["pro"]) }
    if style == 9 || random.chance(25) {
      let gives: [Entitlement.ID] = random.pick(["pro"], ["extra"])
      oneTime("season", .nonRenewing, gives, Period(2, .week), addsUp: gives == ["pro"])
      if random.chance(50) { oneTime("pass", .nonRenewing, gives, Period(5, .day)) }
    }
    if random.chance(35) { oneTime("icons", .nonConsumable, ["icons"]) }
    if random.chance(20) {
      subscription("extra.month", ["extra"], Period(1, .month), group: "extras", level: 1)
    }
    if random.chance(15) { oneTime("coins", .consumable, []) }
  }

  private mutating func subscription(
    _ id: CatalogProduct.ID, _ entitlements: [Entitlement.ID], _ period: Period,
    group: SubscriptionGroup.ID = "plans", level: Int
  ) {
    var offer: CatalogProduct.IntroductoryOffer?
    if random.chance(70) {
      offer = random.pick(
        CatalogProduct.IntroductoryOffer(payment: .freeTrial, period: Period(3, .day)),
        CatalogProduct.IntroductoryOffer(payment: .freeTrial, period: Period(1, .week)),
        CatalogProduct.IntroductoryOffer(
          payment: .payAsYouGo, period: period, periods: random.number(1...3),
          price: Money(milliunits: 990, currency: "USD")),
        CatalogProduct.IntroductoryOffer(
          payment: .payUpFront, period: Period(1, .month),
          price: Money(milliunits: 1990, currency: "USD")))
    }
    definition.products.append(
      CatalogProduct(
        id: id, kind: .autoRenewable, name: "Plan", entitlements: entitlements,
        price: Money(milliunits: 9990, currency: "USD"), period: period, group: group,
        level: level, introductoryOffer: offer))
  }

  private mutating func oneTime(
    _ id: CatalogProduct.ID, _ kind: CatalogProduct.Kind, _ entitlements: [Entitlement.ID],
    _ period: Period? = nil, addsUp: Bool = true
  ) {
    definition.products.append(
      CatalogProduct(
        id: id, kind: kind, name: "Extra", entitlements: entitlements,
        price: Money(milliunits: 990, currency: "USD"), period: period, addsUp: addsUp))
  }

  /// Gives subscriptions offers, and paywalls packages for some customers only.
  private mutating func addOffers() {
    definition.products = definition.products.map { product in
      guard product.kind == .autoRenewable else { return product }
      return CatalogProduct(
        id: product.id, kind: product.kind, name: product.name,
        entitlements: product.entitlements, price: product.price, period: product.period,
        group: product.group, level: product.level, introductoryOffer: product.introductoryOffer,
        offers: CatalogProduct.Offer.Kind.allCases.map {
          CatalogProduct.Offer(
            id: CatalogProduct.Offer.ID($0.rawValue), kind: $0, payment: .freeTrial,
            period: Period(1, .month))
        })
    }
    var packages: [Paywall.Package] = []
    for product in definition.products {
      for _ in 0..<random.number(0...2) {
        let offers: [Paywall.Package.Offer?] = [
          nil, .named("promotional"), .named("winBack"), .code("code"),
        ]
        packages.append(
          Paywall.Package(
            product: product.id,
            when: random.pick(
              .always, .always, Condition(phases: [.lapsed]), Condition(phases: [.subscribed]),
              Condition(willRenew: false), Condition(subscription: [.active]),
              Condition(not: [Condition(willRenew: true)]),
              Condition(past: [
                .since(PastTest.Since(.firstPurchase, atLeast: Period(random.number(1...20), .day)))
              ])),
            offer: product.kind == .autoRenewable ? random.pick(from: offers) ?? nil : nil))
      }
      if random.chance(70) { packages.append(Paywall.Package(product: product.id)) }
    }
    if packages.isEmpty { return }
    definition.paywalls = [Paywall(id: "plans", title: "hello", packages: packages)]
  }

  // MARK: Trials

  /// Adds an add-on trial; its numbers are its own, so that other samples stay the same.
  private mutating func addAddOnTrial() {
    var random = self.random
    guard random.chance(40) else { return }
    definition.addOnTrials = [
      AddOnTrial(
        id: "taste", start: random.pick(.milestone("landed"), .milestone("met"), .signUp),
        when: random.pick(
          .always, .always, Condition(phases: [.free, .blocked, .lapsed]),
          Condition(notEntitled: ["pro"])),
        lasts: random.pick(
          Period(random.number(1...5), .day), Period(random.number(1...30), .hour)),
        entitlements: random.pick(["pro"], ["extra"], ["extra", "pro"]),
        oncePer: random.pick(.account, .accountAndDevice))
    ]
  }

  /// A trial that no purchase starts, perhaps with days to earn; its numbers are its own, so that other samples stay the
  /// same.
  private func ownTrial(_ terms: Trial.Terms) -> Trial {
    var random = self.random
    var earned: [Trial.EarnedDays] = []
    if terms.lasts != nil, random.chance(40) {
      earned = random.pick(
        [Trial.EarnedDays(days: 2, on: .use("send"), upTo: 5)],
        [Trial.EarnedDays(days: 3, on: .milestone("met"))],
        [
          Trial.EarnedDays(days: 1, on: .milestone("met")),
          Trial.EarnedDays(days: 1, on: .use("send"), upTo: 2),
        ])
    }
    return Trial(
      start: random.pick(.signUp, .signUp, .firstSeen, .milestone("landed")),
      terms: Trial.Terms(
        lasts: terms.lasts, uses: terms.uses, entitlements: terms.entitlements, earned: earned))
  }

  private mutating func addTrial() {
    let renewables = definition.products.filter { $0.kind == .autoRenewable }
    let uses = Trial.Uses(feature: "send", limit: random.number(1...5))
    let entitlements: [Entitlement.ID] = [
      random.chance(80) ? "pro" : renewables.first?.entitlements.first ?? "pro"
    ]
    let lasts = Period(random.number(1...9), .day)
    switch random.number(0...9) {
    case 0, 1: break
    case 2...4:
      let terms = random.pick(
        Trial.Terms(lasts: lasts, entitlements: entitlements),
        Trial.Terms(lasts: lasts, uses: uses, entitlements: entitlements),
        Trial.Terms(lasts: nil, uses: uses, entitlements: entitlements))
      definition.trial = ownTrial(terms)
    case 5...8:
      let milestone =
        definition.onboarding != nil && random.chance(70) ? definition.onboarding : nil
      definition.trial = Trial(
        start: .purchase(after: milestone),
        terms: Trial.Terms(
          lasts: lasts, uses: random.chance(75) ? uses : nil, entitlements: entitlements),
        products: random.chance(15) ? renewables.suffix(1).map(\.id) : [])
    default:
      definition.trial = Trial(
        start: .introductoryOffer,
        terms: Trial.Terms(lasts: nil, entitlements: random.chance(50) ? entitlements : []))
    }
  }
}
