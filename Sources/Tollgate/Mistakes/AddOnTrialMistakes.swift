/// Mistakes in add-on trials: names that are taken, milestones and entitlements that do not exist.
extension MistakeSearch {
  mutating func checkAddOnTrials() {
    unique(definition.addOnTrials.map(\.id.rawValue), .trial, in: "trials")
    for trial in definition.addOnTrials {
      let path = ["trials", trial.id.rawValue]
      if trial.id == definition.trial?.id {
        add(
          path, "`trial` has the name `\(trial.id)` too; expected another name",
          about: BlueprintError.Subject(.trial, trial.id.rawValue))
      }
      if case .milestone(let milestone) = trial.start {
        require(milestone, in: milestones, .milestone, at: path + ["start", "milestone"])
      }
      if trial.entitlements.isEmpty {
        add(path + ["entitles"], "the trial gives nothing; expected an entitlement")
      }
      check(trial.when, at: path + ["when"])
      checkDownload(
        of: trial.when, whenFirstSeen: trial.start == .firstSeen, at: path + ["when"])
    }
  }
}
