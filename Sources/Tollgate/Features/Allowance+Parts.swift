/// What an allowance consists of, by which everything else asks what it limits, what it costs and how these work together.
extension Feature.Allowance {
  /// The allowances that it combines as written, below the key that blueprint files have for them; nil if it is a single one.
  package var combined: (key: String, parts: [Feature.Allowance])? {
    switch self {
    case .all(let parts): ("all", parts)
    case .first(let parts): ("first", parts)
    case .unlimited, .limited, .spend, .denied: nil
    }
  }

  /// Whether its limits also count the uses that its wallet pays for, which needs both: they hold at once.
  ///
  /// Otherwise wallets pay for what the limits no longer allow, and without limits for every use.
  package var countsPaidUses: Bool {
    switch self {
    case .all: !quotas.isEmpty && !prices.isEmpty
    case .unlimited, .limited, .spend, .first, .denied: false
    }
  }

  /// The single allowances of which it consists; for one that combines none, the allowance itself.
  public var parts: [Feature.Allowance] { combined.map { $0.parts.flatMap(\.parts) } ?? [self] }

  /// The same with other limits.
  package func replacingQuotas(_ replaced: (Quota) -> Quota) -> Self {
    switch self {
    case .limited(let quota): .limited(replaced(quota))
    case .all(let parts): .all(parts.map { $0.replacingQuotas(replaced) })
    case .first(let parts): .first(parts.map { $0.replacingQuotas(replaced) })
    case .unlimited, .spend, .denied: self
    }
  }

  /// The limits of uses and of held items among its parts, in the blueprint's order.
  public var quotas: [Quota] {
    parts.compactMap { if case .limited(let quota) = $0 { quota } else { nil } }
  }

  /// Whether a limit in it holds together with another one, or with a wallet.
  var holdsSeveral: Bool { quotas.count > 1 || countsPaidUses }

  /// Whether it counts uses.
  public var countsUses: Bool { quotas.contains(where: \.countsUses) }

  /// Whether uses that it allows are counted for whatever depends on their number: all but those that only credits pay for.
  package var countsSome: Bool {
    if self == .unlimited { return true }
    return quotas.contains { prices.isEmpty || $0.countsUses && $0.window != .use }
  }

  /// Whether it limits the sum of the sizes of uses.
  public var countsSizes: Bool { quotas.contains { $0.countsUses && $0.isSized } }

  /// Whether it limits the sum of the sizes of held items.
  public var holdsSizes: Bool { heldQuotas.contains(where: \.isSized) }

  /// The windows in which it counts uses, in the blueprint's order.
  public var windows: [Feature.Window] { quotas.compactMap(\.window) }

  /// The limits of held items, in the blueprint's order.
  public var heldQuotas: [Quota] { quotas.filter { !$0.countsUses } }

  /// The kinds of parents for each of which it counts, in the blueprint's order.
  public var parentKinds: [Parent.Kind] { quotas.compactMap(\.each) }

  /// The names of what its limits count, in the blueprint's order.
  public var countedUses: [CountedUses.ID] { quotas.compactMap(\.counts) }

  /// The name under which its uses are recorded, if one of its limits counts no others.
  func name(among limitsApart: Set<CountedUses.ID>) -> Parent.ID? {
    quotas.lazy.compactMap { $0.name(among: limitsApart) }.first
  }

  /// What a use can cost, and the wallets that pay each price together, in the order in which they are asked.
  public var prices: [(wallets: [Wallet.ID], cost: Int?)] {
    parts.compactMap { part -> (wallets: [Wallet.ID], cost: Int?)? in
      if case .spend(let wallet, let others, let cost) = part {
        ([wallet] + others, cost)
      } else {
        nil
      }
    }
  }
}

extension Feature {
  /// Whether its items have sizes: a rule limits the sum of them, or the size of a single use, which adds one.
  package var itemsHaveSizes: Bool {
    rules.contains(where: \.allowance.holdsSizes)
      || holdsItems && rules.contains { $0.allowance.windows.contains(.use) }
  }
}

extension Blueprint.Definition {
  /// The features that share each limit, in the blueprint's order.
  package var sharers: [CountedUses.ID: [Feature.ID]] {
    var sharers: [CountedUses.ID: [Feature.ID]] = [:]
    for feature in features {
      for name in Set(feature.rules.flatMap(\.allowance.countedUses))
      where !sharers[name, default: []].contains(feature.id) {
        sharers[name, default: []].append(feature.id)
      }
    }
    return sharers
  }

  /// The named limits that count only the uses that limits of their name allowed, since another rule of a feature
  /// counts uses without it.
  ///
  /// Any other counts all uses of its features, which are the same.
  package var limitsApart: Set<CountedUses.ID> {
    var apart: Set<CountedUses.ID> = []
    for feature in features {
      let counting = feature.rules.map(\.allowance).filter(\.countsUses)
        .map { Set($0.countedUses) }
      for names in counting {
        apart.formUnion(names.filter { name in !counting.allSatisfy { $0.contains(name) } })
      }
    }
    return apart
  }
}
