import Tollgate

/// The check for rules that never apply, features that nothing on sale unlocks, and denials without a way out.
///
/// ```yaml
/// features:
///   export:
///     - when: { phase: [trial, subscribed] }
///       allow: unlimited
///     - when: { phase: trial }   # never applies: the rule before it decides
///       allow: { upTo: 3, per: trial }
///     - otherwise: deny          # with that rule gone: no paywall shows, though `plans` sells it
/// ```
struct FeatureAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks every feature that has rules and was read without a mistake.
  func note() {
    guard subject.isSound("products", "trial", "trials", "milestones", "hasFreeTier", "onboarding")
    else {
      return
    }
    for feature in definition.features
    where !feature.rules.isEmpty && subject.isSound(feature.id.rawValue, of: "features") {
      let worlds = subject.worlds.seen(by: feature.rules.map(\.when))
      let canDecide = noteRules(of: feature, in: worlds)
      guard canDecide, subject.isSound("paywalls", "credits"), !worlds.isEmpty else { continue }
      noteSale(of: feature, in: worlds)
    }
  }

  /// Records contradictory rules and rules fully covered by earlier ones; returns whether all can apply.
  ///
  /// A last `otherwise` for which nobody is left is only a warning: it is often written for safety.
  private func noteRules(of feature: Feature, in worlds: [World]) -> Bool {
    let path = ["features", feature.id.rawValue]
    let deciding = Set(worlds.compactMap { feature.deciding(in: $0) })
    var isDecided = false
    var canAllDecide = true
    for (position, rule) in feature.rules.enumerated() {
      // A rule after one that always holds is already an error of the blueprint.
      defer { isDecided = isDecided || rule.when == .always }
      guard !isDecided, rule.when != .always else { continue }
      let place = path + ["\(position)"]
      let canHold = ConditionAdvice(subject: subject)
        .note(rule.when, at: place + ["when"], "this rule never applies")
      if canHold, !worlds.isEmpty, !deciding.contains(position) {
        subject.mistake(
          place, "this rule never applies: the rules before it decide for everybody it is about")
        canAllDecide = false
      }
      canAllDecide = canAllDecide && canHold
    }
    if let last = feature.rules.indices.last, feature.rules[last].when == .always, last > 0,
      !isDecidedEarlier(feature, before: last), !worlds.isEmpty, !deciding.contains(last)
    {
      subject.warning(
        path + ["\(last)"], "nobody is left for the last rule: the rules before it decide for all")
    }
    return canAllDecide
  }

  /// Returns whether a rule before a position always holds.
  private func isDecidedEarlier(_ feature: Feature, before position: Int) -> Bool {
    feature.rules[..<position].contains { $0.when == .always }
  }

  /// Warns about denials that lead nowhere.
  ///
  /// Left out are features that are off for everyone without a paywall or a pitch, which are switches, and denials that
  /// a milestone lifts. Customers who are possible only by a grant are left out too, since nobody can buy a grant.
  private func noteSale(of feature: Feature, in worlds: [World]) {
    let path = ["features", feature.id.rawValue]
    let isSwitch =
      feature.rules.count == 1 && feature.rules[0].when == .always
      && feature.paywall == nil && feature.rules[0].paywall == nil && feature.pitch == nil
    if isSwitch { return }
    // Nobody can buy a grant, and payers are denied on purpose.
    let unsold = worlds.filter { !$0.isByGrant && Self.unpaid.contains($0.phase) }
    let denied = unsold.filter { feature.allowance(in: $0) != .unlimited }
    guard !denied.isEmpty else { return }
    let opening = denied.map { (world: $0, paywall: paywall(thatOpens: feature, to: $0)) }
    if opening.allSatisfy({
      $0.paywall == nil && !isOpened(feature, by: definition.products, to: $0.world)
    }) {
      // What a milestone unlocks is not for sale.
      if denied.count == unsold.count { noteUnsold(feature, in: denied, of: worlds, path) }
      return
    }
    for (position, world, paywall) in denialsWithoutPaywall(feature, opening) {
      subject.warning(
        path + (position.map { ["\($0)"] } ?? []),
        "\(world.phase.customer) `\(feature.id)` is refused and no paywall shows, though `\(paywall)` "
          + "sells it", expected: "`paywall: \(paywall)`")
    }
  }

  /// The phases of customers who pay nothing and can be sold something.
  private static let unpaid: Set<Phase> = [.onboarding, .blocked, .free, .trialExpired, .lapsed]

  /// Returns denials without a paywall, one for each rule, with a paywall that would unlock the feature.
  ///
  /// The position is nil for denials because no rule holds.
  private func denialsWithoutPaywall(
    _ feature: Feature, _ opening: [(world: World, paywall: Paywall.ID?)]
  ) -> [(Int?, World, Paywall.ID)] {
    var seen: Set<Int?> = []
    return opening.compactMap { world, paywall in
      guard let paywall, feature.paywall(in: world) == nil else { return nil }
      let position = feature.deciding(in: world)
      return seen.insert(position).inserted ? (position, world, paywall) : nil
    }
  }

  /// Records a feature that nothing on sale unlocks; it is a mistake if its denial shows a paywall, else a warning.
  private func noteUnsold(
    _ feature: Feature, in denied: [World], of worlds: [World], _ path: [String]
  ) {
    // Those whom a rule for payers refuses have bought it, or try it: they miss nothing.
    let isDenied = denied.contains { world in
      feature.allowance(in: world) == .denied
        && !(feature.deciding(in: world).map { feature.rules[$0].when.requiresPurchase } ?? false)
    }
    let paywall = denied.lazy.compactMap { feature.paywall(in: $0) }.first
    let opensInTrial = worlds.contains {
      $0.phase == .trial && feature.allowance(in: $0) == .unlimited
    }
    let hasSale = definition.products.contains { !$0.entitlements.isEmpty }
    if let paywall {
      subject.mistake(
        path, "the paywall `\(paywall)` sells nothing that opens `\(feature.id)`",
        expected: "a rule that allows it to those who are entitled to what is sold")
    } else if isDenied, hasSale, !isOpenedByGrant(feature, of: worlds) {
      subject.warning(
        path,
        opensInTrial
          ? "nothing on sale opens `\(feature.id)`: only the trial does"
          : "nothing on sale opens `\(feature.id)`",
        expected: "a rule that allows it to those who are entitled to what is sold, or `deny` alone"
      )
    }
  }

  /// Returns whether an entitlement that only a grant gives opens a feature.
  private func isOpenedByGrant(_ feature: Feature, of worlds: [World]) -> Bool {
    let granted = Set(definition.granted)
    return worlds.contains {
      !granted.isDisjoint(with: $0.entitled) && feature.allowance(in: $0) != .denied
    }
  }

  /// Returns a paywall with a package that gives more of a feature than a customer has; its own paywall comes first.
  private func paywall(thatOpens feature: Feature, to world: World) -> Paywall.ID? {
    let own = feature.paywall(in: world).flatMap { id in
      definition.paywalls.first { $0.id == id }
    }
    return ([own].compactMap { $0 } + definition.paywalls).first { paywall in
      isOpened(feature, by: paywall.packages.compactMap { subject.product($0.product) }, to: world)
    }?.id
  }

  /// Returns whether one of several products gives a customer more of a feature, or fills the wallet that it spends
  /// from.
  private func isOpened(_ feature: Feature, by products: [CatalogProduct], to world: World)
    -> Bool
  {
    products.contains { product in
      if case .spend(let wallet, _) = feature.allowance(in: world),
        definition.fills(wallet, by: product.id)
      {
        return true
      }
      guard product.kind != .consumable, !product.entitlements.isEmpty else { return false }
      return product.worlds(after: world, in: subject).contains {
        !feature.allowance(in: $0).isAtMost(feature.allowance(in: world))
      }
    }
  }
}

