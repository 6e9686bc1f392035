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
  public var limits: [(count: Int, window: Feature.Window, isSized: Bool)] {
    parts.compactMap { part -> (count: Int, window: Feature.Window, isSized: Bool)? in
      if case .upTo(let count, let window, let isSized, _) = part {
        (count, window, isSized)
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
    parts.contains { if case .holding(_, true, _) = $0 { true } else { false } }
  }

  /// The kinds of parents for each of which it counts, in the blueprint's order.
  public var parentKinds: [Parent.Kind] {
    parts.compactMap { part in
      switch part {
      case .upTo(_, _, _, let kind), .rolling(_, _, _, let kind), .fromFirstUse(_, _, _, let kind),
        .holding(_, _, let kind):
        kind
      case .unlimited, .pool, .spend, .all, .first, .denied: nil
      }
    }
  }

  /// The pools of uses, and how often one comes back, in the blueprint's order.
  public var pools: [(count: Int, refills: Period)] {
    parts.compactMap { part -> (count: Int, refills: Period)? in
      if case .pool(let count, let period) = part { (count, period) } else { nil }
    }
  }

  /// The numbers of uses, or sums of sizes, within spans of time, in the blueprint's order; each span slides, or begins
  /// with its first use.
  public var spans: [(count: Int, within: Period, isSized: Bool, isFromFirstUse: Bool)] {
    parts.compactMap { part -> (count: Int, within: Period, isSized: Bool, isFromFirstUse: Bool)? in
      switch part {
      case .rolling(let count, let period, let isSized, _): (count, period, isSized, false)
      case .fromFirstUse(let count, let period, let isSized, _): (count, period, isSized, true)
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
