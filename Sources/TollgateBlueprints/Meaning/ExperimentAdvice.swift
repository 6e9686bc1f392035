import Tollgate

/// The check for variants that nobody gets, and experiments that compare nothing.
///
/// ```yaml
/// experiments:
///   headline:
///     variants:
///       control: 1
///       promise: { weight: 0, paywalls: { plans: plans-promise } }   # no new customer gets it
/// ```
struct ExperimentAdvice {
  let subject: Subject

  /// Checks every experiment.
  func note() {
    guard subject.isSound("experiments", "trial") else { return }
    for experiment in subject.definition.experiments { note(experiment) }
  }

  private func note(_ experiment: Experiment) {
    let path = ["experiments", experiment.id.rawValue]
    if experiment.traffic == 0 {
      subject.warning(
        path + ["traffic"], "no new customer takes part in the experiment `\(experiment.id)`")
    }
    let variants = experiment.variants
    if variants.count == 1 {
      subject.warning(
        path + ["variants"], "the experiment `\(experiment.id)` has one variant to compare",
        expected: "another one, such as `control: 1`")
    }
    for (position, variant) in variants.enumerated() {
      let path = path + ["variants", variant.id.rawValue]
      if variant.weight == 0 {
        subject.warning(
          path, "no new customer gets the variant `\(variant.id)`: its weight is 0")
      }
      let effect = subject.definition.effect(of: variant)
      if let same = variants[..<position].first(where: {
        subject.definition.effect(of: $0) == effect
      }) {
        subject.warning(
          path, "customers with the variant `\(variant.id)` see the same as those with `\(same.id)`"
        )
      }
    }
  }
}

extension Blueprint.Definition {
  /// A variant with a name and weight that every other has too, and without changes that change nothing.
  fileprivate func effect(of variant: Experiment.Variant) -> Experiment.Variant {
    let isSame = trial?.terms.lasts.map { variant.trialLasts?.isAsLong(as: $0) ?? false } ?? false
    return Experiment.Variant(
      id: "", weight: 0, paywalls: variant.paywalls.filter { $0.key != $0.value },
      texts: variant.texts.filter { $0.key != $0.value },
      trialLasts: isSame ? nil : variant.trialLasts)
  }
}
