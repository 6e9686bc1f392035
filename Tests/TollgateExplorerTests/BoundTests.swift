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
