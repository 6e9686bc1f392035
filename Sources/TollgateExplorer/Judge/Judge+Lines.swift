import Tollgate
import TollgateBlueprints

extension Judge {
  /// Compares what the app's texts say about the plan and the trial with the books.
  ///
  /// The phase comes first: if it is wrong, everything else on screen follows from it and is not reported as well.
  mutating func judgeLines() {
    let phase = membership.phase
    if phase != real.phase && phase != reported.phase {
      reportDefect(
        .untrueLine, "texts.plan.\(phase.rawValue)",
        "the app says `\(phase.rawValue)`, and \(who) is \(reported.phase.rawValue)")
      return
    }
    judgeRenewal()
    judgeTrialCounts()
    for text in shownTexts { judge(text) }
  }

  /// Compares whether and when the plan renews with what the store reported.
  private mutating func judgeRenewal() {
    guard let subscription = membership.subscription, subscription.condition == .active,
      !subscription.isRenewalLate, let known = state.reported[subscription.purchase.originalID],
      let current = known.current
    else { return }
    if subscription.willRenew != known.willRenew {
      reportDefect(
        .untrueLine, subscription.willRenew ? "texts.plan.subscribed" : "texts.plan.ends",
        "the app says that `\(subscription.product)` "
          + (subscription.willRenew ? "renews, and it ends" : "ends, and it renews"))
    } else if subscription.expiresAt != current.end {
      reportDefect(
        .untrueLine, "texts.plan.subscribed",
        "the app names \(subscription.expiresAt) as the period's end, and it is \(current.end)")
    }
  }

  /// Compares the uses and days left of a trial with the books; a day that has begun counts as a whole one.
  private mutating func judgeTrialCounts() {
    guard let trial = membership.trial, trial.isActive else { return }
    let name: TrialName =
      trial.purchase.map { .purchase($0.originalID) } ?? .own(person: person)
    guard
      let booked = state.trials(of: person, .reported, rules).first(where: { $0.name == name })
    else { return }
    if let left = trial.usesLeft, let limit = trial.limit, left != max(0, limit - booked.used) {
      reportDefect(
        .untrueLine, "trial", "the app says \(left) uses left, and they are \(limit - booked.used)")
    }
    guard let days = trial.daysLeft, let end = booked.endsAt else { return }
    let left = Int((end.since(state.now) + 86_399_999) / 86_400_000)
    if days != left {
      reportDefect(.untrueLine, "trial", "the app says \(days) days left, and they are \(left)")
    }
  }

  /// The texts on screen now: the plan's line and the prompts.
  private var shownTexts: [JudgedText] {
    var names = [membership.planLine]
    for prompt in rules.definition.prompts where membership.prompts.contains(prompt.id) {
      names.append(prompt.text)
    }
    return names.compactMap { rules.texts[$0] }
  }

  /// Reports a text with a placeholder that has no value now, or with a claim that is not true.
  private mutating func judge(_ text: JudgedText) {
    if let empty = emptyValue(of: text) { return report(empty, in: text) }
    judgeClaims(of: text)
    judgePromise(of: text)
    judgeRenewal(of: text)
  }

  /// The first placeholder of a text that has no value now; nil if each has one.
  private func emptyValue(of text: JudgedText) -> LocalizedText.Placeholder? {
    text.placeholders.first { !hasValue($0) }
  }

  private mutating func report(_ empty: LocalizedText.Placeholder, in text: JudgedText) {
    report(
      .untrueLine, "texts.\(text.id)",
      "the line shows `{\(empty.rawValue)}`, and there is no such value now")
  }

  /// Reports a line that promises a free trial if nothing gives one.
  private mutating func judgePromise(of text: JudgedText) {
    guard text.promisesFreeTrial, rules.definition.trial == nil,
      rules.definition.addOnTrials.isEmpty,
      !rules.definition.products.contains(where: \.hasFreeOffer)
    else { return }
    report(
      .untrueLine, "texts.\(text.id)",
      "the line promises a free trial, but neither a product nor the blueprint gives one")
  }

  /// Reports a line that tells those who pay that their plan renews, if it does not.
  private mutating func judgeRenewal(of text: JudgedText) {
    func paysWithoutRenewal(_ circumstances: Circumstances) -> Bool {
      circumstances.phase == .subscribed && circumstances.subscription?.willRenew != true
    }
    guard text.saysThatItRenews, paysWithoutRenewal(real), paysWithoutRenewal(reported) else {
      return
    }
    report(
      .untrueLine, "texts.\(text.id)", "the line says that the plan renews, and \(who)'s does not")
  }

  /// Returns whether the membership has a value for a placeholder.
  private func hasValue(_ placeholder: LocalizedText.Placeholder) -> Bool {
    switch placeholder {
    case .trialDay, .trialDays, .trialDaysLeft, .trialUses, .trialUsesLeft, .trialLimit, .left,
      .limit:
      membership.number(placeholder) != nil
    case .renewsAt(of: let feature):
      membership.renewal(of: feature, for: state.reading(of: person, rules).customer) != nil
    case .planRenewsOn: membership.subscription?.willRenew ?? false
    case .planEndsOn, .planStartsOn, .productName, .productPrice, .productPeriod,
      .productPerPeriod, .productPricePerMonth, .productSaving, .offerPrice, .offerLength,
      .offerLengthAdjective:
      // A line that is about no package has the values of the product that is subscribed to.
      membership.subscription != nil
    // Those of the feature that a line is about are pointed out without a search.
    case .appName, .featureName, .featureLeft, .featureLimit, .featureRenewsAt: true
    }
  }

