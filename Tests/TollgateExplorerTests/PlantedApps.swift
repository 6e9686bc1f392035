import Tollgate

/// Small apps without a fault, into which faults are planted.
enum PlantedApp {
  /// Two tiers next to a free one.
  static let tiers = definition {
    $0.hasFreeTier = true
    $0.products = [
      subscription("basic.month", ["basic"], level: 2),
      subscription("pro.month", ["basic", "pro"], level: 1),
    ]
    $0.plan = ["basic", "pro"]
    $0.features = [
      feature("note", sold: "basic", otherwise: .upTo(1, per: .day)),
      feature("sync", sold: "pro", otherwise: .denied),
    ]
    $0.paywalls = [paywall("plans", "pro.month", "basic.month")]
    $0.placements = [
      Placement(id: "home", when: Condition(phases: [.lapsed]), paywall: "plans")
    ]
  }

  /// A plan next to a free note a day.
  static let notes = definition {
    $0.hasFreeTier = true
    $0.products = [subscription("pro.month", ["pro"], level: 1)]
    $0.features = [feature("note", sold: "pro", otherwise: .upTo(1, per: .day))]
    $0.paywalls = [paywall("plans", "pro.month")]
  }

  /// The same with one sketch ever for everybody, whatever they buy.
  static let sketch = definition {
    $0 = notes
    $0.features.append(
      Feature(id: "sketch", rules: [Feature.Rule(allowance: .upTo(1, per: .ever))]))
  }

