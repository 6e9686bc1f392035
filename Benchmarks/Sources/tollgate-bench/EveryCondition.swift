import Tollgate

/// A blueprint with every kind of condition, and a subscriber who meets all of them.
///
/// In each feature, the first rule's conditions hold but for an alternative, which is tested last; the second's all hold,
/// and its uses are paid for from a wallet. So no decision ends before everything has been tested.
enum EveryCondition {
  static let now = Instant(milliseconds: 1_772_000_000_000)
  static let features: [Feature.ID] = (0..<8).map { Feature.ID("feature-\($0)") }

  /// Somebody who pays for a month, holds five items and used the first feature twenty times this week.
  static func facts() throws -> [Fact] {
    let paid = now.adding(Period(10, .day), times: -1)
    let end = paid.adding(Period(1, .month))
    let reported: [(Attribute.ID, Attribute.Setter, Attribute.Value)] = [
      (DeviceProperty.country.attribute, .device, "DE"),
      (DeviceProperty.language.attribute, .device, "de"),
      (DeviceProperty.appVersion.attribute, .device, "2.4"),
      (DeviceProperty.device.attribute, .device, "iPhone"),
      ("goal", .app, "strength"), ("sessions", .app, 7), ("coach", .backend, true),
    ]
    return [
      .signedUp(SignUp(account: "account", at: paid)),
      .device(DeviceUse(device: "phone", origin: "customer-1", at: paid)),
      .milestone(MilestoneReached(milestone: "met", at: paid)),
      try MembershipBenchmark.fact(
        """
        {"kind":"transaction","id":"2000000000010","originalID":"2000000000010","product":"plan.month",
         "group":"plans","purchasedAt":\(paid.milliseconds),"expiresAt":\(end.milliseconds),"isUpgraded":false,
         "ownership":"purchased","quantity":1,"environment":"production","signedAt":\(paid.milliseconds)}
        """),
      try MembershipBenchmark.fact(
        """
        {"kind":"renewal","originalID":"2000000000010","environment":"production","renewsTo":"plan.month",
         "willRenew":true,"isInBillingRetry":false,"signedAt":\(paid.milliseconds)}
        """),
      .credit(
        Credit(
          purchase: "2000000000010", transaction: "2000000000010", wallet: "coins",
          amount: 100_000, lifetime: .period)),
    ]
      + reported.map { name, setter, value in
        .attribute(AttributeChange(attribute: name, setBy: setter, value: value, at: paid))
      }
      + (0..<5).map {
        .item(
          ItemChange(
            feature: "album", item: Item.ID("item-\($0)"), isHeld: true, origin: "customer-1",
            at: paid))
      }
      + (0..<20).map {
        .use(
          Use(
            feature: "scan", key: Idempotency.Key("use-\($0)"), origin: "customer-1",
            at: now.advanced(by: .seconds(-3600 * $0))))
      }
  }

  /// A condition with every key, which the subscriber meets.
  private static func everything(_ number: Int) -> Condition {
    Condition(
      phases: [.subscribed, .trial], entitled: ["pro"], notEntitled: ["other"], reached: ["met"],
      notReached: ["far"],
      past: [
        .since(
          PastTest.Since(
            .firstPurchase, atLeast: Period(1 + number, .day), lessThan: Period(20, .day),
            dates: DateRange(before: EventDate(now)))),
        .since(PastTest.Since(.use("scan"), isFirst: true, atLeast: Period(1, .hour))),
        .count(
          PastTest.Count(
            of: .use("scan"), atLeast: 1 + number, lessThan: 1000, within: Period(7, .day))),
      ],
      held: Condition.Held(feature: "album", atLeast: 1 + number % 5),
      subscription: [.active, .grace], willRenew: true, products: ["plan.month", "plan.year"],
      audience: Audience(
        countries: ["DE", "AT"], languages: ["de", "en"],
        appVersion: Audience.Versions(atLeast: AppVersion("2.1"), lessThan: AppVersion("3")),
        devices: [.iPhone, .iPad],
        attributes: [
          AttributeTest(attribute: "goal", values: ["strength", "endurance"]),
          AttributeTest(attribute: "sessions", atLeast: number, lessThan: 100),
          AttributeTest(attribute: "coach", values: [true]),
        ]),
      any: [
        Condition(phases: [.lapsed]),
        Condition(not: [Condition(not: [Condition(phases: [.subscribed])])]),
      ],
      not: [
        Condition(subscription: [.billingRetry]),
        Condition(any: [Condition(willRenew: false), Condition(entitled: ["other"])]),
      ])
  }

