/// A feature's rules with names resolved to positions; the first whose condition holds decides.
struct IndexedFeature: Sendable {
  let conditions: IndexedConditions
  let rules: [IndexedRule]
  /// Whether something depends on how often the feature is used, so that uses that count toward no limit are recorded too.
  let countsUnlimitedUses: Bool
  /// Whether a rule limits the sum of the sizes of uses, so that each use records its own.
  let countsSizes: Bool
  /// Whether a rule limits the sizes of held items, or their sum, so that each item has one.
  let holdsSizes: Bool
  /// Whether a rule limits what each parent has, so that each use and each item records its own.
  let hasParents: Bool
  /// Whether a use that names no item holds one under every rule, so that a report without one holds it too.
  let alwaysHoldsUnnamed: Bool
  /// Whether held items beyond the limit cannot be used.
  let blocksSurplus: Bool
  /// The paywall that a denial shows if no rule's condition holds; nil if the blueprint names none.
  let paywall: Paywall.ID?

  init(_ feature: Feature, _ index: BlueprintIndex) {
    paywall = feature.paywall
    conditions = IndexedConditions(feature.rules.map(\.when), index)
    let rules = feature.rules.map { IndexedRule($0, of: feature, index) }
    self.rules = rules
    alwaysHoldsUnnamed = rules.allSatisfy { $0.isDenial || $0.holdsUnnamed }
    countsUnlimitedUses = index.countedFeatures.contains(feature.id)
    countsSizes = feature.rules.contains { $0.allowance.countsSizes }
    holdsSizes = feature.itemsHaveSizes
    hasParents = feature.parentKind != nil
    blocksSurplus = feature.surplus == .blocked && feature.holdsItems
  }
}

/// A rule of a feature: the limits that hold at once and the wallets that pay, by position.
struct IndexedRule: Sendable {
  /// Whether it allows no use at all.
  let isDenial: Bool
  /// Whether it allows any number of uses, which count toward no limit and no wallet pays for.
  let isUnlimited: Bool
  /// The limit that decides alone, without another and without a wallet; most rules that have a limit have just this one.
  let onlyLimit: IndexedLimit?
  /// Every limit, of uses and of held items, in the blueprint's order.
  let limits: [IndexedLimit]
  /// What a use can cost, in the order in which the wallets are asked.
  let prices: [IndexedPrice]
  /// Whether the limits also count the uses that the wallet pays for, of which there is one then; otherwise wallets pay
  /// for what the limits no longer allow.
  let countsPaidUses: Bool
  /// The name under which its uses are recorded, for a limit that counts no others.
  let name: Parent.ID?
  /// The paywall of its denial: its own, or else the feature's unless it hides that.
  let paywall: Paywall.ID?

  init(_ rule: Feature.Rule, of feature: Feature, _ index: BlueprintIndex) {
    let asked = AskedPlan(rule, index)
    let isOneOfSeveral = rule.allowance.holdsSeveral
    // The index has a position for everything that a valid definition counts, so 0 never stands in for another's.
    limits = rule.allowance.quotas.map {
      IndexedLimit($0, of: feature, asked, isOneOfSeveral: isOneOfSeveral, index)
    }
    prices = rule.allowance.prices.map { IndexedPrice($0.wallets, cost: $0.cost, index) }
    countsPaidUses = rule.allowance.countsPaidUses
    onlyLimit = limits.count == 1 && prices.isEmpty ? limits[0] : nil
    isUnlimited = rule.allowance == .unlimited
    isDenial = limits.isEmpty && prices.isEmpty && !isUnlimited
    name = rule.allowance.name(among: index.limitsApart)
    paywall = feature.paywall(of: rule)
  }
}

extension IndexedRule {
  /// The limits that hold together with others, or with wallets.
  var limitsOfSeveral: [IndexedLimit] { onlyLimit == nil ? limits : [] }

  /// Whether limits hold at once, or a limit and a wallet.
  var holdsSeveral: Bool { limits.count > 1 || countsPaidUses }

  /// Whether a use that names no item holds one, instead of being counted or paid for.
  var holdsUnnamed: Bool { isUnlimited || limits.contains(where: \.isHeld) }

  /// Whether uses count toward no limit under it, and credits do not pay for them.
  var addsNothingUp: Bool {
    !isDenial && prices.isEmpty && limits.allSatisfy { $0.scope == .use || $0.isHeld }
  }

  /// Whether uses add up under it, rather than being limited one by one or by the items that they add.
  var addsUp: Bool {
    limits.contains { $0.scope != .use && !$0.isHeld }
      || limits.isEmpty || !prices.isEmpty && !countsPaidUses
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
  /// Whether it is of held items.
  var isHeld: Bool { scope == .held }
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

/// What a use costs, and what pays for it: a wallet, or several together.
struct IndexedPrice: Sendable {
  /// The number of credits; nil means that each use states it.
  let cost: Int?
  /// The position in ``Standing/Wallets/spendable`` of what can be spent for it, in one wallet or in several together.
  let position: Int
  /// The wallets, as bits of their positions.
  let wallets: UInt64

  init(_ wallets: [Wallet.ID], cost: Int?, _ index: BlueprintIndex) {
    self.cost = cost
    position = index.position(of: wallets)
    self.wallets = wallets.reduce(0) { bits, wallet in
      index.wallets.firstIndex(of: wallet).map { bits | 1 << UInt64($0) } ?? bits
    }
  }

  /// Whether a wallet pays, alone or with others.
  func isPaid(by position: Int) -> Bool { wallets & 1 << UInt64(position) != 0 }
}
