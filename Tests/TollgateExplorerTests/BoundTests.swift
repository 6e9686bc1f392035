import Testing
import Tollgate
import TollgateExplorer

@Suite("The bounds of a search")
struct BoundTests {
  /// A plan beside two notes a day, and a prompt for those who wrote three in two days.
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

  @Test("EX-5 uses that no condition tells apart are not searched one by one")
  func uses() throws {
    let exploration = Explorer(
      try Blueprint(Self.diligent), options: Explorer.Options(isQuick: true)
    ).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
    #expect(exploration.states < 2_000)
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
}
