import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgatePlayground

@Suite("Phases")
struct PhaseTests {
  struct NoFile: Error {}

  static func blueprint(_ more: String) throws -> Blueprint {
    let yaml = """
      app: { id: coach, name: Coach, bundleID: com.example.coach }
      features: { read: allow }
      \(more)
      """
    return try BlueprintFile.parse(yaml, name: "coach.yml") { _ in throw NoFile() }.blueprint
  }

  static let products = """
    products:
      pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: pro }
    """
  static let trial = "trial: { start: signUp, lasts: P7D, entitles: pro }"

  @Test(
    "a blueprint has the phases that it can lead to",
    arguments: [
      ("", [.blocked]),
      ("hasFreeTier: true", [.free]),
      ("hasFreeTier: true\n\(products)", [.free, .subscribed, .lapsed]),
      ("\(products)\n\(trial)", [.blocked, .trial, .trialExpired, .subscribed, .lapsed]),
      (
        "\(products)\ntrial: { start: firstSeen, lasts: P7D, entitles: pro }",
        [.trial, .trialExpired, .subscribed, .lapsed]
      ),
      (
        "milestones: [met]\nonboarding: met\n\(products)",
        [.onboarding, .blocked, .subscribed, .lapsed]
      ),
    ] as [(String, [Phase])])
  func diagram(yaml: String, phases: [Phase]) throws {
    let diagram = PhaseDiagram(try Self.blueprint(yaml).definition)
    #expect(diagram.phases == phases)
    #expect(diagram.ways.allSatisfy { phases.contains($0.from) && phases.contains($0.to) })
    #expect(diagram.ways.count >= phases.count - 1)
  }

  @Test("the phases over time are those that held, and those that follow by themselves")
  func history() throws {
    let blueprint = try Self.blueprint("\(Self.products)\n\(Self.trial)")
    let trial = try #require(blueprint.definition.trial)
    let start = World.start
    let began = start.adding(Period(1, .hour))
    let end = began.adding(Period(7, .day))
    var customer = Customer()
    var history = PhaseHistory()
    history.record(nil, of: "A", in: blueprint, at: start)
    #expect(history.spans.isEmpty)
    history.record(customer, of: "A", in: blueprint, at: start)
    #expect(history.spans == [PhaseHistory.Span(phase: .blocked, from: start)])
    customer.join(.trialStarted(TrialStart(trial: trial.id, at: began, terms: trial.terms)))
    history.record(customer, of: "A", in: blueprint, at: began)
    #expect(
      PhaseHistory.expected(customer, in: blueprint, at: began) == [
        PhaseHistory.Span(phase: .trialExpired, from: end)
      ])
    history.record(customer, of: "A", in: blueprint, at: start.adding(Period(30, .day)))
    #expect(
      history.spans == [
        PhaseHistory.Span(phase: .blocked, from: start),
        PhaseHistory.Span(phase: .trial, from: began),
        PhaseHistory.Span(phase: .trialExpired, from: end),
      ])
    history.record(customer, of: "B", in: blueprint, at: start)
    #expect(history.spans.count == 1)
  }

  @Test("the drawing marks the phase that holds, and the timeline leads to what is ahead")
  func drawing() throws {
    let html = try Pages().panels(Fixtures.panels)
    let life = try #require(Fixtures.panels.life)
    #expect(life.nodes.filter(\.current).map(\.phase) == ["free"])
    #expect(life.label == "Phases: onboarding, free. Now: free.")
    #expect(life.bands.map(\.when) == ["since 2026-03-02 09:41", "from 2026-03-05 09:41"])
    #expect(life.bands.map(\.current) == [true, false])
    #expect(life.nodes.map(\.when) == [nil, "since 2 Mar"])
    let form = try #require(
      Markup(html: html).parts(from: "data-key=\"travel-1\">", to: "</form>").first)
    let travel = try #require(life.bands.last?.travel)
    #expect(form.contains(#"name="to" value="\#(travel.to)""#))
    let action = VisitorAction(["action": travel.verb, "to": travel.to])
    #expect(action == .travel(World.start.adding(Period(3, .day))))
    #expect(action?.title == "Time passed to 2026-03-05 09:41")
    #expect(VisitorAction(["action": "travel", "to": "soon"]) == nil)
  }

  @Test("the drawing has no empty column or row, however few phases there are")
  func layout() throws {
    for (definition, width, height) in [
      (try Self.blueprint("\(Self.products)\n\(Self.trial)").definition, 340, 184),
      (try Self.blueprint(Self.products).definition, 222, 116),
    ] {
      let life = LifePanel(.own, PhaseDiagram(definition), past: [], expected: [], at: World.start)
      #expect(life.width == width && life.height == height)
      #expect(life.nodes.map(\.x).min() == 52 && life.nodes.map(\.x).max() == width - 52)
      #expect(life.nodes.map(\.y).min() == 24 && life.nodes.map(\.y).max() == height - 24)
      #expect(life.edges.allSatisfy { (0...width).contains($0.x2) && (0...height).contains($0.y2) })
    }
  }

  @Test("a phase in the drawing says when it was or will be, and leads there if it is ahead")
  func nodes() throws {
    let definition = try Self.blueprint("\(Self.products)\n\(Self.trial)").definition
    let day = { World.start.adding(Period($0, .day)) }
    let life = LifePanel(
      .own, PhaseDiagram(definition),
      past: [
        PhaseHistory.Span(phase: .blocked, from: World.start, actions: 2),
        PhaseHistory.Span(phase: .trial, from: day(1), actions: 3),
      ], expected: [PhaseHistory.Span(phase: .trialExpired, from: day(8))], at: day(2))
    let when = Dictionary(uniqueKeysWithValues: life.nodes.map { ($0.phase, $0.when) })
    #expect(when["blocked"] == "2 Mar to 3 Mar")
    #expect(when["trial"] == "since 3 Mar")
    #expect(when["trialExpired"] == "from 10 Mar")
    #expect(when["subscribed"] == .some(nil))
    #expect(
      life.nodes.first { $0.phase == "blocked" }?.times == "2026-03-02 09:41 to 2026-03-03 09:41")
    let ways = life.nodes.filter { $0.travel != nil }
    #expect(ways.map(\.phase) == ["blocked", "trialExpired"])
    let back = try #require(ways.first?.travel)
    #expect(back.words == "Go back to" && ways.last?.travel?.words == "Travel to")
    let action = VisitorAction(["action": back.verb, "to": back.to, "actions": back.actions])
    #expect(action == .travelBack(PastMoment(actions: 2, at: World.start)))
    #expect(action?.title == "Went back to 2026-03-02 09:41")
    #expect(ways.last?.travel?.to == "\(day(8).milliseconds)")
    #expect(life.bands.map(\.ahead) == [false, false, true])
  }
}
