/// Mistakes in experiments: names, weights, groups, and changes that overlap or that nothing would measure.
extension MistakeSearch {
  /// Checks experiments and their variants.
  mutating func checkExperiments() {
    let experiments = definition.experiments
    unique(experiments.map(\.id.rawValue), .experiment, in: "experiments")
    for experiment in experiments {
      let path = ["experiments", experiment.id.rawValue]
      if !(0...100).contains(experiment.traffic) {
        add(path + ["traffic"], "\(experiment.traffic) of a hundred; expected 0 to 100")
      }
      let names = experiment.variants.map(\.id.rawValue)
      for (position, name) in names.enumerated() where names.firstIndex(of: name) != position {
        add(
          path + ["variants", name],
          "the variant `\(name)` is defined twice; expected one of each name",
          about: BlueprintError.Subject(.variant, name))
      }
      let weights = experiment.variants.map(\.weight)
      if weights.allSatisfy({ $0 == 0 }) {
        add(
          path + ["variants"],
          "the weights add up to nothing; expected one above 0, or `traffic: 0` for no new customers"
        )
      }
      for variant in experiment.variants {
        check(variant, at: path + ["variants", variant.id.rawValue])
      }
    }
    checkGroups()
    checkOverlaps()
  }

  private mutating func check(_ variant: Experiment.Variant, at path: [String]) {
    let greatest = Experiment.Variant.greatestWeight
    if !(0...greatest).contains(variant.weight) {
      add(path + ["weight"], "the weight \(variant.weight); expected 0 to \(greatest)")
    }
    for (name, other) in variant.paywalls.sorted(by: { $0.key < $1.key }) {
      let path = path + ["paywalls", name.rawValue]
      require(name, in: paywallNames, .paywall, at: path)
      require(other, in: paywallNames, .paywall, at: path)
    }
    let shown = Set(definition.paywalls.flatMap(\.texts) + definition.nudges.map(\.text))
    for (name, other) in variant.texts.sorted(by: { $0.key < $1.key }) {
      let path = path + ["texts", name.rawValue]
      require(text: name, at: path)
      require(text: other, at: path)
      if textNames.contains(name.rawValue), !shown.contains(name) {
        add(
          path, "no paywall or nudge shows the text `\(name)`, so nothing records who sees it",
          about: BlueprintError.Subject(.text, name.rawValue))
      }
    }
    checkTrial(of: variant, at: path + ["trial", "lasts"])
  }

  private mutating func checkTrial(of variant: Experiment.Variant, at path: [String]) {
    guard let lasts = variant.trialLasts else { return }
    guard let trial = definition.trial else {
      add(path, "the blueprint has no trial")
      return
    }
    switch trial.start {
    case .signUp, .firstSeen, .milestone:
      if trial.terms.lasts == nil {
        add(path, "only uses end the trial; expected a trial with `lasts`")
      }
    case .purchase, .introductoryOffer:
      add(
        path,
        "a trial that a purchase starts lasts as long as the store signed; expected another paywall with another offer"
      )
    }
    check(lasts, at: path)
  }

  /// Checks that the experiments of a group fit together.
  private mutating func checkGroups() {
    var traffic: [Experiment.Group.ID: Int] = [:]
    for experiment in definition.experiments {
      guard let group = experiment.group else { continue }
      let before = traffic[group] ?? 0
      traffic[group] = before + experiment.traffic
      if before <= 100, before + experiment.traffic > 100 {
        add(
          ["experiments", experiment.id.rawValue, "traffic"],
          "the experiments of the group `\(group)` take more than 100 of a hundred customers")
      }
    }
  }

  /// Checks that no customer can get two variants that change the same thing: only the first would apply.
  private mutating func checkOverlaps() {
    for (position, experiment) in definition.experiments.enumerated() {
      for other in definition.experiments[..<position]
      where experiment.group == nil || experiment.group != other.group {
        guard let shared = experiment.changes.intersection(other.changes).sorted().first else {
          continue
        }
        add(
          ["experiments", experiment.id.rawValue],
          "the experiment `\(other.id)` changes \(shared) too; expected both in one `group`",
          about: BlueprintError.Subject(.experiment, other.id.rawValue))
      }
    }
  }
}

extension Experiment {
  /// What its variants change, in words.
  fileprivate var changes: Set<String> {
    var changes = Set(variants.flatMap(\.paywalls.keys).map { "the paywall `\($0)`" })
    changes.formUnion(variants.flatMap(\.texts.keys).map { "the text `\($0)`" })
    if changesTrial { changes.insert("the trial") }
    return changes
  }
}
