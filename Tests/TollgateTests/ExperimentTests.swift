import Testing

@testable import Tollgate

@Suite("Experiments")
struct ExperimentTests {
  static let at = Fixture.start

  static func experiment(
    _ weights: [Int], id: Experiment.ID = "mix", group: Experiment.Group.ID? = nil,
    traffic: Int = 100
  ) -> Experiment {
    Experiment(
      id: id, group: group, traffic: traffic,
      variants: zip(["a", "b", "c"] as [Experiment.Variant.ID], weights).map {
        Experiment.Variant(id: $0, weight: $1)
      })
  }

  static func customers(_ count: Int) -> [Customer.ID] {
    (0..<count).map { Customer.ID("customer-\($0)") }
  }

  /// How many customers choose each variant.
  static func counts(_ experiment: Experiment, of number: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: experiment.variants.count)
    for customer in customers(number) {
      if let position = WeightedChoice(of: experiment).position(for: customer) {
        counts[position] += 1
      }
    }
    return counts
  }

  @Test(
    "the hash and its logarithm are the documented ones",
    arguments: [
      ("", 0xf52a_15e9_a9b5_e89b, 267_981_591),
      ("a", 0x02c0_bdbf_4814_20f8, 28_085_006_980),
      ("variant/headline/control/cus_1", 0x62ff_4b7b_dcf7_53b0, 5_887_040_893),
      ("variant/headline/promise/cus_1", 0xdaf2_7ed2_e4cf_5adf, 968_774_954),
    ] as [(String, UInt64, UInt64)])
  func hash(text: String, value: UInt64, logarithm: UInt64) {
    #expect(StableHash(text).value == value)
    #expect(StableHash(text).negativeLogarithm == logarithm)
  }

  @Test("a customer gets the same variant on every machine")
  func sameEverywhere() {
    let experiment = Experiment(
      id: "headline",
      variants: [
        Experiment.Variant(id: "control", weight: 50),
        Experiment.Variant(id: "promise", weight: 50),
      ])
    let chosen = (1...8).map {
      WeightedChoice(of: experiment).position(for: Customer.ID("cus_\($0)"))
    }
    #expect(chosen == [1, 1, 0, 0, 0, 1, 1, 0])
  }

  @Test("each variant gets its share of 100,000 customers")
  func distribution() {
    let counts = Self.counts(Self.experiment([50, 30, 20]), of: 100_000)
    let expected = [50_000, 30_000, 20_000]
    let distance = zip(counts, expected).reduce(0.0) {
      $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) / Double($1.1)
    }
    // A fair choice is above 13.8 once in a thousand times (chi-squared, 2 degrees of freedom).
    #expect(distance < 13.8, "\(counts)")
  }

  /// Weights before and after, and the smallest and the greatest percentage of customers that moves.
  static let changes: [(before: [Int], after: [Int], least: Double, most: Double)] = [
    ([50, 50], [60, 40], 10, 10), ([50, 50], [99, 1], 49, 49), ([1, 1], [7, 7], 0, 0),
    ([1, 1, 0], [1, 1, 1], 33.3, 33.3), ([1, 1, 1], [1, 0, 1], 33.3, 33.3),
    ([40, 30, 30], [80, 30, 30], 17.1, 17.1), ([50, 30, 20], [20, 30, 50], 30, 46.2),
    ([50, 50, 0], [0, 50, 50], 50, 66.7),
  ]

  @Test(
    "Pain 19: only as many customers move as a change of weights demands", arguments: changes)
  func moves(before: [Int], after: [Int], least: Double, most: Double) {
    let number = 10_000
    let choices = [Self.experiment(before), Self.experiment(after)].map(WeightedChoice.init(of:))
    var moved = 0
    for customer in Self.customers(number) {
      let (old, new) = (
        choices[0].position(for: customer) ?? -1, choices[1].position(for: customer) ?? -1
      )
      if old == new { continue }
      moved += 1
      // Nobody leaves a variant for another whose share does not grow relative to it.
      #expect(after[new] * before[old] > after[old] * before[new])
    }
    let percent = Double(moved) * 100 / Double(number)
    #expect(percent > least - 2 && percent < most + 2)
  }

  @Test("Pain 19: a weight of 0 gets nobody, and no weight at all chooses nothing")
  func zero() {
    #expect(Self.counts(Self.experiment([1, 0]), of: 2000) == [2000, 0])
    #expect(Self.counts(Self.experiment([0, 0]), of: 2000) == [0, 0])
  }

  @Test("raising the traffic keeps those who take part and adds others, and 0 takes nobody")
  func traffic() {
    var before: Set<Customer.ID> = []
    for percent in [0, 1, 10, 50, 100] {
      let choice = WeightedChoice(among: [Self.experiment([1], traffic: percent)])
      let inside = Set(Self.customers(5000).filter { choice.position(for: $0) == 0 })
      #expect(before.isSubset(of: inside))
      #expect(abs(inside.count - percent * 50) <= 150)
      before = inside
    }
    #expect(before.count == 5000)
  }
}

