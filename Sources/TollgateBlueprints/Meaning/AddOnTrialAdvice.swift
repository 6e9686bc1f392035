import Tollgate

/// The check for add-on trials that never start, that give nothing, or that remove access.
///
/// ```yaml
/// trials:
///   pro-taste:
///     start: { milestone: tenth-sketch }
///     when: { phase: lapsed }
///     lasts: P3D
///     entitles: pto   # no rule asks for it; did you mean `pro`?
/// ```
struct AddOnTrialAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks each add-on trial.
  func note() {
    guard
      subject.isSound(
        "products", "trial", "trials", "milestones", "hasFreeTier", "onboarding", "features",
        "attributes", "prompts", "placements", "routes", "nudges", "paywalls")
    else { return }
    for trial in definition.addOnTrials {
      let path = ["trials", trial.id.rawValue]
      guard
        ConditionAdvice(subject: subject)
          .note(trial.when, at: path + ["when"], "the trial never starts"),
        !subject.noteReached(trial.start, in: trial.when, at: path + ["when"]),
        !noteUnasked(trial, at: path + ["entitles"])
      else { continue }
      noteGain(of: trial, at: path)
      for feature in definition.features { noteLoss(of: feature, with: trial, at: path) }
    }
  }

  /// Records entitlements that no condition asks for; returns whether there are any.
  private func noteUnasked(_ trial: AddOnTrial, at path: [String]) -> Bool {
    let asked = Set(
      subject.conditions.flatMap(\.parts).flatMap { $0.entitled.union($0.notEntitled) })
    let unasked = trial.entitlements.filter { !asked.contains($0) }
    for name in unasked {
      subject.mistake(
        path, "the trial gives `\(name)`, which no rule asks for",
        nearest: nearestName(to: name.rawValue, in: asked.map(\.rawValue).sorted()))
    }
    return !unasked.isEmpty
  }

  /// Records a trial that makes no difference to the customers who may have it.
  private func noteGain(of trial: AddOnTrial, at path: [String]) {
    var elsewhere = definition
    (elsewhere.features, elsewhere.addOnTrials) = ([], [])
    let isAskedElsewhere = elsewhere.conditions.flatMap(\.parts).contains {
      !$0.entitled.union($0.notEntitled).isDisjoint(with: trial.entitlements)
    }
    if isAskedElsewhere || definition.features.isEmpty { return }
    for feature in definition.features {
      guard let states = subject.states.seen(by: feature.rules.map(\.when) + [trial.when])
      else { return }
      let isGiven = states.contains { state in
        trial.when.holds(in: state)
          && feature.allowance(in: state) != feature.allowance(in: state.trying(trial))
      }
      if isGiven { return }
    }
    subject.mistake(
      path + ["entitles"],
      "the trial gives nothing: customers who may have it can do the same without it",
      expected: "an entitlement that a rule asks for")
  }

  /// Records a feature that gives a customer less in the trial than without it.
  ///
  /// The trial may run when the customer buys, so that this concerns every customer and not just those whose trial
  /// starts. What those who bought the same are refused as well is nothing that they miss, such as an advertisement for
  /// a day without any.
  private func noteLoss(of feature: Feature, with trial: AddOnTrial, at path: [String]) {
    let sellers = definition.products.filter { product in
      trial.entitlements.allSatisfy(product.entitlements.contains)
    }
    guard let states = subject.states.seen(by: feature.rules.map(\.when)) else { return }
    let losing = states.filter { state in
      let own = feature.allowance(in: state)
      let tried = feature.allowance(in: state.trying(trial))
      guard tried != own, tried.isAtMost(own) else { return false }
      return tried != .denied
        || !sellers.contains { product in
          product.states(after: state, in: subject).allSatisfy {
            feature.allowance(in: $0) == .denied
          }
        }
    }
    // What payers lose matters most.
    guard let state = losing.first(where: { $0.phase == .subscribed }) ?? losing.first else {
      return
    }
    subject.mistake(
      path + ["entitles"],
      "the trial removes access: in the phase `\(state.phase.rawValue)` it leaves less of "
        + "`\(feature.id)`", expected: "rules that give at least as much with it as without it")
  }
}

extension Subject {
  /// Records a condition that the trial's own milestone rules out; returns whether it does.
  func noteReached(
    _ start: AddOnTrial.Start?, in when: Condition, at path: [String]
  ) -> Bool {
    guard case .milestone(let milestone)? = start, when.notReached.contains(milestone)
    else { return false }
    mistake(path, "the trial never starts: `\(milestone)` is reached at that moment")
    return true
  }
}

extension PossibleState {
  /// The state of the same customer in an add-on trial.
  fileprivate func trying(_ trial: AddOnTrial) -> PossibleState {
    var state = self
    state.entitled.formUnion(trial.entitlements)
    return state
  }
}
