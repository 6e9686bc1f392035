/// Mistakes in conditions on what is left.
extension MistakeSearch {
  /// Checks each test of a condition: where it is, what it is about, and its bounds.
  mutating func checkLeft(of condition: Condition, at path: [String]) {
    for (position, left) in condition.left.enumerated() {
      let path = path + ["left", "\(position)"]
      // What is left follows from rules and entitlements, so these can't follow from it.
      if ["features", "trial", "trials"].contains(path.first) {
        add(
          path,
          path.first == "features"
            ? "rules of features decide what is left, so none can depend on it; expected it in a placement, a prompt, a nudge, a route, or a package or case of a paywall"
            : "what a trial gives decides what is left, so no trial can depend on it; expected `count`, or `held`"
        )
        continue
      }
      checkBounds(of: left, at: path)
      switch left.source {
      case .feature(let name):
        if !featureNames.contains(name.rawValue),
          definition.credits.contains(where: { $0.id.rawValue == name.rawValue })
        {
          add(
            path + ["of"],
            "`\(name)` is a wallet, not a feature; expected `of: { credits: \(name) }`",
            about: BlueprintError.Subject(.feature, name.rawValue))
          continue
        }
        require(name, in: featureNames, .feature, at: path + ["of"])
        if let feature = definition.features.first(where: { $0.id == name }) {
          check(left, of: feature, at: path)
        }
      case .credits(let name):
        require(
          name, in: definition.credits.map(\.id.rawValue), .wallet, at: path + ["of", "credits"])
        if left.isPercent {
          add(path, "a wallet has no limit, of which this would be a percentage; expected a number")
        }
      }
    }
  }

  private mutating func checkBounds(of left: Condition.Left, at path: [String]) {
    if left.atLeast == nil, left.lessThan == nil {
      add(path, "no number; expected `atLeast`, `lessThan` or both")
    }
    for (bound, name) in [(left.atLeast, "atLeast"), (left.lessThan, "lessThan")] {
      guard let bound else { continue }
      if bound < 1 { add(path + [name], "\(bound) left; expected at least 1") }
      if left.isPercent, bound > 100 {
        add(path + [name], "\(bound)% of a limit; expected at most 100%")
      }
    }
    if let least = left.atLeast, let most = left.lessThan, least >= most {
      add(path, "the condition never holds: `atLeast` must be less than `lessThan`")
    }
  }

  /// Checks that the feature has something of which a part can be left, whatever a use belongs to.
  private mutating func check(_ left: Condition.Left, of feature: Feature, at path: [String]) {
    let subject = BlueprintError.Subject(.feature, feature.id.rawValue)
    let allowances = feature.rules.map(\.allowance)
    let limits = allowances.flatMap(\.quotas).filter { $0.window != .use }
    if let kind = limits.compactMap(\.each).first {
      add(
        path + ["of"],
        "`\(feature.id)` has a limit for each `\(kind)`, and a condition is about none of them",
        about: subject)
    } else if limits.isEmpty, left.isPercent || allowances.allSatisfy(\.prices.isEmpty) {
      add(
        path + ["of"],
        left.isPercent
          ? "`\(feature.id)` has no limit, of which this would be a percentage; expected a feature with `upTo` or `holding` in a rule"
          : "`\(feature.id)` is never used up; expected a feature with `upTo`, `holding` or `spend` in a rule",
        about: subject)
    }
  }
}
