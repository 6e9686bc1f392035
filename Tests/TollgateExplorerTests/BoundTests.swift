import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgateExplorer

@Suite("The bounds of a search")
struct BoundTests {
  /// A plan next to two free notes a day, and a prompt for those who wrote three in two days.
  private static var diligent: Blueprint.Definition {
    var definition = PlantedApp.notes
    definition.change("note") { $0[1] = Feature.Rule(allowance: .upTo(2, per: .day)) }
    definition.prompts = [
      Prompt(
        id: "rate", shape: .card, placement: "home",
        when: Condition(past: [
          .count(PastTest.Count(of: .use("note"), atLeast: 3, within: Period(2, .day)))
        ]), icon: "star", text: "line")
    ]
    return definition
  }

  @Test("EX-5 a plan of another period that cannot be charged has a grace period of its own")
  func grace() throws {
    var definition = PlantedApp.notes
    definition.products = [
      PlantedApp.subscription("pro.year", ["pro"], level: 1, period: Period(1, .year)),
      PlantedApp.subscription("pro.week", ["pro"], level: 1, period: Period(1, .week)),
    ]
    definition.paywalls = [PlantedApp.paywall("plans", "pro.year", "pro.week")]
    let exploration = Explorer(try Blueprint(definition), options: Explorer.Options()).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
  }

  @Test("EX-5 uses that no condition tells apart are not searched one by one")
  func uses() throws {
    let exploration = Explorer(
      try Blueprint(Self.diligent), options: Explorer.Options(isQuick: true)
    ).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
    #expect(exploration.states < 2_000)
  }

  @Test("EX-5 uses that nothing limits are searched as far as a condition counts them")
  func unlimitedUses() throws {
    var definition = PlantedApp.notes
    definition.change("note") { $0[1] = Feature.Rule(allowance: .denied) }
    definition.prompts = [
      Prompt(
        id: "rate", shape: .card, placement: "home",
        when: Condition(past: [.count(PastTest.Count(of: .use("note"), atLeast: 3))]),
        icon: "star", text: "line")
    ]
    let exploration = Explorer(
      try Blueprint(definition), options: Explorer.Options(isQuick: true)
    ).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
  }

