import Testing

@testable import Tollgate

@Suite("Conditions on what is left")
struct LeftTests {
  private static let start = Fixture.start
  private static let midnight = instant("2026-03-02T00:00:00Z")

  private static func left(
    _ feature: Feature.ID, atLeast: Int? = nil, lessThan: Int? = nil, isPercent: Bool = false
  ) -> Condition {
    Condition(left: [
      Condition.Left(
        of: .feature(feature), atLeast: atLeast, lessThan: lessThan, isPercent: isPercent)
    ])
  }

  private static func coins(atLeast: Int? = nil, lessThan: Int? = nil) -> Condition {
    Condition(left: [
      Condition.Left(of: .credits("coins"), atLeast: atLeast, lessThan: lessThan)
    ])
  }

  /// Prompts with these conditions, in an app with a limit of each kind.
  private static func blueprint(_ prompts: [(Prompt.ID, Condition)]) -> Blueprint {
    Fixture.blueprint { definition in
      definition.hasFreeTier = true
      definition.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
          period: Period(1, .month), group: "plans"),
        CatalogProduct(id: "coins.5", kind: .consumable, name: "5 coins", entitlements: []),
      ]
      definition.credits = [
        Wallet(id: "coins", sources: [Wallet.Source(product: "coins.5", amount: 5)])
      ]
      let subscribers = Condition(entitled: ["pro"])
      definition.features = [
        Feature(
          id: "scan",
          rules: [
            Feature.Rule(when: subscribers, allowance: .unlimited),
            Feature.Rule(allowance: .upTo(10, per: .day)),
          ]),
        Feature(
          id: "export",
          rules: [
            Feature.Rule(when: subscribers, allowance: .upTo(4, per: .month)),
            Feature.Rule(allowance: .denied),
          ]),
        Feature(
          id: "record",
          rules: [
            Feature.Rule(
              allowance: .all([
                .upTo(10, per: .use, sized: true), .upTo(60, per: .month, sized: true),
              ]))
          ]),
        Feature(
          id: "ask", rules: [Feature.Rule(allowance: .rolling(2, within: Period(3, .hour)))]),
        Feature(
          id: "both",
          rules: [Feature.Rule(allowance: .all([.upTo(3, per: .day), .upTo(20, per: .month)]))]),
        Feature(
          id: "draw",
          rules: [
            Feature.Rule(allowance: .first([.upTo(2, per: .day), .spend("coins", cost: 3)]))
          ]),
        Feature(id: "keep", rules: [Feature.Rule(allowance: .holding(3))]),
      ]
      definition.paywalls = [
        Paywall(
          id: "packs", title: "hello",
          packages: [Paywall.Package(product: "coins.5", when: coins(lessThan: 1))])
      ]
      definition.prompts = prompts.map { id, when in
        Prompt(
          id: id, shape: .card, placement: "home", when: when, icon: "leaf", text: "hello")
      }
    }
  }

  private static let scans = blueprint([
    ("few", left("scan", lessThan: 3)), ("last", left("scan", atLeast: 1, lessThan: 2)),
    ("some", left("scan", atLeast: 1)),
    ("fifth", left("scan", lessThan: 20, isPercent: true)),
    ("enough", Condition(not: [left("scan", lessThan: 3)])),
  ])

  /// Somebody who has used a feature a number of times, a minute after the other.
  private static func customer(
    _ feature: Feature.ID, _ times: Int, _ blueprint: Blueprint, _ others: [Fact] = []
  ) -> Customer {
    var customer = Customer(others)
    for number in 0..<times {
      customer.use(
        feature, "\(number)", blueprint, start.adding(Period(1, .minute), times: number))
    }
    return customer
  }

  @Test(
    "a prompt shows while so many uses are left, or such a percentage of the limit",
    arguments: [
      (0, ["some", "enough"]), (7, ["some", "enough"]), (8, ["few", "some"]),
      (9, ["few", "last", "some", "fifth"]), (10, ["few", "fifth"]),
    ] as [(Int, [Prompt.ID])])
  func uses(times: Int, prompts: [Prompt.ID]) {
    let customer = Self.customer("scan", times, Self.scans)
    let now = Self.start.hours(1)
    #expect(customer.membership(Self.scans, now).prompts == prompts)
  }

  @Test("a prompt changes at the instant at which the limit is renewed")
  func renewal() {
    let customer = Self.customer("scan", 8, Self.scans)
    let membership = customer.membership(Self.scans, Self.start.hours(1))
    #expect(membership.nextChange == Self.midnight)
    let before = customer.membership(Self.scans, Self.midnight.adding(milliseconds: -1))
    #expect(before.prompts == ["few", "some"])
    #expect(customer.membership(Self.scans, Self.midnight).prompts == ["some", "enough"])
  }

  @Test("each use that leaves a span of time counts")
  func rolling() {
    let blueprint = Self.blueprint([("out", Self.left("ask", lessThan: 1))])
    let customer = Self.customer("ask", 2, blueprint)
    let membership = customer.membership(blueprint, Self.start.hours(1))
    #expect(membership.prompts == ["out"])
    #expect(membership.nextChange == Self.start.hours(3))
    #expect(customer.membership(blueprint, Self.start.hours(3)).prompts.isEmpty)
  }

  @Test("without a limit any number is left, and without access nothing")
  func everythingAndNothing() {
    let subscriber = Customer([
      .transaction(.subscription("1", from: Self.start, to: Self.start.days(31)))
    ])
    #expect(subscriber.membership(Self.scans, Self.start).prompts == ["some", "enough"])
    let blueprint = Self.blueprint([
      ("none", Self.left("export", lessThan: 1)),
      ("all", Self.left("export", atLeast: 100, isPercent: true)),
    ])
    #expect(Customer().membership(blueprint, Self.start).prompts == ["none"])
    #expect(subscriber.membership(blueprint, Self.start).prompts == ["all"])
  }

  @Test("of several limits the least counts, and none of a single use")
  func several() {
    let blueprint = Self.blueprint([
      ("both", Self.left("both", atLeast: 3, lessThan: 4)),
      ("spent", Self.left("both", lessThan: 1, isPercent: true)),
      ("record", Self.left("record", atLeast: 60)),
    ])
    #expect(Customer().membership(blueprint, Self.start).prompts == ["both", "record"])
    let customer = Self.customer("both", 3, blueprint)
    #expect(customer.membership(blueprint, Self.start.hours(1)).prompts == ["spent", "record"])
  }

  @Test("what is in progress is not left")
  func reserved() {
    let reservation = Fact.reserved("scan", "r", at: Self.start)
    let customer = Self.customer("scan", 7, Self.scans, [reservation])
    let membership = customer.membership(Self.scans, Self.start.hours(1))
    #expect(membership.prompts == ["few", "some"])
    #expect(membership.nextChange == Self.start.hours(5))
  }

  @Test("items that are held are not left")
  func held() {
    let blueprint = Self.blueprint([("full", Self.left("keep", lessThan: 2))])
    var customer = Customer()
    for item in ["fern", "ivy"] as [Item.ID] {
      #expect(customer.membership(blueprint, Self.start).prompts.isEmpty)
      customer.use("keep", item.rawValue, blueprint, Self.start, item: item)
    }
    #expect(customer.membership(blueprint, Self.start).prompts == ["full"])
  }

  @Test("a wallet's credits are counted, and a pack is sold only to those without any")
  func credits() {
    let blueprint = Self.blueprint([
      ("poor", Self.coins(lessThan: 5)), ("rich", Self.coins(atLeast: 5)),
    ])
    let poor = Customer().membership(blueprint, Self.start)
    #expect(poor.prompts == ["poor"])
    #expect(poor.packages(of: "packs").count == 1)
    let rich = Customer([.pack("1", "coins.5", on: 0)]).membership(blueprint, Self.start)
    #expect(rich.prompts == ["rich"])
    #expect(rich.packages(of: "packs").isEmpty)
  }

  @Test("where credits pay after a limit, they are left once it is used up")
  func limitBeforeCredits() {
    let blueprint = Self.blueprint([
      ("last", Self.left("draw", atLeast: 1, lessThan: 2)),
      ("none", Self.left("draw", lessThan: 1)),
      ("coins", Self.left("draw", atLeast: 5)),
      ("used-up", Self.left("draw", lessThan: 50, isPercent: true)),
    ])
    let pack = Fact.pack("1", "coins.5", on: 0)
    let now = Self.start.hours(1)
    func prompts(_ times: Int, _ facts: [Fact]) -> [Prompt.ID] {
      Self.customer("draw", times, blueprint, facts).membership(blueprint, now).prompts
    }
    #expect(prompts(1, [pack]) == ["last"])
    #expect(prompts(2, [pack]) == ["coins", "used-up"])
    #expect(prompts(2, []) == ["none", "used-up"])
  }

  @Test(
    "where credits pay beside a limit, the uses that both allow are left",
    arguments: [
      (.upTo(3, per: .day), 2, 0, 0, ["none"]), (.upTo(3, per: .day), 2, 1, 0, ["two"]),
      (.upTo(3, per: .day), 2, 2, 0, ["three"]), (.upTo(3, per: .day), 6, 1, 0, ["none"]),
      // A use is allowed if the wallet may be overdrawn by what it lacks.
      (.upTo(3, per: .day), 6, 1, 10, ["one"]), (.upTo(3, per: .day), 3, 1, 2, ["two"]),
      (.upTo(3, per: .day), 2, 1, 1, ["three"]),
      // An empty wallet pays for nothing, and neither does one that may not be overdrawn by enough.
      (.upTo(3, per: .day), 5, 1, 10, ["one"]), (.upTo(3, per: .day), 4, 1, 2, ["one"]),
      (.upTo(30, per: .use, sized: true), 2, 1, 0, ["two"]),
    ] as [(Feature.Allowance, Int, Int, Int, [Prompt.ID])])
  func limitBesideCredits(
    limit: Feature.Allowance, cost: Int, packs: Int, overdraft: Int, prompts: [Prompt.ID]
  ) throws {
    var definition = Self.blueprint([
      ("none", Self.left("draw", lessThan: 1)),
      ("one", Self.left("draw", atLeast: 1, lessThan: 2)),
      ("two", Self.left("draw", atLeast: 2, lessThan: 3)),
      ("three", Self.left("draw", atLeast: 3)),
    ]).definition
    definition.credits = [
      Wallet(
        id: "coins", sources: [Wallet.Source(product: "coins.5", amount: 5)],
        mayOverdraw: overdraft)
    ]
    definition.features.removeAll { $0.id == "draw" }
    definition.features.append(
      Feature(
        id: "draw",
        rules: [Feature.Rule(allowance: .all([limit, .spend("coins", cost: cost)]))]))
    let app = try Blueprint(definition)
    let customer = Customer((0..<packs).map { Fact.pack("\($0)", "coins.5", on: 0) })
    let membership = customer.membership(app, Self.start)
    #expect(membership.prompts == prompts)
    #expect(membership.access(to: "draw").isAllowed == (prompts != ["none"]))
  }

  @Test("texts show what is left of the sum beside a limit of a single use, as conditions test it")
  func sumBesideSingleUse() {
    let app = Self.blueprint([
      ("low", Self.left("record", lessThan: 50, isPercent: true))
    ])
    let customer = Self.customer("record", 36, app)
    let membership = customer.membership(app, Self.start.hours(1))
    #expect(membership.access(to: "record").limit?.scope == .use)
    #expect(membership.number(.left(of: "record")) == 24)
    #expect(membership.number(.limit(of: "record")) == 60)
    #expect(membership.renewal(of: "record", for: customer) == instant("2026-04-01T00:00:00Z"))
    #expect(membership.prompts == ["low"])
  }

  @Test("what a condition on what is left cannot mean is a mistake")
  func mistakes() {
    func found(_ when: Condition) -> [String] {
      var definition = Self.scans.definition
      definition.features.append(
        Feature(
          id: "page", rules: [Feature.Rule(allowance: .upTo(3, per: .day, each: "project"))]))
      definition.features.append(
        Feature(id: "read", rules: [Feature.Rule(allowance: .unlimited)]))
      definition.prompts = [
        Prompt(id: "card", shape: .card, placement: "home", when: when, icon: "leaf", text: "hello")
      ]
      return definition.mistakes().map { $0.path.joined(separator: ".") }
    }
    #expect(found(Self.left("scan", lessThan: 3)) == [])
    #expect(found(Self.left("page", lessThan: 3)) == ["prompts.card.when.left.0.of"])
    #expect(found(Self.left("read", lessThan: 3)) == ["prompts.card.when.left.0.of"])
    #expect(found(Self.left("paint", lessThan: 3)) == ["prompts.card.when.left.0.of"])
    #expect(found(Self.left("scan")) == ["prompts.card.when.left.0"])
    #expect(found(Self.left("scan", atLeast: 0)) == ["prompts.card.when.left.0.atLeast"])
    #expect(
      found(Self.left("scan", lessThan: 101, isPercent: true))
        == ["prompts.card.when.left.0.lessThan"])
    let percent = Condition(left: [
      Condition.Left(of: .credits("coins"), lessThan: 3, isPercent: true)
    ])
    #expect(found(percent) == ["prompts.card.when.left.0"])
    let unknown = Condition(left: [Condition.Left(of: .credits("gems"), lessThan: 3)])
    #expect(found(unknown) == ["prompts.card.when.left.0.of.credits"])
  }

  @Test("neither a rule of a feature nor an add-on trial depends on what is left")
  func circles() {
    var definition = Self.scans.definition
    definition.features.append(
      Feature(
        id: "bonus",
        rules: [
          Feature.Rule(when: Self.left("scan", lessThan: 1), allowance: .upTo(1, per: .day))
        ]))
    definition.addOnTrials = [
      AddOnTrial(
        id: "taste", start: .signUp,
        when: Condition(any: [Self.left("scan", lessThan: 1)]), lasts: Period(3, .day),
        entitlements: ["pro"], oncePer: .account)
    ]
    #expect(
      definition.mistakes().map { $0.path.joined(separator: ".") }
        == ["trials.taste.when.any.0.left.0", "features.bonus.0.when.left.0"])
  }

  @Test("an unknown customer has neither something nor nothing left")
  func unknown() {
    let membership = Membership(unknownIn: Self.scans, at: Self.start)
    #expect(membership.prompts.isEmpty)
    #expect(!membership.holds(Condition.Left(of: .feature("scan"), atLeast: 1)))
    #expect(!membership.holds(Condition.Left(of: .feature("scan"), lessThan: 3)))
  }

  @Test(
    "a condition compares the number that the access reports as remaining",
    arguments: 0..<10)
  func remaining(times: Int) {
    let customer = Self.customer("scan", times, Self.scans)
    let membership = customer.membership(Self.scans, Self.start.hours(1))
    let remaining = membership.access(to: "scan").limit?.remaining ?? 0
    #expect(remaining == 10 - times)
    #expect(membership.prompts.contains("few") == (remaining < 3))
  }
}