  /// Reports a line about a trial that is over, if it names a length that the trial did not reach.
  ///
  /// "Your 7 days are over" is untrue for a trial that its last use ended on the second day.
  private mutating func judgeClaims(of text: JudgedText) {
    guard membership.phase == .trialExpired, let trial = membership.trial,
      let start = trial.activatedAt, let end = trial.endsAt
    else { return }
    let elapsed = end.since(start)
    for (period, written) in text.lengths {
      guard let length = period.milliseconds, elapsed < length else { continue }
      report(
        .untrueLine, "texts.\(text.id)",
        "the line says “\(written)”, and the trial ended before")
      return
    }
  }

  /// Reports planned notifications about the end of a trial or of the plan that come after the customer has bought, those
  /// with a value that is empty when they are scheduled, and the reminder of a charge if it does not come.
  mutating func judgeNudges() {
    let charged = chargedTrial
    if let charged { judgeReminder(of: charged) }
    for planned in membership.nudges {
      guard let nudge = rules.definition.nudges.first(where: { $0.id == planned.nudge }) else {
        continue
      }
      if let text = rules.texts[nudge.text], let empty = emptyValue(of: text) {
        report(empty, in: text)
      }
      switch nudge.moment {
      case .before(.periodEnd, _):
        judgeRenewalNudge(nudge)
      case .before(.introductoryOfferEnd, _):
        judgeOfferNudge(nudge)
      case .silence: continue
      case .after(let event, _) where event != .trialEnd && event != .lapse: continue
      case .before(.trialEnd, _) where charged != nil: continue
      case .before(.trialEnd, _), .before(.grantEnd, _), .after:
        let plan = paid.first { basis in
          (basis.kind == .paid || basis.kind == .grace)
            && rules.plan.includes(basis.product)
            && (basis.endsAt.map { planned.at < $0 } ?? true)
        }
        guard let plan else { continue }
        report(
          .nudgeAfterTheFact, "nudges.\(nudge.id)",
          "the nudge comes at \(planned.at), and \(who) \(plan.words) already")
      }
    }
  }
}

extension Judge {
  /// The purchase of the running trial, if the store charges at its end, whatever else the customer has.
  private var chargedTrial: Basis? {
    guard let trial = membership.trial, trial.isActive, let purchase = trial.purchase else {
      return nil
    }
    return paid.first {
      $0.kind == .introductory && $0.willRenew && $0.line == purchase.originalID
    }
  }

  /// Reports that a reminder which paywalls promise does not come before the store charges for a trial.
  private mutating func judgeReminder(of trial: Basis) {
    guard let end = trial.endsAt,
      let period = rules.definition.reminder(beforeOfferOf: trial.product.id),
      state.now < end.subtracting(period)
    else { return }
    let reminders = rules.definition.nudges.filter {
      if case .before(_, period) = $0.moment { true } else { false }
    }
    let planned = Set(membership.nudges.map(\.nudge))
    guard planned.isDisjoint(with: reminders.map(\.id)) else { return }
    reportDefect(
      .untrueLine, "products.\(trial.product.id)",
      "no nudge reminds \(who) before the store charges for `\(trial.product.id)`, though everybody is promised one"
    )
  }

  /// Reports a planned notification about the end of an introductory offer if, by neither view of the books, the running
  /// period is its last, or the last of its product, and renews.
  private mutating func judgeOfferNudge(_ nudge: Nudge) {
    let subscriptions = BookView.allCases.flatMap { view in
      state.bases(of: person, view, rules).filter { $0.kind == .introductory && $0.willRenew }
        .compactMap { view == .real ? state.subscription($0.line) : state.reported[$0.line] }
    }
    let isEnding = subscriptions.contains {
      $0.offerPeriodsLeft == 0 || $0.current?.signed.product != $0.renewsTo
    }
    guard !isEnding else { return }
    reportDefect(
      .nudgeAfterTheFact, "nudges.\(nudge.id)",
      "the nudge announces the end of an introductory offer, but \(who) has none that ends and renews"
    )
  }

  /// Reports a planned notification about a renewal that the customer has turned off.
  private mutating func judgeRenewalNudge(_ nudge: Nudge) {
    guard real.subscription?.willRenew == false, reported.subscription?.willRenew == false,
      rules.texts[nudge.text]?.saysThatItRenews ?? false
    else { return }
    report(
      .nudgeAfterTheFact, "nudges.\(nudge.id)",
      "the nudge says that the plan renews, but \(who) has turned renewal off")
  }
}

extension CatalogProduct {
  /// Whether the store may give some of it for nothing.
  fileprivate var hasFreeOffer: Bool {
    introductoryOffer?.payment == .freeTrial || offers.contains { $0.payment == .freeTrial }
  }
}
