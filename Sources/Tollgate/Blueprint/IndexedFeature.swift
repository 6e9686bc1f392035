/// A feature's rules with names resolved to positions; the first whose condition holds decides.
struct IndexedFeature: Sendable {
  /// The condition of each rule.
  let conditions: IndexedConditions
  let rules: [IndexedRule]
  /// The paywall that a denial shows if no rule's condition holds; nil if the blueprint names none.
  let paywall: Paywall.ID?

  init(_ feature: Feature, _ index: BlueprintIndex) {
    paywall = feature.paywall
    conditions = IndexedConditions(feature.rules.map(\.when), index)
    rules = feature.rules.map { IndexedRule($0, of: feature, index) }
  }
}

/// A rule of a feature, with the position of what it counts.
struct IndexedRule: Sendable {
  /// A ``Feature/Allowance`` that refers to what it counts by position.
  enum Allowance: Sendable {
    /// Any number of uses; nothing is counted.
    case unlimited
    /// A number of uses, compared with the count at a position of ``Standing/counts``.
    case upTo(Int, position: Int, scope: Limit.Scope)
    /// A number of items, compared with the count at a position of ``Standing/held``.
    case holding(Int, position: Int)
    /// Uses that the wallet at a position pays for; a cost of nil is stated by each use.
    case spend(cost: Int?, position: Int)
    /// No uses.
    case denied
  }

  /// Whether it allows no use at all.
  var isDenial: Bool {
    switch allowance {
    case .denied: true
    case .unlimited, .upTo, .holding, .spend: false
    }
  }

  let allowance: Allowance
  /// The paywall of its denial: its own, or else the feature's.
  let paywall: Paywall.ID?

  init(_ rule: Feature.Rule, of feature: Feature, _ index: BlueprintIndex) {
    paywall = rule.paywall ?? feature.paywall
    // The index has a position for everything that a valid definition counts, so 0 never stands in for another's.
    switch rule.allowance {
    case .unlimited: allowance = .unlimited
    case .denied: allowance = .denied
    case .upTo(let limit, let window):
      let position = index.allowances.firstIndex(
        of: IndexedAllowance(feature: feature.id, window: window))
      allowance = .upTo(limit, position: position ?? 0, scope: window.scope)
    case .holding(let limit):
      allowance = .holding(
        limit, position: index.heldFeatures.firstIndex(of: feature.id) ?? 0)
    case .spend(let wallet, let cost):
      allowance = .spend(cost: cost, position: index.wallets.firstIndex(of: wallet) ?? 0)
    }
  }
}

extension Feature.Window {
  /// What a limit in this window reports as counted together.
  var scope: Limit.Scope {
    switch self {
    case .trial: .trial
    case .day: .day
    case .week: .week
    case .month: .month
    case .period: .period
    case .ever: .ever
    }
  }
}
