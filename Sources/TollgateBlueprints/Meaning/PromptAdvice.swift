import Tollgate

/// The check for prompts that never show, and nudges whose moment never comes.
///
/// A prompt does not show while its paywall sells nothing. A nudge comes a fixed time before the end of a trial or a
/// period. If the trial is no longer than that time, the nudge is never planned.
///
/// ```yaml
/// prompts:
///   more:
///     when: { phase: subscribed }
///     paywall: plans   # never shows: subscribers own what `plans` sells
/// trial: { start: signUp, lasts: P3D, entitles: premium }
/// nudges:
///   trial-ends:
///     anchor: trialEnd
///     before: P7D   # never comes: the trial has 3 days
///     text: Your trial ends soon.
/// ```
struct PromptAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks every prompt and nudge that was read without a mistake.
  func note() {
    guard subject.isSound("products", "trial", "trials", "milestones", "hasFreeTier", "onboarding")
    else {
      return
    }
    for prompt in definition.prompts
    where subject.isSound(prompt.id.rawValue, of: "prompts") {
      note(prompt)
    }
    for nudge in definition.nudges where subject.isSound(nudge.id.rawValue, of: "nudges") {
      note(nudge)
    }
  }

  /// Checks a prompt's condition, then whether its paywall sells anything to those it is for.
  private func note(_ prompt: Prompt) {
    let path = ["prompts", prompt.id.rawValue]
    noteValues(of: prompt.text, at: path + ["text"], "a prompt")
    if let action = prompt.action { noteValues(of: action, at: path + ["action"], "a prompt") }
    let canHold = ConditionAdvice(subject: subject)
      .note(prompt.when, at: path + ["when"], "the prompt never shows")
    guard canHold, let paywall = prompt.paywall else { return }
    if !subject.mayShow(paywall, to: prompt.when, isGate: false) {
      subject.mistake(
        path + ["paywall"],
        "the prompt never shows: all customers it is for own what `\(paywall)` sells")
    }
  }

  /// Checks a nudge's condition, then its moment.
  private func note(_ nudge: Nudge) {
    let path = ["nudges", nudge.id.rawValue]
    if nudge.delivery == .notification {
      noteValues(of: nudge.text, at: path + ["text"], "a nudge")
    }
    let canHold = ConditionAdvice(subject: subject)
      .note(nudge.when, at: path + ["when"], "the nudge never comes")
    switch nudge.moment {
    case .before(.trialEnd, let before): noteTrial(nudge, before, path, canHold)
    case .before(.periodEnd, let before): notePeriod(nudge, before, path, canHold)
    case .before(.introductoryOfferEnd, let before): noteOffer(nudge, before, path, canHold)
    case .before(.grantEnd, _): noteGrant(nudge, path, canHold)
    case .after(let event, _): noteEvent(event, path)
    case .silence: break
    }
  }

  /// Warns about the values of a feature, which such a line never has; those of a product are left to the search.
  private func noteValues(of name: LocalizedText.ID, at path: [String], _ what: String) {
    guard let text = definition.texts.first(where: { $0.id == name }) else { return }
    let values = Set(text.wordings.values.flatMap(\.placeholders))
    for value in [
      LocalizedText.Placeholder.featureName, .featureLeft, .featureLimit, .featureRenewsAt,
    ]
    where values.contains(value) {
      subject.warning(path, "`{\(value.rawValue)}` has no value: \(what) is about no feature")
    }
  }

  /// Records a nudge after an event that never happens.
  private func noteEvent(_ event: CustomerEvent, _ path: [String]) {
    guard let reason = ConditionAdvice(subject: subject).reason(against: event) else { return }
    subject.mistake(
      path + ["after", "event"],
      "the nudge never comes: the event never happens, because \(reason)")
  }

  /// Records a nudge before the end of a trial that has no known end, is too short, or is never seen by those
  /// concerned.
  ///
  /// - Parameters:
  ///   - before: How long before the end it comes.
  ///   - canHold: Whether its condition can hold, as far as is known.
  private func noteTrial(
    _ nudge: Nudge, _ before: Period, _ path: [String], _ canHold: Bool
  ) {
    guard let trial = definition.trial else {
      subject.mistake(
        path + ["anchor"], "the nudge never comes: the blueprint has no trial",
        expected: "`trial`, or `anchor: periodEnd`")
      return
    }
    let lengths = definition.trialLengths
    guard let longest = lengths.max(by: { $0.longest < $1.longest }) else {
      if trial.terms.lasts == nil, trial.start.event != nil {
        subject.mistake(
          path + ["anchor"],
          "the nudge never comes: the trial ends with its uses, at no time known in advance",
          expected: "`lasts` in the trial")
      }
      return
    }
    if before.shortest >= longest.longest {
      subject.mistake(
        path + ["before"],
        "the nudge never comes: \(before.words) before its end the trial of \(longest.words) "
          + "has not begun", expected: "less than \(longest.words)")
    }
    guard canHold else { return }
    let isPlanned = subject.states.canHold(nudge.when) {
      $0.phase == .trial || $0.phase == .subscribed
    }
    if !isPlanned {
      subject.mistake(
        path + ["when"], "the nudge never comes: no customer it is for is in the trial")
    }
  }

  /// Records a nudge before the end of a paid period that is too short, or that nobody it is for has; a warning if only
  /// some products' periods are too short.
  ///
  /// - Parameters:
  ///   - length: How long before the end it comes.
  ///   - canHold: Whether its condition can hold, as far as is known.
  private func notePeriod(
    _ nudge: Nudge, _ length: Period, _ path: [String], _ canHold: Bool
  ) {
    let ending = definition.products.filter { $0.kind == .autoRenewable || $0.kind == .nonRenewing }
    let periods = ending.compactMap(\.period).sorted { $0.longest < $1.longest }
    guard let shortest = periods.first, let longest = periods.last else {
      subject.mistake(
        path + ["anchor"], "the nudge never comes: no product has a period that ends",
        expected: "a product with a `period`, or `anchor: trialEnd`")
      return
    }
    let before = length.shortest
    if before >= longest.longest {
      subject.mistake(
        path + ["before"],
        "the nudge never comes: \(length.words) before its end a period of \(longest.words) "
          + "has not begun", expected: "less than \(shortest.words)")
    } else if before >= shortest.longest {
      subject.warning(
        path + ["before"],
        "the nudge never comes where a period is \(shortest.words) long",
        expected: "less than \(shortest.words)")
    }
    guard canHold else { return }
    let hasPass = ending.contains { $0.kind == .nonRenewing }
    let phases: Set<Phase> =
      definition.trialProducts.isEmpty ? [.subscribed] : [.subscribed, .trial, .trialExpired]
    let isPlanned = subject.states.canHold(nudge.when) { state in
      phases.contains(state.phase)
        && (hasPass || state.subscription.map { $0.condition == .active } ?? true)
    }
    if !isPlanned {
      subject.mistake(
        path + ["when"], "the nudge never comes: no customer it is for has a period that ends")
    }
  }

  /// Records a nudge before the end of a grant of the plan that nobody it is for can have.
  private func noteGrant(_ nudge: Nudge, _ path: [String], _ canHold: Bool) {
    if canHold, !subject.states.canHold(nudge.when, where: { $0.phase == .subscribed }) {
      subject.mistake(
        path + ["when"], "the nudge never comes: no customer it is for has been granted the plan")
    }
  }

  /// Records a nudge before the end of an introductory offer if there is no such offer, if it is too short, or if nobody
  /// whom the nudge is for pays the regular price afterwards.
  ///
  /// - Parameters:
  ///   - before: How long before the end it comes.
  ///   - canHold: Whether its condition can hold, as far as is known.
  private func noteOffer(
    _ nudge: Nudge, _ before: Period, _ path: [String], _ canHold: Bool
  ) {
    let subscriptions = definition.planSubscriptions(subject.states.plan)
    let lengths = subscriptions.compactMap(\.introductoryOffer).map(\.lastPart)
    guard let longest = lengths.max(by: { $0.longest < $1.longest }) else {
      subject.mistake(
        path + ["anchor"],
        "the nudge never comes: no subscription to the plan has an introductory offer",
        expected: "`introductoryOffer` on one, or `anchor: periodEnd`")
      return
    }
    if before.shortest >= longest.longest {
      subject.mistake(
        path + ["before"],
        "the nudge never comes: \(before.words) before its end an offer's last period of "
          + "\(longest.words) has not begun", expected: "less than \(longest.words)")
    }
    guard canHold else { return }
    let phases: Set<Phase> = [.subscribed, .trial, .trialExpired]
    let isPlanned = subject.states.canHold(nudge.when) { state in
      phases.contains(state.phase)
        && (state.subscription.map { $0.condition == .active && $0.willRenew } ?? true)
    }
    if !isPlanned {
      subject.mistake(
        path + ["when"],
        "the nudge never comes: no customer it is for pays the regular price after an offer")
    }
  }
}

