/// A feature's rules with names resolved to positions; the first whose condition holds decides.
struct IndexedFeature: Sendable {
  let conditions: IndexedConditions
  let rules: [IndexedRule]
  /// Whether a rule limits the sum of the sizes of uses, so that each use records its own.
  let countsSizes: Bool
  /// Whether a rule limits the sum of the sizes of held items, so that each item has one.
  let holdsSizes: Bool
  /// Whether a rule limits what each parent has, so that each use and each item records its own.
  let hasParents: Bool
  /// Whether a use that names no item holds one under every rule, so that a report without one holds it too.
  let alwaysHoldsUnnamed: Bool
  /// Whether held items beyond the limit cannot be used.
  let blocksSurplus: Bool
  /// The names under which the uses of each rule are recorded, for limits that count no others; empty without any.
  let names: [Parent.ID?]
  /// The paywall that a denial shows if no rule's condition holds; nil if the blueprint names none.
  let paywall: Paywall.ID?

  init(_ feature: Feature, _ index: BlueprintIndex) {
    paywall = feature.paywall
    conditions = IndexedConditions(feature.rules.map(\.when), index)
    let rules = feature.rules.map { IndexedRule($0, of: feature, index) }
    self.rules = rules
    alwaysHoldsUnnamed = rules.allSatisfy { $0.isDenial || $0.holdsUnnamed }
    countsSizes = feature.rules.contains { $0.allowance.countsSizes }
    holdsSizes = feature.rules.contains { $0.allowance.holdsSizes }
    hasParents = feature.parentKind != nil
    blocksSurplus = feature.surplus == .blocked && feature.holdsItems
    let names = feature.rules.map { $0.allowance.name(among: index.limitsApart) }
    self.names = names.contains { $0 != nil } ? names : []
  }
}

/// A rule of a feature, with the position of what it counts.
struct IndexedRule: Sendable {
  /// A ``Feature/Allowance`` that refers to what it counts by position.
  enum Allowance: Sendable {
    /// Any number of uses; nothing is counted.
    case unlimited
    /// A number of uses, in a window, in a pool or within a span of time.
    case upTo(IndexedLimit)
    /// Several numbers of uses or of held items, at least one, and the wallet that pays for every use beside them.
    case all([IndexedLimit], spending: IndexedPrice?)
    /// Uses that count while each limit has room, and that the first wallet with enough credits pays for after that;
    /// there may be no limit, and there is a wallet.
    case first([IndexedLimit], then: [IndexedPrice])
    /// A number of held items or a sum of their sizes.
    case holding(IndexedLimit)
    /// Uses that a wallet pays for.
    case spend(IndexedPrice)
    /// No uses.
    case denied
  }

  /// Whether it allows no use at all.
  var isDenial: Bool {
    switch allowance {
    case .denied: true
    case .unlimited, .upTo, .all, .first, .holding, .spend: false
    }
  }

  /// Whether a use that names no item holds one, instead of being counted or paid for.
  var holdsUnnamed: Bool {
    switch allowance {
    case .unlimited, .holding: true
    case .all(let limits, _): limits.contains { $0.scope == .held }
    case .upTo, .first, .spend, .denied: false
    }
  }

  let allowance: Allowance
  /// The paywall of its denial: its own, or else the feature's unless it hides that.
  let paywall: Paywall.ID?

  init(_ rule: Feature.Rule, of feature: Feature, _ index: BlueprintIndex) {
    paywall = feature.paywall(of: rule)
    let asked = AskedPlan(rule, index)
    // The index has a position for everything that a valid definition counts, so 0 never stands in for another's.
    switch rule.allowance {
    case .unlimited: allowance = .unlimited
    case .denied: allowance = .denied
    case .limited(let quota):
      let limit = IndexedLimit(quota, of: feature, asked, index)
      allowance = quota.countsUses ? .upTo(limit) : .holding(limit)
    case .all, .first:
      let isOneOfSeveral = rule.allowance.holdsSeveral
      let counted = rule.allowance.quotas.map {
        IndexedLimit($0, of: feature, asked, isOneOfSeveral: isOneOfSeveral, index)
      }
      let prices = rule.allowance.prices.map { IndexedPrice($0.wallet, cost: $0.cost, index) }
      if case .all = rule.allowance, !counted.isEmpty {
        allowance = .all(counted, spending: prices.first)
      } else if prices.isEmpty {
        allowance = counted.isEmpty ? .denied : .all(counted, spending: nil)
      } else {
        allowance = .first(counted, then: prices)
      }
    case .spend(let wallet, let cost):
      allowance = .spend(IndexedPrice(wallet, cost: cost, index))
    }
  }
}

/// A number of uses or a sum of their sizes, with the position of their count in ``Standing/counts``; or one of held items,
/// with the position of their feature in ``Standing/held``.
struct IndexedLimit: Sendable {
  let limit: Int
  let isSized: Bool
  /// Whether it is of the items in each parent.
  let isHeldInEach: Bool
  let position: Int
  let scope: Limit.Scope
  /// Whether it says when it is renewed: it holds together with others or for several features, or its window says nothing
  /// by itself.
  let saysRenewal: Bool

  /// Resolves what a limit counts.
  ///
  /// - Parameter asked: What the rule asks of the plan.
  init(
    _ quota: Quota, of feature: Feature, _ asked: AskedPlan, isOneOfSeveral: Bool = false,
    _ index: BlueprintIndex
  ) {
    limit = quota.count
    isSized = quota.isSized
    scope = quota.span.scope
    isHeldInEach = !quota.countsUses && quota.each != nil
    saysRenewal = quota.countsUses && (isOneOfSeveral || quota.saysRenewal)
    let counted = IndexedAllowance(quota, of: feature, asked, index.sharers, index.limitsApart)
    let position =
      if let counted {
        index.allowances.firstIndex(of: counted)
      } else {
        index.heldFeatures.firstIndex(of: feature.id)
      }
    self.position = position ?? 0
  }
}

/// The wallet that pays for a use, by its position, and what it costs; a cost of nil is stated by each use.
struct IndexedPrice: Sendable {
  let cost: Int?
  let position: Int

  init(_ wallet: Wallet.ID, cost: Int?, _ index: BlueprintIndex) {
    self.cost = cost
    position = index.wallets.firstIndex(of: wallet) ?? 0
  }
}
