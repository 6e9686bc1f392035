import TestSupport
import Testing
import Tollgate
import TollgateExplorer

/// A change of a blueprint, and who loses or gains what by it.
struct PlannedChange: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let app: Blueprint.Definition
  let differences: Set<String>
  let change: @Sendable (inout Blueprint.Definition) -> Void

  static let all = [
    PlannedChange(
      testDescription: "nothing", app: PlantedApp.signUp, differences: [], change: { _ in }),
    PlannedChange(
      testDescription: "one more note a day", app: PlantedApp.notes,
      differences: [
        "gains features.note: a free customer gains `note`: 2 a day instead of 1 a day",
        "gains features.note: a customer whose subscription is over gains `note`: 2 a day instead of 1 a day",
      ],
      change: { $0.change("note") { $0[1] = Feature.Rule(allowance: .upTo(2, per: .day)) } }),
    PlannedChange(
      testDescription: "a shorter trial", app: PlantedApp.signUp,
      differences: [
        "loses features.write: a customer in the trial loses `write`: nothing instead of any number",
        "loses entitlements.pro: a customer in the trial loses `pro`",
        "sees phase: a customer whose trial is over is `lapsed` instead",
        "sees placements.home: a customer in the trial sees `placements.home`",
        "sees nudges.tomorrow: a customer in the trial does not see `nudges.tomorrow` any more",
      ],
      change: {
        $0.trial = Trial(
          start: .signUp, terms: Trial.Terms(lasts: Period(5, .day), entitlements: ["pro"]))
      }),
    PlannedChange(
      testDescription: "a rule in other words", app: PlantedApp.signUp, differences: [],
      change: {
        $0.change("write") {
          $0[0] = Feature.Rule(
            when: Condition(phases: [.trial, .subscribed]), allowance: .unlimited)
        }
      }),
    PlannedChange(
      testDescription: "fewer uses in the trial", app: PlantedApp.paidTrial,
      differences: [
        "loses entitlements.pro: a customer in the trial loses `pro`",
        "loses features.ask: a customer in the trial loses `ask`: 4 in the trial instead of 5 in the trial",
      ],
      change: {
        $0.trial = Trial(
          start: .purchase(after: "met"),
          terms: Trial.Terms(
            lasts: Period(3, .day), uses: Trial.Uses(feature: "ask", limit: 4),
            entitlements: ["pro"]))
        $0.change("ask") {
          $0[1] = Feature.Rule(when: Condition(phases: [.trial]), allowance: .upTo(4, per: .trial))
        }
      }),
  ]
}

@Suite("check --against")
struct ComparisonTests {
  @Test(
    "EX-5 who loses or gains what by a change, or nobody", arguments: PlannedChange.all.sampled(2))
  func differences(planned: PlannedChange) throws {
    var definition = planned.app
    planned.change(&definition)
    let comparison = Explorer(
      try Blueprint(definition), options: Explorer.Options(isQuick: true)
    ).compare(against: try Blueprint(planned.app))
    #expect(comparison.isComplete)
    let found = comparison.differences.map {
      "\($0.direction.rawValue) \($0.subject): \($0.sentence)"
    }
    let histories = comparison.differences.map { "\($0.sentence)\n\($0.history)" }
    #expect(Set(found) == planned.differences, "\(histories.joined(separator: "\n"))")
  }

  @Test(
    "EX-5 one core finds the same differences as all cores, in the same order and by the same histories",
    arguments: PlannedChange.all.sampled(3))
  func serial(planned: PlannedChange) throws {
    var definition = planned.app
    planned.change(&definition)
    let (old, new) = (try Blueprint(planned.app), try Blueprint(definition))
    let found = [true, false].map { isSerial in
      Explorer(new, options: Explorer.Options(isQuick: true, isSerial: isSerial))
        .compare(against: old).differences.map { "\($0.sentence)\n\($0.history)" }
    }
    #expect(found[0] == found[1])
  }
}
