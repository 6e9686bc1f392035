extension Feature.Allowance {
  /// The allowances that ``all(_:)`` and ``first(_:)`` consist of; for any other, the allowance itself.
  public var parts: [Feature.Allowance] {
    switch self {
    case .all(let parts), .first(let parts): parts.flatMap(\.parts)
    case .unlimited, .upTo, .pool, .rolling, .fromFirstUse, .holding, .spend, .denied: [self]
    }
  }

  /// Whether it counts uses by itself, in a window, in a pool or within a span of time.
  public var countsUses: Bool {
    switch self {
    case .upTo, .pool, .rolling, .fromFirstUse: true
    case .unlimited, .holding, .spend, .all, .first, .denied: false
    }
  }

  /// The numbers of uses, or sums of sizes, that it counts in windows, in the blueprint's order.
  public var limits: [(count: Int, window: Feature.Window, isSized: Bool, shared: SharedLimit.ID?)]
  {
    parts.compactMap {
      part -> (count: Int, window: Feature.Window, isSized: Bool, shared: SharedLimit.ID?)? in
      if case .upTo(let count, let window, let isSized, _, let shared) = part {
        (count, window, isSized, shared)
      } else {
        nil
      }
    }
  }

  /// Whether it limits the sum of the sizes of uses, in a window or within a span of time.
  public var countsSizes: Bool {
    limits.contains(where: \.isSized) || spans.contains(where: \.isSized)
  }

  /// Whether it limits the sum of the sizes of held items.
  public var holdsSizes: Bool {
    heldLimits.contains(where: \.isSized)
  }

  /// The numbers of items, or sums of their sizes, that may be held at once, in the blueprint's order.
  public var heldLimits: [(count: Int, isSized: Bool, parent: Parent.Kind?)] {
    parts.compactMap { part -> (count: Int, isSized: Bool, parent: Parent.Kind?)? in
      if case .holding(let count, let isSized, let kind) = part {
        (count, isSized, kind)
      } else {
        nil
      }
    }
  }

  /// The kinds of parents for each of which it counts, in the blueprint's order.
  public var parentKinds: [Parent.Kind] {
    parts.compactMap { part in
      switch part {
      case .upTo(_, _, _, let kind, _), .rolling(_, _, _, let kind, _),
        .fromFirstUse(_, _, _, let kind, _), .holding(_, _, let kind):
        kind
      case .unlimited, .pool, .spend, .all, .first, .denied: nil
      }
    }
  }

  /// The limits among its own that several features share, in the blueprint's order.
  public var sharedLimits: [SharedLimit.ID] {
    parts.compactMap { part in
      switch part {
      case .upTo(_, _, _, _, let shared), .rolling(_, _, _, _, let shared),
        .fromFirstUse(_, _, _, _, let shared):
        shared
      case .unlimited, .pool, .holding, .spend, .all, .first, .denied: nil
      }
    }
  }

  /// The name under which its uses are recorded, if one of its limits counts no others.
  func name(among limitsApart: Set<SharedLimit.ID>) -> Parent.ID? {
    sharedLimits.first(where: limitsApart.contains).map { Parent.ID($0.rawValue) }
  }

  /// The pools of uses, and how often one comes back, in the blueprint's order.
  public var pools: [(count: Int, refills: Period)] {
    parts.compactMap { part -> (count: Int, refills: Period)? in
      if case .pool(let count, let period) = part { (count, period) } else { nil }
    }
  }

  /// The numbers of uses, or sums of sizes, within spans of time, in the blueprint's order; each span slides, or begins
  /// with its first use.
  public var spans:
    [(count: Int, within: Period, isSized: Bool, isFromFirstUse: Bool, shared: SharedLimit.ID?)]
  {
    parts.compactMap {
      part -> (
        count: Int, within: Period, isSized: Bool, isFromFirstUse: Bool, shared: SharedLimit.ID?
      )? in
      switch part {
      case .rolling(let count, let period, let isSized, _, let shared):
        (count, period, isSized, false, shared)
      case .fromFirstUse(let count, let period, let isSized, _, let shared):
        (count, period, isSized, true, shared)
      case .unlimited, .upTo, .pool, .holding, .spend, .all, .first, .denied: nil
      }
    }
  }

  /// The wallets that can pay for a use, and what it costs, in the order in which they are asked.
  public var prices: [(wallet: Wallet.ID, cost: Int?)] {
    parts.compactMap { part -> (wallet: Wallet.ID, cost: Int?)? in
      if case .spend(let wallet, let cost) = part { (wallet, cost) } else { nil }
    }
  }
}

extension Blueprint.Definition {
  /// The features that share each limit, in the blueprint's order.
  package var sharers: [SharedLimit.ID: [Feature.ID]] {
    var sharers: [SharedLimit.ID: [Feature.ID]] = [:]
    for feature in features {
      for shared in Set(feature.rules.flatMap(\.allowance.sharedLimits))
      where !sharers[shared, default: []].contains(feature.id) {
        sharers[shared, default: []].append(feature.id)
      }
    }
    return sharers
  }

  /// The limits with a name that count only the uses which limits of the name allowed, since another rule of a feature
  /// counts uses without it.
  ///
  /// Any other counts all uses of its features, which are the same.
  package var limitsApart: Set<SharedLimit.ID> {
    var apart: Set<SharedLimit.ID> = []
    for feature in features {
      let counting = feature.rules.map(\.allowance).filter {
        $0.parts.contains(where: \.countsUses)
      }
      .map { Set($0.sharedLimits) }
      for names in counting {
        apart.formUnion(names.filter { name in !counting.allSatisfy { $0.contains(name) } })
      }
    }
    return apart
  }
}
