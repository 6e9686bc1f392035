import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@Suite("Pages before the offer in a blueprint")
struct PaywallPagesTests {
  private static let path = repository.appendingPathComponent("Tests/Blueprints/stride.yml").path

  @Test("a paywall with pages has no finding, and its pages are as written")
  func read() throws {
    #expect(BlueprintCheck.check(path: Self.path).diagnostics.map(\.description) == [])
    let definition = try BlueprintFile.load(path: Self.path).blueprint.definition
    let pages = try #require(definition.paywalls.first).flow.pages
    #expect(
      pages.map(\.title.rawValue) == ["paywalls.pro.pages.0.title", "paywalls.pro.pages.1.title"])
    #expect(pages.map(\.icon) == ["heart", nil])
    #expect(pages.map(\.benefits.count) == [1, 0])
    #expect(pages.map { $0.text != nil } == [true, false])
    #expect(pages.map(\.question?.attribute) == [nil, "goal"])
    #expect(pages.last?.question?.answers.map(\.value) == ["race", "health"])
    #expect(definition.paywalls.map(\.flow.exitOffer) == ["goodbye", nil])
  }

  @Test("exit offers that lead back are reported at each paywall of the circle, and at no other")
  func circle() {
    let paywalls = [("plans", "second"), ("second", "third"), ("third", "second")]
      .map { "  \($0): { title: Plans, packages: [coach.monthly], exitOffer: \($1) }" }
    let found = said(
      of: smallBlueprint().replacing(
        "  plans: { title: Hello, packages: [coach.monthly] }",
        with: paywalls.joined(separator: "\n")))
    #expect(
      found == [
        "coach.yml:11:65: error: the exit offers lead back to where they began: `second`, `third`, `second`",
        "coach.yml:12:64: error: the exit offers lead back to where they began: `third`, `second`, `third`",
      ])
  }

  @Test("the texts of pages are among the paywall's, in every language, and are exported")
  func texts() throws {
    let file = try BlueprintFile.load(path: Self.path)
    let definition = file.blueprint.definition
    let shown = try #require(definition.paywalls.first).texts
    let texts = Dictionary(uniqueKeysWithValues: definition.texts.map { ($0.id, $0) })
    let exported = TextExport.catalog(of: file)
    for name in [
      "0.title", "0.text", "0.benefits.0.title", "1.title", "1.question.answers.0.text",
      "1.question.answers.1.text",
    ] {
      let id = LocalizedText.ID("paywalls.pro.pages.\(name)")
      #expect(shown.contains(id), "\(name)")
      #expect(texts[id]?.wordings.keys.sorted() == ["ar", "en"], "\(name)")
      #expect(exported.contains("\"\(id)\""), "\(name)")
    }
  }
}