@Suite("The variants of a customer")
struct VariantTests {
  static let at = Fixture.start

  /// Two paywalls and a free trial, with experiments.
  static func blueprint(_ experiments: [Experiment]) -> Blueprint {
    Fixture.blueprint { $0 = definition(experiments) }
  }

  static func definition(_ experiments: [Experiment]) -> Blueprint.Definition {
    var definition = Fixture.coachFree.definition
    definition.texts.append(
      LocalizedText(id: "promise", wordings: ["en": LocalizedText.Wording("More of this")]))
    definition.paywalls.append(
      Paywall(
        id: "short", title: "promise", packages: [Paywall.Package(product: "coach.monthly")],
        isDismissible: false))
    definition.placements = [Placement(id: "home", paywall: "plans")]
    definition.experiments = experiments
    return definition
  }

  static func variant(
    _ id: Experiment.Variant.ID, weight: Int = 1, paywall: Paywall.ID? = nil,
    text: LocalizedText.ID? = nil, trial: Int? = nil
  ) -> Experiment.Variant {
    Experiment.Variant(
      id: id, weight: weight, paywalls: paywall.map { ["plans": $0] } ?? [:],
      texts: text.map { ["hello": $0] } ?? [:], trialLasts: trial.map { Period($0, .day) })
  }

  static let page = Experiment(
    id: "page", variants: [variant("long"), variant("short", paywall: "short")])

  static func somebody(_ id: Customer.ID = "me", _ facts: [Fact] = []) -> Customer {
    var customer = Customer(facts)
    customer.id = id
    return customer
  }

  static func got(
    _ variant: Experiment.Variant.ID, of experiment: Experiment.ID = "page", day: Int = 0
  ) -> Fact {
    .variant(
      VariantAssignment(
        experiment: experiment, variant: variant, reason: .paywall, at: at.days(day)))
  }

  static func shown(
    _ paywall: Paywall.ID = "plans", key: Idempotency.Key = "k",
    variants: [Experiment.ID: Experiment.Variant.ID] = [:]
  ) -> PaywallEvent {
    PaywallEvent(paywall: paywall, action: .shown, key: key, variants: variants, at: at)
  }

  @Test("a paywall has the contents of the customer's variant, under its own name")
  func paywall() throws {
    let blueprint = Self.blueprint([Self.page])
    let long = Self.somebody("me", [Self.got("long")]).membership(blueprint, Self.at)
    let short = Self.somebody("me", [Self.got("short")]).membership(blueprint, Self.at)
    #expect(long.paywall("plans") == blueprint.paywall("plans"))
    #expect(short.paywall("plans")?.id == "plans")
    #expect(short.paywall("plans")?.title == "promise")
    #expect(short.paywall("plans")?.isDismissible == false)
    #expect(short.paywall("short") == blueprint.paywall("short"))
    #expect(short.paywall(at: "home") == "plans")
    #expect(short.packages(of: "plans").map(\.product) == ["coach.monthly"])
    #expect(short.variants == ["page": "short"])
    #expect(short.variants(of: "plans") == ["page": "short"])
    #expect(short.variants(of: "short") == [:])
    #expect(Membership(unknownIn: blueprint, at: Self.at).variants.isEmpty)
  }

