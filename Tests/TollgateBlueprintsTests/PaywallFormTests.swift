import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@Suite("Paywalls in a blueprint")
struct PaywallFormTests {
  private static let path = repository.appendingPathComponent("Tests/Blueprints/tidewise.yml").path

  @Test("a blueprint with everything that a paywall can show has no finding, in four languages")
  func good() {
    #expect(BlueprintCheck.check(path: Self.path).diagnostics.map(\.description) == [])
  }

  @Test(
    "a paywall with tabs has no finding, and a plan is on the last tab whose entitlement it gives")
  func tabs() throws {
    let path = repository.appendingPathComponent("Tests/Blueprints/quill.yml").path
    #expect(BlueprintCheck.check(path: path).diagnostics.map(\.description) == [])
    let definition = try BlueprintFile.load(path: path).blueprint.definition
    let paywall = try #require(definition.paywalls.first)
    #expect(paywall.tabs.map(\.entitlement) == ["plus", "pro"])
    #expect(paywall.tabs.map(\.benefits.count) == [0, 2])
    let compared = definition.products.map { definition.comparison(for: $0.id)?.id }
    #expect(
      compared == [
        "quill.plus.monthly", "quill.plus.monthly", "quill.pro.monthly", "quill.pro.monthly",
      ])
  }

  @Test(
    "a timeline, ratings, quotes, questions and an icon are as written, and a paywall needs none")
  func read() throws {
    let definition = try BlueprintFile.load(path: Self.path).blueprint.definition
    let pro = try #require(definition.paywalls.first)
    #expect(pro.hero.icon == "wave" && pro.hasTimeline)
    #expect(pro.proof.map(\.stars) == [5, nil])
    #expect(pro.proof.map { $0.by != nil } == [true, false])
    #expect(pro.questions.count == 2)
    let names = pro.proof.map(\.text) + pro.questions.flatMap { [$0.question, $0.answer] }
    let texts = Dictionary(uniqueKeysWithValues: definition.texts.map { ($0.id, $0) })
    for name in names {
      #expect(texts[name]?.wordings.keys.sorted() == ["ar", "de", "en", "ja"], "\(name)")
    }
    let plain = try #require(definition.paywalls.last)
    #expect(!plain.hasTimeline && plain.proof.isEmpty && plain.questions.isEmpty)
    #expect(plain.hero.icon == nil && plain.closeDelay == nil)
  }
}
