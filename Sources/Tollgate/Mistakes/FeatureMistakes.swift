/// Mistakes in what customers may do: the trial, conditions and the rules of features.
extension MistakeSearch {
  /// Checks that the trial can start, that it ends by itself, and that what it counts exists.
  mutating func checkTrial() {
    guard let trial = definition.trial else { return }
    if case .purchase(let milestone) = trial.start {
      require(milestone, in: milestones, .milestone, at: ["trial", "start", "after"])
    }
    if case .milestone(let milestone) = trial.start {
      require(milestone, in: milestones, .milestone, at: ["trial", "start", "milestone"])
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
    case .signUp, .firstSeen, .milestone:
      if trial.terms.lasts == nil && trial.terms.uses == nil {
        add(["trial"], "the trial never ends; expected `lasts`, `uses` or both")
      }
    }
    checkEarnedDays(of: trial)
    checkCondition(of: trial)
  }

  /// Checks that the condition of a trial is one that can be met where the trial starts.
  private mutating func checkCondition(of trial: Trial) {
    if trial.when == .always { return }
    let path = ["trial", "when"]
    guard trial.start.event != nil else {
      return add(
        path,
        "the store decides who gets the offer that starts the trial; expected `when` in the packages of the paywalls that sell it, or a `start` without a purchase"
      )
    }
    check(trial.when, at: path)
    checkCircle(trial.when, at: path)
    checkDownload(of: trial.when, whenFirstSeen: trial.start == .firstSeen, at: path)
  }

  /// Checks that the condition under which the main trial starts does not ask for the trial itself.
  private mutating func checkCircle(_ condition: Condition, at path: [String]) {
    for phase in condition.phases.intersection([.trial, .trialExpired]).map(\.rawValue).sorted() {
      add(
        path + ["phase"],
        "the trial starts at most once, and before it nobody is in the phase `\(phase)`; expected other phases, or no condition"
      )
    }
    if condition.past.contains(where: \.event.isOfTrial) {
      add(
        path,
        "the trial starts at most once, and before it has neither started nor ended; expected no condition on it, or another event"
      )
    }
    for (position, part) in condition.any.enumerated() {
      checkCircle(part, at: path + ["any", "\(position)"])
    }
    for (position, part) in condition.not.enumerated() {
      checkCircle(part, at: path + ["not", "\(position)"])
    }
  }

  /// Checks that the condition of a trial that the first launch starts does not ask for what is unknown then.
  mutating func checkDownload(
    of condition: Condition, whenFirstSeen isFirstSeen: Bool, at path: [String]
  ) {
    guard isFirstSeen,
      condition.parts.contains(where: { $0.audience.tests.contains(where: \.isOfDownload) })
    else { return }
    add(
      path,
      "the device sends what the store signed about the app only after its first launch; expected `start: signUp` or `start: { milestone: NAME }`"
    )
  }

  /// Checks that a trial can be given more days, and that those that the customer earns are limited.
  private mutating func checkEarnedDays(of trial: Trial) {
    if trial.terms.earned.isEmpty { return }
    let path = ["trial", "earned"]
    if trial.start.event == nil {
      return add(path, "a trial that a purchase starts lasts as long as the store signed")
    }
    if trial.terms.lasts == nil {
      return add(path, "only uses end the trial; expected a trial with `lasts`")
    }
    var events: Set<CustomerEvent> = []
    for (position, earned) in trial.terms.earned.enumerated() {
      let path = path + ["\(position)"]
      if !(1...TrialExtension.dayLimit).contains(earned.days) {
        add(
          path + ["days"], "\(earned.days) days; expected 1 to \(TrialExtension.dayLimit)")
      }
      if let limit = earned.limit, limit < earned.days || limit > TrialExtension.dayLimit {
        add(
          path + ["upTo"],
          "up to \(limit) days; expected \(earned.days) to \(TrialExtension.dayLimit)")
      }
      if !events.insert(earned.event).inserted {
        add(path + ["on"], "the same adds days twice; expected one entry with their sum")
      }
      if case .milestone(let milestone) = earned.event {
        check(earned.event, at: path + ["on"])
        if trial.start == .milestone(milestone) {
          add(
            path + ["on", "milestone"],
            "`\(milestone)` starts the trial; expected a milestone that is reached while it runs")
        }
        if earned.limit != nil {
          add(path + ["upTo"], "a milestone is reached once; expected no `upTo`")
        }
      } else if case .use = earned.event {
        check(earned.event, at: path + ["on"])
        if earned.limit == nil {
          add(path, "every use adds days without end; expected `upTo`")
        }
      } else {
        add(path + ["on"], "days are earned by a milestone or a use")
      }
    }
  }

