import Tollgate

/// The check for products on sale, and for grants, that unlock nothing, and for wallets that nothing fills or spends, or
/// that former subscribers spend.
///
/// Products that no paywall sells are left out. The finding is a warning: the app may ask for the entitlement by name.
/// What tells a purchase for ever from a subscription needs no rule: it is why the paywall sells the one to those who
/// have the other.
///
/// ```yaml
/// products:
///   coach.themes: { kind: nonConsumable, name: Themes, entitlements: themes, price: 4.99 USD }
///   coach.pro: { name: Pro, entitlements: [premium, export], price: 9.99 USD, period: P1M, group: coach }
/// features:
///   send-message:
///     - when: { entitled: premium }   # no rule asks for `themes`, nor for `export`
///       allow: unlimited
/// ```
struct ProductAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Warns about each such product, each such entitlement that only a grant gives, each such grant, and each such team.
  func note() {
    guard
      subject.isSound(
        "products", "features", "credits", "paywalls", "placements", "prompts", "routes", "trial",
        "trials", "plan")
    else { return }
    let conditions = subject.conditions.flatMap(\.parts)
    // A team asks for what decides its number of seats, and for what lets the owner give members something else.
    let needed = definition.teams.flatMap { team in
      team.sizes.compactMap(\.entitlement) + (team.gives.isEmpty ? [] : team.shares)
    }
    let asked = conditions.reduce(into: Set(needed)) {
      $0.formUnion($1.entitled.union($1.notEntitled))
    }
    // Rules that ask for a phase ask for the plan.
    let plan =
      conditions.contains { !$0.phases.isEmpty } ? definition.resolvedPlan.entitlements : []
    for name in definition.granted where !asked.union(plan).contains(name) {
      subject.warning(["granted"], "no rule asks for `\(name)`, which only a grant gives")
    }
    for grant in definition.grants
    where subject.isSound("grants") && grant.credits == nil
      && asked.union(plan).isDisjoint(with: grant.entitlements)
    {
      let names = grant.entitlements.map { "`\($0)`" }.joined(separator: ", ")
      subject.warning(
        ["grants", grant.id.rawValue],
        "no rule asks for \(names): who gets `\(grant.id)` gets nothing by this blueprint")
    }
    noteOffers()
    noteTiersElsewhere()
    noteOwners()
    for team in definition.teams
    where subject.isSound("teams") && asked.union(plan).isDisjoint(with: team.given) {
      let names = team.given.map { "`\($0)`" }.joined(separator: ", ")
      subject.warning(
        ["teams", team.id.rawValue],
        "no rule asks for \(names): who joins `\(team.id)` gets nothing by this blueprint")
    }
    for wallet in definition.credits
    where subject.isSound("credits", "grants") && wallet.sources.isEmpty && wallet.given.isEmpty
      && !definition.grants.contains(where: { $0.credits?.wallet == wallet.id })
    {
      subject.warning(
        ["credits", wallet.id.rawValue],
        "nothing fills the wallet; expected `filledBy`, `given` or a listed grant of credits")
    }
    let packages = Set(definition.paywalls.flatMap(\.packages).map(\.product))
    if subject.isSound("credits") {
      noteCredits(soldOn: packages)
      for wallet in definition.credits {
        noteCap(of: wallet)
        noteRest(of: wallet)
      }
    }
    let sold = definition.products.filter { product in
      packages.contains(product.id) && !product.entitlements.isEmpty
        && !definition.credits.contains { $0.sources.contains { $0.product == product.id } }
    }
    for product in sold
    where asked.union(plan).isDisjoint(with: product.entitlements)
      && !isAskedFor(asSubscription: product)
    {
      let names = product.entitlements.map { "`\($0)`" }.joined(separator: ", ")
      subject.warning(
        ["products", product.id.rawValue],
        "no rule asks for \(names): who buys `\(product.id)` gets nothing by this blueprint")
    }
    noteExtras(of: sold, asked.union(definition.paywalls.flatMap(\.tabs).map(\.entitlement)))
  }

  /// Returns whether a rule of a feature asks for the subscription that a product is, rather than for what it gives.
  private func isAskedFor(asSubscription product: CatalogProduct) -> Bool {
    guard product.kind == .autoRenewable else { return false }
    let isPlan = definition.resolvedPlan.includes(product)
    return definition.features.flatMap(\.rules).flatMap(\.when.parts).contains {
      $0.products.contains(product.id)
        || isPlan && (!$0.subscription.isEmpty || $0.willRenew != nil)
    }
  }

  /// Warns about offers that nothing sells; the App Store sells those with a code by itself.
  private func noteOffers() {
    guard subject.isSound("retention") else { return }
    let packages = definition.paywalls.flatMap(\.packages)
    for product in definition.products {
      for offer in product.offers where offer.kind != .code {
        let path = ["products", product.id.rawValue, "offers", offer.id.rawValue]
        let isSold =
          packages.contains { $0.product == product.id && $0.offer == .named(offer.id) }
          || definition.retention.contains { $0.action == .offer(offer.id) }
        if isSold || subject.node(path).path != path { continue }
        subject.warning(
          path, "nothing sells the offer `\(offer.id)` of `\(product.id)`",
          expected: "a package with `offer: \(offer.id)`")
      }
    }
  }

  /// Warns about credits on sale that no rule spends.
  private func noteCredits(soldOn packages: Set<CatalogProduct.ID>) {
    let spent = Set(
      definition.features.flatMap(\.rules).flatMap(\.allowance.prices).flatMap(\.wallets))
    for wallet in definition.credits where !spent.contains(wallet.id) {
      guard let source = wallet.sources.first(where: { packages.contains($0.product) }) else {
        continue
      }
      subject.warning(
        ["credits", wallet.id.rawValue],
        "no rule spends `\(wallet.id)`, so customers who buy `\(source.product)` cannot use its credits",
        expected: "a rule with `spend: \(wallet.id)`")
    }
  }

  /// Records the most expensive use of each feature that costs more than a wallet lets customers spend at all.
  ///
  /// Where several wallets share the price, another one can pay the rest.
  private func noteCap(of wallet: Wallet) {
    guard let cap = wallet.spending else { return }
    for feature in definition.features {
      let costs = feature.rules.flatMap(\.allowance.prices).compactMap {
        $0.wallets == [wallet.id] ? $0.cost : nil
      }
      guard let cost = costs.max(), cost > cap.limit else { continue }
      subject.mistake(
        ["credits", wallet.id.rawValue, "spending"],
        "`\(feature.id)` costs \(cost), and \(cap.limit) can be spent in a \(cap.window.rawValue), "
          + "so `\(wallet.id)` can never pay for it",
        expected: "at least \(cost)")
    }
  }

  /// Warns about rules by which those whose subscription has ended spend what rolled over beyond it, where nobody else has
  /// credits.
  ///
  /// Where others have credits too, bought or given, they need a rule that everybody meets.
  private func noteRest(of wallet: Wallet) {
    let sources = wallet.sources.compactMap { subject.product($0.product) }
    let outlasts = wallet.sources.contains {
      $0.lifetime.rollover.map { !$0.whileSubscribed } ?? false
    }
    guard outlasts, wallet.given.isEmpty, let name = sources.first?.entitlements.first,
      !definition.grants.contains(where: { $0.credits?.wallet == wallet.id }),
      sources.allSatisfy({ $0.kind == .autoRenewable && !$0.entitlements.isEmpty })
    else { return }
    let given = Set(sources.flatMap(\.entitlements))
    let isPlan = sources.contains(where: subject.states.plan.includes)
    let phases: Set<Phase> = isPlan ? [.lapsed] : [.free, .blocked, .lapsed]
    for feature in definition.features {
      let spending = feature.rules.indices.filter { position in
        feature.rules[position].allowance.prices.contains { $0.wallets.contains(wallet.id) }
      }
      if spending.isEmpty { continue }
      let deciding = subject.states.seen(by: feature.rules.map(\.when))?.filter { state in
        phases.contains(state.phase) && !state.isByGrant && given.isDisjoint(with: state.entitled)
      }.compactMap { feature.deciding(in: $0) }
      guard let position = spending.first(where: { deciding?.contains($0) ?? false }) else {
        continue
      }
      subject.warning(
        ["features", feature.id.rawValue, "\(position)"],
        "those whose subscription has ended still spend here what rolled over in `\(wallet.id)`",
        expected:
          "`when: { entitled: \(name) }` in this rule, or `rollsOver: whileSubscribed`, unless they may",
        finding: .freeRide)
    }
  }

  /// Warns about a right bought elsewhere that opens what is sold without including it, so that it is sold a second time.
  private func noteTiersElsewhere() {
    guard subject.isSound("grants") else { return }
    let packages = definition.paywalls.flatMap(\.packages)
    for right in definition.grants where right.isElsewhere {
      let given = Set(right.entitlements)
      let besides = definition.features.flatMap(\.rules).flatMap(\.when.parts).map(\.entitled)
        .filter { !$0.isDisjoint(with: given) }
      let missing = packages.filter { package in
        !package.when.parts.contains { !$0.notEntitled.isDisjoint(with: given) }
      }.flatMap { subject.product($0.product)?.entitlements ?? [] }.filter { sold in
        !given.contains(sold) && besides.contains { $0.contains(sold) }
      }
      let sold = definition.products.flatMap(\.entitlements)
      guard given.isDisjoint(with: sold), let smaller = missing.first else { continue }
      let names = (right.entitlements + [smaller]).map(\.rawValue).joined(separator: ", ")
      subject.warning(
        ["grants", right.id.rawValue, "entitlement"],
        "whoever has `\(right.id)` is still sold `\(smaller)`, "
          + "beside which rules name what it gives",
        expected: "`[\(names)]`, if it includes `\(smaller)`")
    }
  }

  /// Warns about a team that is named after an entitlement, and whose owners need only what a smaller plan gives.
  private func noteOwners() {
    guard subject.isSound("teams", "grants") else { return }
    for team in definition.teams where team.sizes.allSatisfy({ $0.entitlement == nil }) {
      let own = Entitlement.ID(team.id.rawValue)
      let given = definition.products.map(\.entitlements) + definition.grants.map(\.entitlements)
      let shared = Set(team.shares)
      guard !shared.contains(own), let size = team.sizes.first,
        given.contains(where: { $0.contains(own) && !shared.isDisjoint(with: $0) }),
        let smaller = given.first(where: { !$0.contains(own) && !shared.isDisjoint(with: $0) })
      else { continue }
      let names = smaller.filter(shared.contains).map { "`\($0)`" }.joined(separator: ", ")
      subject.warning(
        ["teams", team.id.rawValue, "seats"],
        "whoever has \(names) can invite members, even without `\(own)`",
        expected: "`seats: { \(own): \(size.seats) }`, if only owners with `\(own)` may")
    }
  }

  /// Warns about each entitlement that no rule asks for and that products give only besides one that rules ask for.
  private func noteExtras(of sold: [CatalogProduct], _ asked: Set<Entitlement.ID>) {
    for name in Set(sold.flatMap(\.entitlements)).subtracting(asked).sorted() {
      let givers = sold.filter { $0.entitlements.contains(name) }
      guard let first = givers.first, !definition.plan.contains(name),
        givers.allSatisfy({ !asked.isDisjoint(with: $0.entitlements) }),
        givers.contains(where: { $0.kind != .nonConsumable })
      else { continue }
      subject.warning(
        ["products", first.id.rawValue],
        "no rule asks for `\(name)`, which `\(first.id)` gives besides "
          + first.entitlements.filter { $0 != name }.map { "`\($0)`" }.joined(separator: ", "),
        expected:
          "a rule with `entitled: \(name)`, or `\(name)` under `plan` if another app has the rule")
    }
  }
}

extension CatalogProduct {
  /// Returns whether conditions test if the product is owned or was bought, whatever it gives.
  func isTested(by conditions: [Condition]) -> Bool {
    let purchases: [CustomerEvent] = [.bought(id), .purchase, .firstPurchase]
    return conditions.flatMap(\.parts).contains { condition in
      condition.products.contains(id) || condition.past.contains { purchases.contains($0.event) }
    }
  }
}
