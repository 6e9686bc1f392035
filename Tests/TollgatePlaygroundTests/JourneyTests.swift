import AppStoreSimulator
import Foundation
import Testing
import Tollgate

@testable import TollgatePlayground

@Suite("Journeys")
struct JourneyTests {
  let journeys: Journeys
  let pages: Pages

  init() throws {
    journeys = try Journeys()
    pages = try Pages()
  }

  static let families: [(AppName, String)] = [
    (.coachPaid, "CP"), (.coachFree, "CF"), (.grobro, "GB"), (.strikelab, "SL"), (.techniq, "TQ"),
  ]

  /// The ids and the texts of a family of requirements, in the order of the document.
  static func requirements(of family: String) throws -> [[String]] {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(
      contentsOf: root.appending(path: "Documentation/Requirements.md"), encoding: .utf8)
    return document.split(separator: "\n").filter { $0.hasPrefix("| \(family)-") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("EX-8 each requirement of the five apps has a journey with its text", arguments: families)
  func requirements(app: AppName, family: String) throws {
    #expect(
      journeys[app].map { [$0.row, $0.requirement ?? ""] } == (try Self.requirements(of: family)))
    for journey in journeys[app] {
      #expect(!journey.steps.isEmpty && !journey.title.isEmpty)
      for step in journey.steps {
        #expect(!step.text.isEmpty && !step.shows.isEmpty, "\(journey.row)")
      }
    }
  }

  @Test("EX-8 the first page tells a story in six beats, each of which shows what it needs")
  func story() throws {
    let story = try #require(journeys.story(of: .coachPaid))
    #expect(story.isStory && story.id == "story" && story.steps.count == 6)
    #expect(story.follows == "send-message")
    #expect(journeys.journey("story", of: .coachPaid) == story)
    #expect(journeys.journey("story", of: .grobro) == nil)
    #expect(!journeys[.coachPaid].contains(story))
    var progress = JourneyProgress(story)
    #expect(progress.parts.isEmpty)
    for _ in 0..<3 { progress.advance() }
    #expect(progress.parts == [.file, .why, .ledger])
    let html = pages.guide(
      Guide(journeys[.coachPaid], story: story, at: progress, now: "2026-03-02 09:41"),
      app: .coachPaid)
    #expect(
      html.contains(#"data-parts="file why ledger" data-needs="ledger" data-every="4500""#))
    #expect(html.contains("2026-03-02 09:41") && html.contains("Try it yourself"))
    #expect(!html.contains("The requirement") && !html.contains("data-watch"))
    let handOver = try #require(story.handsOver)
    #expect(progress.isAtHandOver == (handOver.step == 3) && !html.contains("Stay here"))
    progress.isLeft = true
    #expect(!progress.isAtHandOver)
    progress.isLeft = false
    progress.advance()
    #expect(
      pages.guide(Guide(journeys[.coachPaid], story: story, at: progress), app: .coachPaid)
        .contains("Stay here"))
    let requirement = JourneyProgress(try #require(journeys[.coachPaid].first))
    #expect(requirement.parts == PagePart.allCases)
  }

  @Test("EX-8 each beat of the story shows the rule that it names, as the file has it")
  func rule() {
    let file = """
      features:
        export:
          - when: { phase: trial }
            allow: { upTo: 3, per: trial }
          - otherwise: deny
      """
    var feature = FeatureRow("export", .denied(Denial(reason: .notIncluded, paywall: nil)))
    #expect(RuleExcerpt(of: "export", [feature], in: file) == nil)
    feature.lines = "3-4"
    #expect(
      RuleExcerpt(of: "export", [feature], in: file)
        == RuleExcerpt(
          lines: "3-4", text: "- when: { phase: trial }\n  allow: { upTo: 3, per: trial }"))
    #expect(RuleExcerpt(of: "import", [feature], in: file) == nil)
    feature.lines = "5-6"
    #expect(RuleExcerpt(of: "export", [feature], in: file) == nil)
  }

  @Test("EX-8 the first page is one sentence and one button, without the id of a requirement")
  func opening() {
    let html = pages.guide(
      Guide(journeys[.coachPaid], story: journeys.story(of: .coachPaid), at: nil), app: .coachPaid)
    let words = Markup(html: html).words
    #expect(words.contains("One file decides what every customer of your app may do."))
    #expect(Markup(html: html).parts(from: "<button", to: "</button>").count == 1)
    #expect(html.contains(#"name="step" value="1" data-watch><span>Watch<span"#))
    #expect(!words.contains("CP-"))
    #expect(html.contains("?journey=cp-1&amp;step=0"))
    #expect(!pages.guide(Guide(journeys[.grobro], at: nil), app: .grobro).contains("data-watch"))
  }

  @Test("a step that does what the playground has no action for is refused")
  func nonsense() {
    let step = #"{"text": "", "shows": "", "do": ["make-me-pro"]}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Journey.Step.self, from: Data(step.utf8))
    }
  }

