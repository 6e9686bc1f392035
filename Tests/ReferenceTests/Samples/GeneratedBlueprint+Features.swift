import Tollgate

extension GeneratedBlueprint {
  /// Features whose rules use the conditions and allowances of real blueprints, in the usual order.
  static func features(of definition: Blueprint.Definition, _ random: inout Seeded) -> [Feature] {
    let entitlements = Set(definition.products.flatMap(\.entitlements)).sorted()
    var features: [Feature] = []
    for name in ["send", "scan", "export"] as [Feature.ID] {
      var rules: [Feature.Rule] = []
      if definition.onboarding != nil && random.chance(60) {
        rules.append(
          Feature.Rule(when: Condition(phases: [.onboarding]), allowance: .unlimited))
      }
      if let trial = definition.trial, random.chance(name == "send" ? 85 : 40) {
        let limit = trial.terms.uses?.limit ?? 4
        rules.append(
          Feature.Rule(
            when: Condition(phases: [.trial]),
            allowance: random.chance(70)
              ? .upTo(random.chance(80) ? limit : max(1, limit - 1), per: .trial)
              : window(&random)))
      }
      if random.chance(15) {
        rules.append(
          Feature.Rule(
            when: random.pick(
              Condition(phases: [.lapsed, .trialExpired]), Condition(reached: ["landed"]),
              Condition(notReached: ["landed"])),
            allowance: random.pick(.denied, window(&random))))
      }
      if random.chance(20) {
        rules.append(
          Feature.Rule(
            when: random.pick(past(&random), Condition(not: [past(&random)])),
            allowance: random.pick(.denied, .unlimited, window(&random))))
      }
      if random.chance(35) {
        rules.append(
          Feature.Rule(
            when: subscription(of: definition, &random),
            allowance: random.pick(.denied, .unlimited, window(&random))))
      }
      if random.chance(30) {
        rules.append(
          Feature.Rule(
            when: GeneratedAudience.condition(&random),
            allowance: random.pick(.denied, .unlimited, window(&random))))
      }
      for entitlement in entitlements where random.chance(55) {
        rules.append(
          Feature.Rule(
            when: Condition(entitled: [entitlement]),
            allowance: random.chance(65) ? .unlimited : window(&random)))
      }
      rules.append(Feature.Rule(allowance: random.chance(55) ? .denied : window(&random)))
      features.append(Feature(id: name, rules: rules, paywall: "plans"))
    }
    let holding = Feature.Rule(allowance: .holding(random.number(1...3)))
    let entitled = entitlements.first.map {
      Feature.Rule(when: Condition(entitled: [$0]), allowance: .unlimited)
    }
    features.append(
      Feature(id: "keep", rules: [entitled, holding].compactMap { $0 }, paywall: "plans"))
    if random.chance(30) {
      features.append(
        Feature(
          id: "album",
          rules: [
            Feature.Rule(
              when: Condition(held: Condition.Held(feature: "keep", atLeast: 2)),
              allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ]))
    }
    features.append(Feature(id: "read", rules: [Feature.Rule(allowance: .unlimited)]))
    return features
  }

  /// A condition on the subscription that decides the plan, alone, among alternatives or excluded.
  private static func subscription(
    of definition: Blueprint.Definition, _ random: inout Seeded
  ) -> Condition {
    let products = definition.products.filter { $0.kind == .autoRenewable }.map(\.id)
    let part = random.pick(
      Condition(subscription: [.active]), Condition(subscription: [.grace, .billingRetry]),
      Condition(subscription: [.expired, .revoked]), Condition(willRenew: random.chance(50)),
      products.isEmpty ? Condition(willRenew: true) : Condition(products: [products[0]]))
    return random.pick(
      part, part, Condition(any: [part, Condition(phases: [.trial, .free])]),
      Condition(not: [part]), Condition(phases: [.subscribed, .lapsed], not: [part]))
  }

  /// A condition on when something happened or how often, of an event that needs no particular blueprint.
  private static func past(_ random: inout Seeded) -> Condition {
    if random.chance(15) { return dates(&random) }
    if random.chance(15) {
      let anchor: Ending.Anchor = random.pick(.trialEnd, .periodEnd, .grantEnd)
      let within = Period(random.number(1...40), random.chance(50) ? .day : .hour)
      return Condition(past: [.ends(Ending(anchor, within: within))])
    }
    let event: CustomerEvent = random.pick(
      .signUp, .firstSeen, .milestone("landed"), .purchase, .firstPurchase, .lapse, .trialStart,
      .trialEnd, .use("send"), .use("scan"), .opened, .updated)
    let days = random.number(1...6)
    let within = random.chance(60) ? Period(days, .day) : nil
    let window: Feature.Window? =
      within == nil && random.chance(50)
      ? random.pick(Feature.Window.day, .week, .month, .year) : nil
    let most = event.isRepeatable ? random.number(1...3) : 1
    let between = random.chance(25) ? range(&random) : .always
    if event.isRepeatable, random.chance(20) {
      return Condition(past: [
        .count(PastTest.Count(of: event, every: random.number(2...3), dates: between))
      ])
    }
    let isFirst = event.isRepeatable && random.chance(30)
    var bounds: [(Period?, Period?)] = [
      (Period(days, .day), nil), (nil, Period(days, .day)),
      (Period(days, .day), Period(days + 3, .day)),
    ]
    if between != .always { bounds.append((nil, nil)) }
    let (least, less) = bounds[random.number(0...bounds.count - 1)]
    return Condition(past: [
      random.pick(
        .since(
          PastTest.Since(event, isFirst: isFirst, atLeast: least, lessThan: less, dates: between)),
        .count(
          PastTest.Count(of: event, atLeast: most, within: within, window: window, dates: between)),
        .count(
          PastTest.Count(of: event, lessThan: most, within: within, window: window, dates: between))
      )
    ])
  }

  /// A condition on dates.
  private static func dates(_ random: inout Seeded) -> Condition {
    let (date, later) = twoDates(&random)
    let days = [date, later].map { Season.Day(String("\($0)".dropFirst(5).prefix(5))) }
    guard let from = days[0], let until = days[1], let season = Season(from: from, until: until)
    else { return Condition(past: [.from(date)]) }
    return random.pick(
      Condition(past: [.from(date)]), Condition(past: [.until(date)]),
      Condition(past: [.from(date), .until(later)]),
      Condition(not: [Condition(past: [.from(date), .until(later)])]),
      Condition(past: [.during(season)]), Condition(not: [Condition(past: [.during(season)])]))
  }

  /// Dates between which something may have happened.
  private static func range(_ random: inout Seeded) -> DateRange {
    let (date, later) = twoDates(&random)
    return random.pick(
      DateRange(from: date), DateRange(before: date), DateRange(from: date, before: later))
  }

  /// Two dates in order, of which local ones are midnights.
  private static func twoDates(_ random: inout Seeded) -> (EventDate, EventDate) {
    let day = GeneratedHistory.start.adding(milliseconds: random.time(upTo: 40 * .day))
    let midnight = day.adding(milliseconds: -(day.milliseconds % .day))
    let date = random.chance(60) ? EventDate(midnight, isLocal: true) : EventDate(day)
    let later = EventDate(
      date.time.adding(milliseconds: .day * Int64(random.number(1...9))), isLocal: date.isLocal)
    return (date, later)
  }

  private static func window(_ random: inout Seeded) -> Feature.Allowance {
    if random.chance(80) {
      return .upTo(random.number(1...3), per: random.pick(.day, .week, .month, .year, .ever))
    }
    let (count, period) = (random.number(1...3), Period(random.number(1...90), .hour))
    return random.pick(.rolling(count, within: period), .fromFirstUse(count, within: period))
  }
}

extension GeneratedBlueprint {
  /// Puts another limit beside those of some rules.
  mutating func addLimitsAtOnce() {
    for (position, feature) in definition.features.enumerated() {
      let rules = feature.rules.map { rule -> Feature.Rule in
        guard case .limited(let quota) = rule.allowance, let window = quota.window,
          random.chance(50)
        else { return rule }
        let other: Feature.Allowance = random.pick(
          .upTo(random.number(1...4), per: window == .month ? .day : .month),
          .pool(random.number(1...4), refills: Period(random.number(1...40), .hour)))
        return Feature.Rule(
          when: rule.when,
          allowance: .all(random.pick([rule.allowance, other], [other, rule.allowance])),
          paywall: rule.paywall, hidesPaywall: rule.hidesPaywall)
      }
      definition.features[position] = Feature(
        id: feature.id, rules: rules, paywall: feature.paywall)
    }
  }

