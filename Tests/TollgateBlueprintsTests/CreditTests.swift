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
              product: "studio.gold.monthly", amount: 200, lifetime: .rollsOver(upTo: 300)),
          ])
      ])
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
