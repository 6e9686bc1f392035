import Tollgate

/// A definition in which every member is given and every case occurs.
let everything = Blueprint.Definition(
  app: Blueprint.App(
    id: "coach", name: "Coach", bundleID: "com.example.coach", appAppleID: 1_000_000_001,
    timeZone: "Europe/Berlin", language: "de"),
  legal: Blueprint.Legal(
    terms: "https://example.com/terms", privacy: "https://example.com/privacy"),
  skin: Skin(
    colors: Skin.Palette(
      accent: Skin.Tone(
        light: Skin.Color(red: 31, green: 112, blue: 65),
        dark: Skin.Color(red: 127, green: 215, blue: 154)),
      highlight: Skin.Tone(light: Skin.Color(red: 143, green: 206, blue: 90)),
      text: Skin.Tone(light: Skin.Color(red: 21, green: 48, blue: 31)),
      page: Skin.Tone(light: Skin.Color(red: 234, green: 245, blue: 230)),
      card: Skin.Tone(light: Skin.Color(red: 255, green: 255, blue: 255))),
    background: Skin.Background(
      .gradient, light: [Skin.Color(red: 255, green: 242, blue: 184)],
      dark: [Skin.Color(red: 77, green: 74, blue: 20)]),
    appearance: .dark,
    lettering: Skin.Lettering(
      texts: .rounded, titles: .serif, hasCapitals: true,
      textFont: Skin.Font(
        name: "Sora", digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        isVariable: true),
      titleFont: Skin.Font(
        name: "Lora", digest: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752")),
    icon: "leaf",
    corners: .soft, button: Skin.Button(shape: .corners, weight: .heavy),
    layout: Skin.Layout(alignment: .start, picture: .behind, reasons: .grid, plans: .cards)),
  products: [
    CatalogProduct(
      id: "monthly", kind: .autoRenewable, name: "Monthly", entitlements: ["premium"],
      price: Money(milliunits: 9_990, currency: "EUR"), period: Period("P1M"), group: "plans",
      level: 1,
      introductoryOffer: CatalogProduct.IntroductoryOffer(
        payment: .payAsYouGo, period: Period(1, .week), periods: 2,
        price: Money(milliunits: 990, currency: "EUR"))),
    CatalogProduct(id: "coins", kind: .consumable, name: "Coins", entitlements: []),
  ],
  purchases: Blueprint.PurchaseRules(transfer: .share, lateRenewal: .upTo(Period(2, .day))),
  milestones: ["discovery"], backendMilestones: ["discovery"], onboarding: "discovery",
  hasFreeTier: true, plan: ["premium"],
  grants: [
    GrantTerms(
      id: "referral", giver: .backend, entitlements: ["premium"], lasts: Period(7, .day),
      waitsFor: .purchases, limit: 4, window: .month),
    GrantTerms(id: "apology", entitlements: ["premium"], waitsFor: .nothing),
    GrantTerms(
      id: "sorry", credits: GrantedCredits(wallet: "coins", amount: 10), lasts: Period(30, .day),
      waitsFor: .nothing, limit: 1, within: Period(365, .day)),
    GrantTerms(
      id: "web", giver: .backend, entitlements: ["premium"], waitsFor: .nothing, isElsewhere: true),
  ],
  teams: [
    Team(
      id: "family", shares: ["premium"], gives: ["member"],
      sizes: [Team.Size(entitlement: "premium", seats: 4), Team.Size(seats: 2)],
      pooled: ["message"], invitation: Period(14, .day))
  ],
  trial: Trial(
    id: "trial", start: .purchase(after: "discovery"),
    terms: Trial.Terms(
      lasts: Period("P3D"), uses: Trial.Uses(feature: "message", limit: 100),
      entitlements: ["premium"]), oncePer: .accountAndDevice, products: ["monthly"]),
  credits: [
    Wallet(
      id: "coins",
      sources: [
        Wallet.Source(product: "coins", amount: 50),
        Wallet.Source(product: "monthly", amount: 5, lifetime: .period, inTrial: 1),
        Wallet.Source(
          product: "yearly", amount: 60,
          lifetime: .rollsOver(
            Wallet.Rollover(
              monthly: true, upTo: 120, lasts: Period(3, .month), whileSubscribed: true)),
          onUpgrade: .keep),
        Wallet.Source(product: "weekly", amount: 2, lifetime: .rollsOver(Wallet.Rollover())),
      ],
      given: [
        Wallet.Gift(amount: 5, .each(.day, upTo: 20), when: Condition(phases: [.trial])),
        Wallet.Gift(
          amount: 50, .on(.milestone("discovery"), lasts: Period(30, .day)), whileSubscribed: true),
      ], spendsGivenFirst: false, spending: Wallet.SpendingLimit(limit: 100, window: .day))
  ],
  features: [
    Feature(
      id: "message",
      rules: [
        Feature.Rule(
          when: Condition(
            phases: [.trial, .subscribed], entitled: ["premium"], notEntitled: ["family"],
            reached: ["discovery"], notReached: ["memory"],
            held: Condition.Held(feature: "plants", atLeast: 2)), allowance: .unlimited),
        Feature.Rule(allowance: .upTo(100, per: .trial), paywall: "plans"),
        Feature.Rule(allowance: .denied, hidesPaywall: true),
      ], paywall: "plans",
      pitch: Feature.Pitch(title: "message.title", detail: "message.detail", icon: "bolt"),
      isPassive: true, offline: .allow(3)),
    Feature(
      id: "plants", rules: [Feature.Rule(allowance: .holding(5))], offline: .wait,
      surplus: .blocked),
    Feature(
      id: "draw",
      rules: [
        Feature.Rule(allowance: .spend("coins", cost: 2)),
        Feature.Rule(allowance: .spend("coins", cost: nil)),
      ]),
    Feature(
      id: "scan",
      rules: [
        Feature.Rule(
          allowance: .first([
            .all([.upTo(3, per: .day), .upTo(10, per: .month)]), .spend("coins", cost: 1),
          ])),
        Feature.Rule(allowance: .pool(5, refills: Period(3, .hour))),
        Feature.Rule(allowance: .fromFirstUse(40, within: Period(3, .hour))),
        Feature.Rule(allowance: .upTo(60, per: .month, sized: true)),
        Feature.Rule(allowance: .holding(5_000_000_000, sized: true, each: "trip")),
        Feature.Rule(allowance: .upTo(3, per: .day, counts: "actions")),
        Feature.Rule(
          allowance: .all([.upTo(100, per: .day), .spend("coins", then: ["gems"], cost: 4)])),
      ]),
  ],
  paywalls: [
    Paywall(
      id: "plans", title: "plans.title", subtitle: "plans.subtitle",
      benefits: [
        Paywall.Benefit(
          icon: "star", title: "benefit.title", detail: "benefit.detail", free: "benefit.free")
      ],
      packages: [
        Paywall.Package(
          product: "monthly", offerLine: "offer.line", priceLine: "price.line", badge: "best",
          hasCountdown: true)
      ], button: "plans.button", isDismissible: false, welcome: "plans.welcome",
      cases: [
        Paywall.Case(
          when: Condition(phases: [.lapsed]), title: "plans.title", subtitle: "plans.subtitle",
          button: "plans.button", welcome: "plans.welcome")
      ], icon: "leaf",
      image: Paywall.Image(
        file: Paywall.Image.File(
          path: "art/hero.svg", mediaType: "image/svg+xml", width: 480, height: 300,
          bytes: Array("<svg>".utf8)),
        dark: Paywall.Image.File(
          path: "art/night.png", mediaType: "image/png", width: 960, height: 600, bytes: [0x89]),
        description: "plans.subtitle"), hasTimeline: true,
      proof: [Paywall.Proof(stars: 5, text: "proof.text", by: "proof.by")],
      questions: [Paywall.Question(question: "cancel.question", answer: "cancel.answer")],
      closeDelay: 5,
      tabs: [
        Paywall.Tab(
          entitlement: "premium", title: "plans.title",
          benefits: [Paywall.Benefit(icon: "bolt", title: "benefit.title")])
      ], showsWebPage: true,
      flow: Paywall.Flow(
        pages: [
          Paywall.Page(
            title: "page.title", text: "page.text", icon: "leaf",
            image: Paywall.Image(
              file: Paywall.Image.File(
                path: "art/night.png", mediaType: "image/png", width: 960, height: 600,
                bytes: [0x89])),
            benefits: [Paywall.Benefit(icon: "star", title: "benefit.title")]),
          Paywall.Page(
            title: "goal.title",
            question: Paywall.Page.Question(
              attribute: "goal",
              answers: [
                Paywall.Page.Answer(value: "strength", text: "goal.strength"),
                Paywall.Page.Answer(value: true, text: "goal.other"),
              ])),
        ], exitOffer: "goodbye"))
  ],
  placements: [
    Placement(
      id: "start", paywall: "plans", oncePerSession: false, priority: 2, isGate: false,
      cooldown: Period(1, .day), holdOut: 10)
  ],
  experiments: [
    Experiment(
      id: "page", group: "pages", traffic: 50,
      variants: [
        Experiment.Variant(id: "control", weight: 1),
        Experiment.Variant(
          id: "short", weight: 2, paywalls: ["plans": "start"],
          texts: ["plans.title": "start.title"], trialLasts: Period(14, .day)),
      ])
  ],
  prompts: [
    Prompt(
      id: "garden", shape: .card, placement: "home", icon: "leaf", text: "garden.text",
      action: "garden.action", paywall: "plans",
      patience: Prompt.Patience(dismissals: 2, staysAway: Period(30, .day)))
  ],
  nudges: [
    Nudge(
      id: "tomorrow", anchor: .trialEnd, before: Period(1, .day), when: .always,
      text: "nudge.tomorrow")
  ],
  profile: [
    Blueprint.ProfileTable(
      name: "users", rows: ["user"],
      values: ["stance": "orthodox", "level": 1, "isNew": true], isDaily: true)
  ],
  routes: [
    Route(
      session: .signedIn, location: .on(["welcome"]), hasSeenOnboarding: true,
      hasJustSubscribed: false, screen: "home", paywall: "plans"),
    Route(location: .notOn(["home", "settings"]), screen: nil),
  ],
  texts: [
    LocalizedText(
      id: "days",
      wordings: [
        "en": LocalizedText.Wording(
          count: .trialDaysLeft,
          forms: [.exactly(0): "Today", .one: "1 day", .other: "{trial.daysLeft} days"]),
        "de": LocalizedText.Wording("Tage"),
      ])
  ], neverSay: ["hurry"])
