import Testing
import Tollgate

@Suite("Prompts, decided twice")
struct PromptTests {
  @Test("GB-5 in any history the engine shows the prompts that the reference decider shows")
  func inHistories() throws {
    let shipped = try Exploration.shippedBlueprints()
    for offset in 0..<UInt64(max(1, Exploration.runs / 4)) {
      let sample = Sample(seed: Exploration.firstSeed &+ offset, shipped: shipped)
      let reference = ReferenceDecider(sample.blueprint.definition, facts: sample.facts)
      let customer = Customer(sample.facts)
      for now in sample.instants.prefix(8) {
        let membership = Membership(of: customer, in: sample.blueprint, at: now)
        let expected = reference.prompts(at: now) { membership.sells($0) }
        #expect(membership.prompts == expected, "seed \(sample.seed), at \(now)")
      }
    }
  }

  @Test(
    "GB-5 a dismissed prompt stays away for a time, or until the app is updated, as the reference decider says"
  )
  func dismissed() throws {
    for offset in 0..<UInt64(max(1, Exploration.runs)) {
      let seed = Exploration.firstSeed &+ offset
      var random = Seeded(seed)
      let blueprint = try Self.blueprint(&random)
      var facts: [Fact] = []
      var now = GeneratedHistory.start
      for step in 0..<40 {
        now = now.adding(
          milliseconds: random.pick(
            0, random.time(upTo: .hour), random.time(upTo: .day), random.time(upTo: 5 * .day)))
        facts.append(Self.fact(step, at: now, &random))
        let reference = ReferenceDecider(
          blueprint.definition, facts: facts.shuffled(using: &random))
        let membership = Membership(of: Customer(facts), in: blueprint, at: now)
        let expected = reference.prompts(at: now) { _ in true }
        #expect(membership.prompts == expected, "seed \(seed), step \(step)")
        let end = membership.nextChange ?? now.adding(Period(1, .year))
        let before = reference.prompts(at: end.adding(milliseconds: -1)) { _ in true }
        #expect(before == expected, "seed \(seed), step \(step)")
      }
    }
  }

  /// A dismissal, some of them reported again, or the app opened in a version, an older one too.
  private static func fact(_ step: Int, at now: Instant, _ random: inout Seeded) -> Fact {
    guard random.chance(75) else {
      return .opening(GeneratedAudience.opening(at: now, &random))
    }
    let key = random.chance(15) ? "again" : "\(step)"
    return .dismissal(
      Dismissal(prompt: random.pick("card", "banner"), key: Idempotency.Key(key), at: now))
  }

  /// A blueprint with a prompt that comes back after a while, and one that waits for an update.
  private static func blueprint(_ random: inout Seeded) throws -> Blueprint {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"),
      texts: [LocalizedText(id: "hello", wordings: ["en": LocalizedText.Wording("Hello")])])
    definition.hasFreeTier = true
    definition.features = [
      Feature(id: "read", rules: [Feature.Rule(allowance: .unlimited)])
    ]
    for (name, staysAway) in [
      ("card", Period(random.number(1...9), .day)), ("banner", nil),
    ] as [(Prompt.ID, Period?)] {
      definition.prompts.append(
        Prompt(
          id: name, shape: .card, placement: "garden",
          when: random.pick(
            .always, .always,
            Condition(past: [.since(PastTest.Since(.updated, atLeast: Period(1, .day)))]),
            Condition(past: [.count(PastTest.Count(of: .opened, every: 2))])),
          icon: "leaf", text: "hello",
          patience: Prompt.Patience(dismissals: random.number(1...3), staysAway: staysAway)))
    }
    return try Blueprint(definition)
  }
}
