import Tollgate

/// The check for a trial whose entitlements, limits or offers do not match the rest.
///
/// ```yaml
/// trial:
///   start: purchase
///   entitles: premiun   # no product gives it; did you mean `premium`?
/// ```
struct TrialAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks what the trial gives, what starts it, and what its last use removes.
  func note() {
    guard let trial = definition.trial, subject.isSound("trial", "products", "features") else {
      return
    }
    noteEntitlements(of: trial)
    noteStart(of: trial)
    noteCondition(of: trial)
    if trial.start == .introductoryOffer {
      noteStoreTrial(trial)
    } else if let uses = trial.terms.uses {
      noteLoss(with: uses, trial)
    }
  }

  /// Warns about keys that have no effect on the store's own free trial.
  private func noteStoreTrial(_ trial: Trial) {
    let without = "has no effect with `start: introductoryOffer`"
    if trial.terms.uses != nil {
      subject.warning(
        ["trial", "uses"], "`uses` \(without): only the store ends its own free trial",
        expected: "`start: purchase`, whose trial the last use ends")
    }
    if trial.terms.lasts != nil {
      subject.warning(
        ["trial", "lasts"], "`lasts` \(without): the store's free trial is as long as the offer",
        expected: "the `period` of the product's `introductoryOffer`")
    }
    if subject.node(["trial", "oncePer"]).path == ["trial", "oncePer"] {
      subject.warning(
        ["trial", "oncePer"],
        "`oncePer` \(without): the store gives its free trial once per store account",
        expected:
          "packages with `introductoryOffer: false` for accounts that had it, by `count: { of: trialStart, atLeast: 1 }`"
      )
    }
  }

  /// Records entitlements that no product gives, and a trial that gives nothing.
  ///
  /// An entitlement that rules ask for but no product gives is a warning only if it resembles one that is sold: an app
  /// may give something in the trial alone.
  private func noteEntitlements(of trial: Trial) {
    let sold = Set(definition.products.flatMap(\.entitlements))
    let asked = Set(subject.conditions.flatMap { $0.entitled.union($0.notEntitled) })
    for (position, name) in trial.terms.entitlements.enumerated() where !sold.contains(name) {
      let entry = ["trial", "entitles", "\(position)"]
      let path = subject.node(entry).path == entry ? entry : ["trial", "entitles"]
      let nearest = nearestName(to: name.rawValue, in: sold.map(\.rawValue).sorted())
      if !asked.contains(name) {
        subject.mistake(
          path, "the trial gives `\(name)`, which no product gives and no rule asks for",
          nearest: nearest)
      } else if let nearest {
        subject.warning(
          path, "the trial gives `\(name)`, which no product gives", nearest: nearest)
      }
    }
    let isNamed =
      subject.conditions.contains { $0.phases.contains(.trial) }
      || definition.credits.contains { $0.given.contains(where: \.whileSubscribed) }
    if definition.trialEntitlements.isEmpty, !isNamed, !definition.products.isEmpty {
      subject.mistake(
        ["trial"],
        "the trial gives nothing: it has no `entitles`, and no rule is about the phase "
          + "`trial`", expected: "`entitles`")
    }
  }

  /// Records a trial that a purchase should start although no product has a fitting introductory offer, or no package
  /// sells one with it.
  private func noteStart(of trial: Trial) {
    switch trial.start {
    case .signUp, .firstSeen, .milestone: return
    case .introductoryOffer: noteFullPrice()
    case .purchase:
      noteFullPrice()
      guard definition.trialProducts.isEmpty, !definition.products.isEmpty else { return }
      subject.mistake(
        ["trial", "start"],
        definition.products.contains { $0.introductoryOffer != nil }
          ? "no product with an introductory offer gives what the trial entitles to, so nothing starts it"
          : "no product has an introductory offer, so nothing starts the trial")
    }
  }

  /// Warns about a trial that no paywall starts, as every package leaves out the introductory offer that it is.
  private func noteFullPrice() {
    guard subject.isSound("paywalls") else { return }
    let products = definition.trialProducts.map(\.id)
    let packages = definition.paywalls.flatMap(\.packages).filter { products.contains($0.product) }
    guard let first = packages.first, packages.allSatisfy({ !$0.hasIntroductoryOffer }) else {
      return
    }
    let others = Set(packages.map(\.product)).count == 1 ? "" : " and others"
    subject.warning(
      ["trial", "start"],
      "no paywall starts the trial: every package of `\(first.product)`\(others) leaves out the introductory offer",
      expected: "a package without `introductoryOffer: false`")
  }

  /// Records a condition that no customer meets before the trial.
  private func noteCondition(of trial: Trial) {
    let path = ["trial", "when"]
    guard trial.when != .always,
      subject.isSound(
        "trials", "milestones", "hasFreeTier", "onboarding", "attributes", "prompts", "placements",
        "routes", "nudges", "paywalls", "grants", "teams"),
      ConditionAdvice(subject: subject).note(trial.when, at: path, "the trial never starts"),
      !subject.noteReached(trial.start.event, in: trial.when, at: path)
    else { return }
    let isMet = subject.states.canHold(trial.when) {
      $0.phase != .trial && $0.phase != .trialExpired
    }
    if isMet { return }
    subject.mistake(path, "the trial never starts: only who is in it, or was, meets its condition")
  }

  /// Warns about other features that the last use removes together with the entitlement.
  ///
  /// With `uses: { of: send-message, limit: 100 }` the whole trial ends after 100 messages, which surprises if it also
  /// unlocked the charts.
  private func noteLoss(with uses: Trial.Uses, _ trial: Trial) {
    for name in definition.trialEntitlements {
      let opened = definition.features.filter { feature in
        feature.id != uses.feature
          && feature.rules.contains { $0.when.entitled.contains(name) && $0.allowance != .denied }
      }
      guard let first = opened.first else { continue }
      let others = opened.count == 1 ? "" : " and \(opened.count - 1) more"
      subject.warning(
        ["trial", "uses"],
        "the last use of `\(uses.feature)` ends the trial, and with it `\(name)`, which also opens "
          + "`\(first.id)`\(others)")
    }
  }
}
