struct IndexedFeature: Sendable {
  let rules: [IndexedRule]
  let paywall: Paywall.ID?

  init(_ feature: Feature, _ index: Blueprint.Index) {
    paywall = feature.paywall
    rules = feature.rules.map { IndexedRule($0, of: feature, index) }
  }
}

struct IndexedRule: Sendable {
  enum Allowance: Sendable {
    case unlimited
    case upTo(Int, position: Int, scope: Limit.Scope)
    case holding(Int, position: Int)
    case spend(cost: Int?, position: Int)
    case denied
  }

  let when: IndexedCondition
  let allowance: Allowance
  let paywall: Paywall.ID?

  init(_ rule: Feature.Rule, of feature: Feature, _ index: Blueprint.Index) {
    when = IndexedCondition(rule.when, index)
    paywall = rule.paywall ?? feature.paywall
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
