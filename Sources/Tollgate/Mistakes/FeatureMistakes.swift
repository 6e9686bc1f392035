/// Mistakes in what customers may do: the trial, conditions and the rules of features.
extension MistakeSearch {
  /// Checks that the trial can start, that it ends by itself, and that what it counts exists.
  mutating func checkTrial() {
    guard let trial = definition.trial else { return }
    if case .purchase(let milestone) = trial.start {
      require(milestone, in: milestones, .milestone, at: ["trial", "start", "after"])
    }
    for name in trial.products {
      require(name, in: products, .product, at: ["trial", "products"])
    }
    if let uses = trial.terms.uses {
      require(uses.feature, in: featureNames, .feature, at: ["trial", "uses", "of"])
      if uses.limit < 1 {
        add(["trial", "uses", "limit"], "\(uses.limit) uses; expected at least 1")
      }
    }
    switch trial.start {
    case .introductoryOffer:
      if !definition.products.contains(where: { $0.introductoryOffer?.payment == .freeTrial }) {
        add(["trial", "start"], "no product has a free introductory offer for the trial to be")
      }
    case .purchase: break
    case .signUp:
      if trial.terms.lasts == nil && trial.terms.uses == nil {
        add(["trial"], "the trial never ends; expected `lasts`, `uses` or both")
      }
    }
  }

  /// Checks the names in a condition: one with an unknown name would never hold, or always, and nobody would notice.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - path: Where it is.
  ///   - level: The number of `any` and `not` that it is within.
  mutating func check(_ condition: Condition, at path: [String], level: Int = 0) {
    guard level <= Condition.levelLimit else {
      add(path, "more than \(Condition.levelLimit) levels of `any` and `not`")
      return
    }
    for name in condition.products.sorted() {
      require(name, in: products, .product, at: path + ["product"])
    }
    check(condition.audience, at: path)
    for (position, condition) in condition.any.enumerated() {
      check(condition, at: path + ["any", "\(position)"], level: level + 1)
    }
    for (position, condition) in condition.not.enumerated() {
      check(condition, at: path + ["not", "\(position)"], level: level + 1)
    }
    for name in condition.entitled.union(condition.notEntitled).sorted() {
      require(name, in: entitlements, .entitlement, at: path + ["entitled"])
    }
    for name in condition.reached.union(condition.notReached).sorted() {
      require(name, in: milestones, .milestone, at: path + ["reached"])
    }
    checkPast(of: condition, at: path)
    require(
      condition.held?.feature, in: holding, .feature, noun: "feature that holds items",
      at: path + ["held"])
  }

  /// Checks that each feature has rules, that each rule can be reached, and that its allowance makes sense with the
  /// trial.
  mutating func checkFeatures() {
    for feature in definition.features {
      let path = ["features", feature.id.rawValue]
      require(feature.paywall, in: paywallNames, .paywall, at: path + ["paywall"])
      require(text: feature.pitch?.title, at: path + ["title"])
      require(text: feature.pitch?.detail, at: path + ["detail"])
      if case .allow(let count) = feature.offline, count < 1 {
        add(path + ["offline"], "allows \(count) uses; expected at least 1")
      }
      let lengths = Feature.reservationLengths
      if !(feature.reservation.duration.map(lengths.contains) ?? false) {
        add(path + ["reservation"], "\(feature.reservation); expected from 1 minute to 1 day")
      }
      if feature.rules.isEmpty { add(path, "no rules; expected at least one") }
      var isDecided = false
      for (position, rule) in feature.rules.enumerated() {
        let path = path + ["\(position)"]
        check(rule.when, at: path + ["when"])
        require(rule.paywall, in: paywallNames, .paywall, at: path + ["paywall"])
        if isDecided { add(path, "this rule is never reached: the one before it always holds") }
        isDecided = isDecided || rule.when == .always
        switch rule.allowance {
        case .upTo(let limit, let window):
          if limit < 1 { add(path + ["allow"], "up to \(limit); expected at least 1") }
          if window == .trial, let uses = definition.trial?.terms.uses, uses.feature == feature.id,
            uses.limit != limit
          {
            add(
              path + ["allow"],
              "up to \(limit) in the trial, but the trial itself gives \(uses.limit) uses of it; "
                + "expected the same number in both")
          }
          if window == .trial && definition.trial == nil {
            add(path + ["allow"], "`per: trial`, but the blueprint has no trial")
          }
        case .holding(let limit):
          if limit < 1 { add(path + ["allow"], "holding \(limit); expected at least 1") }
        case .unlimited, .spend, .denied: break
        }
      }
    }
  }
}