extension Blueprint.Definition {
  /// Returns whether a product fills a wallet.
  fileprivate func fills(_ wallet: Wallet.ID, by product: CatalogProduct.ID) -> Bool {
    credits.contains { $0.id == wallet && $0.sources.contains { $0.product == product } }
  }
}

extension CatalogProduct {
  /// Returns the states in which a customer can be after buying the product.
  ///
  /// With a product of the plan that is `subscribed`; with one that starts the trial, `trial` as well, since a
  /// returning customer gets no introductory offer.
  func worlds(after world: World, in subject: Subject) -> [World] {
    var bought = world
    bought.entitled.formUnion(entitlements)
    guard subject.worlds.plan.includes(self) else { return [bought] }
    bought.phase = .subscribed
    bought.endLapse(subject.withoutLapse)
    guard subject.trialProducts.contains(id) else { return [bought] }
    var trial = bought
    trial.phase = .trial
    trial.entitled.formUnion(subject.trialEntitlements)
    return [bought, trial]
  }
}

extension Phase {
  /// A customer in the phase as the start of a message about a denial.
  fileprivate var customer: String {
    switch self {
    case .unknown: "to a customer who is not known yet"
    case .onboarding: "during onboarding"
    case .blocked: "to somebody who has bought nothing"
    case .trial: "during the trial"
    case .trialExpired: "after the trial"
    case .subscribed: "to a subscriber"
    case .lapsed: "after a subscription"
    case .free: "on the free tier"
    }
  }
}
