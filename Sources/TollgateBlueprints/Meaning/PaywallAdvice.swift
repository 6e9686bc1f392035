import Tollgate

/// The check for paywalls that nothing shows or that sell nothing in a trial, placements at which they never show, and
/// an unclear plan.
///
/// ```yaml
/// placements:
///   chat:
///     when: { entitled: premium }   # never shows: `plans` sells `premium` alone
///     paywall: plans
/// ```
struct PaywallAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks placements, the plan, and whether each paywall is shown by something.
  func note() {
    guard subject.isSound("products", "trial", "trials", "milestones", "hasFreeTier", "onboarding")
    else {
      return
    }
    for placement in definition.placements
    where subject.isSound(placement.id.rawValue, of: "placements") { note(placement) }
    noteLimits()
    notePlan()
    for paywall in definition.paywalls
    where subject.isSound(paywall.id.rawValue, of: "paywalls") { note(paywall) }
    guard
      subject.isSound(
        "features", "paywalls", "placements", "prompts", "nudges", "routes", "experiments")
    else { return }
    var shown = Set(definition.others)
    for feature in definition.features {
      guard let denials = paywalls(of: feature) else { return }
      shown.formUnion(denials)
    }
    for paywall in definition.paywalls where !shown.contains(paywall.id) {
      subject.warning(
        ["paywalls", paywall.id.rawValue],
        "nothing in the blueprint shows the paywall `\(paywall.id)`",
        expected:
          "a denial, a placement, a prompt, a nudge or a route with `paywall: \(paywall.id)`")
    }
  }

  /// Records what never shows: a timeline without an offer, a delayed close button where there is none, tabs without
  /// plans, and the countdown of a package that time does not end.
  private func note(_ paywall: Paywall) {
    let path = ["paywalls", paywall.id.rawValue]
    let products = paywall.packages.compactMap { subject.product($0.product) }
    if paywall.hasTimeline,
      paywall.packages.allSatisfy({
        !$0.hasIntroductoryOffer || subject.product($0.product)?.introductoryOffer == nil
      })
    {
      subject.mistake(
        path + ["timeline"],
        products.allSatisfy { $0.introductoryOffer == nil }
          ? "the timeline never shows: no product has an introductory offer"
          : "the timeline never shows: no package has an introductory offer")
    }
    if paywall.closeDelay != nil, !paywall.isDismissible {
      subject.mistake(
        path + ["closeAfter"], "the button never shows: the paywall cannot be closed",
        expected: "`closeAfter` without `dismissible: false`")
    }
    noteTabs(of: paywall, products)
    noteGiven(paywall, products)
    if paywall.showsWebPage { noteVariants(of: paywall) }
    let time = PassageOfTime(phases: subject.states.phases)
    for (position, package) in paywall.packages.enumerated()
    where package.hasCountdown && !time.ends(package.when) {
      subject.mistake(
        path + ["packages", "\(position)", "countdown"],
        "the countdown never shows: time alone never ends the package",
        expected: "`when` with a condition that time ends, such as `since` with `lessThan`")
    }
  }

  /// Warns about a paywall that sells nothing to customers in a trial or with a gift, because every package is only for
  /// those without what that gives.
  ///
  /// It is about subscriptions alone, since `product` knows no other purchases, and not about packages for a phase.
  ///
  /// ```yaml
  /// trial: { start: signUp, lasts: P7D, entitles: premium }
  /// paywalls:
  ///   plans:
  ///     packages: [{ product: coach.monthly, when: { notEntitled: premium } }]   # empty during the trial
  /// ```
  private func noteGiven(_ paywall: Paywall, _ products: [CatalogProduct]) {
    guard subject.isSound("grants"), !products.isEmpty,
      products.count == paywall.packages.count,
      products.allSatisfy({ $0.kind == .autoRenewable }),
      paywall.packages.allSatisfy({ $0.when.phases.isEmpty })
    else { return }
    var hidden = definition.unpaidEntitlements
    for (package, product) in zip(paywall.packages, products) {
      hidden.formIntersection(package.when.notEntitled.intersection(product.entitlements))
    }
    guard let entitlement = hidden.min(), isShown(paywall.id, toHoldersOf: entitlement) else {
      return
    }
    let givers = definition.products.filter {
      $0.kind == .autoRenewable && $0.entitlements.contains(entitlement)
    }.map(\.id.rawValue)
    let names = givers.count == 1 ? givers[0] : "[\(givers.joined(separator: ", "))]"
    subject.warning(
      ["paywalls", paywall.id.rawValue, "packages", "0", "when"],
      "a trial or a gift gives `\(entitlement)`, and the paywall then sells nothing",
      expected: "`not: { product: \(names) }` instead of `notEntitled: \(entitlement)`")
  }

  /// Returns whether a paywall can come up for customers with an entitlement; one for a denial can, since apps show it for
  /// an upgrade too.
  private func isShown(_ paywall: Paywall.ID, toHoldersOf entitlement: Entitlement.ID) -> Bool {
    let placements = definition.placements.filter { $0.paywall == paywall }.map(\.when)
    let prompts = definition.prompts.filter { $0.paywall == paywall }.map(\.when)
    let isElsewhere =
      definition.features.contains { feature in
        feature.paywall == paywall || feature.rules.contains { $0.paywall == paywall }
      } || definition.routes.contains { $0.paywall == paywall }
      || definition.nudges.contains { $0.paywall == paywall }
    return isElsewhere || placements.isEmpty && prompts.isEmpty
      || (placements + prompts).contains { condition in
        subject.states.canHold(condition) { $0.entitled.contains(entitlement) }
      }
  }

  /// Records a tab that has no plan, a plan of no tab's tier, and a single tab, which is not shown.
  ///
  /// ```yaml
  /// packages: [plus.monthly, pro.monthly]     # `pro.monthly` gives `plus` and `pro`
  /// tabs:
  ///   - { entitlement: pro, title: Pro }      # has no plan: both are on the last tab
  ///   - { entitlement: plus, title: Plus }
  /// ```
  private func noteTabs(of paywall: Paywall, _ products: [CatalogProduct]) {
    guard !paywall.tabs.isEmpty else { return }
    let path = ["paywalls", paywall.id.rawValue]
    if paywall.tabs.count == 1 {
      subject.mistake(
        path + ["tabs"], "a single tab is not shown",
        expected: "two or more tabs, one for each tier")
    }
    let filled = Set(products.compactMap(paywall.tier))
    for (position, tab) in paywall.tabs.enumerated() where !filled.contains(position) {
      let later = paywall.tabs[(position + 1)...].contains { other in
        products.contains {
          $0.entitlements.contains(tab.entitlement) && $0.entitlements.contains(other.entitlement)
        }
      }
      subject.mistake(
        path + ["tabs", "\(position)"],
        later
          ? "the tab never shows: the plans that give `\(tab.entitlement)` are on a later tab"
          : "the tab never shows: no plan of the paywall gives `\(tab.entitlement)`",
        expected: later ? "the highest tier last" : nil)
    }
    for (position, package) in paywall.packages.enumerated() {
      guard let product = subject.product(package.product), paywall.tier(of: product) == nil
      else { continue }
      subject.mistake(
        path + ["packages", "\(position)"],
        "the plan is on the first tab, but `\(product.id)` gives none of the tabs' entitlements",
        expected: "a tab with an entitlement of the plan, or another paywall for it")
    }
  }

  /// Warns about variants for which a web page shows the plans of the variant in the original paywall: those of this
  /// paywall, and those in which it replaces another one.
  private func noteVariants(of paywall: Paywall) {
    for experiment in definition.experiments {
      for variant in experiment.variants {
        for (shown, contents) in variant.paywalls.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where shown != contents && (shown == paywall.id || contents == paywall.id) {
          subject.warning(
            [
              "experiments", experiment.id.rawValue, "variants", variant.id.rawValue, "paywalls",
              shown.rawValue,
            ],
            "the web page of `\(shown)` shows the plans of the variant, but otherwise the original "
              + "paywall", expected: "`\(paywall.id)` without `webPage: true`")
        }
      }
    }
  }

  /// Returns the paywalls that a feature's denials show; nil if there are too many states to tell.
  private func paywalls(of feature: Feature) -> [Paywall.ID]? {
    subject.states.seen(by: feature.rules.map(\.when))?.compactMap { state in
      feature.allowance(in: state) == .unlimited ? nil : feature.paywall(in: state)
    }
  }

  /// Records a placement whose condition never holds, or whose customers all own what its paywall sells.
  private func note(_ placement: Placement) {
    let path = ["placements", placement.id.rawValue]
    let canHold = ConditionAdvice(subject: subject)
      .note(placement.when, at: path + ["when"], "the placement never shows")
    guard canHold else { return }
    if !subject.mayShow(placement.paywall, to: placement.when, isGate: placement.isGate) {
      subject.mistake(
        path,
        "the placement never shows: all customers it is for own what `\(placement.paywall)` sells")
    }
  }

  /// Records limits of paywalls that change nothing: nothing shows one by itself, or a smaller limit counts alike.
  private func noteLimits() {
    guard subject.isSound("paywallLimit", "placements") else { return }
    let limits = definition.paywallLimits
    if !limits.isEmpty, definition.placements.isEmpty {
      subject.mistake(
        ["paywallLimit"], "the limit has no effect: no paywall shows by itself",
        expected: "`placements`, which show one")
    }
    for (position, limit) in limits.enumerated() {
      guard
        limits.enumerated().contains(where: { other, smaller in
          smaller.window == limit.window && smaller.within == limit.within
            && (smaller.most, other) < (limit.most, position)
        })
      else { continue }
      subject.mistake(
        ["paywallLimit", "\(position)"],
        "the limit is never reached: another one allows no more in the same time")
    }
  }

  /// Records products that may or may not be the plan, such as subscriptions of two groups.
  ///
  /// One-time purchases leave no doubt where the blueprint says nothing about the plan: each gives what it gives.
  private func notePlan() {
    let candidates = subject.states.plan.candidates
    guard candidates.count > 1, subject.isSound("plan", "paywalls", "features") else { return }
    guard
      definition.products.contains(where: \.ends) || subject.conditions.contains(where: isAboutPlan)
    else { return }
    let shared = candidates.dropFirst().reduce(candidates[0]) { $0.intersection($1) }
    let answers = candidates.map { given in
      let own = given.subtracting(shared).isEmpty ? given : given.subtracting(shared)
      let names = own.sorted().map(\.rawValue)
      return "`plan: " + (names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]") + "`"
    }
    subject.mistake(
      ["products"],
      "it is not clear which of these products make a customer `subscribed`, and which are "
        + "add-ons",
      expected: "`plan`, with the entitlements of the plan, such as "
        + Set(answers).sorted().joined(separator: " or "))
  }

  /// Whether a condition depends on which products are the plan.
  private func isAboutPlan(_ condition: Condition) -> Bool {
    condition.parts.contains { part in
      !part.phases.isEmpty || !part.subscription.isEmpty || part.willRenew != nil
        || !part.products.isEmpty
        || part.past.contains {
          $0.event == .lapse || $0.ending.map { $0.anchor != .trialEnd } ?? false
        }
    }
  }
}

extension Subject {
  /// Returns whether a paywall sells something to a customer whom a condition holds for; true if that is not known.
  ///
  /// - Parameter isGate: Whether it stops customers, so that it does not offer them a change of their plan.
  func mayShow(_ paywall: Paywall.ID, to condition: Condition, isGate: Bool) -> Bool {
    guard isSound("paywalls"),
      let paywall = definition.paywalls.first(where: { $0.id == paywall })
    else { return true }
    let products = paywall.packages.compactMap { product($0.product) }
    let sold = Set(products.flatMap(\.entitlements))
    // Where nothing waits for it, a package for some customers may change the plan of those who own what it gives.
    let isAlwaysSold =
      products.contains { $0.entitlements.isEmpty || definition.givesCredits($0) }
      || !isGate && paywall.packages.contains(where: \.isTargeted)
    if isAlwaysSold || sold.isEmpty { return true }
    // What an add-on trial gives is still for sale, and where nothing waits for it, what a grant gives for a time.
    let tried = Set(definition.addOnTrials.flatMap(\.entitlements))
    let lent = isGate ? [] : definition.grants.filter(\.isLent).flatMap(\.entitlements)
    let unpaid = tried.union(lent)
    return states.canHold(condition) { state in
      state.phase == .trial || !sold.isSubset(of: state.entitled.subtracting(unpaid))
    }
  }
}

extension PastTest.Count {
  /// The number up to which it holds.
  fileprivate var most: Int { lessThan ?? .max }
}

extension CatalogProduct {
  /// Whether what it gives ends by itself, so that the customer lapses.
  fileprivate var ends: Bool {
    switch kind {
    case .autoRenewable, .nonRenewing: true
    case .nonConsumable, .consumable: false
    }
  }
}

extension Blueprint.Definition {
  /// Returns whether a product fills a wallet, so that customers who own its entitlements may still want it.
  fileprivate func givesCredits(_ product: CatalogProduct) -> Bool {
    product.kind != .nonConsumable
      && credits.contains { $0.sources.contains { $0.product == product.id } }
  }

  /// What a trial that no purchase starts, an add-on trial or a gift for a time gives.
  fileprivate var unpaidEntitlements: Set<Entitlement.ID> {
    var given = Set(addOnTrials.flatMap(\.entitlements))
    given.formUnion(grants.filter(\.isLent).flatMap(\.entitlements))
    if let trial, trial.start.event != nil { given.formUnion(trial.terms.entitlements) }
    return given
  }

  /// The paywalls of placements, prompts, routes, variants and exit offers; those of denials depend on the customer.
  fileprivate var others: [Paywall.ID] {
    placements.map(\.paywall) + prompts.compactMap(\.paywall) + nudges.compactMap(\.paywall)
      + routes.compactMap(\.paywall)
      + experiments.flatMap(\.variants).flatMap(\.paywalls.values)
      + paywalls.compactMap(\.flow.exitOffer)
  }
}