  /// Notes with brushes, which open a feature to those who have the plan.
  static func brushes(needing needs: [Entitlement.ID]) -> Blueprint.Definition {
    definition {
      $0 = notes
      $0.plan = ["pro"]
      $0.products.append(
        CatalogProduct(
          id: "brush", kind: .nonConsumable, name: "Brush", entitlements: ["brush"], needs: needs))
      $0.paywalls.append(paywall("shop", "pro.month", "brush"))
      $0.features.append(
        Feature(
          id: "draw",
          rules: [
            Feature.Rule(
              when: Condition(entitled: ["brush"], any: [Condition(entitled: ["pro"])]),
              allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ], paywall: "shop"))
    }
  }

  /// Audio and video, which are sold apart, and films, which need both.
  static let modules = definition {
    $0.hasFreeTier = true
    $0.products = ["audio", "video"].map {
      CatalogProduct(
        id: CatalogProduct.ID($0), kind: .nonConsumable, name: "Module",
        entitlements: [Entitlement.ID($0)])
    }
    $0.plan = ["audio", "video"]
    $0.features = [
      feature("audio", sold: "audio", otherwise: .denied),
      feature("video", sold: "video", otherwise: .denied),
      Feature(
        id: "film",
        rules: [
          Feature.Rule(
            when: Condition(entitled: ["audio"], any: [Condition(entitled: ["video"])]),
            allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ], paywall: "plans"),
    ]
    $0.paywalls = [paywall("plans", "audio", "video")]
  }

  /// The plan next to a free note a day, except that testers get as much as payers.
  static let tested = definition {
    $0 = notes
    $0.granted = ["beta"]
    $0.change("note") {
      $0[0] = Feature.Rule(when: Condition(entitled: ["beta", "pro"]), allowance: .unlimited)
    }
  }

  /// The same, except that a week as a tester is a reward that the blueprint lists.
  static let rewarded = definition {
    $0 = tested
    $0.granted = []
    $0.grants = [
      GrantTerms(id: "reward", giver: .backend, entitlements: ["beta"], lasts: Period(7, .day))
    ]
  }

  /// A plan next to a free note a day, and a week of it as a reward.
  static let lent = definition {
    $0 = notes
    $0.grants = [
      GrantTerms(id: "week", giver: .backend, entitlements: ["pro"], lasts: Period(7, .day))
    ]
  }

  /// The same with a win-back offer for those who lapsed.
  static let returning = definition {
    $0 = winBack
    $0.sell(to: Condition(phases: [.lapsed]), .named("back"))
    $0.placements = [
      Placement(id: "home", when: Condition(phases: [.lapsed]), paywall: "plans")
    ]
  }

  /// The same with one offer of each kind.
  static let winBack = definition {
    $0 = notes
    func offer(_ id: CatalogProduct.Offer.ID, _ kind: CatalogProduct.Offer.Kind)
      -> CatalogProduct.Offer
    {
      CatalogProduct.Offer(id: id, kind: kind, payment: .freeTrial, period: Period(1, .month))
    }
    $0.products = [
      subscription(
        "pro.month", ["pro"], level: 1,
        offers: [offer("back", .winBack), offer("stay", .promotional), offer("HELLO", .code)])
    ]
  }

  /// An app whose days turn in the customer's time zone.
  static let inCustomerZone = Blueprint.App(
    id: "app", name: "App", bundleID: "com.example.app", usesCustomerTimeZone: true)

  /// The same with days that turn in the customer's time zone.
  static let zones = definition {
    $0 = notes
    $0.app = inCustomerZone
  }

  /// The same with as many notes as one likes in the first three days.
  static let early = definition {
    $0 = notes
    $0.change("note") {
      $0.insert(
        Feature.Rule(
          when: Condition(past: [.since(PastTest.Since(.firstSeen, lessThan: Period(3, .day)))]),
          allowance: .unlimited), at: 1)
    }
  }

  /// A plan next to nine notes a day, until there were two in a week.
  static let rare = definition {
    $0 = notes
    $0.change("note") {
      $0[1] = Feature.Rule(
        when: Condition(past: [
          .count(PastTest.Count(of: .use("note"), atLeast: 2, within: Period(7, .day)))
        ]), allowance: .denied)
      $0.append(Feature.Rule(allowance: .upTo(9, per: .day)))
    }
  }

  /// A plan next to a note a day, until renewal was turned off once.
  static let leaving = definition {
    $0 = notes
    $0.change("note") {
      $0.insert(
        Feature.Rule(
          when: Condition(past: [.count(PastTest.Count(of: .cancellation, atLeast: 1))]),
          allowance: .denied), at: 1)
    }
  }

  /// A plan that fills a wallet, and a purchase for life that does not.
  static let coins = definition {
    $0.hasFreeTier = true
    $0.products = [
      subscription("pro.month", ["pro"], level: 1),
      CatalogProduct(id: "life", kind: .nonConsumable, name: "Life", entitlements: ["pro"]),
    ]
    $0.credits = [
      Wallet(
        id: "coins", sources: [Wallet.Source(product: "pro.month", amount: 5, lifetime: .period)])
    ]
    $0.features = [
      Feature(
        id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 1))], paywall: "plans"),
      feature("note", sold: "pro", otherwise: .upTo(1, per: .day)),
    ]
    $0.paywalls = [paywall("plans", "pro.month", "life")]
  }

  /// A plan and an add-on, for items that are held.
  static let garden = definition {
    $0.hasFreeTier = true
    $0.products = [
      subscription("pro.month", ["pro"], level: 1),
      CatalogProduct(id: "icons", kind: .nonConsumable, name: "Icons", entitlements: ["icons"]),
    ]
    $0.features = [
      feature("keep", sold: "pro", otherwise: .holding(1)),
      feature("theme", sold: "icons", otherwise: .denied, paywall: "extras"),
    ]
    $0.paywalls = [paywall("plans", "pro.month"), paywall("extras", "icons")]
    $0.prompts = [
      Prompt(
        id: "full", shape: .card, placement: "home",
        when: Condition(notEntitled: ["pro"], held: Condition.Held(feature: "keep", atLeast: 1)),
        icon: "star", text: "line", paywall: "plans")
    ]
  }

  /// A week's trial for everybody who signs up.
  static let signUp = definition {
    $0.products = [subscription("pro.month", ["pro"], level: 1)]
    $0.trial = Trial(
      start: .signUp, terms: Trial.Terms(lasts: Period(1, .week), entitlements: ["pro"]))
    $0.features = [feature("write", sold: "pro", otherwise: .denied)]
    $0.paywalls = [paywall("plans", "pro.month")]
    $0.nudges = [
      Nudge(
        id: "tomorrow", anchor: .trialEnd, before: Period(1, .day),
        when: Condition(phases: [.trial]), text: "line")
    ]
    $0.placements = [
      Placement(id: "home", when: Condition(phases: [.trialExpired, .lapsed]), paywall: "plans")
    ]
  }

  /// The store's own free week, a purchase for life, and a reminder before the store charges.
  static let reminded = definition {
    $0 = notes
    $0.products = [
      subscription(
        "pro.month", ["pro"], level: 1,
        offer: CatalogProduct.IntroductoryOffer(payment: .freeTrial, period: Period(1, .week))),
      CatalogProduct(id: "life", kind: .nonConsumable, name: "Life", entitlements: ["pro"]),
    ]
    $0.trial = Trial(start: .introductoryOffer, terms: Trial.Terms(lasts: nil))
    $0.paywalls = [paywall("plans", "pro.month", "life")]
    $0.nudges = signUp.nudges
  }

  /// A week from the first launch, and two days more for a milestone.
  static let firstLaunch = definition {
    $0 = signUp
    $0.milestones = ["shared"]
    $0.trial = Trial(
      start: .firstSeen,
      terms: Trial.Terms(
        lasts: Period(1, .week), entitlements: ["pro"],
        earned: [Trial.EarnedDays(days: 2, on: .milestone("shared"))]))
  }

  /// Three days or five uses for everybody who buys, after a milestone.
  static let paidTrial = definition {
    $0.milestones = ["met"]
    $0.onboarding = "met"
    $0.products = [
      subscription(
        "pro.month", ["pro"], level: 1,
        offer: CatalogProduct.IntroductoryOffer(payment: .freeTrial, period: Period(3, .day)))
    ]
    $0.trial = Trial(
      start: .purchase(after: "met"),
      terms: Trial.Terms(
        lasts: Period(3, .day), uses: Trial.Uses(feature: "ask", limit: 5), entitlements: ["pro"]))
    $0.features = [
      Feature(
        id: "ask",
        rules: [
          Feature.Rule(when: Condition(phases: [.onboarding]), allowance: .unlimited),
          Feature.Rule(when: Condition(phases: [.trial]), allowance: .upTo(5, per: .trial)),
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ], paywall: "plans")
    ]
    $0.paywalls = [paywall("plans", "pro.month")]
    $0.texts += [
      text("plan.trialExpired", "Your trial is over."),
      text("plan.trialExpired.uses", "You have asked all there was."),
      text("plan.trialExpired.usesCancelled", "You have asked all there was."),
      text("plan.trialExpired.refund", "Refunded."),
    ]
  }

  // MARK: Parts

  static func feature(
    _ id: Feature.ID, sold entitlement: Entitlement.ID, _ given: Feature.Allowance = .unlimited,
    otherwise: Feature.Allowance, paywall: Paywall.ID? = "plans"
  ) -> Feature {
    Feature(
      id: id,
      rules: [
        Feature.Rule(when: Condition(entitled: [entitlement]), allowance: given),
        Feature.Rule(allowance: otherwise),
      ], paywall: paywall)
  }

  static func subscription(
    _ id: CatalogProduct.ID, _ entitlements: [Entitlement.ID], level: Int,
    period: Period = Period(1, .month), offer: CatalogProduct.IntroductoryOffer? = nil,
    offers: [CatalogProduct.Offer] = []
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Plan", entitlements: entitlements,
      price: Money(milliunits: 9_990, currency: "USD"), period: period, group: "plans",
      level: level, introductoryOffer: offer, offers: offers)
  }

  static func paywall(_ id: Paywall.ID, _ products: CatalogProduct.ID...) -> Paywall {
    Paywall(id: id, title: "line", packages: products.map { Paywall.Package(product: $0) })
  }

  static func text(_ id: LocalizedText.ID, _ line: String) -> LocalizedText {
    LocalizedText(id: id, wordings: ["en": LocalizedText.Wording(line)])
  }

  private static func definition(
    _ change: (inout Blueprint.Definition) -> Void
  ) -> Blueprint.Definition {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"),
      texts: [text("line", "A line.")])
    change(&definition)
    return definition
  }
}

extension Blueprint.Definition {
  /// Changes the rules of a feature.
  mutating func change(_ feature: Feature.ID, _ change: (inout [Feature.Rule]) -> Void) {
    replace(feature) { old in
      var rules = old.rules
      change(&rules)
      return Feature(id: old.id, rules: rules, paywall: old.paywall)
    }
  }

  /// Has a feature's denials show another paywall.
  mutating func show(_ paywall: Paywall.ID?, for feature: Feature.ID) {
    replace(feature) { Feature(id: $0.id, rules: $0.rules, paywall: paywall) }
  }

  private mutating func replace(_ id: Feature.ID, _ change: (Feature) -> Feature) {
    features = features.map { $0.id == id ? change($0) : $0 }
  }
}