  @Test("a step's actions are done as often as it says")
  func times() throws {
    let text = #"{"text": "", "shows": "", "do": ["kill", "relaunch"], "times": 2}"#
    let step = try JSONDecoder().decode(Journey.Step.self, from: Data(text.utf8))
    #expect(step.actions == [.kill, .relaunch, .kill, .relaunch])
  }

  @Test("a journey ends after its last step, and offers the next")
  func ends() throws {
    let journey = try #require(journeys.journey("cp-2", of: .coachPaid))
    var progress = JourneyProgress(journey)
    #expect(progress.latest == nil && progress.next == journey.steps.first)
    for _ in 0..<10 { progress.advance() }
    #expect(progress.position == JourneyPosition(id: "cp-2", step: journey.steps.count))
    #expect(progress.latest == journey.steps.last && progress.next == nil)
    let html = guide(progress)
    #expect(html.contains("?journey=cp-3&amp;step=0") && !html.contains("data-next"))
    #expect(!(try last(.techniq)).contains("Next journey"))
  }

  @Test("the strong button is never disabled, at any step")
  func strong() throws {
    let journey = try #require(journeys.journey("cp-3", of: .coachPaid))
    var progress = JourneyProgress(journey)
    for step in 0...journey.steps.count {
      let html = guide(progress)
      #expect(html.contains("class=\"strong\""))
      #expect(
        Markup(html: html).parts(from: "class=\"strong\"", to: ">").allSatisfy {
          !$0.contains("disabled")
        })
      #expect(html.contains(#"data-step="\#(step)""#))
      progress.advance()
    }
    var controls = Fixtures.controls
    controls.nextChange = nil
    #expect(
      Markup(html: pages.controls(controls, app: .grobro)).parts(from: "<button", to: ">")
        .allSatisfy { !($0.contains("strong") && $0.contains("disabled")) })
  }

  @Test("an action of the visitor's own is reported, unless the journey continues as written")
  func strayed() throws {
    var progress = JourneyProgress(try #require(journeys.journey("gb-4", of: .grobro)))
    #expect(!guide(progress, app: .grobro).contains("You have done something else"))
    progress.isLeft = true
    #expect(guide(progress, app: .grobro).contains("You have done something else"))
    #expect(VisitorAction.closeSheet.keepsJourney && VisitorAction.look(.warm).keepsJourney)
    #expect(!VisitorAction.store(.refund(.current)).keepsJourney)
  }

  @Test(
    "a step of a journey is a form, and nothing else is",
    arguments: [
      (["action": "follow", "journey": "cp-3", "step": "2"], "Followed the journey CP-3"),
      (["action": "leave-journey"], "Left the journey"),
      (["action": "take-over"], "Took over the story"),
      (["action": "follow", "journey": "cp-3"], nil),
      (["action": "follow", "step": "2"], nil),
    ] as [([String: String], String?)])
  func form(fields: [String: String], title: String?) {
    #expect(VisitorAction(fields)?.title == title)
  }

  private func guide(_ progress: JourneyProgress, app: AppName = .coachPaid) -> String {
    pages.guide(Guide(journeys[app], at: progress), app: app)
  }

  /// The guide at the end of an app's last journey.
  private func last(_ app: AppName) throws -> String {
    var progress = JourneyProgress(try #require(journeys[app].last))
    for _ in 0..<10 { progress.advance() }
    return guide(progress, app: app)
  }
}
