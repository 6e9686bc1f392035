import Tollgate

extension Words {
  /// An answer as a sentence: "Allowed: 13 of 100 used", "Refused: 100 of 100 used, plan starts Thu 5 Mar, 09:41".
  static func answer(_ access: Access) -> String {
    switch access {
    case .unknown: "Unknown: the app never removes access, and shows no paywall"
    case .allowed(nil): "Allowed, without a limit"
    case .allowed(.some(let limit)): "Allowed: \(used(limit))"
    case .denied(let denial): "Refused: \(refusal(denial))"
    }
  }

  private static func refusal(_ denial: Denial) -> String {
    let reason =
      switch denial.reason {
      case .notIncluded: "not included in what the customer has"
      case .limitReached:
        denial.limit.map { limit in
          used(limit) + (limit.asked.map { ", and \($0) asked for" } ?? "")
        } ?? "the allowance is used up"
      }
    if let start = denial.startsAt { return "\(reason), plan starts \(day(start)), \(time(start))" }
    if denial.isManagedInStore { return "\(reason), the store's settings bring it back" }
    return denial.paywall.map { "\(reason); the app shows the paywall \($0)" } ?? reason
  }

  private static func used(_ limit: Limit) -> String {
    switch limit.scope {
    case .held: "\(limit.used) of \(limit.limit) held"
    case .credits: "\(limit.remaining) credits left"
    case .ever: "\(limit.used) of \(limit.limit) used"
    case .use: "a size of \(limit.limit) at most"
    case .trial: "\(limit.used) of \(limit.limit) used in the trial"
    case .day: "\(limit.used) of \(limit.limit) used today"
    case .week, .month, .year: "\(limit.used) of \(limit.limit) used this \(limit.scope.rawValue)"
    case .period: "\(limit.used) of \(limit.limit) used this billing period"
    case .pool, .rolling:
      "\(limit.remaining) of \(limit.limit) left"
        + (limit.renewsAt.map { ", the next \(day($0)), \(time($0))" } ?? "")
    case .fromFirstUse:
      "\(limit.remaining) of \(limit.limit) left"
        + (limit.renewsAt.map { "; all back \(day($0)), \(time($0))" } ?? "")
    case .planMonth: "\(limit.used) of \(limit.limit) used this month of the plan"
    }
  }

  /// What a rule gives: "up to 100 uses per trial".
  static func allowance(_ allowance: Feature.Allowance) -> String {
    switch allowance {
    case .unlimited: "any number of uses"
    case .limited(let quota):
      limit(quota) + (quota.each.map { " in each \($0)" } ?? "")
        + (quota.shared.map { ", counted as \($0)" } ?? "")
    case .spend(let wallet, let cost?): "\(wallet): \(cost) a use"
    case .spend(let wallet, nil): "as much as \(wallet) can pay for"
    case .all(let limits): limits.map(Self.allowance).joined(separator: " and ")
    case .first(let choices): choices.map(Self.allowance).joined(separator: ", then ")
    case .denied: "denied"
    }
  }

  private static func limit(_ quota: Quota) -> String {
    let amount =
      quota.isSized
      ? "a size of \(quota.count)" : "\(quota.count) use\(quota.count == 1 ? "" : "s")"
    return switch quota.span {
    case .window(.ever): "up to \(amount) in all"
    case .window(.planMonth): "up to \(amount) per month of the plan"
    case .window(let window): "up to \(amount) per \(window.rawValue)"
    case .pool(let period): "a pool of \(amount), one back every \(period)"
    case .rolling(let length): "up to \(amount) within \(length)"
    case .fromFirstUse(let length): "up to \(amount) within \(length) from the first use"
    case .held:
      quota.isSized
        ? "held items with a total size of up to \(quota.count)"
        : "up to \(quota.count) held at once"
    }
  }

  /// What a condition requires: "phase trial or onboarding, entitled to premium".
  static func condition(_ condition: Condition) -> String {
    var parts: [String] = []
    if !condition.phases.isEmpty { parts.append("phase \(list(condition.phases))") }
    if !condition.entitled.isEmpty { parts.append("entitled to \(list(condition.entitled))") }
    if !condition.notEntitled.isEmpty {
      parts.append("not entitled to \(list(condition.notEntitled))")
    }
    if !condition.reached.isEmpty { parts.append("reached \(list(condition.reached, "and"))") }
    if !condition.notReached.isEmpty {
      parts.append("not yet reached \(list(condition.notReached))")
    }
    parts += condition.past.map(past)
    if let held = condition.held {
      parts.append("at least \(held.atLeast) of \(held.feature) held")
    }
    if !condition.subscription.isEmpty {
      parts.append("subscription \(list(condition.subscription))")
    }
    if let renews = condition.willRenew {
      parts.append(renews ? "subscription will renew" : "subscription will not renew")
    }
    if !condition.products.isEmpty { parts.append("subscribed to \(list(condition.products))") }
    parts += condition.audience.tests.map(audience)
    if !condition.any.isEmpty {
      parts.append("one of: \(condition.any.map(Self.condition).joined(separator: "; "))")
    }
    parts += condition.not.map { "not: \(Self.condition($0))" }
    return parts.isEmpty ? "always" : parts.joined(separator: ", ")
  }