  @Test("a nudge says what the customer's variant says, and its delivery records the variant")
  func nudge() throws {
    let words = Experiment(
      id: "words",
      variants: [Self.variant("plain", weight: 0), Self.variant("bold", text: "promise")])
    let blueprint = Self.blueprint([words, Self.page])
    let customer = Self.somebody()
    #expect(blueprint.text(of: "tomorrow", for: customer) == blueprint.text("promise"))
    let plain = Self.somebody("me", [Self.got("plain", of: "words")])
    #expect(blueprint.text(of: "tomorrow", for: plain) == blueprint.text("hello"))
    #expect(blueprint.text(of: "nothing", for: customer) == nil)

    let delivery = NudgeDelivery(nudge: "tomorrow", occurrence: Self.at, at: Self.at.days(6))
    let facts = blueprint.record(delivery, for: customer).facts
    #expect(
      facts == [
        .variant(
          VariantAssignment(
            experiment: "words", variant: "bold", reason: .nudge, at: delivery.at)),
        .nudge(delivery),
      ])
    #expect(blueprint.record(delivery, for: plain).facts == [.nudge(delivery)])
    #expect(blueprint.record(delivery, for: Self.somebody("me", facts)).facts.isEmpty)
    // A delivery from before the experiment, reported again, assigns no variant.
    let earlier = Self.somebody("me", [.nudge(delivery)])
    #expect(blueprint.record(delivery, for: earlier).facts.isEmpty)
  }

  @Test("an explanation names the customer's variants")
  func explanation() {
    let blueprint = Self.blueprint([Self.page])
    let short = Self.somebody("me", [Self.got("short")])
    let explanation = blueprint.explain("send-message", for: short, at: Self.at)
    #expect(explanation?.variants == ["page": "short"])
  }

  @Test("a variant whose paywall sells nothing more stops nobody")
  func sellsNothing() {
    var definition = Self.definition([
      Experiment(id: "page", variants: [Self.variant("none", paywall: "short")])
    ])
    definition.products.append(
      CatalogProduct(
        id: "forever", kind: .nonConsumable, name: "Forever", entitlements: ["premium"]))
    definition.paywalls[1] = Paywall(
      id: "short", title: "promise", packages: [Paywall.Package(product: "forever")])
    let blueprint = Fixture.blueprint { $0 = definition }
    let free = Self.somebody().membership(blueprint, Self.at)
    #expect(free.sells("plans") && free.paywall(at: "home") == "plans")
    #expect(free.packages(of: "plans").map(\.product) == ["forever"])
    let owner = Self.somebody(
      "me",
      [.transaction(.subscription("1", product: "forever", from: Self.at, to: nil))])
    #expect(!owner.membership(blueprint, Self.at).sells("plans"))
    #expect(owner.membership(blueprint, Self.at).paywall(at: "home") == nil)
  }

  @Test("a text has the words of the customer's variant")
  func text() {
    let experiment = Experiment(
      id: "words", variants: [Self.variant("plain"), Self.variant("warm", text: "promise")])
    let blueprint = Self.blueprint([experiment])
    for (variant, line) in [("plain", "Hello"), ("warm", "More of this")]
      as [(Experiment.Variant.ID, String)]
    {
      let customer = Self.somebody("me", [Self.got(variant, of: "words")])
      #expect(customer.membership(blueprint, Self.at).text("hello") == line)
      #expect(customer.membership(blueprint, Self.at).variants(of: "plans") == ["words": variant])
    }
  }

  @Test("a trial starts with the length of the customer's variant, keeps it, and is recorded")
  func trial() {
    let experiment = Experiment(
      id: "length", variants: [Self.variant("week"), Self.variant("fortnight", trial: 14)])
    let blueprint = Self.blueprint([experiment])
    var lengths: [Experiment.Variant.ID: Set<Period?>] = [:]
    for number in 0..<40 {
      var customer = Self.somebody(
        Customer.ID("c\(number)"), [.device(DeviceUse(device: "phone", origin: "me", at: Self.at))])
      let decision = blueprint.signUp(customer, account: "a", at: Self.at, history: [])
      for fact in decision.facts { customer.join(fact) }
      guard let record = customer.assignment(in: "length") else {
        Issue.record("nothing recorded")
        continue
      }
      #expect(record.reason == .trial)
      #expect(decision.facts.map(\.kind) == [.signedUp, .variant, .trialStarted])
      lengths[record.variant, default: []].insert(
        customer.start(of: "trial")?.terms.lasts)
      // What has started stays, whatever the blueprint says later.
      let later = Self.blueprint([])
      #expect(
        customer.membership(later, Self.at).trial?.days == (record.variant == "week" ? 7 : 14))
    }
    #expect(lengths == ["week": [Period(7, .day)], "fortnight": [Period(14, .day)]])
  }

  @Test("a paywall that an experiment changes is recorded with the variant, and the variant once")
  func exposure() {
    let blueprint = Self.blueprint([Self.page])
    var customer = Self.somebody()
    let own = blueprint.variants(for: customer)["page"]
    let seen: [Experiment.ID: Experiment.Variant.ID] = own.map { ["page": $0] } ?? [:]
    let first = blueprint.record(Self.shown(variants: seen), for: customer).facts
    #expect(first.map(\.kind) == [.paywall, .variant])
    for fact in first { customer.join(fact) }
    #expect(customer.assignment(in: "page")?.variant == own)
    #expect(first[0] == .paywall(Self.shown(variants: seen)))
    #expect(blueprint.record(Self.shown(variants: seen), for: customer).facts.isEmpty)
    let second = Self.shown(key: "2", variants: seen)
    #expect(blueprint.record(second, for: customer).facts == [.paywall(second)])
    // One that no variant changes.
    let other = Self.shown("short", key: "3", variants: seen)
    #expect(
      blueprint.record(other, for: customer).facts == [.paywall(Self.shown("short", key: "3"))])
    // A device that knows no experiments names no variants.
    #expect(blueprint.record(Self.shown(), for: Self.somebody()).facts == [.paywall(Self.shown())])
    let closed = PaywallEvent(paywall: "plans", action: .closed, key: "4", at: Self.at)
    #expect(blueprint.record(closed, for: Self.somebody()).facts == [.paywall(closed)])
  }

  @Test(
    "what a device with an earlier blueprint has shown is kept, but no trial is decided by a device"
  )
  func reported() {
    for number in 0..<20 {
      let customer = Self.somebody(Customer.ID("c\(number)"))
      for (experiment, isKept) in [
        (Self.page, true),
        (
          Experiment(
            id: "page",
            variants: [Self.variant("long", trial: 9), Self.variant("short", paywall: "short")]),
          false
        ),
        (
          Experiment(
            id: "page",
            variants: [Self.variant("long"), Self.variant("short", weight: 0, paywall: "short")]),
          false
        ),
      ] {
        let blueprint = Self.blueprint([experiment])
        let decision = blueprint.record(
          Self.shown(variants: ["page": "short", "gone": "x"]), for: customer)
        let own = blueprint.variants(for: customer)["page"]
        let after = Customer(decision.facts)
        #expect(after.assignment(in: "page")?.variant == (isKept ? "short" : own))
        #expect(decision.facts[0] == .paywall(Self.shown(variants: ["page": "short"])))
      }
    }
  }

  @Test("a purchase records the variants of a customer who was shown nothing")
  func purchase() {
    let blueprint = Self.blueprint([Self.page])
    let bought = Fact.transaction(
      .subscription("1", product: "coach.monthly", from: Self.at, to: Self.at.days(30)))
    let renewed = Fact.transaction(
      .subscription("2", product: "coach.monthly", from: Self.at.days(30), to: Self.at.days(60)))
    var customer = Self.somebody()
    let facts = blueprint.record([bought], for: customer, at: Self.at, history: []).facts
    #expect(facts.map(\.kind) == [.transaction, .variant])
    for fact in facts { customer.join(fact) }
    #expect(customer.assignment(in: "page")?.reason == .purchase)
    #expect(blueprint.record([renewed], for: customer, at: Self.at, history: []).facts == [renewed])
    let known = Self.somebody("me", [bought])
    #expect(blueprint.record([renewed], for: known, at: Self.at, history: []).facts == [renewed])
  }

  @Test("the variant that was recorded first is kept when customers are merged")
  func merge() {
    let blueprint = Self.blueprint([Self.page])
    let old = Self.somebody("old", [Self.got("short", day: 1)])
    let new = Self.somebody("new", [Self.got("long", day: 2)])
    for (first, second) in [(old, new), (new, old)] {
      var merged = first
      merged.join(second)
      #expect(merged.id == first.id)
      #expect(merged.membership(blueprint, Self.at).variants == ["page": "short"])
    }
  }

  @Test("Pain 19: who has a variant keeps it when weights change, and new customers never get 0")
  func kept() {
    let stopped = Self.blueprint([
      Experiment(
        id: "page", traffic: 50,
        variants: [Self.variant("long"), Self.variant("short", weight: 0, paywall: "short")])
    ])
    let customers = (0..<50).map { Customer.ID("c\($0)") }
    for id in customers {
      let kept = Self.somebody(id, [Self.got("short")])
      #expect(stopped.variants(for: kept) == ["page": "short"])
      #expect(stopped.variants(for: Self.somebody(id))["page"] != "short")
    }
    // A variant that is gone is nobody's.
    let gone = Self.blueprint([Experiment(id: "page", variants: [Self.variant("long")])])
    let former = Self.somebody("me", [Self.got("short")])
    #expect(gone.variants(for: former) == ["page": "long"])
    #expect(gone.variants(for: Customer([Self.got("short")])).isEmpty)
  }

  @Test("a customer takes part in at most one experiment of a group, the first recorded")
  func groups() {
    func experiment(_ id: Experiment.ID, traffic: Int) -> Experiment {
      Experiment(
        id: id, group: "pages", traffic: traffic,
        variants: [Self.variant("x"), Self.variant("y", paywall: "short")])
    }
    let blueprint = Self.blueprint([
      experiment("one", traffic: 30), experiment("two", traffic: 50),
    ])
    var counts: [Experiment.ID?: Int] = [:]
    for number in 0..<3000 {
      let customer = Self.somebody(Customer.ID("c\(number)"))
      let variants = blueprint.variants(for: customer)
      #expect(variants.count <= 1)
      counts[variants.keys.first, default: 0] += 1
    }
    for (id, expected) in [("one", 900), ("two", 1500), (nil, 600)] as [(Experiment.ID?, Int)] {
      #expect(abs((counts[id] ?? 0) - expected) < 120)
    }
    for number in 0..<20 {
      let customer = Self.somebody(
        Customer.ID("c\(number)"),
        [Self.got("x", of: "two", day: 1), Self.got("y", of: "one", day: 2)])
      #expect(blueprint.variants(for: customer) == ["two": "x"])
    }
  }

  @Test("a customer without an id gets the blueprint as it is written")
  func anonymous() {
    let blueprint = Self.blueprint([Self.page])
    #expect(blueprint.variants(for: Customer()).isEmpty)
    #expect(Customer().membership(blueprint, Self.at).paywall("plans")?.title == "hello")
  }

  static let mistakes: [(experiments: [Experiment], message: String)] = [
    ([page, page], "the experiment `page` is defined twice"),
    (
      [Experiment(id: "e", variants: [variant("a"), variant("a")])],
      "the variant `a` is defined twice"
    ),
    ([Experiment(id: "e", variants: [])], "the weights add up to nothing"),
    (
      [Experiment(id: "e", variants: [variant("a", weight: 0), variant("b", weight: 0)])],
      "the weights add up to nothing"
    ),
    ([Experiment(id: "e", variants: [variant("a", weight: -1)])], "the weight -1"),
    ([Experiment(id: "e", variants: [variant("a", weight: 10_001)])], "the weight 10001"),
    ([Experiment(id: "e", traffic: 101, variants: [variant("a")])], "101 of a hundred"),
    (
      [Experiment(id: "e", variants: [variant("a", paywall: "shrt")])],
      "there is no paywall `shrt`"
    ),
    (
      [Experiment(id: "e", variants: [variant("a", text: "promse")])],
      "there is no text `promse`"
    ),
    (
      [
        Experiment(
          id: "e", variants: [Experiment.Variant(id: "a", weight: 1, texts: ["helo": "hello"])])
      ], "there is no text `helo`"
    ),
    (
      [Experiment(id: "e", group: "g", traffic: 60, variants: [variant("a")])]
        + [Experiment(id: "f", group: "g", traffic: 60, variants: [variant("a")])],
      "the experiments of the group `g` take more than 100"
    ),
    (
      [page, Experiment(id: "f", variants: [variant("a", paywall: "short")])],
      "the experiment `page` changes the paywall `plans` too"
    ),
  ]

  @Test("what cannot work is a mistake", arguments: mistakes)
  func mistake(experiments: [Experiment], message: String) {
    let messages = Self.definition(experiments).mistakes().map(\.message)
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }

  @Test("only the length of a trial that signing up starts can differ")
  func trialMistakes() {
    let experiment = Experiment(id: "e", variants: [Self.variant("a", trial: 9)])
    for (blueprint, message) in [
      (Fixture.coachPaid, "lasts as long as the store signed"),
      (Fixture.garden, "the blueprint has no trial"),
    ] {
      var definition = blueprint.definition
      definition.experiments = [experiment]
      #expect(definition.mistakes().map(\.message).contains { $0.contains(message) })
    }
    #expect(Self.definition([experiment]).mistakes().isEmpty)
    #expect(Self.definition([Self.page]).mistakes().isEmpty)
  }

  @Test("a text that no paywall or nudge shows cannot differ, since nothing records who sees it")
  func textOnNoPaywall() {
    var definition = Self.definition([
      Experiment(id: "e", variants: [Self.variant("a", text: "promise")])
    ])
    definition.paywalls = definition.paywalls.map { paywall in
      Paywall(id: paywall.id, title: "promise", packages: paywall.packages)
    }
    #expect(definition.mistakes().isEmpty)
    definition.nudges = []
    #expect(
      definition.mistakes().map(\.message)
        .contains("no paywall or nudge shows the text `hello`, so nothing records who sees it"))
  }
}
