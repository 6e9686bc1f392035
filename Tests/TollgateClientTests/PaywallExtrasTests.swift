import Testing
import Tollgate
import TollgateClient
import TollgateWords

@MainActor
@Suite("A paywall's timeline, ratings and questions")
struct PaywallExtrasTests {
  /// GroBro's paywall with everything that a paywall can show, and a nudge a day before a period ends.
  nonisolated private static let full: KeyValuePairs = [
    "    packages:\n      - product: grobro.pro.yearly": """
        icon: leaf
        timeline: true
        closeAfter: 3
        proof:
          - { stars: 5, text: My monstera grows again., by: Mara }
          - { text: Made by gardeners. }
        questions:
          - { question: Can I cancel?, answer: At any time. }
        packages:
          - product: grobro.pro.yearly
    """,
    "paywalls:\n":
      "nudges:\n  ends: { anchor: periodEnd, before: P1D, text: A day is left }\n\npaywalls:\n",
  ]

  @Test("a paywall says what happens when, what others say, and what people ask")
  func full() async throws {
    try await World.of("grobro", changing: Self.full) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let page = try #require(model.page)
      #expect(page.icon == "leaf")
      let extras = page.extras
      #expect(
        extras.timeline.map { "\($0.title): \($0.line)" } == [
          "Today: Your free trial begins, for 7 days.",
          "March 7, 2026: A reminder, if you allow notifications.",
          "March 8, 2026: Your plan begins at $29.99 per year, unless you cancel at least 24 hours earlier.",
        ])
      #expect(extras.promises.map(\.text) == ["Nothing to pay now"])
      #expect(extras.proof.map(\.starsLabel) == ["5 of 5 stars", nil])
      #expect(extras.proof.map(\.text) == ["My monstera grows again.", "Made by gardeners."])
      #expect(extras.proof.map(\.by) == ["Mara", nil])
      #expect(
        extras.questions.map { "\($0.question) \($0.answer)" } == ["Can I cancel? At any time."])
      #expect(extras.closeDelay == .seconds(3))

      model.select("grobro.pro.monthly")
      #expect(model.page?.extras.timeline == [])
      #expect(model.page?.extras.promises.map(\.text) == [nil])
    }
  }

  /// GroBro's plans as two tiers on tabs, one with a benefit of its own.
  nonisolated private static let tiers: KeyValuePairs = [
    "    grobro.pro.yearly: pro\n    grobro.pro.monthly: pro\n":
      "    grobro.pro.yearly: [plus, pro]\n    grobro.pro.monthly: plus\n",
    "    welcome: Welcome to Pro!\n": """
        welcome: Welcome to Pro!
        tabs:
          - { entitlement: plus, title: Plus }
          - { entitlement: pro, title: Pro, benefits: [{ icon: star, title: A garden all year }] }

    """,
  ]

  @Test("the tab of the selected plan is selected, with its own plans and benefits")
  func tabs() async throws {
    try await World.of("grobro", changing: Self.tiers) { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let pro = try #require(model.page)
      #expect(pro.extras.tabs.map(\.title) == ["Plus", "Pro"])
      #expect(pro.extras.tabsLabel == "Tiers" && pro.offersLabel == "Plans")
      #expect(pro.extras.tabs.map(\.isSelected) == [false, true])
      #expect(pro.extras.tabs.map(\.id) == ["grobro.pro.monthly", "grobro.pro.yearly"])
      #expect(pro.offers.map(\.id) == ["grobro.pro.yearly"])
      #expect(pro.benefits.map(\.title) == ["A garden all year"])
      // The tier has no plan of a shorter period to compare with.
      #expect(pro.offers.first?.saving == nil)

      model.select("grobro.pro.monthly")
      let plus = try #require(model.page)
      #expect(plus.extras.tabs.map(\.isSelected) == [true, false])
      #expect(plus.offers.map(\.id) == ["grobro.pro.monthly"])
      #expect(plus.benefits.count == 4)
      #expect(model.selection == "grobro.pro.monthly")
    }
  }

  @Test("a paywall without them shows none")
  func none() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let extras = try #require(PaywallModel(phone.client).page).extras
      #expect(extras.timeline == [] && extras.proof == [] && extras.questions == [])
      #expect(extras.closeDelay == nil && extras.tabs == [])
    }
  }

  @Test("the timeline of an add-on promises no reminder, since nudges are about the plan")
  func addOnReminder() {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"))
    definition.plan = ["pro"]
    definition.products = ["pro", "lessons"].map { name in
      CatalogProduct(
        id: CatalogProduct.ID(name), kind: .autoRenewable, name: "Monthly",
        entitlements: [Entitlement.ID(name)], period: Period(1, .month),
        group: SubscriptionGroup.ID(name),
        introductoryOffer: CatalogProduct.IntroductoryOffer(
          payment: .freeTrial, period: Period(1, .week)))
    }
    for anchor in [Nudge.Anchor.periodEnd, .introductoryOfferEnd] {
      definition.nudges = [
        Nudge(id: "n", anchor: anchor, before: Period(1, .day), when: .always, text: "t")
      ]
      #expect(definition.reminder(beforeOfferOf: "pro") == Period(1, .day))
      #expect(definition.reminder(beforeOfferOf: "lessons") == nil)
    }
  }

  @Test("without a nudge that everyone gets, the timeline promises no reminder")
  func reminder() throws {
    let offer = CatalogProduct.IntroductoryOffer(payment: .freeTrial, period: Period(1, .week))
    for (start, anchor, when, reminder) in [
      (nil, .periodEnd, .always, Period(1, .day)),
      (nil, .periodEnd, Condition(phases: [.subscribed, .lapsed]), Period(1, .day)),
      (nil, .periodEnd, Condition(phases: [.lapsed]), nil),
      (nil, .periodEnd, Condition(reached: ["met"]), nil),
      (nil, .trialEnd, .always, nil),
      (nil, .introductoryOfferEnd, .always, Period(1, .day)),
      (.introductoryOffer, .introductoryOfferEnd, .always, nil),
      (.introductoryOffer, .trialEnd, Condition(phases: [.trial]), Period(1, .day)),
      (.introductoryOffer, .periodEnd, .always, nil),
      (.purchase(after: nil), .trialEnd, .always, Period(1, .day)),
      (.signUp, .trialEnd, .always, nil), (.signUp, .periodEnd, .always, Period(1, .day)),
    ] as [(Trial.Start?, Nudge.Anchor, Condition, Period?)] {
      let terms = Trial.Terms(lasts: Period(1, .week), entitlements: ["pro"])
      var definition = Blueprint.Definition(
        app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"))
      definition.products = [
        CatalogProduct(
          id: "yearly", kind: .autoRenewable, name: "Yearly", entitlements: ["pro"],
          period: Period(1, .year), group: "pro", introductoryOffer: offer)
      ]
      definition.milestones = ["met"]
      definition.trial = start.map { Trial(start: $0, terms: terms) }
      definition.hasFreeTier = start == nil
      definition.texts = [LocalizedText(id: "t", wordings: ["en": LocalizedText.Wording("T")])]
      definition.nudges = [
        Nudge(id: "n", anchor: anchor, before: Period(1, .day), when: when, text: "t")
      ]
      #expect(definition.reminder(beforeOfferOf: "yearly") == reminder)
    }
  }

  @Test(
    "the timeline promises no reminder of a trial that its last use can end or that waits for a milestone",
    arguments: [
      (.purchase(after: nil), nil, Period(1, .day)), (.purchase(after: nil), 5, nil),
      (.purchase(after: "met"), nil, nil), (.introductoryOffer, 5, Period(1, .day)),
    ] as [(Trial.Start, Int?, Period?)])
  func uncertain(start: Trial.Start, uses: Int?, reminder: Period?) {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"))
    definition.products = [
      CatalogProduct(
        id: "yearly", kind: .autoRenewable, name: "Yearly", entitlements: ["pro"],
        period: Period(1, .year), group: "pro",
        introductoryOffer: CatalogProduct.IntroductoryOffer(
          payment: .freeTrial, period: Period(1, .week)))
    ]
    definition.trial = Trial(
      start: start,
      terms: Trial.Terms(
        lasts: nil, uses: uses.map { Trial.Uses(feature: "ask", limit: $0) },
        entitlements: ["pro"]))
    definition.nudges = [
      Nudge(id: "n", anchor: .trialEnd, before: Period(1, .day), when: .always, text: "t")
    ]
    #expect(definition.reminder(beforeOfferOf: "yearly") == reminder)
  }

  /// A purchase: what is known of it, and what the page says.
  struct Row: Sendable {
    var renews = true
    var payment: StoreOffer.Payment?
    var values: [Wording.Slot: String] = [.price: "$9", .per: "per month", .offer: "$1"]
    let button: StandardText
    let footnote: StandardText?
    var steps = 0
    var isFree = false
  }

  nonisolated static let rows = [
    Row(
      payment: .freeTrial, button: .startTrial, footnote: .renewsAfterTrial, steps: 3, isFree: true),
    Row(payment: .payUpFront, button: .startOffer, footnote: .renewsAfterOffer, steps: 3),
    Row(payment: .payAsYouGo, button: .startOffer, footnote: .renewsAfterOffer, steps: 3),
    Row(
      payment: .payUpFront, values: [.price: "$9", .per: "per month"], button: .proceed,
      footnote: .renewsAfterOffer),
    Row(payment: .freeTrial, values: [:], button: .startTrial, footnote: nil, isFree: true),
    Row(button: .subscribe, footnote: .renews),
    Row(values: [:], button: .subscribe, footnote: nil),
    Row(renews: false, button: .buy, footnote: .onePayment),
    Row(renews: false, values: [:], button: .proceed, footnote: nil),
  ]

  @Test("a button says what it does, and nothing is promised that is not known", arguments: rows)
  func terms(row: Row) throws {
    let offer = row.payment.map {
      PlanTerms.Offer(payment: $0, period: Period(3, .day), periods: 2)
    }
    let terms = PlanTerms(renews: row.renews, offer: offer, values: row.values)
    #expect(terms.button == row.button)
    #expect(terms.footnote == row.footnote)
    #expect(terms.promise == (row.isFree ? .noPaymentDue : nil))
    let now = try #require(Instant("2026-03-02T09:00:00Z"))
    let steps = terms.timeline(from: now, reminder: Period(1, .day))
    #expect(steps.count == row.steps)
    #expect(steps.isEmpty || steps.last?.at == Instant("2026-03-08T09:00:00Z"))
    // A reminder that would come before the purchase is left out.
    #expect(terms.timeline(from: now, reminder: Period(6, .day)).count == max(0, row.steps - 1))
  }
}
