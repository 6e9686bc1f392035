import Tollgate

/// The check for rules that never apply, features that nothing on sale unlocks, denials without a way out, and rules that
/// give payers no more than everybody else.
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
      let seen = subject.states.seen(by: feature.rules.map(\.when))
      let canDecide = noteRules(of: feature, in: seen)
      noteLimitsAtOnce(of: feature)
      guard canDecide, let states = seen, subject.isSound("paywalls", "credits") else { continue }
      noteSale(of: feature, in: states)
      notePaidLimits(of: feature, in: states)
      noteUnspendable(of: feature)
      noteRaisedLimits(of: feature, in: states)
    }
  }

  /// Records contradictory rules and rules fully covered by earlier ones; returns whether all can apply.
  ///
  /// A last `otherwise` for which nobody is left is only a warning: it is often written for safety.
  ///
  /// - Parameter states: The states that the rules see; nil if there are too many to tell which rules decide.
  private func noteRules(of feature: Feature, in states: [PossibleState]?) -> Bool {
    let path = ["features", feature.id.rawValue]
    let deciding = states.map { Set($0.compactMap { feature.deciding(in: $0) }) }
    var isDecided = false
    var canAllDecide = true
    for (position, rule) in feature.rules.enumerated() {
      // A rule after one that always holds is already an error of the blueprint.
      defer { isDecided = isDecided || rule.when == .always }
      guard !isDecided, rule.when != .always else { continue }
      let place = path + ["\(position)"]
      let canHold = ConditionAdvice(subject: subject)
        .note(rule.when, at: place + ["when"], "this rule never applies")
      if canHold, let deciding, !deciding.contains(position) {
        subject.mistake(
          place, "this rule never applies: the rules before it decide for everybody it is about")
        canAllDecide = false
      }
      canAllDecide = canAllDecide && canHold
    }
    if let last = feature.rules.indices.last, feature.rules[last].when == .always, last > 0,
      !isDecidedEarlier(feature, before: last), let deciding, !deciding.contains(last)
    {
      subject.warning(
        path + ["\(last)"], "nobody is left for the last rule: the rules before it decide for all")
    }
    return canAllDecide
  }

  /// Warns about limits in `all` that are never reached, as another one beside them allows no more uses.
  private func noteLimitsAtOnce(of feature: Feature) {
    for (position, rule) in feature.rules.enumerated() {
      let path = ["features", feature.id.rawValue, "\(position)", "allow"]
      switch rule.allowance {
      case .all(let parts): noteLimits(parts, at: path)
      case .first(let choices):
        for (choice, part) in choices.enumerated() {
          guard case .all(let parts) = part else { continue }
          noteLimits(parts, at: path + ["first", "\(choice)"])
        }
      case .unlimited, .denied, .limited, .spend: continue
      }
    }
  }

  private func noteLimits(_ parts: [Feature.Allowance], at path: [String]) {
    for (position, part) in parts.enumerated() {
      guard case .limited(let quota) = part else { continue }
      let isCovered = parts.enumerated().contains { other, part in
        guard other != position, case .limited(let smaller) = part else { return false }
        // Of uses with a name, only those count that limits with this name allow.
        return smaller.counts == quota.counts && smaller.isAtMost(quota)
      }
      guard isCovered else { continue }
      subject.warning(
        path + ["all", "\(position)"],
        "this limit is never reached: another one beside it allows no more in a longer time",
        expected: "a lower `\(quota.window == .use ? "largest" : "upTo")`, or no such limit")
    }
  }

  /// Returns whether a rule before a position always holds.
  private func isDecidedEarlier(_ feature: Feature, before position: Int) -> Bool {
    feature.rules[..<position].contains { $0.when == .always }
  }

  /// Warns about denials that lead nowhere.
  ///
  /// Left out are features that are off for everyone without a paywall or a pitch, which are switches, and denials that
  /// a milestone lifts. Customers who are possible only by a grant are left out too, since nobody can buy a grant.
  private func noteSale(of feature: Feature, in states: [PossibleState]) {
    let path = ["features", feature.id.rawValue]
    let isSwitch =
      feature.rules.count == 1 && feature.rules[0].when == .always
      && feature.paywall == nil && feature.rules[0].paywall == nil && feature.pitch == nil
    if isSwitch { return }
    // Nobody can buy a grant, and payers are denied on purpose.
    let unsold = states.filter { !$0.isByGrant && Self.unpaid.contains($0.phase) }
    let denied = unsold.filter { feature.allowance(in: $0) != .unlimited }
    guard !denied.isEmpty else { return }
    let opening = denied.map { (state: $0, paywall: paywall(thatOpens: feature, to: $0)) }
    if opening.allSatisfy({
      $0.paywall == nil && !isOpened(feature, by: definition.products, to: $0.state)
    }) {
      if denied.contains(where: { isOpened(feature, byPurchases: Self.mostPurchases, of: $0) }) {
        return
      }
      // What a milestone unlocks is not for sale.
      if denied.count == unsold.count { noteUnsold(feature, in: denied, of: states, path) }
      return
    }
    noteWrongPaywalls(of: feature, opening)
    let phases = Set(unsold.map(\.phase))
    for denial in denialsWithoutPaywall(feature, opening) {
      let customer = Set(denial.phases) == phases ? "" : "\(denial.phases[0].customer) "
      subject.warning(
        path + (denial.position.map { ["\($0)"] } ?? []),
        "\(customer)`\(feature.id)` is refused and no paywall shows, though `\(denial.paywall)` "
          + "sells it",
        expected: "`paywall: \(denial.paywall)`, or `paywall: none` if that is intended",
        finding: .deadEnd)
    }
  }

  /// Warns about denials whose paywall sells nothing that lifts them for anybody, though other denials can be lifted.
  private func noteWrongPaywalls(
    of feature: Feature, _ opening: [(state: PossibleState, paywall: Paywall.ID?)]
  ) {
    let denials = Dictionary(grouping: opening) { feature.deciding(in: $0.state) }
    for (position, denied) in denials {
      guard let shown = denied.first.flatMap({ feature.paywall(in: $0.state) }),
        let paywall = definition.paywalls.first(where: { $0.id == shown })
      else { continue }
      let products = paywall.packages.compactMap { subject.product($0.product) }
      let lasting = products.filter { $0.kind != .consumable }
      if products.contains(where: { $0.isTested(by: feature.rules.map(\.when)) }) { continue }
      // Customers who have all of it see no paywall.
      let lacking = denied.map(\.state).filter { state in
        products.count > lasting.count
          || lasting.contains { !state.entitled.isSuperset(of: $0.entitlements) }
      }
      if lacking.isEmpty { continue }
      let isLifted = lacking.contains { state in
        isOpened(feature, by: products, to: state)
          || isOpened(
            feature, beyond: feature.allowance(in: state), by: lasting, Self.mostPurchases,
            to: state)
      }
      if isLifted { continue }
      let other = denied.compactMap(\.paywall).first
      let isSold = denied.contains { isOpened(feature, by: definition.products, to: $0.state) }
      subject.warning(
        ["features", feature.id.rawValue] + (position.map { ["\($0)"] } ?? []),
        "the paywall `\(shown)` sells nothing that opens `\(feature.id)` here",
        expected: other.map { "`paywall: \($0)`" }
          ?? (isSold
            ? "a paywall that sells what opens it"
            : "a rule that allows it to those who are entitled to what is sold"),
        finding: .buysNothing)
    }
  }

  /// Warns about rules that a purchase leads to and that give no more than the same customers had before it.
  ///
  /// It leaves out rules that deny, since payers may not need the feature; that spend credits, which the purchase may have
  /// filled; and that show another paywall. A feature whose paywall sells nothing for it is a mistake of its own.
  private func notePaidLimits(of feature: Feature, in states: [PossibleState]) {
    let unsold = states.filter { !$0.isByGrant && Self.unpaid.contains($0.phase) }
    for (position, rule) in feature.rules.enumerated()
    where rule.when.requiresPurchase && rule.allowance != .denied && rule.allowance.prices.isEmpty {
      let paywall = feature.paywall(of: rule)
      let gainsMore = unsold.contains { state in
        let own = feature.allowance(in: state)
        let isSame = own == .unlimited || feature.paywall(in: state) == paywall
        return !(isSame && rule.allowance.isAtMost(own))
          && leads(to: position, of: feature, from: state)
      }
      if gainsMore { continue }
      let hasBuyers = unsold.contains { state in
        leads(to: position, of: feature, from: state)
          && (feature.allowance(in: state) == .unlimited || paywall == nil
            || isOpened(feature, by: definition.products, to: state))
      }
      guard hasBuyers else { continue }
      subject.warning(
        ["features", feature.id.rawValue, "\(position)"],
        "this rule gives payers no more of `\(feature.id)` than they had before they paid",
        expected: "a higher limit, or no rule for payers", finding: .buysNothing)
    }
  }

  /// Warns about limits of payers beside which others can spend credits that are sold: payers who bought some cannot.
  ///
  /// The size of a single use is never used up, and credits beside a limit let nobody exceed it.
  private func noteUnspendable(of feature: Feature) {
    for (position, rule) in feature.rules.enumerated()
    where rule.when.requiresPurchase && rule.allowance.prices.isEmpty
      && rule.allowance.quotas.contains(where: { $0.countsUses && $0.window != .use })
    {
      let others = feature.rules[position...].filter {
        !$0.allowance.countsPaidUses && !$0.when.requiresPurchase
      }
      guard
        let price = others.flatMap(\.allowance.prices).first(where: {
          $0.wallets.contains(where: isSold)
        }), let sold = price.wallets.first(where: isSold)
      else { continue }
      let cost = price.cost.map { $0 == 1 ? "" : ", cost: \($0)" } ?? ", cost: any"
      subject.warning(
        ["features", feature.id.rawValue, "\(position)"],
        "whoever has used up this limit cannot spend `\(sold)` on `\(feature.id)`, as others can",
        expected:
          "`first` with the limit and then `{ spend: \(Self.written(price.wallets))\(cost) }`")
    }
  }

  /// The wallets of a price as a blueprint file has them.
  private static func written(_ wallets: [Wallet.ID]) -> String {
    wallets.count == 1
      ? wallets[0].rawValue : "[\(wallets.map(\.rawValue).joined(separator: ", "))]"
  }

  /// Returns whether a wallet's credits are sold by themselves.
  private func isSold(_ wallet: Wallet.ID) -> Bool {
    definition.credits.contains { own in
      own.id == wallet
        && own.sources.contains { subject.product($0.product)?.kind == .consumable }
    }
  }

  /// Warns about limits of subscribers that show no paywall, though one sells them something that raises the limit.
  ///
  /// It leaves out rules that deny, since the plan may lack the feature on purpose, that spend credits, and that decide
  /// for customers without a plan too.
  private func noteRaisedLimits(of feature: Feature, in states: [PossibleState]) {
    let limits = feature.rules.indices.filter { position in
      let rule = feature.rules[position]
      return rule.allowance != .denied && rule.allowance != .unlimited
        && rule.allowance.prices.isEmpty && rule.paywall == nil && feature.paywall == nil
        && !rule.hidesPaywall
    }
    guard !limits.isEmpty, !hidesPaywall(feature) else { return }
    let deciding = Dictionary(grouping: states.filter { !$0.isByGrant }) {
      feature.deciding(in: $0)
    }
    for position in limits {
      let customers = deciding[position] ?? []
      if customers.contains(where: { Self.unpaid.contains($0.phase) }) { continue }
      let payers = customers.filter { state in
        state.phase == .subscribed && (state.subscription?.condition ?? .active) == .active
      }
      guard
        let sale = payers.lazy.compactMap({ sale(raising: position, of: feature, for: $0) }).first
      else { continue }
      subject.warning(
        ["features", feature.id.rawValue, "\(position)"],
        "the limit of `\(feature.id)` for these customers shows no paywall, though "
          + "`\(sale.product)` raises it",
        expected: "`paywall: \(sale.paywall)`", finding: .deadEnd)
    }
  }

  /// Returns the first product on a paywall that raises the limit of a rule for a customer.
  private func sale(raising rule: Int, of feature: Feature, for state: PossibleState)
    -> (product: CatalogProduct.ID, paywall: Paywall.ID)?
  {
    let limit = feature.rules[rule].allowance
    for paywall in definition.paywalls {
      for package in paywall.packages where package.when.holds(in: state) {
        guard let product = subject.product(package.product),
          product.isSold(toHolderOf: state.entitled),
          !state.entitled.isSuperset(of: product.entitlements)
        else { continue }
        var others = state
        if let group = product.group {
          // A subscription takes the place of another one of its group.
          for other in definition.products where other.group == group {
            others.entitled.subtract(other.entitlements)
          }
        }
        let isRaised = product.states(after: others, in: subject).contains { bought in
          let given = feature.allowance(in: bought)
          return bought.phase != .trial && limit.isAtMost(given) && !given.isAtMost(limit)
        }
        if isRaised { return (product.id, paywall.id) }
      }
    }
    return nil
  }

  /// Returns whether some purchase makes a rule decide for a customer for whom another rule decides now.
  private func leads(to rule: Int, of feature: Feature, from state: PossibleState) -> Bool {
    feature.deciding(in: state) != rule
      && definition.products.contains { product in
        product.isSold(toHolderOf: state.entitled)
          && product.states(after: state, in: subject).contains {
            $0.phase != .trial && feature.deciding(in: $0) == rule
          }
      }
  }

  /// The phases of customers who pay nothing and can be sold something.
  private static let unpaid: Set<Phase> = [.onboarding, .blocked, .free, .trialExpired, .lapsed]

  /// Returns denials without a paywall, one for each rule, with the phases that they are met in and a paywall that would
  /// unlock the feature, except for rules that hide the paywall on purpose.
  ///
  /// The position is nil for denials because no rule holds.
  private func denialsWithoutPaywall(
    _ feature: Feature, _ opening: [(state: PossibleState, paywall: Paywall.ID?)]
  ) -> [(position: Int?, phases: [Phase], paywall: Paywall.ID)] {
    var denials: [(position: Int?, phases: [Phase], paywall: Paywall.ID)] = []
    if hidesPaywall(feature) { return [] }
    for (state, paywall) in opening {
      guard let paywall, feature.paywall(in: state) == nil else { continue }
      let position = feature.deciding(in: state)
      if let position, feature.rules[position].hidesPaywall { continue }
      if let known = denials.firstIndex(where: { $0.position == position }) {
        denials[known].phases.append(state.phase)
      } else {
        denials.append((position, [state.phase], paywall))
      }
    }
    return denials
  }

  /// Whether a feature is written with `paywall: none`, which means that no denial of it shows one on purpose.
  private func hidesPaywall(_ feature: Feature) -> Bool {
    let path = ["features", feature.id.rawValue, "paywall"]
    let node = subject.node(path)
    guard case .scalar("none", .text) = node.content else { return false }
    return node.path == path
  }

  /// Records a feature that nothing on sale unlocks; it is a mistake if its denial shows a paywall, else a warning.
  private func noteUnsold(
    _ feature: Feature, in denied: [PossibleState], of states: [PossibleState], _ path: [String]
  ) {
    // Customers that a rule for payers refuses have bought it, or try it: they miss nothing.
    let isDenied = denied.contains { state in
      feature.allowance(in: state) == .denied
        && !(feature.deciding(in: state).map { feature.rules[$0].when.requiresPurchase } ?? false)
    }
    let paywall = denied.lazy.compactMap { feature.paywall(in: $0) }.first
    let opensInTrial = states.contains {
      $0.phase == .trial && feature.allowance(in: $0) == .unlimited
    }
    let hasSale = definition.products.contains { !$0.entitlements.isEmpty }
    if let paywall {
      subject.mistake(
        path, "the paywall `\(paywall)` sells nothing that opens `\(feature.id)`",
        expected: "a rule that allows it to those who are entitled to what is sold")
    } else if isDenied, hasSale, !isOpenedByGrant(feature, of: states) {
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
  private func isOpenedByGrant(_ feature: Feature, of states: [PossibleState]) -> Bool {
    let granted = Set(definition.onlyGranted)
    return states.contains {
      !granted.isDisjoint(with: $0.entitled) && feature.allowance(in: $0) != .denied
    }
  }

  /// Returns a paywall with a package that gives more of a feature than a customer has; its own paywall comes first.
  private func paywall(thatOpens feature: Feature, to state: PossibleState) -> Paywall.ID? {
    let own = feature.paywall(in: state).flatMap { id in
      definition.paywalls.first { $0.id == id }
    }
    return ([own].compactMap { $0 } + definition.paywalls).first { paywall in
      let products = paywall.packages.compactMap { subject.product($0.product) }
      return isOpened(
        feature, by: products.filter { $0.isSold(toHolderOf: state.entitled) }, to: state)
    }?.id
  }

  /// Returns whether one of several products gives a customer more of a feature, or fills the wallet that it spends
  /// from.
  private func isOpened(_ feature: Feature, by products: [CatalogProduct], to state: PossibleState)
    -> Bool
  {
    products.contains { product in
      if feature.allowance(in: state).prices.flatMap(\.wallets).contains(where: {
        definition.fills($0, by: product.id)
      }) {
        return true
      }
      guard product.kind != .consumable, !product.entitlements.isEmpty else { return false }
      return product.states(after: state, in: subject).contains {
        !feature.allowance(in: $0).isAtMost(feature.allowance(in: state))
      }
    }
  }

  /// How many products that are sold apart one rule may need.
  private static let mostPurchases = 3

  /// Returns whether up to a number of purchases, one after the other, give more of a feature than a customer has.
  private func isOpened(
    _ feature: Feature, byPurchases count: Int, of state: PossibleState
  ) -> Bool {
    let parts = feature.rules.flatMap(\.when.parts)
    let asked = Set(parts.flatMap { $0.entitled.union($0.notEntitled) })
    let products = definition.products.filter { product in
      product.kind != .consumable && !asked.isDisjoint(with: product.entitlements)
    }
    return isOpened(
      feature, beyond: feature.allowance(in: state), by: products, count, to: state)
  }

  private func isOpened(
    _ feature: Feature, beyond given: Feature.Allowance, by products: [CatalogProduct],
    _ count: Int, to state: PossibleState
  ) -> Bool {
    if !feature.allowance(in: state).isAtMost(given) { return true }
    guard count > 0 else { return false }
    return products.contains { product in
      guard product.isSold(toHolderOf: state.entitled),
        !state.entitled.isSuperset(of: product.entitlements)
      else { return false }
      // A subscription takes the place of another one of its group.
      let others = products.filter { other in
        other.id != product.id && (other.group == nil || other.group != product.group)
      }
      return product.states(after: state, in: subject).contains {
        isOpened(feature, beyond: given, by: others, count - 1, to: $0)
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
  func states(after state: PossibleState, in subject: Subject) -> [PossibleState] {
    var bought = state
    bought.entitled.formUnion(entitlements)
    guard subject.states.plan.includes(self) else {
      if kind == .autoRenewable, subject.definition.asksForSubscription {
        bought.addOns = bought.addOns.filter { $0.product != id }
        bought.addOns.insert(PossibleSubscription(.active, willRenew: true, product: id))
      }
      return [bought]
    }
    bought.phase = .subscribed
    if kind == .autoRenewable, subject.definition.asksForSubscription {
      bought.subscription = PossibleSubscription(.active, willRenew: true, product: id)
    }
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