  @Test(
    "EX-5 attributes of separate rules are not combined, so that a dead rule among them is found")
  func attributes() throws {
    var definition = PlantedApp.notes
    let names = (1...7).map { Attribute.ID("flag\($0)") }
    definition.attributes = names.map { Attribute(id: $0, kind: .boolean, setBy: .backend) }
    func rule(_ names: Attribute.ID...) -> Feature.Rule {
      let tests = names.map { AttributeTest(attribute: $0, values: [true]) }
      return Feature.Rule(
        when: Condition(audience: Audience(attributes: tests)), allowance: .upTo(1, per: .day))
    }
    definition.change("note") { rules in
      rules.insert(rule(names[0], names[1]), at: 1)
      rules.insert(contentsOf: names.dropFirst(2).map { rule($0) }, at: 2)
      rules.insert(rule(names[0], names[1]), at: 7)
    }
    let exploration = Explorer(
      try Blueprint(definition), options: Explorer.Options(isQuick: true)
    ).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.subject) == ["features.note.7"])
  }

  @Test("EX-5 features on whose uses nothing else depends are searched one at a time")
  func separate() throws {
    let one = Explorer(try Blueprint(PlantedApp.notes), options: Explorer.Options(isQuick: true))
      .explore()
    var definition = PlantedApp.notes
    for name in ["sketch", "paint"] as [Feature.ID] {
      definition.features.append(
        PlantedApp.feature(name, sold: "pro", otherwise: .upTo(3, per: .day)))
    }
    let three = Explorer(try Blueprint(definition), options: Explorer.Options(isQuick: true))
      .explore()
    #expect(three.isComplete)
    #expect(three.findings.map(\.sentence) == [])
    #expect(three.states < 4 * one.states)
    // Each of them is searched to its limit.
    definition.features[2] = PlantedApp.feature(
      "paint", sold: "other", otherwise: .upTo(3, per: .day))
    definition.granted = ["other"]
    let wrong = Explorer(try Blueprint(definition), options: Explorer.Options(isQuick: true))
      .explore()
    #expect(
      wrong.findings.map { "\($0.kind.rawValue) \($0.subject)" }.contains(
        "buys nothing features.paint"))
  }

  @Test("RA-2 rewards of the plan that add up are searched completely, and change no finding")
  func rewards() throws {
    let plain = Explorer(try Blueprint(PlantedApp.notes)).explore()
    var definition = PlantedApp.notes
    definition.grants = [
      GrantTerms(
        id: "referral", giver: .backend, entitlements: ["pro"], lasts: Period(7, .day), limit: 2,
        window: .month),
      GrantTerms(id: "apology", entitlements: ["pro"], lasts: Period(3, .day), waitsFor: .nothing),
    ]
    let rewarding = Explorer(try Blueprint(definition)).explore()
    #expect(rewarding.isComplete)
    #expect(rewarding.findings.map(\.sentence) == plain.findings.map(\.sentence))
    #expect(rewarding.states > plain.states)
  }

  @Test("RA-2 a history has at most two rewards, booked as the engine decides them")
  func twoRewards() throws {
    var definition = PlantedApp.notes
    definition.grants = [
      GrantTerms(id: "referral", giver: .backend, entitlements: ["pro"], lasts: Period(7, .day)),
      GrantTerms(id: "other", entitlements: ["unused"], lasts: Period(7, .day)),
    ]
    let rules = Rules(try Blueprint(definition))
    func gifts(_ state: HistoryState, isQuick: Bool) -> [HistoryStep] {
      state.steps(rules, state.memberships(rules)[0], isQuick: isQuick).filter {
        if case .give = $0 { true } else { false }
      }
    }
    var state = HistoryState.first(rules)
    #expect(gifts(state, isQuick: true) == [])
    for _ in 1...2 {
      #expect(gifts(state, isQuick: false) == [.give("referral")])
      state = try #require(state.performing(.give("referral"), rules))
    }
    #expect(gifts(state, isQuick: false) == [])
    let booked = state.people[0].gifts
    #expect(booked.map(\.endsAt) == state.people[0].recorded.customer.allGrants.map(\.endsAt))
    #expect(booked[1].startsAt == booked[0].endsAt)
  }

  @Test("RA-3 histories leave out grants of credits, and daily credits do not prolong the search")
  func credits() throws {
    var definition = PlantedApp.notes
    let plain = Explorer(try Blueprint(definition)).explore()
    definition.credits = [
      Wallet(id: "coins", given: [Wallet.Gift(amount: 1, .each(.day, upTo: 30))])
    ]
    definition.grants = [
      GrantTerms(
        id: "apology", credits: GrantedCredits(wallet: "coins", amount: 10), waitsFor: .nothing)
    ]
    let giving = Explorer(try Blueprint(definition)).explore()
    #expect(giving.isComplete)
    #expect(giving.findings.map(\.sentence) == plain.findings.map(\.sentence))
  }

  /// A plan with a free week that is the trial, which a paywall sells with the week or without it.
  private static func week(leftOut: Bool) -> Blueprint.Definition {
    var definition = PlantedApp.notes
    definition.products = [
      PlantedApp.subscription(
        "pro.month", ["pro"], level: 1,
        offer: CatalogProduct.IntroductoryOffer(payment: .freeTrial, period: Period(1, .week)))
    ]
    definition.trial = Trial(start: .introductoryOffer, terms: Trial.Terms(lasts: nil))
    definition.paywalls = [
      Paywall(
        id: "plans", title: "line",
        packages: [Paywall.Package(product: "pro.month", hasIntroductoryOffer: !leftOut)])
    ]
    return definition
  }

  @Test(
    "EX-5 a search buys in a package without the introductory offer, which begins no trial and uses nothing up"
  )
  func fullPrice() throws {
    let rules = Rules(try Blueprint(Self.week(leftOut: true)))
    let first = HistoryState.first(rules)
    func purchases(_ state: HistoryState) -> [HistoryStep] {
      state.steps(rules, state.memberships(rules)[0], isQuick: true).filter {
        if case .buy = $0 { true } else { false }
      }
    }
    let fullPrice = HistoryStep.buy("pro.month", leavesOutOffer: true)
    #expect(purchases(first) == [.buy("pro.month"), fullPrice])
    let tried = try #require(first.performing(.buy("pro.month"), rules))
    #expect(tried.memberships(rules)[0].phase == .trial)
    let paid = try #require(first.performing(fullPrice, rules))
    #expect(paid.memberships(rules)[0].phase == .subscribed)
    var over = try #require(paid.performing(.cancel, rules))
    over = try #require(
      over.performing(.wait(until: over.now.adding(Period(40, .day))), rules))
    #expect(over.memberships(rules)[0].phase == .lapsed)
    #expect(purchases(over) == [.buy("pro.month"), fullPrice])
  }

  @Test("EX-5 a paywall that leaves out the introductory offer is searched without a finding")
  func fullPriceIsTrue() throws {
    for leftOut in [false, true] {
      let exploration = Explorer(
        try Blueprint(Self.week(leftOut: leftOut)), options: Explorer.Options(isQuick: true)
      ).explore()
      #expect(exploration.isComplete)
      #expect(exploration.findings.map(\.sentence) == [])
    }
  }

  @Test("EX-5 a variant that sells without the introductory offer is searched by itself")
  func fullPriceVariant() throws {
    var definition = Self.week(leftOut: false)
    definition.paywalls += Self.week(leftOut: true).paywalls.map { $0.named("plain") }
    definition.experiments = [
      Experiment(
        id: "week",
        variants: ["with", "without"].map {
          Experiment.Variant(
            id: Experiment.Variant.ID($0), weight: 1,
            paywalls: $0 == "with" ? [:] : ["plans": "plain"])
        })
    ]
    let arms = Arm.all(of: try Blueprint(definition), CountScale([definition]))
    #expect(arms.map(\.words) == ["in the variant `without` of `week`"])
  }

  @Test("what was bought in another order has the same future")
  func order() throws {
    let rules = Rules(try Blueprint(PlantedApp.garden))
    let keys = try [["pro.month", "icons"], ["icons", "pro.month"]].map { products in
      var state = HistoryState.first(rules)
      for product in products {
        state = try #require(state.performing(.buy(CatalogProduct.ID(product)), rules))
      }
      return state.fingerprint(state.memberships(rules), rules)
    }
    #expect(keys[0] == keys[1])
  }

  @Test("EX-5 a variant that changes only the look of a paywall needs no search of its own")
  func looks() throws {
    var definition = PlantedApp.garden
    definition.paywalls.append(PlantedApp.paywall("other", "icons"))
    definition.show("other", for: "theme")
    let plain = Explorer(try Blueprint(definition), options: Explorer.Options(isQuick: true))
      .explore()
    definition.experiments = [
      Experiment(
        id: "look",
        variants: [
          Experiment.Variant(id: "control", weight: 1),
          Experiment.Variant(id: "dark", weight: 1, paywalls: ["other": "extras"]),
        ])
    ]
    let tested = Explorer(try Blueprint(definition), options: Explorer.Options(isQuick: true))
      .explore()
    #expect(tested.states == plain.states)
  }

  @Test("EX-5 what several variants show is found once, and each finding has a sentence of its own")
  func once() throws {
    var definition = PlantedApp.garden
    definition.paywalls.append(PlantedApp.paywall("themes", "icons"))
    definition.show("themes", for: "theme")
    definition.experiments = [
      Experiment(
        id: "page",
        variants: ["control", "one", "two"].map {
          Experiment.Variant(
            id: Experiment.Variant.ID($0), weight: 1,
            paywalls: $0 == "control" ? [:] : ["themes": "plans"])
        })
    ]
    let exploration = Explorer(
      try Blueprint(definition), options: Explorer.Options(isQuick: true)
    ).explore()
    #expect(
      exploration.findings.map { "\($0.kind.rawValue) \($0.subject)" }.sorted() == [
        "buys nothing features.theme", "dead end features.theme", "payer locked out features.theme",
      ])
  }

  @Test("what one search finds of a thing and another says with another product is found once")
  func named() throws {
    let blueprint = try Blueprint(PlantedApp.garden)
    func found(_ product: String) -> Exploration {
      Exploration(
        findings: [
          Finding(
            kind: .soldTwice, subject: "paywalls.plans", sentence: "the paywall sells `\(product)`",
            history: nil)
        ], states: 1, transitions: 0, isComplete: false)
    }
    var exploration = found("pro.month")
    let arm = Arm(
      words: "in a variant", searched: SearchedRules(written: Rules(blueprint)),
      changesTrial: false)
    exploration.add(found("icons"), in: arm, besides: exploration.findings)
    #expect(exploration.findings.map(\.sentence) == ["the paywall sells `pro.month`"])
    #expect(exploration.states == 2)
  }

  @Test("EX-5 a search that its caller stops returns what it has found, with its history")
  func stoppedByCaller() throws {
    final class Flag { var isSet = false }
    var definition = PlantedApp.notes
    definition.change("note") {
      $0.insert(Feature.Rule(when: Condition(phases: [.lapsed]), allowance: .unlimited), at: 0)
    }
    let explorer = Explorer(try Blueprint(definition))
    let flag = Flag()
    let stopped = explorer.explore(
      progress: { progress in if !progress.found.isEmpty { flag.isSet = true } },
      isStopped: { flag.isSet })
    #expect(stopped.isStopped && !stopped.isComplete)
    let found = try #require(stopped.findings.first)
    #expect(found.kind == .freeRide && found.history != nil)
    let whole = explorer.explore()
    #expect(!whole.isStopped && whole.isComplete && stopped.states < whole.states)
    #expect(whole.findings.first?.sentence == found.sentence)

    let comparison = explorer.compare(
      against: try Blueprint(PlantedApp.notes), isStopped: { true })
    #expect(comparison.isStopped && !comparison.isComplete && comparison.states == 1)
  }

  @Test("a quick search stops earlier, and one that stops says so and calls nothing unreachable")
  func stopped() throws {
    #expect(Explorer.Options(isQuick: true).stateLimit < Explorer.Options().stateLimit)
    var definition = PlantedApp.notes
    definition.placements = [
      Placement(id: "never", when: Condition(phases: [.trial]), paywall: "plans")
    ]
    let blueprint = try Blueprint(definition)
    let stopped = Explorer(blueprint, options: Explorer.Options(stateLimit: 20, isQuick: true))
      .explore()
    #expect(!stopped.isComplete)
    #expect(stopped.findings.map(\.subject) == [])
  }

  @Test("a search on the caller's thread alone finds what one on all cores finds")
  func serial() throws {
    var definition = PlantedApp.notes
    definition.placements = [
      Placement(id: "never", when: Condition(phases: [.trial]), paywall: "plans")
    ]
    let blueprint = try Blueprint(definition)
    let searches = [true, false].map { isSerial in
      Explorer(blueprint, options: Explorer.Options(isQuick: true, isSerial: isSerial)).explore()
    }
    #expect(searches[0].findings.map(\.sentence) == searches[1].findings.map(\.sentence))
    #expect(searches[0].states == searches[1].states)
    #expect(searches[0].transitions == searches[1].transitions)
  }

  @Test("EX-5 a search says which products, phases and events it covered, and which it left out")
  func extent() throws {
    let blueprint = try Blueprint(PlantedApp.notes)
    func extent(_ options: Explorer.Options) -> SearchExtent {
      Explorer(blueprint, options: options).explore().extent
    }
    let unsearched = "price increases, family sharing, offline use, clocks set back"
    let whole = extent(Explorer.Options())
    #expect(
      whole.searchedWords
        == "all products; all phases; uses up to a limit, renewals, cancellations, grace periods, failed payments, refunds, restored purchases, grants of the plan, second accounts, second store accounts, late notifications, the minute before a change"
    )
    #expect(whole.leftOutWords == unsearched)
    let quick = extent(Explorer.Options(isQuick: true))
    #expect(quick.searched.phases == [.free, .subscribed, .lapsed])
    #expect(
      quick.leftOutWords
        == "grants of the plan, second store accounts, late notifications, the minute before a change, \(unsearched)"
    )
    let first = extent(Explorer.Options(stateLimit: 1))
    #expect(first.searchedWords == "free")
    #expect(first.leftOutWords.hasPrefix("pro.month; subscribed, lapsed; uses up to a limit, "))
    #expect(first.leftOutWords.hasSuffix(unsearched))
  }

  @Test("RA-16 a search leaves out rights that were bought elsewhere, and says so")
  func elsewhere() throws {
    var definition = PlantedApp.notes
    definition.grants = [
      GrantTerms(
        id: "web", giver: .backend, entitlements: ["pro"], waitsFor: .nothing, isElsewhere: true)
    ]
    let plain = Explorer(try Blueprint(PlantedApp.notes)).explore()
    let stated = Explorer(try Blueprint(definition)).explore()
    #expect(stated.findings.map(\.sentence) == plain.findings.map(\.sentence))
    #expect(stated.extent.leftOut.events.contains(.elsewhere))
  }

  @Test("RA-2 a search leaves out purchases beside grants that wait for them, and says so")
  func waitingGrants() throws {
    var definition = PlantedApp.notes
    definition.grants = [
      GrantTerms(
        id: "referral", giver: .backend, entitlements: ["pro"], lasts: Period(7, .day),
        waitsFor: .purchases)
    ]
    let plain = Explorer(try Blueprint(PlantedApp.notes)).explore()
    let rewarding = Explorer(try Blueprint(definition)).explore()
    #expect(rewarding.isComplete)
    #expect(rewarding.findings.map(\.sentence) == plain.findings.map(\.sentence))
    #expect(rewarding.states > plain.states)
    #expect(rewarding.extent.leftOut.events.contains(.waitingGrant))
    #expect(!plain.extent.leftOut.events.contains(.waitingGrant))
  }

  @Test("EX-5 a search that is cut short has seen the events of its histories, and no others")
  func cutShort() throws {
    let blueprint = try Blueprint(PlantedApp.tiers)
    let options = Explorer.Options(stateLimit: 400, isQuick: true)
    let cut = Explorer(blueprint, options: options).explore()
    #expect(!cut.isComplete)
    #expect(cut.extent.searched.products == ["basic.month", "pro.month"])
    #expect(cut.extent.searched.events.isSuperset(of: [.use, .refund, .planChange]))
    #expect(cut.extent.leftOut.events.contains(.lateNotification))
    #expect(cut.extent.searched.events.isDisjoint(with: cut.extent.leftOut.events))
  }
}
