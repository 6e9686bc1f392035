extension Blueprint {
  /// The position of each name, so that conditions become bit sets.
  struct Index: Sendable {
    let entitlements: [Entitlement.ID: Int]
    let milestones: [Milestone.ID: Int]
    let heldFeatures: [Feature.ID]
    let wallets: [Wallet.ID]
    var allowances: [IndexedAllowance]

    /// The greatest number of entitlements or milestones in a blueprint.
    static let limit = 64

    init(_ definition: Definition) {
      let entitlements = definition.entitlements
      self.entitlements = Dictionary(
        entitlements.prefix(Self.limit).enumerated().map { ($1, $0) }
      ) { first, _ in first }
      milestones = Dictionary(
        definition.milestones.prefix(Self.limit).enumerated().map { ($1, $0) }
      ) { first, _ in first }
      var held: [Feature.ID] = []
      var allowances: [IndexedAllowance] = []
      for feature in definition.features {
        for rule in feature.rules {
          switch rule.allowance {
          case .holding: if !held.contains(feature.id) { held.append(feature.id) }
          case .upTo(_, let window):
            let allowance = IndexedAllowance(feature: feature.id, window: window)
            if !allowances.contains(allowance) { allowances.append(allowance) }
          case .unlimited, .spend, .none: break
          }
        }
      }
      heldFeatures = held
      wallets = definition.credits.map(\.id)
      self.allowances = allowances
    }

    func bit(_ name: Entitlement.ID) -> UInt64 {
      entitlements[name].map { 1 << UInt64($0) } ?? 0
    }

    func bits(_ names: some Sequence<Entitlement.ID>) -> UInt64 {
      names.reduce(0) { $0 | bit($1) }
    }

    func bits(_ names: Set<Milestone.ID>) -> UInt64 {
      names.reduce(0) { $0 | (milestones[$1].map { 1 << UInt64($0) } ?? 0) }
    }
  }
}

extension Blueprint.Definition {
  /// Every entitlement that the blueprint gives, sorted.
  public var entitlements: [Entitlement.ID] {
    Set(products.flatMap(\.entitlements) + (trial?.terms.entitlements ?? []) + plan).sorted()
  }
}

struct IndexedAllowance: Hashable, Sendable {
  let feature: Feature.ID
  let window: Feature.Window
}

struct IndexedCondition: Hashable, Sendable {
  let phases: UInt16
  let entitled: UInt64
  let notEntitled: UInt64
  let reached: UInt64
  let notReached: UInt64
  let heldPosition: Int
  let heldAtLeast: Int

  init(_ condition: Condition, _ index: Blueprint.Index) {
    phases = condition.phases.isEmpty ? .max : condition.phases.reduce(0) { $0 | $1.bit }
    entitled = index.bits(condition.entitled)
    notEntitled = index.bits(condition.notEntitled)
    reached = index.bits(condition.reached)
    notReached = index.bits(condition.notReached)
    heldPosition = condition.held.flatMap { index.heldFeatures.firstIndex(of: $0.feature) } ?? -1
    heldAtLeast = condition.held?.atLeast ?? 0
  }

  @inline(__always)
  func holds(_ standing: borrowing Standing) -> Bool {
    holds(standing, phase: standing.phase, entitled: standing.entitled)
  }

  /// Whether the condition holds for a standing with this phase and these entitlements in place of its own.
  @inline(__always)
  func holds(_ standing: borrowing Standing, phase: Phase, entitled given: UInt64) -> Bool {
    phases & phase.bit != 0
      && (entitled == 0 || entitled & given != 0)
      && notEntitled & given == 0
      && reached & standing.reached == reached
      && notReached & standing.reached == 0
      && (heldPosition < 0 || standing.held[heldPosition] >= heldAtLeast)
  }
}

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
    case none
  }

  let when: IndexedCondition
  let allowance: Allowance
  let paywall: Paywall.ID?

  /// Whether the plan gives anything later to a customer who has used up the current allowances; a window that resets
  /// counts as room, and so does a wallet that the plan fills.
  func gives(_ standing: borrowing Standing, with plan: PendingPlan) -> Bool {
    switch allowance {
    case .unlimited: true
    case .upTo(let limit, let position, .ever): standing.counts[position] < limit
    case .upTo: true
    case .holding(let limit, let position): standing.held[position] < limit
    case .spend(let cost, let position):
      plan.fills & (1 << UInt64(position)) != 0 || standing.credits[position] >= cost ?? 1
    case .none: false
    }
  }

  init(_ rule: Feature.Rule, of feature: Feature, _ index: Blueprint.Index) {
    when = IndexedCondition(rule.when, index)
    paywall = rule.paywall ?? feature.paywall
    switch rule.allowance {
    case .unlimited: allowance = .unlimited
    case .none: allowance = .none
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

extension Phase {
  var bit: UInt16 {
    switch self {
    case .unknown: 1
    case .onboarding: 2
    case .blocked: 4
    case .trial: 8
    case .trialExpired: 16
    case .subscribed: 32
    case .lapsed: 64
    case .free: 128
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