  /// A prompt that depends on what is left of a feature, which can be nothing, or any number; its numbers are its own, so
  /// that other samples stay the same.
  private static func promptsAtLast(of features: [Feature], _ own: Seeded) -> [Prompt] {
    var random = own
    let limited = features.filter { !$0.rules.flatMap(\.allowance.quotas).isEmpty }.map(\.id)
    guard random.chance(60), let feature = random.pick(from: limited) else { return [] }
    let isPercent = random.chance(30)
    let bound = isPercent ? random.number(1...100) : random.number(1...3)
    let least = Condition(
      left: [Condition.Left(of: .feature(feature), atLeast: bound, isPercent: isPercent)])
    let less = Condition(
      left: [Condition.Left(of: .feature(feature), lessThan: bound, isPercent: isPercent)])
    let last = Condition(left: [Condition.Left(of: .feature(feature), atLeast: 1, lessThan: 2)])
    return [
      Prompt(
        id: "last", shape: .banner, placement: "garden",
        when: random.pick(least, less, last, Condition(not: [less]), Condition(any: [last, less])),
        icon: "leaf", text: "hello")
    ]
  }

  /// A prompt, nudges and a placement, whose answers change over time.
  mutating func addSurfaces() {
    definition.prompts = [
      Prompt(
        id: "card", shape: .card, placement: "garden",
        when: random.pick(
          .always, Condition(phases: [.free, .blocked, .lapsed]), Condition(notEntitled: ["pro"])),
        icon: "leaf", text: "hello", paywall: "plans",
        patience: Prompt.Patience(
          dismissals: random.number(1...2),
          staysAway: random.chance(70) ? Period(3, .day) : nil))
    ].filter { _ in definition.products.contains { $0.entitlements.contains("pro") } }
    definition.prompts += Self.promptsAtLast(of: definition.features, random)
    definition.nudges = [
      Nudge(
        id: "trial", anchor: .trialEnd, before: Period(random.number(1...2), .day),
        when: random.pick(.always, Condition(phases: [.trial])), text: "hello"),
      Nudge(
        id: "period", anchor: .periodEnd, before: Period(1, .day), when: .always, text: "hello"),
      Nudge(
        id: "offer", anchor: .introductoryOfferEnd, before: Period(1, .day), when: .always,
        text: "hello"),
    ]
    definition.placements = [
      Placement(
        id: "chat",
        when: random.pick(.always, Condition(phases: [.blocked, .free, .trialExpired, .lapsed])),
        paywall: "plans")
    ]
  }
}
