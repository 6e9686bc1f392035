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
          case .unlimited, .spend, .denied: break
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