  /// Checks the names in a condition: one with an unknown name would never hold, or always, and nobody would notice.
  ///
  /// - Parameter level: The number of `any` and `not` that it is within.
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
    checkLeft(of: condition, at: path)
    if let held = condition.held?.feature {
      require(held, in: featureNames, .feature, at: path + ["held"])
      if featureNames.contains(held.rawValue), !holding.contains(held.rawValue) {
        add(
          path + ["held"],
          "`\(held)` does not hold items; expected a feature with `holding` in a rule",
          about: BlueprintError.Subject(.feature, held.rawValue))
      }
    }
  }

  /// Checks that each feature has rules, that each rule can be reached, and that its allowance makes sense with the
  /// trial.
  mutating func checkFeatures() {
    checkCountedUses()
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
      if feature.surplus == .blocked,
        !feature.rules.flatMap(\.allowance.heldQuotas).contains(where: {
          !$0.isSized && $0.each == nil
        })
      {
        add(
          path + ["surplus"],
          "`surplus: blocked`, but no rule limits how many items are held in all; "
            + "expected a rule with `holding`, without `cost: any` and `each`")
      }
      if feature.rules.isEmpty { add(path, "no rules; expected at least one") }
      checkParents(of: feature, at: path)
      checkHeldSizes(of: feature, at: path)
      var isDecided = false
      for (position, rule) in feature.rules.enumerated() {
        let path = path + ["\(position)"]
        check(rule.when, at: path + ["when"])
        require(rule.paywall, in: paywallNames, .paywall, at: path + ["paywall"])
        if isDecided { add(path, "this rule is never reached: the one before it always holds") }
        isDecided = isDecided || rule.when == .always
        check(rule.allowance, of: feature.id, at: path + ["allow"])
      }
    }
  }

  /// Checks what a rule gives, and that its parts work together.
  private mutating func check(
    _ allowance: Feature.Allowance, of feature: Feature.ID, at path: [String]
  ) {
    switch allowance {
    case .all(let parts): checkAll(parts, at: path)
    case .first(let parts): checkFirst(parts, at: path)
    case .unlimited, .limited, .spend, .denied: break
    }
    for (path, part) in allowance.written(at: path) {
      guard case .limited(let quota) = part else { continue }
      if quota.count < 1 {
        add(path, "\(quota.countsUses ? "up to" : "holding") \(quota.count); expected at least 1")
      }
      if quota.isSized, quota.count > Feature.sizeLimit {
        add(path, "sizes of \(quota.count); expected at most \(Feature.sizeLimit)")
      }
      if let window = quota.window { check(quota, per: window, of: feature, at: path) }
      if let length = quota.span.length { check(length, at: path + ["per"]) }
      if let refills = quota.span.refills {
        check(refills, at: path + ["refills"])
        if let length = refills.milliseconds, length < Feature.shortestRefill {
          add(path + ["refills"], "\(refills); expected at least 1 minute")
        }
      }
    }
  }

  /// Checks that a limit of a single use is of its size alone, and that one per trial agrees with the trial.
  private mutating func check(
    _ quota: Quota, per window: Feature.Window, of feature: Feature.ID, at path: [String]
  ) {
    if window == .trial, !quota.isSized, quota.each == nil, quota.counts == nil,
      let uses = definition.trial?.terms.uses, uses.feature == feature,
      uses.limit != quota.count
    {
      add(
        path,
        "up to \(quota.count) in the trial, but `trial.uses.limit` is \(uses.limit); "
          + "expected `{ per: trial }`, which uses that number")
    }
    if window == .use, !quota.isSized {
      add(
        path + ["per"],
        "a limit of a single use counts its size; expected `largest`"
      )
    }
    if window == .use, let kind = quota.each {
      add(
        path + ["each"],
        "`largest` adds nothing up, so it cannot count for each `\(kind)`; expected no `each`"
      )
    }
    if window == .use, let name = quota.counts {
      add(
        path + ["counts"],
        "`largest` adds nothing up, so it cannot count `\(name)`; expected no `counts`"
      )
    }
    if window == .trial && definition.trial == nil {
      add(path, "`per: trial`, but the blueprint has no trial")
    }
  }

  /// Checks that all limits for each parent are about parents of one kind, since a use names one, and that none means a window.
  private mutating func checkParents(of feature: Feature, at path: [String]) {
    guard let kind = feature.parentKind else { return }
    for (position, rule) in feature.rules.enumerated() {
      for (path, part) in rule.allowance.written(at: path + ["\(position)", "allow"]) {
        guard let other = part.parentKinds.first else { continue }
        if let window = Feature.Window(rawValue: other.rawValue) {
          add(
            path + ["each"],
            "for each `\(window.rawValue)`, which is a window; expected the kind of item that a limit is for each of"
              + (part.countsUses ? ", or `per: \(window.rawValue)`" : ""))
          continue
        }
        guard other != kind, Feature.Window(rawValue: kind.rawValue) == nil else { continue }
        let nearest = nearestName(to: other.rawValue, in: [kind.rawValue])
        add(
          path + ["each"],
          "for each `\(other)`, but an earlier limit of this feature is for each `\(kind)`"
            + (nearest == nil ? "; expected one kind in a feature" : ""), nearest: nearest)
      }
    }
  }

  /// Checks that each named limit is shared by several features or counts separately from another rule, and counts the
  /// same in all of its rules.
  private mutating func checkCountedUses() {
    let sharers = definition.sharers
    let apart = definition.limitsApart
    var first: [CountedUses.ID: (feature: Feature.ID, quota: Quota)] = [:]
    for feature in definition.features {
      for (position, rule) in feature.rules.enumerated() {
        let path = ["features", feature.id.rawValue, "\(position)", "allow"]
        for (path, part) in rule.allowance.written(at: path) {
          guard case .limited(let quota) = part, let name = quota.counts else { continue }
          if apart.contains(name) { checkApart(name, in: rule, of: feature, apart, at: path) }
          if sharers[name]?.count == 1, !apart.contains(name) {
            let others = sharers.keys.filter { $0 != name }.map(\.rawValue)
            let nearest = nearestName(to: name.rawValue, in: others)
            add(
              path + ["counts"],
              "no other feature counts `\(name)`"
                + (nearest == nil
                  ? "; expected `counts: \(name)` in another feature too, or a rule without it"
                  : ""),
              nearest: nearest)
          }
          guard let known = first[name] else {
            first[name] = (feature.id, quota)
            continue
          }
          if quota.isSized != known.quota.isSized {
            let (sizes, uses) =
              quota.isSized ? (feature.id, known.feature) : (known.feature, feature.id)
            add(
              path + ["counts"],
              "`\(name)` counts sizes in `\(sizes)` and uses in `\(uses)`; "
                + "expected `cost: any` in each of its limits, or in none")
          }
          if quota.each != known.quota.each {
            add(
              path + ["counts"],
              "`\(name)` does not count for the same parents as in `\(known.feature)`; "
                + "expected the same `each` in each of its limits, or in none")
          }
        }
      }
    }
  }

  /// Checks that a use is recorded under one name: that of a limit which counts only what it allowed, or of a parent.
  private mutating func checkApart(
    _ name: CountedUses.ID, in rule: Feature.Rule, of feature: Feature,
    _ apart: Set<CountedUses.ID>, at path: [String]
  ) {
    if let kind = feature.parentKind {
      add(
        path + ["counts"],
        "`\(name)` counts separately from other rules of `\(feature.id)`, which counts for each `\(kind)`; "
          + "expected `counts: \(name)` in each of its rules, or no `each`")
    }
    if let other = rule.allowance.countedUses.first(where: apart.contains), other != name {
      add(
        path + ["counts"],
        "`\(name)` and `\(other)` both count separately from other rules; expected one name in a rule"
      )
    }
  }

  /// Checks that a feature that limits the sum of the sizes of held items neither spends credits nor adds up the sizes of
  /// uses: an item grows without a use, which nothing would pay for and nothing would count.
  private mutating func checkHeldSizes(of feature: Feature, at path: [String]) {
    guard feature.rules.contains(where: \.allowance.holdsSizes) else { return }
    for (position, rule) in feature.rules.enumerated() {
      for (path, part) in rule.allowance.written(at: path + ["\(position)", "allow"]) {
        if !part.prices.isEmpty {
          add(
            path + ["spend"],
            "credits beside `holding` with `cost: any`, whose items grow without a payment; expected two features"
          )
        } else if part.countsSizes, part.windows != [.use] {
          add(
            path + ["cost"],
            "sizes of uses beside `holding` with `cost: any`, whose items grow without a use; expected `largest`, or two features"
          )
        }
      }
    }
  }

  /// Checks that limits at once are at least two, each in a window of its own: of two that count the same in one window,
  /// the lower decides.
  ///
  /// One of them can be a wallet, unless wallets come after them.
  private mutating func checkAll(
    _ parts: [Feature.Allowance], beforeWallets isBeforeWallets: Bool = false, at path: [String]
  ) {
    if parts.count < 2 {
      add(path + ["all"], "\(parts.count) limits at once; expected at least 2")
    }
    var counted: Set<CountedOnce> = []
    var isPaid = false
    for (position, part) in parts.enumerated() {
      let path = path + ["all", "\(position)"]
      if case .spend = part {
        if isBeforeWallets {
          add(path, "a wallet in `all` within `first`; expected `all` without `first`")
        } else if isPaid {
          add(
            path,
            "a second wallet, where each use would be paid for twice; expected one, or one `spend` with a list of wallets, which share the cost"
          )
        }
        isPaid = true
        continue
      }
      guard case .limited(let quota) = part else {
        add(path, "no limit; expected `upTo` with `per` or `refills`, `holding` or `spend`")
        continue
      }
      if counted.insert(CountedOnce(quota)).inserted { continue }
      if !quota.countsUses {
        add(path, "two limits of the same held items, of which the lower decides; expected one")
      } else if quota.span.refills != nil {
        add(path, "two pools of the same uses; expected one")
      } else if quota.window == .use {
        add(path, "two limits `largest`, of which the lower decides; expected one")
      } else {
        add(
          path,
          "two limits `per: \(quota.span.written)`, of which the lower decides; expected one for each window"
        )
      }
    }
  }

  /// What only one of several limits at once counts.
  private struct CountedOnce: Hashable {
    let span: String
    let isSized: Bool
    let isEach: Bool
    let name: CountedUses.ID?

    init(_ quota: Quota) {
      span = quota.span.written
      isSized = quota.isSized
      isEach = quota.each != nil
      name = quota.counts
    }
  }

  /// Checks that limits come before wallets, and that none of them asks what another has asked.
  ///
  /// Uses are counted for a feature, so a second limit would count what the first has given.
  private mutating func checkFirst(_ parts: [Feature.Allowance], at path: [String]) {
    if parts.count < 2 {
      add(path + ["first"], "\(parts.count) choices; expected at least 2")
    }
    var wallets: Set<Wallet.ID> = []
    for (position, part) in parts.enumerated() {
      let path = path + ["first", "\(position)"]
      switch part {
      case .spend(let first, let others, _):
        // A wallet that is twice in one list is reported there.
        for wallet in Set([first] + others).sorted() where !wallets.insert(wallet).inserted {
          add(
            path, "the wallet `\(wallet)` is asked twice; expected each wallet once",
            about: BlueprintError.Subject(.wallet, wallet.rawValue))
        }
      case .limited where part.countsUses, .all:
        if position > 0 {
          add(
            path,
            wallets.isEmpty
              ? "a second limit counts the uses that the first one gives; expected `all` for limits that hold at once"
              : "a limit after a wallet; expected the limit first")
        }
        if case .all(let parts) = part { checkAll(parts, beforeWallets: true, at: path) }
        if !part.heldQuotas.isEmpty {
          add(path, "held items before a wallet; expected `upTo`, or `holding` without `first`")
        }
      case .unlimited, .limited, .denied, .first:
        add(path, "expected `upTo`, `all` or `spend`")
      }
    }
  }
}

extension Feature.Allowance {
  /// The parts, each with its path in a blueprint file.
  func written(at path: [String]) -> [(path: [String], part: Feature.Allowance)] {
    guard let (key, parts) = combined else { return [(path, self)] }
    return parts.enumerated().flatMap { position, part in
      part.written(at: path + [key, "\(position)"])
    }
  }
}

extension CustomerEvent {
  /// Whether the main trial makes it happen.
  fileprivate var isOfTrial: Bool {
    if case .ending(let ending) = self { return ending.anchor == .trialEnd }
    return self == .trialStart || self == .trialEnd
  }
}
