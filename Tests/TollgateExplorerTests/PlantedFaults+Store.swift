import Tollgate

extension PlantedFault {
  /// Faults that only customers meet who renewed, turned renewal off or got a refund, each next to its near miss.
  static let store = [
    PlantedFault(
      "those who renewed once keep all of it", in: PlantedApp.notes,
      finds: ["free ride features.note"]
    ) { $0.decide(after: .renewal, .unlimited) },
    PlantedFault("near miss: those who renewed once keep more", in: PlantedApp.notes, finds: []) {
      $0.change("note") {
        $0.insert(after(.renewal, .upTo(3, per: .day)), at: 1)
      }
    },
    PlantedFault(
      "those who turn off renewal lose what they paid for", in: PlantedApp.notes,
      finds: ["payer locked out features.note", "buys nothing features.note"]
    ) { $0.decide(after: .cancellation, .denied) },
    PlantedFault(
      "near miss: those who turned off renewal get less once it is over", in: PlantedApp.notes,
      finds: []
    ) {
      $0.change("note") { $0.insert(after(.cancellation, .denied), at: 1) }
    },
    PlantedFault(
      "those who got a refund keep all of it", in: PlantedApp.notes,
      finds: ["free ride features.note"]
    ) { $0.decide(after: .refund, .unlimited) },
    PlantedFault("near miss: a prompt after a refund", in: PlantedApp.notes, finds: []) {
      $0.prompts = [prompt(Condition(past: [happened(.refund)]))]
    },
    PlantedFault(
      "a prompt for those who renewed without ever having paid", in: PlantedApp.notes,
      finds: ["never reached prompts.hello"]
    ) {
      $0.prompts = [prompt(Condition(phases: [.free], past: [happened(.renewal)]))]
    },
    PlantedFault(
      "near miss: a prompt for those whose second renewal no search reaches",
      in: PlantedApp.notes, finds: []
    ) {
      $0.prompts = [
        prompt(Condition(past: [.count(PastTest.Count(of: .renewal, atLeast: 2))]))
      ]
    },
    PlantedFault(
      "near miss: a prompt for those who saw a paywall, which no search shows",
      in: PlantedApp.notes, finds: []
    ) { $0.prompts = [prompt(Condition(past: [happened(.paywall("plans"))]))] },
  ]

  private static func happened(_ event: CustomerEvent) -> PastTest {
    .count(PastTest.Count(of: event, atLeast: 1))
  }

  fileprivate static func after(
    _ event: CustomerEvent, _ allowance: Feature.Allowance
  ) -> Feature.Rule {
    Feature.Rule(when: Condition(past: [happened(event)]), allowance: allowance)
  }

  private static func prompt(_ condition: Condition) -> Prompt {
    Prompt(
      id: "hello", shape: .card, placement: "home", when: condition, icon: "star", text: "line")
  }
}

extension Blueprint.Definition {
  /// Lets an event decide about notes before everything else does.
  fileprivate mutating func decide(after event: CustomerEvent, _ allowance: Feature.Allowance) {
    change("note") { $0.insert(PlantedFault.after(event, allowance), at: 0) }
  }
}
