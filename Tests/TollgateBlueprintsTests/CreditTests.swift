import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@Suite("Credits in a blueprint")
struct CreditTests {
  private func studio() throws -> Blueprint {
    let path = repository.appendingPathComponent("Tests/Blueprints/studio.yml").path
    return try BlueprintFile.load(path: path).blueprint
  }

  @Test("EX-11 a pack of credits is for sale to customers who may spend them: check finds nothing")
  func meaning() {
    let path = repository.appendingPathComponent("Tests/Blueprints/studio.yml").path
    #expect(BlueprintCheck.check(path: path).diagnostics.map(\.description) == [])
  }

  @Test("RA-3 a wallet says which credits nobody buys, and how many are spent in a day")
  func given() throws {
    let path = repository.appendingPathComponent("Tests/Blueprints/arcade.yml").path
    #expect(BlueprintCheck.check(path: path).diagnostics.map(\.description) == [])
    let definition = try BlueprintFile.load(path: path).blueprint.definition
    #expect(
      definition.credits == [
        Wallet(
          id: "coins", sources: [Wallet.Source(product: "arcade.coins.100", amount: 100)],
          given: [
            Wallet.Gift(amount: 20, .on(.signUp, lasts: Period(30, .day))),
            Wallet.Gift(amount: 10, .on(.milestone("tutorial"), lasts: nil)),
            Wallet.Gift(amount: 30, .on(.milestone("finished-course"), lasts: nil)),
            Wallet.Gift(amount: 2, .on(.use("watch-ad"), lasts: nil)),
            Wallet.Gift(amount: 5, .each(.day, upTo: 10)),
          ], spending: Wallet.SpendingLimit(limit: 40, window: .day))
      ])
    #expect(
      definition.grants == [
        GrantTerms(
          id: "apology", credits: GrantedCredits(wallet: "coins", amount: 15),
          lasts: Period(30, .day), waitsFor: .nothing, limit: 2, window: .month)
      ])
  }

  @Test("RA-16 a right that was bought elsewhere says which wallet it fills each month")
  func elsewhere() throws {
    let path = repository.appendingPathComponent("Tests/Blueprints/dictation.yml").path
    #expect(BlueprintCheck.check(path: path).diagnostics.map(\.description) == [])
    let definition = try BlueprintFile.load(path: path).blueprint.definition
    #expect(
      definition.grants == [
        GrantTerms(
          id: "web", giver: .backend, entitlements: ["pro"],
          credits: GrantedCredits(wallet: "summaries", amount: 900), waitsFor: .nothing,
          isElsewhere: true)
      ])
  }

  @Test("RA-16 a map of milestones says which of them only the backend reports")
  func milestones() throws {
    let path = repository.appendingPathComponent("Tests/Blueprints/arcade.yml").path
    let definition = try BlueprintFile.load(path: path).blueprint.definition
    #expect(definition.milestones == ["tutorial", "finished-course"])
    #expect(definition.backendMilestones == ["finished-course"])
  }

  @Test("EX-11 a wallet says what fills it, how much and for how long")
  func wallets() throws {
    #expect(
      try studio().definition.credits == [
        Wallet(
          id: "coins",
          sources: [
            Wallet.Source(product: "studio.coins.100", amount: 100),
            Wallet.Source(product: "studio.coins.5", amount: 5),
            Wallet.Source(
              product: "studio.basic.monthly", amount: 50, lifetime: .period, inTrial: 10),
            Wallet.Source(
              product: "studio.gold.monthly", amount: 200,
              lifetime: .rollsOver(Wallet.Rollover(upTo: 300))),
          ])
      ])
  }

  @Test(
    "EX-11 what is left of a period or a month rolls over as the blueprint says",
    arguments: [
      ("each: period", .period), ("each: planMonth", .planMonth),
      ("each: period, rollsOver: false", .period),
      ("each: period, rollsOver: true", .rollsOver(Wallet.Rollover())),
      (
        "each: planMonth, rollsOver: true, upTo: 9",
        .rollsOver(Wallet.Rollover(monthly: true, upTo: 9))
      ),
      (
        "each: planMonth, rollsOver: whileSubscribed, lasts: P3M",
        .rollsOver(
          Wallet.Rollover(monthly: true, lasts: Period(3, .month), whileSubscribed: true))
      ),
    ] as [(String, Wallet.Lifetime)])
  func rollingOver(written: String, lifetime: Wallet.Lifetime) throws {
    let yaml = smallBlueprint(
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, \(written) } } } }")
    let sources = try parse(yaml).blueprint.definition.credits.flatMap(\.sources)
    #expect(
      sources == [Wallet.Source(product: "coach.monthly", amount: 5, lifetime: lifetime)])
  }

  @Test(
    "EX-11 a plan says what an upgrade leaves of its credits", arguments: Wallet.Upgrade.allCases)
  func upgrades(rule: Wallet.Upgrade) throws {
    let yaml = smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, onUpgrade: \(rule.rawValue) } } } }"
    )
    let sources = try parse(yaml).blueprint.definition.credits.flatMap(\.sources)
    #expect(sources.map(\.onUpgrade) == [rule])
  }

  @Test("EX-11 a rule says what a use costs, or leaves it to the use")
  func costs() throws {
    let studio = try studio()
    #expect(studio.feature("draw")?.rules.map(\.allowance) == [.spend("coins", cost: 3)])
    #expect(studio.feature("print")?.rules.map(\.allowance) == [.spend("coins", cost: nil)])
    let free = smallBlueprint(
      message: "[{ otherwise: { spend: coins } }]",
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } } } }")
    let rules = try parse(free).blueprint.feature("send-message")?.rules
    #expect(rules?.map(\.allowance) == [.spend("coins", cost: 1)])
  }

  @Test(
    "EX-11 several wallets can share a price wherever one can pay it, and a list of one is that one"
  )
  func sharedPrices() throws {
    let wallets =
      "credits: { daily: { given: [{ amount: 5, each: day }] }, bonus: { filledBy: { coach.monthly: { amount: 5, each: period } } } }"
    let shared: Feature.Allowance = .spend("daily", then: ["bonus"], cost: 10)
    for (written, allowance) in [
      ("{ spend: [daily, bonus], cost: 10 }", shared),
      ("{ spend: [bonus, daily], cost: any }", .spend("bonus", then: ["daily"], cost: nil)),
      ("{ spend: [daily] }", .spend("daily", cost: 1)),
      (
        "{ all: [{ upTo: 9, per: day }, { spend: [daily, bonus], cost: 10 }] }",
        .all([.upTo(9, per: .day), shared])
      ),
      (
        "{ first: [{ upTo: 9, per: day }, { spend: [daily, bonus], cost: 10 }] }",
        .first([.upTo(9, per: .day), shared])
      ),
    ] as [(String, Feature.Allowance)] {
      let yaml = smallBlueprint(message: "[{ otherwise: \(written) }]", more: wallets)
      let rules = try parse(yaml).blueprint.feature("send-message")?.rules
      #expect(rules?.map(\.allowance) == [allowance])
    }
  }

  @Test("EX-11 a wallet that shares a price can let customers spend less than the whole price")
  func cappedPart() {
    let found = said(
      of: smallBlueprint(
        message: "[{ otherwise: { spend: [daily, coins], cost: 3 } }]",
        more:
          "credits: { daily: { given: [{ amount: 5, each: day }] }, coins: { filledBy: { coach.monthly: { amount: 5, each: period } }, spending: { upTo: 2, per: day } } }"
      ))
    #expect(!found.contains { $0.contains("can never pay for it") })
  }

  @Test("RA-7 a limit and credits hold at once, in any order")
  func atOnce() throws {
    let wallet =
      "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } } } }"
    for (parts, allowance) in [
      (
        "{ spend: coins, cost: 4 }, { upTo: 9, per: day }",
        [.spend("coins", cost: 4), .upTo(9, per: .day)]
      ),
      ("{ holding: 9 }, { spend: coins }", [.holding(9), .spend("coins", cost: 1)]),
      (
        "{ upTo: 60, per: month, cost: any }, { spend: coins, cost: any }",
        [.upTo(60, per: .month, sized: true), .spend("coins", cost: nil)]
      ),
    ] as [(String, [Feature.Allowance])] {
      let yaml = smallBlueprint(message: "[{ otherwise: { all: [\(parts)] } }]", more: wallet)
      let rules = try parse(yaml).blueprint.feature("send-message")?.rules
      #expect(rules?.map(\.allowance) == [.all(allowance)])
    }
  }

  @Test(
    "EX-11 a use that costs more than can be spent in a day is a mistake",
    arguments: [(2, true), (3, false)])
  func cap(limit: Int, isMistake: Bool) {
    let found = said(
      of: smallBlueprint(
        message: "[{ otherwise: { spend: coins, cost: 3 } }]",
        more:
          "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } }, spending: { upTo: \(limit), per: day } } }"
      ))
    #expect(found.contains { $0.contains("so `coins` can never pay for it") } == isMistake)
  }

  @Test(
    "EX-11 a wallet may be overdrawn by uses that cost more than one credit, and by no others",
    arguments: [
      ("{ spend: coins, cost: any }", true), ("{ spend: coins, cost: 3 }", true),
      ("{ first: [{ upTo: 3, per: day }, { spend: coins, cost: 2 }] }", true),
      ("{ spend: coins }", false),
    ])
  func overdraft(allowance: String, isUseful: Bool) throws {
    let yaml = smallBlueprint(
      message: "[{ otherwise: \(allowance) }]",
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } }, mayOverdraw: 10 } }"
    )
    let found = said(of: yaml).contains { $0.contains("it is never overdrawn") }
    #expect(found != isUseful)
    if isUseful {
      #expect(try parse(yaml).blueprint.definition.credits.first?.mayOverdraw == 10)
    }
  }

  @Test("EX-11 an allowance may count in the billing period")
  func periods() throws {
    #expect(
      try studio().feature("scan")?.rules.map(\.allowance) == [
        .upTo(5, per: .period), .upTo(2, per: .period),
      ])
  }

  @Test("EX-11 a subscription that gives nothing but credits needs no entitlement")
  func creditsAlone() {
    let yaml = smallBlueprint(
      products: "coach.monthly: { name: Monthly, entitlements: premium, period: P1M }\n"
        + "  coach.coins: { name: Coins, period: P1M }",
      more: "credits: { coins: { filledBy: { coach.coins: { amount: 5, each: period } } } }")
    #expect(said(of: yaml) == [])
  }
}
