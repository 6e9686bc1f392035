import Tollgate
import TollgateBlueprints

extension Judge {
  /// Compares the add-on trials with the books.
  ///
  /// A second one on the device is the blueprint's decision if it grants one for each account.
  mutating func judgeAddOnTrials() {
    for trial in rules.definition.addOnTrials {
      let isShown = membership.trial(trial.id)?.isActive ?? false
      let isRunning = state.people[person].isIn(trial, at: state.now)
      let subject = "trials.\(trial.id)"
      if isShown, !isRunning {
        reportDefect(
          .trialAgain, subject,
          "\(who) is in the trial `\(trial.id)`, which nothing started or which is over")
      } else if isRunning, !isShown {
        reportDefect(
          .trialCutShort, subject, "the trial `\(trial.id)` of \(who) runs and gives nothing")
      } else if isRunning, trial.oncePer == .account,
        state.people.prefix(person).contains(where: { $0.addOnTrials[trial.id] != nil })
      {
        report(
          .trialAgain, subject,
          "\(who) has the trial `\(trial.id)`, which the device has had already")
      }
    }
  }
}