extension Blueprint.Definition {
  /// The lengths that a trial can have: its own, or those of the offers it consists of; empty if only uses end it.
  var trialLengths: [Period] {
    guard let trial else { return [] }
    switch trial.start {
    case .signUp, .firstSeen, .milestone: return [trial.terms.lasts].compactMap { $0 }
    case .purchase, .introductoryOffer:
      let offers = trialProducts.compactMap(\.introductoryOffer).map(\.length)
      return offers.isEmpty ? [trial.terms.lasts].compactMap { $0 } : offers
    }
  }
}

extension CatalogProduct.IntroductoryOffer {
  /// The length of all its periods together.
  var length: Period { Period(period.count * periods, period.unit) }

  /// What the store charges last before the regular price: one period, or all of an offer that is paid at once or free.
  var lastPart: Period { payment == .payAsYouGo ? period : length }
}

extension Period {
  /// The length with months and years at their longest.
  var longest: Duration { duration ?? .days(Int64(count) * days(31, 366)) }

  /// The length with months and years at their shortest.
  var shortest: Duration { duration ?? .days(Int64(count) * days(28, 365)) }

  /// Returns the days of one unit, given those of a month and a year; minutes and hours have a fixed length in
  /// milliseconds.
  private func days(_ month: Int64, _ year: Int64) -> Int64 {
    switch unit {
    case .minute, .hour: 0
    case .day: 1
    case .week: 7
    case .month: month
    case .year: year
    }
  }
}
