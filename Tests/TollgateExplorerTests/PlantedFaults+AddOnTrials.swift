import Tollgate

extension PlantedFault {
  /// Faults in add-on trials, each next to its near miss.
  static let addOnTrials = [
    PlantedFault("none in a trial after a milestone", in: PlantedApp.notes, finds: []) {
      $0.addTrial(after: "met")
    },
    PlantedFault(
      "a trial for those whom its own milestone makes others", in: PlantedApp.notes,
      finds: ["never reached trials.taste"]
    ) {
      $0.onboarding = "met"
      $0.addTrial(after: "met", when: Condition(phases: [.onboarding]))
    },
    PlantedFault(
      "near miss: a trial for those whom its milestone makes free", in: PlantedApp.notes, finds: []
    ) {
      $0.onboarding = "met"
      $0.addTrial(after: "met", when: Condition(phases: [.free]))
    },
    PlantedFault("none in a trial for those in one country", in: PlantedApp.notes, finds: []) {
      $0.addTrial(after: "met", when: Condition(audience: Audience(countries: ["CH"])))
    },
    PlantedFault(
      "an add-on trial for each account", in: PlantedApp.notes, finds: ["trial again trials.taste"]
    ) {
      $0.addOnTrials = [
        AddOnTrial(
          id: "taste", start: .signUp, lasts: Period(3, .day), entitlements: ["pro"],
          oncePer: .account)
      ]
    },
    PlantedFault(
      "near miss: an add-on trial for each device", in: PlantedApp.notes, finds: []
    ) {
      $0.addOnTrials = [
        AddOnTrial(id: "taste", start: .signUp, lasts: Period(3, .day), entitlements: ["pro"])
      ]
    },
    PlantedFault(
      "a trial that cuts off a payer", in: PlantedApp.notes,
      finds: ["payer locked out features.note", "buys nothing features.note"]
    ) {
      $0.addTrial(after: "met", giving: "lite")
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(entitled: ["lite"]), allowance: .denied), at: 0)
      }
    },
    PlantedFault(
      "near miss: a trial that gives what a payer has anyway", in: PlantedApp.notes, finds: []
    ) {
      $0.addTrial(after: "met", giving: "lite")
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(entitled: ["lite"]), allowance: .unlimited), at: 1)
      }
    },
  ]
}

extension Blueprint.Definition {
  /// Adds a trial of three days that a milestone starts.
  fileprivate mutating func addTrial(
    after milestone: Milestone.ID, when condition: Condition = .always,
    giving entitlement: Entitlement.ID = "pro"
  ) {
    milestones = [milestone]
    addOnTrials = [
      AddOnTrial(
        id: "taste", start: .milestone(milestone), when: condition, lasts: Period(3, .day),
        entitlements: [entitlement])
    ]
  }
}