  private static func past(_ test: PastTest) -> String {
    if let (date, isStart) = test.date { return "\(isStart ? "from" : "until") \(date)" }
    switch test {
    case .since(let since):
      let bounds = [
        since.atLeast.map { "at least \(length($0))" },
        since.lessThan.map { "less than \(length($0))" },
      ]
      let time =
        since.isFirst ? "the first occurrence of \(event(since.event))" : event(since.event)
      let known = bounds.compactMap(\.self)
      return (known.isEmpty ? time : "\(known.joined(separator: " and ")) since \(time)")
        + between(since.dates)
    case .count(let count):
      if let every = count.every {
        return "\(event(count.event)) every \(every == 1 ? "time" : times(every))"
          + between(count.dates)
      }
      let bounds = [
        count.atLeast.map { "at least \(times($0))" },
        count.lessThan.map { $0 == 1 ? "never" : "fewer than \(times($0))" },
      ]
      let window = count.within.map { " within \(length($0))" } ?? ""
      return
        "\(event(count.event)) \(bounds.compactMap { $0 }.joined(separator: " and "))\(window)"
        + between(count.dates)
    }
  }

  /// The dates between which something counts: " from 2026-11-27 on and before 2026-12-01".
  private static func between(_ dates: DateRange) -> String {
    let bounds = [dates.from.map { "from \($0) on" }, dates.before.map { "before \($0)" }]
      .compactMap(\.self)
    return bounds.isEmpty ? "" : " " + bounds.joined(separator: " and ")
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func event(_ event: CustomerEvent) -> String {
    switch event {
    case .signUp: "the sign-up"
    case .firstSeen: "the first launch"
    case .opened: "opening the app"
    case .updated: "an update of the app"
    case .firstPurchase: "the first purchase"
    case .purchase: "a purchase"
    case .renewal: "a renewal"
    case .cancellation: "a cancellation"
    case .refund: "a refund"
    case .lapse: "the end of the plan"
    case .trialStart: "the trial's start"
    case .trialEnd: "the trial's end"
    case .milestone(let milestone): "reaching \(milestone)"
    case .use(let feature): "a use of \(feature)"
    case .dismissal(let prompt): "dismissing \(prompt)"
    case .paywall(let paywall): "seeing \(paywall)"
    case .closed(let paywall): "closing \(paywall)"
    case .bought(let product): "buying \(product)"
    case .date(let date): "the date \(date)"
    }
  }

  private static func audience(_ test: AudienceTest) -> String {
    switch test {
    case .country(let countries): "country \(list(countries))"
    case .language(let languages): "language \(list(languages))"
    case .appVersion(let versions):
      "app version "
        + [versions.atLeast.map { "\($0) or later" }, versions.lessThan.map { "before \($0)" }]
        .compactMap { $0 }.joined(separator: " and ")
    case .device(let kinds): "device \(list(kinds.map(\.rawValue)))"
    case .ageRange(let test):
      "age "
        + [
          test.atLeast.map { "at least \($0)" }, test.lessThan.map { "under \($0)" },
          test.declared.isEmpty ? nil : "stated as \(list(test.declared))",
        ].compactMap { $0 }.joined(separator: " and ")
    case .regulatoryFeature(let features): "required by law: \(list(features))"
    case .consent(let consents): "consent \(list(consents))"
    case .attribute(let test):
      "\(test.attribute) "
        + [
          test.values.isEmpty ? nil : list(test.values.map(\.description)),
          test.atLeast.map { "at least \($0)" }, test.lessThan.map { "less than \($0)" },
        ].compactMap { $0 }.joined(separator: " and ")
    case .boughtApp(.before(let end)): "bought the app before \(end)"
    case .boughtApp(.beforeVersion(let ends)):
      "bought the app before "
        + ends.map { "\($1) on \($0.rawValue)" }.sorted().joined(separator: " or ")
    case .environment(let environments): "environment \(list(environments))"
    }
  }

  private static func list(_ names: some Sequence<some RawRepresentable<String>>) -> String {
    list(names.map(\.rawValue))
  }

  private static func list(
    _ names: some Sequence<some RawRepresentable<String>>, _ word: String
  ) -> String {
    list(names.map(\.rawValue), word)
  }

  private static func list(_ names: some Sequence<String>, _ word: String = "or") -> String {
    names.sorted().joined(separator: " \(word) ")
  }
}
