import Tollgate
import TollgateBlueprints

extension Judge {
  /// Holds what the app says of the plan and the trial against the books.
  mutating func judgeLines() {
    let phase = membership.phase
    if phase != real.phase && phase != reported.phase {
      accuse(
        .untrueLine, "texts.plan.\(phase.rawValue)",
        "the app says `\(phase.rawValue)`, and \(who) is \(reported.phase.rawValue)")
      return
    }
    judgeRenewal()
    judgeTrialCounts()
    for text in shownTexts { judge(text) }
  }

  private mutating func judgeRenewal() {
    guard let subscription = membership.subscription, subscription.condition == .active,
      !subscription.isRenewalLate, let known = state.reported[subscription.purchase.originalID],
      let current = known.current
    else { return }
    if subscription.willRenew != known.willRenew {
      accuse(
        .untrueLine, subscription.willRenew ? "texts.plan.subscribed" : "texts.plan.ends",
        "the app says that `\(subscription.product)` "
          + (subscription.willRenew ? "renews, and it ends" : "ends, and it renews"))
    } else if subscription.expiresAt != current.end {
      accuse(
        .untrueLine, "texts.plan.subscribed",
        "the app names \(subscription.expiresAt) as the period's end, and it is \(current.end)")
    }
  }

  private mutating func judgeTrialCounts() {
    guard let trial = membership.trial, trial.isActive else { return }
    let name: TrialName =
      trial.purchase.map { .purchase($0.originalID) } ?? .signUp(person: person)
    guard
      let booked = state.trials(of: person, .reported, rules).first(where: { $0.name == name })
    else { return }
    if let left = trial.usesLeft, let limit = trial.limit, left != max(0, limit - booked.used) {
      accuse(
        .untrueLine, "trial", "the app says \(left) uses left, and they are \(limit - booked.used)")
    }
    guard let days = trial.daysLeft, let end = booked.endsAt else { return }
    let left = Int((end.since(state.now) + 86_399_999) / 86_400_000)
    if days != left {
      accuse(.untrueLine, "trial", "the app says \(days) days left, and they are \(left)")
    }
  }

  /// The texts that the app shows now, by the names they share.
  private var shownTexts: [LocalizedText] {
    var names = [membership.planLine]
    for prompt in rules.definition.prompts where membership.prompts.contains(prompt.id) {
      names.append(prompt.text)
    }
    return names.compactMap { rules.blueprint.text($0) }
  }

  private mutating func judge(_ text: LocalizedText) {
    let language = rules.definition.app.language
    guard let wording = text.wordings[language] else { return }
    for placeholder in Set(wording.forms.values.flatMap(\.placeholders)).sorted(by: {
      $0.rawValue < $1.rawValue
    }) where !hasValue(placeholder) {
      say(
        .untrueLine, "texts.\(text.id)",
        "the line shows `{\(placeholder.rawValue)}`, and there is no such value now")
      return
    }
    judgeClaims(of: wording, text)
  }

  private func hasValue(_ placeholder: LocalizedText.Placeholder) -> Bool {
    switch placeholder {
    case .trialDay, .trialDays, .trialDaysLeft, .trialUses, .trialUsesLeft, .trialLimit:
      membership.number(placeholder) != nil
    case .planRenewsOn: membership.subscription?.willRenew ?? false
    case .planEndsOn, .planStartsOn: membership.subscription != nil
    case .appName, .productName, .productPrice, .productPeriod, .productPerPeriod, .offerPrice,
      .offerLength, .offerLengthAdjective, .featureName, .featureLeft, .featureLimit:
      true
    }
  }

  /// Notes a line about a trial that is over and names a length that it did not have.
  private mutating func judgeClaims(of wording: LocalizedText.Wording, _ text: LocalizedText) {
    guard membership.phase == .trialExpired, let trial = membership.trial,
      let start = trial.activatedAt, let end = trial.endsAt
    else { return }
    let elapsed = end.since(start)
    for line in wording.forms.values.sorted() {
      for case .length(let period, let written) in Claim.claims(in: line) {
        guard let length = period.milliseconds, elapsed < length else { continue }
        say(
          .untrueLine, "texts.\(text.id)",
          "the line says “\(written)”, and the trial ended before")
        return
      }
    }
  }

  /// Holds the notifications that are planned against what they announce.
  mutating func judgeNudges() {
    for planned in membership.nudges {
      guard let nudge = rules.definition.nudges.first(where: { $0.id == planned.id }) else {
        continue
      }
      switch nudge.anchor {
      case .periodEnd: continue
      case .trialEnd:
        let plan = paid.first { basis in
          (basis.kind == .paid || basis.kind == .grace)
            && !rules.plan.isDisjoint(with: basis.product.entitlements)
            && (basis.endsAt.map { planned.at < $0 } ?? true)
        }
        guard let plan else { continue }
        say(
          .nudgeAfterTheFact, "nudges.\(nudge.id)",
          "the nudge comes at \(planned.at), and \(who) \(plan.words) already")
      }
    }
  }
}

extension String {
  /// The placeholders of a line.
  fileprivate var placeholders: [LocalizedText.Placeholder] {
    LocalizedText.pieces(of: self).compactMap {
      if case .value(let value) = $0 { value } else { nil }
    }
  }
}
