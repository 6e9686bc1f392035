import Testing
import TollgateBlueprints

@testable import TollgatePlayground

@Suite("The visitor's own blueprint")
struct BlueprintCardTests {
  let pages: Pages

  init() throws {
    pages = try Pages()
  }

  private func card(
    _ problems: [BlueprintReading.Problem] = [], isSearched: Bool, leftOut: String? = nil,
    note: String? = nil
  ) throws -> BlueprintCard {
    let yaml = """
      app: { id: trail, name: Trail, bundleID: com.example.trail }
      features: { read: allow }
      """
    struct NoFile: Error {}
    let file = try BlueprintFile.parse(yaml, name: "trail.yml") { _ in throw NoFile() }
    return BlueprintCard(
      BlueprintReading(
        name: "trail.yml", file: file, problems: problems, isSearched: isSearched,
        leftOut: leftOut, note: note))
  }

  @Test("a problem is shown with its file, its line and the line's text")
  func problems() {
    let words = Markup(
      html: pages.guide(Guide(blueprint: Fixtures.blueprint), app: .own)
    ).words
    for text in [
      "trail.yml", "The saved version has mistakes", "trail/paywalls.yml, line 5",
      "a paywall has no key `packges`", "packges: [trail.yearly]", "the whole file", "line 12",
      "The shortest history that shows it", "the customer buys trail.monthly",
    ] {
      #expect(words.contains(text), "lacks \(text)")
    }
    #expect(Fixtures.blueprint.problems.map(\.tone) == [.bad, .warning, .warning])
    #expect(Fixtures.blueprint.search == nil)
  }

  @Test("a blueprint that can be used says what the search has found")
  func search() throws {
    let finding = BlueprintReading.Problem(
      kind: .finding, file: "trail.yml", line: 2, text: "free ride", source: nil)
    #expect(try card(isSearched: false).search == "Searching for wrong decisions…")
    #expect(
      try card(isSearched: true).search == "A quick search found nothing wrong.")
    #expect(
      try card([finding], isSearched: true).search
        == "A quick search has 1 finding.")
    #expect(
      try card([finding, finding], isSearched: true).search
        == "A quick search has 2 findings.")
    #expect(
      try card(isSearched: true, leftOut: "offline use").search
        == "A quick search found nothing wrong. It left out: offline use.")
    #expect(try card(isSearched: true).tone == .good)
  }

  @Test("an example says why it is played, and neither that it is saved nor that it is searched")
  func example() throws {
    let card = try card(
      isSearched: false, note: "There is no blueprint in /garden: this is an example.")
    #expect(card.state == "There is no blueprint in /garden: this is an example.")
    #expect(card.search == nil && card.tone == .good)
    let words = Markup(html: pages.guide(Guide(blueprint: card), app: .own)).words
    #expect(!words.contains("Each time you save"))
  }

  @Test("the page of an own blueprint has its name, and no other app")
  func page() throws {
    var page = try #require(Fixtures.own.first).page
    page.name = "Trail"
    let html = pages.playground(page)
    #expect(html.contains("<title>Trail (your blueprint) · Tollgate playground</title>"))
    let links = Markup(html: html).values(of: "href").filter { $0.hasPrefix("/playground/") }
    #expect(
      Set(links.filter { !$0.contains("/facts/") })
        == ["/playground/own", "/playground/own/scenario", "/playground/own/blueprint"])
    #expect(links.allSatisfy { $0.hasPrefix("/playground/own") })
    for text in ["Every map in your pocket", "1 left", "maps-1", "Reach first-hike", "Show plans"] {
      #expect(Markup(html: html).words.contains(text), "lacks \(text)")
    }
  }

  @Test("a page that does not exist lists the apps that there are")
  func missing() {
    #expect(pages.missing([.own]).contains("/playground/own"))
    #expect(!pages.missing([.own]).contains("/playground/grobro"))
    #expect(pages.missing(AppName.examples).contains("/playground/techniq"))
  }
}