  static let definition: Blueprint.Definition = {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "every", name: "Every", bundleID: "com.example.every"))
    definition.hasFreeTier = true
    definition.milestones = ["met", "far"]
    definition.granted = ["other"]
    definition.attributes = [
      Attribute(id: "goal", kind: .text(["strength", "endurance"])),
      Attribute(id: "sessions", kind: .number),
      Attribute(id: "coach", kind: .boolean, setBy: .backend),
    ]
    definition.products = [
      plan("plan.month", Period(1, .month)), plan("plan.year", Period(1, .year)),
    ]
    definition.credits = [
      Wallet(
        id: "coins",
        sources: [Wallet.Source(product: "plan.month", amount: 100_000, lifetime: .period)])
    ]
    definition.features =
      [
        Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(1000, per: .month))]),
        Feature(id: "album", rules: [Feature.Rule(allowance: .holding(100))]),
      ]
      + features.enumerated().map { number, id in
        var almost = everything(number)
        almost.any = [
          Condition(phases: [.lapsed]),
          Condition(not: [Condition(not: [Condition(phases: [.free])])]),
        ]
        return Feature(
          id: id,
          rules: [
            Feature.Rule(when: almost, allowance: .denied),
            Feature.Rule(when: everything(number), allowance: .spend("coins", cost: 1 + number)),
            Feature.Rule(allowance: .denied),
          ], paywall: "plans")
      }
    definition.texts = ["title", "other-title", "line"].map {
      LocalizedText(id: LocalizedText.ID($0), wordings: ["en": LocalizedText.Wording("Go on")])
    }
    definition.paywalls = [
      Paywall(
        id: "plans", title: "title",
        packages: [
          Paywall.Package(product: "plan.year", when: everything(0)),
          Paywall.Package(product: "plan.year"), Paywall.Package(product: "plan.month"),
        ]),
      Paywall(
        id: "plans-short", title: "other-title",
        packages: [Paywall.Package(product: "plan.year")]),
    ]
    definition.experiments = [
      Experiment(
        id: "page", group: "paywall", traffic: 60,
        variants: [
          Experiment.Variant(id: "control", weight: 1),
          Experiment.Variant(id: "short", weight: 2, paywalls: ["plans": "plans-short"]),
        ]),
      Experiment(
        id: "headline", group: "paywall", traffic: 40,
        variants: [
          Experiment.Variant(id: "control", weight: 1),
          Experiment.Variant(id: "other", weight: 1, texts: ["title": "other-title"]),
        ]),
    ]
    definition.prompts = [
      Prompt(
        id: "hello", shape: .card, placement: "home", when: everything(1), icon: "star",
        text: "line")
    ]
    definition.nudges = [
      Nudge(id: "ends", anchor: .periodEnd, before: Period(1, .day), when: .always, text: "line"),
      Nudge(
        id: "back", moment: .after(.lapse, Period(3, .day)),
        repetition: Nudge.Repetition(every: Period(7, .day), atMost: 3), text: "line"),
      Nudge(id: "quiet", moment: .silence(Period(7, .day)), text: "line"),
    ]
    return definition
  }()

  private static func plan(_ id: CatalogProduct.ID, _ period: Period) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
      price: Money(milliunits: 9_990, currency: "USD"), period: period, group: "plans", level: 1)
  }
}
