import Tollgate

/// The check for teams that nobody shares, seats that nobody has, members who get more than their owner, and features that
/// are counted together without a limit.
///
/// ```yaml
/// products:
///   coach.pro: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: coach, level: 2 }
///   coach.max: { name: Max, entitlements: [pro, max], price: 19.99 USD, period: P1M, group: coach, level: 1 }
/// teams:
///   crew: { shares: pro, when: { product: coach.pro }, seats: { max: 5 } }   # nobody has both plans
///   home: { shares: pro, gives: [pro, max], seats: 4 }                       # five people have Max for the price of Pro
/// ```
struct TeamAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks the conditions, the seats, the members and the common limits of teams.
  func note() {
    guard subject.isSoundForStates,
      subject.isSound(
        "grants", "granted", "teams", "plan", "features", "credits", "prompts", "placements",
        "routes", "nudges", "paywalls")
    else { return }
    for team in definition.teams {
      if team.when == .always || noteCondition(of: team) { noteSeats(of: team) }
      noteMembers(of: team)
      notePooled(by: team)
    }
  }

  /// Records a condition that no owner of a team meets, and returns whether some owner may meet it.
  private func noteCondition(of team: Team) -> Bool {
    let path = ["teams", team.id.rawValue, "when"]
    guard ConditionAdvice(subject: subject).note(team.when, at: path, "nobody shares the team")
    else { return false }
    let names = team.shares.map { "`\($0)`" }.joined(separator: " or ")
    let what = "nobody shares the team: who meets the condition does not have \(names)"
    guard subject.states.canHold(team.when, where: { !$0.entitled.isDisjoint(with: team.shares) })
    else {
      subject.mistake(path, what)
      return false
    }
    let shared = givers(of: team.shares)
    if asked(by: team.when).allSatisfy({ canOwn($0, shared) }) { return true }
    subject.warning(path, "\(what), \(Self.reason)")
    return false
  }

  /// Warns about seats for those with an entitlement that no customer has together with what the team shares and what its
  /// condition asks for.
  private func noteSeats(of team: Team) {
    for name in team.sizes.compactMap(\.entitlement) {
      let sized = givers(of: [name])
      let isShared = canOwn(givers(of: team.shares), sized)
      if isShared, asked(by: team.when).allSatisfy({ canOwn($0, sized) }) { continue }
      let product = sized?.first.map { "`\($0.id)`" } ?? "it"
      subject.warning(
        ["teams", team.id.rawValue, "seats"],
        "nobody who shares the team has `\(name)`, \(Self.reason)",
        expected: isShared
          ? "a condition that subscribers to \(product) meet"
          : "an entitlement that \(product) gives in `shares`")
    }
  }

  private static let reason =
    "since the store sells a customer one subscription of a group at a time"

  /// Returns, for each part of a condition that asks for some, the products of which a customer needs one; nil where
  /// something else may do.
  private func asked(by condition: Condition) -> [[CatalogProduct]?] {
    let named = definition.products.filter { condition.products.contains($0.id) }
    return (condition.products.isEmpty ? [] : [named])
      + (condition.entitled.isEmpty ? [] : [givers(of: Array(condition.entitled))])
  }

  /// Returns the products that give any of some entitlements; nil if something else may give them.
  private func givers(of names: [Entitlement.ID]) -> [CatalogProduct]? {
    let others =
      definition.granted + definition.grants.flatMap(\.entitlements)
      + (definition.trial?.terms.entitlements ?? [])
      + definition.addOnTrials.flatMap(\.entitlements) + definition.teams.flatMap(\.gives)
    let products = definition.products.filter { !Set($0.entitlements).isDisjoint(with: names) }
    return products.isEmpty || !Set(others).isDisjoint(with: names) ? nil : products
  }

  /// Returns whether a customer can have one of some products and one of others at once.
  private func canOwn(_ some: [CatalogProduct]?, _ others: [CatalogProduct]?) -> Bool {
    guard let some, let others else { return true }
    return some.contains { product in
      others.contains { other in
        product.id == other.id || product.kind != .autoRenewable || other.kind != .autoRenewable
          || product.group == nil || product.group != other.group
          || subject.isFamilyShareable(product) || subject.isFamilyShareable(other)
      }
    }
  }

  /// Warns about a team that gives its members what only a larger plan than the owner's gives.
  private func noteMembers(of team: Team) {
    let sold = Set(definition.products.flatMap(\.entitlements)).intersection(team.gives)
    for product in definition.products {
      let own = Set(product.entitlements)
      let extra = sold.subtracting(own)
      guard !extra.isEmpty, !own.isDisjoint(with: team.shares),
        team.sizes.contains(where: { $0.entitlement.map(own.contains) ?? true }),
        team.when.mayHold(forSubscribersOf: product),
        let feature = feature(withMoreFor: team, extra, thanWith: product)
      else { continue }
      let names = extra.sorted().map { "`\($0)`" }.joined(separator: ", ")
      subject.warning(
        ["teams", team.id.rawValue, "gives"],
        "members have \(names), and more of `\(feature.id)` than an owner with `\(product.id)`",
        expected: "what every owner has, and a team of its own for each larger plan")
      return
    }
  }

  /// Returns the first feature of which what a team gives opens more than a product does, because of some entitlements
  /// among it; nil if there isn't one.
  private func feature(
    withMoreFor team: Team, _ extra: Set<Entitlement.ID>, thanWith product: CatalogProduct
  ) -> Feature? {
    var owner = team.when.subscriber(of: product)
    owner.reached.formUnion(definition.mentionedMilestones)
    var member = owner
    member.subscription = nil
    member.entitled = Set(team.gives)
    if subject.states.plan.granted.isDisjoint(with: team.gives) {
      member.phase = definition.hasFreeTier ? .free : .blocked
    }
    var without = member
    without.entitled.subtract(extra)
    return definition.features.first { feature in
      let (least, most) = (feature.allowance(in: owner), feature.allowance(in: member))
      return least.isAtMost(most) && !most.isAtMost(least)
        && feature.allowance(in: without).isAtMost(least)
    }
  }

  /// Warns about features that are counted together although nobody in the team has a limit that could be, and no condition
  /// depends on what the members used or hold.
  private func notePooled(by team: Team) {
    if team.pooled.isEmpty { return }
    let parts = subject.conditions.flatMap(\.parts)
    let names = Set(team.shares + team.given)
    for name in team.pooled {
      guard let feature = definition.features.first(where: { $0.id == name }),
        !parts.contains(where: { $0.depends(onUsesOf: name) }),
        let states = subject.states.seen(by: feature.rules.map(\.when))
      else { continue }
      let quotas = states.filter { !$0.entitled.isDisjoint(with: names) }
        .flatMap { feature.allowance(in: $0).quotas }
      guard quotas.allSatisfy({ $0.window == .use }) else { continue }
      subject.warning(
        ["teams", team.id.rawValue, "pooled"],
        "nothing of `\(name)` counts together: "
          + (quotas.isEmpty ? "the team has no limit of it" : "`largest` limits each use alone"),
        expected: "`holding`, or `upTo` in a window, in the rule for the team")
    }
  }
}

extension Condition {
  /// Returns whether it depends on what was used, is held or is left of a feature.
  fileprivate func depends(onUsesOf feature: Feature.ID) -> Bool {
    past.contains { $0.event == .use(feature) } || held?.feature == feature
      || left.contains { $0.source == .feature(feature) }
  }
}
