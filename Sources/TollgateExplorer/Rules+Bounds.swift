import Tollgate

extension CustomerEvent {
  /// Whether no history contains it: an opening of the app after the first, a dismissal, a paywall that was shown or
  /// closed, or a member of a team.
  var isLeftOut: Bool { !traits.isDisjoint(with: [.isReported, .isOfOwners]) }
}

/// What histories leave out, so that nothing that depends on it is reported as unreachable.
extension Rules {
  /// The most uses that the search distinguishes for conditions that count them.
  static let mostUses = 12

  /// Returns whether a condition depends on something that a search may leave out: several grants at a time, where
  /// something was bought, a dismissal, a shown paywall, members of a team, many uses, a second purchase, renewal,
  /// cancellation or refund, a length of time beyond the
  /// next renewal, credits or sizes that are left, or values of attributes and devices that were left out.
  func isBeyondSearch(_ condition: Condition) -> Bool {
    let isAudienceLeftOut =
      audiences.isIncomplete && condition.parts.contains { $0.audience != .everyone }
    return isAudienceLeftOut || testsManyGrants(condition)
      || condition.parts.flatMap(\.entitled).contains(where: saysWhereBought)
      || condition.parts.flatMap(\.past).contains(where: isBeyondSearch)
      || condition.parts.flatMap(\.left).contains(where: isBeyondSearch)
  }

  /// Returns whether a condition may hold only after what customers do with a plan that is given to them.
  ///
  /// It tests the past, held items or what is left, and a listed grant or a team gives the plan. A quick search looks no
  /// further than the grant.
  func mayAwaitGivenPlan(_ condition: Condition) -> Bool {
    guard
      condition.parts.contains(where: {
        $0.held != nil || !$0.past.isEmpty || !$0.left.isEmpty
      })
    else { return false }
    return !definition.teams.isEmpty
      || definition.grants.contains {
        !$0.isElsewhere && !plan.granted.isDisjoint(with: $0.entitlements)
      }
  }

  /// Returns whether a condition tests several entitlements that only grants give; a history has one of them at a time.
  private func testsManyGrants(_ condition: Condition) -> Bool {
    grants(testedBy: condition.parts).count > 1
  }

  /// Returns whether a test of the past depends on something that a search may leave out.
  private func isBeyondSearch(_ test: PastTest) -> Bool {
    // States before and after a renewal count as one, so a longer time never passes for a subscriber.
    let lengths = test.lengths + [test.window?.length].compactMap(\.self)
    if let renewal = shortestRenewal,
      lengths.contains(where: { renewal < Explorer.start.adding($0).since(Explorer.start) })
    {
      return true
    }
    // A history begins on a day of its own, after which a date may never come, or before which it never was.
    if test.dates != .always { return true }
    if test.date != nil || test.season != nil || test.event.isLeftOut { return true }
    // Support chooses when what it grants ends.
    if let ending = test.ending { return ending.anchor == .grantEnd }
    if case .use(let feature) = test.event {
      // More uses than one day, week, month or period allows need two of them, and an hour close enough to both.
      let most = [Self.mostUses, hasLength(test) ? leastLimit(of: feature) : nil].compactMap(\.self)
      return test.bounds.contains { bound in most.contains { $0 < bound } }
    }
    return dependsOnConsumables(test.event) || test.bounds.contains { $0 > 1 }
  }

  /// Returns whether a purchase may be that of a consumable, which no history buys.
  private func dependsOnConsumables(_ event: CustomerEvent) -> Bool {
    if case .bought(let id) = event { return product(id)?.kind == .consumable }
    let isPurchase = event == .purchase || event == .firstPurchase
    return isPurchase && definition.products.contains { $0.kind == .consumable }
  }

  /// Returns whether a test of what is left depends on credits, or on a size of which a search uses all or almost nothing.
  private func isBeyondSearch(_ test: Condition.Left) -> Bool {
    guard case .feature(let id) = test.source else { return true }
    return definition.features.filter { $0.id == id }.flatMap(\.rules).map(\.allowance).contains {
      !$0.prices.isEmpty || $0.quotas.contains { $0.isSized && $0.window != .use }
    }
  }

  /// Returns whether a test depends on a length of time.
  private func hasLength(_ test: PastTest) -> Bool { !test.lengths.isEmpty || test.window != nil }

  /// The length of the shortest period after which something on sale renews, in milliseconds; nil if nothing does.
  private var shortestRenewal: Int64? {
    offered.filter { $0.kind == .autoRenewable }.compactMap(\.period)
      .map { Explorer.start.adding($0).since(Explorer.start) }.min()
  }

  /// Returns the lowest number of uses that a rule of a feature allows in each day, week, month or period; nil if none
  /// has such a limit.
  private func leastLimit(of feature: Feature.ID) -> Int? {
    let rules = definition.features.first { $0.id == feature }?.rules ?? []
    return rules.flatMap(\.allowance.quotas).filter { quota in
      guard quota.countsUses, !quota.isSized else { return false }
      return switch quota.window {
      case .day, .week, .month, .year, .period, .planMonth, nil: true
      case .trial, .ever, .use: false
      }
    }.map(\.count).min()
  }

  /// The entitlements that only a grant gives and that a condition tests, other than those that say where something was
  /// bought.
  var grantable: [Entitlement.ID] { grants(testedBy: conditions) }

  private func grants(testedBy conditions: [Condition]) -> [Entitlement.ID] {
    definition.onlyGranted.filter { Self.isTested($0, by: conditions) && !saysWhereBought($0) }
  }

  /// Returns whether an entitlement only says where something was bought: each right that gives it gives another one, and
  /// no rule of a feature asks for it.
  ///
  /// Support gives nobody such an entitlement alone, so no history does.
  private func saysWhereBought(_ name: Entitlement.ID) -> Bool {
    let givers = definition.grants.filter { $0.entitlements.contains(name) }
    return !givers.isEmpty && givers.allSatisfy { $0.isElsewhere && $0.entitlements.count > 1 }
      && !definition.granted.contains(name)
      && definition.teams.allSatisfy { $0.gives != [name] }
      && !definition.products.contains { $0.entitlements.contains(name) }
      && !definition.features.flatMap(\.rules).flatMap(\.when.parts).contains {
        $0.entitled.contains(name)
      }
  }

  /// Returns whether a condition tests an entitlement.
  func isTested(_ name: Entitlement.ID) -> Bool { Self.isTested(name, by: conditions) }

  private static func isTested(_ name: Entitlement.ID, by conditions: [Condition]) -> Bool {
    conditions.contains { $0.entitled.contains(name) || $0.notEntitled.contains(name) }
  }
}

extension Feature.Window {
  /// How long it is; for windows that conditions on the past do not have, an approximate length.
  fileprivate var length: Period {
    switch self {
    case .day, .use: Period(1, .day)
    case .week: Period(1, .week)
    case .month, .period, .planMonth, .trial: Period(1, .month)
    case .year, .ever: Period(1, .year)
    }
  }
}
