import Tollgate

extension HistoryState {
  /// Returns uses up to the edges of what is allowed, and releases of held items.
  ///
  /// Between these edges nothing changes but a number.
  ///
  /// - Parameter used: The features that are used or held now and on whose uses nothing else depends.
  /// - Returns: The steps, in a fixed order.
  func uses(
    besides used: Set<Feature.ID>, _ rules: Rules, _ membership: Membership
  ) -> [HistoryStep] {
    var steps: [HistoryStep] = []
    for feature in rules.definition.features {
      let items = people[active].items[feature.id]?.count ?? 0
      // Giving back matters where fewer are told apart.
      let isAtEdge =
        rules.edges(of: feature.id).contains(items)
        || rules.sizeEdges(of: feature.id).contains(people[active].heldSize(of: feature.id))
      if isAtEdge { steps.append(.release(feature.id)) }
      if rules.separate.contains(feature.id) {
        // Nothing depends on these uses, so they are searched one feature at a time, and not with what is rare.
        guard !holdsNotifications, people.count == 1, used.isSubset(of: [feature.id]) else {
          continue
        }
      }
      let sizes = useSizes(of: feature, rules, membership)
      for size in Set(sizes).sorted() where (1...Feature.sizeLimit).contains(size) {
        steps.append(.useSized(feature.id, size: size))
      }
      let counts = useCounts(of: feature, rules, membership)
      guard let left = counts.first else { continue }
      for times in Set(counts).sorted() where times > 0 && times <= left {
        steps.append(.use(feature.id, times: times))
      }
    }
    return steps
  }

  /// Returns the sizes with which a feature is used, if a limit counts them: as much as is left, one less, one, and one
  /// more than is left, which is to be refused.
  ///
  /// Items that nothing limits now are as large as takes them beyond every limit.
  private func useSizes(of feature: Feature, _ rules: Rules, _ membership: Membership) -> [Int] {
    guard case .allowed(let limit) = membership.access(to: feature.id) else { return [] }
    if let limit {
      return limit.asked == nil
        ? [] : [limit.remaining, limit.remaining - 1, 1, limit.remaining + 1]
    }
    let held = people[active].heldSize(of: feature.id)
    return rules.sizeEdges(of: feature.id).last.map { [$0 - held] } ?? []
  }

  /// Returns how often a feature can be used in a row until something changes: as often as is left, which comes first,
  /// once less, once, and until a condition that counts changes.
  ///
  /// Without a limit, it is until a condition changes. For a feature that holds items, it is as often as is left, and
  /// until each number at which a rule or condition changes. Two states of the same history have these numbers in the same
  /// order.
  ///
  /// - Returns: The numbers; some may be more than what is left or less than one; empty if there is no limit or nothing
  ///   is left.
  func useCounts(of feature: Feature, _ rules: Rules, _ membership: Membership) -> [Int] {
    guard case .allowed(let limit) = membership.access(to: feature.id) else { return [] }
    let items = people[active].items[feature.id]?.count ?? 0
    let left: Int?
    if limit?.asked != nil { return [] }
    if limit?.scope == .credits {
      // Wallets are not explored.
      left = nil
    } else if let limit {
      left = limit.remaining
    } else if feature.holdsItems {
      left = rules.mostItems(of: feature) + 1 - items
    } else if rules.terms?.uses?.feature == feature.id, membership.trial?.isActive ?? false {
      left = membership.trial?.usesLeft
    } else {
      return usesThatCount(of: feature.id, rules)
    }
    guard let left, left > 0 else { return [] }
    let leaving = limit.map { usesLeaving(of: feature.id, $0, rules) } ?? []
    return feature.holdsItems
      ? [left] + rules.edges(of: feature.id).map { $0 - items } + leaving
      : [left, left - 1, 1] + usesToBounds(of: feature.id, rules) + leaving
  }

  /// Returns the features that are used or held now and on whose uses nothing else depends.
  ///
  /// Held items below the first edge count as none, as they do in the fingerprint.
  func used(_ rules: Rules, _ membership: Membership) -> Set<Feature.ID> {
    rules.separate.filter { id in
      if people[active].items[id]?.count ?? 0 >= rules.edges(of: id).first ?? .max { return true }
      if people[active].heldSize(of: id) >= rules.sizeEdges(of: id).first ?? .max { return true }
      // The limit that decides may be one that has been renewed.
      if membership.limits(of: id).contains(where: { $0.used > 0 }) { return true }
      let limit: Limit? =
        switch membership.access(to: id) {
        case .allowed(let limit): limit
        case .denied(let denial): denial.limit
        case .unknown: nil
        }
      guard let limit, limit.scope != .credits, limit.scope != .held else { return false }
      return limit.used > 0
    }
  }

  /// Returns how many more uses of a feature leave each number at which a condition on what is left changes, and one less.
  private func usesLeaving(of feature: Feature.ID, _ limit: Limit, _ rules: Rules) -> [Int] {
    rules.leftTests.filter { $0.source == .feature(feature) }.flatMap { test in
      [test.atLeast, test.lessThan].compactMap(\.self).flatMap { bound -> [Int] in
        let left = test.isPercent ? (bound * limit.limit + 99) / 100 : bound
        return [limit.remaining - left, limit.remaining - left + 1]
      }
    }
  }

  /// Returns how many uses that count toward no limit reach each number at which a condition changes, the most first, and
  /// once if something depends on each use; empty if nothing depends on any.
  private func usesThatCount(of feature: Feature.ID, _ rules: Rules) -> [Int] {
    guard rules.definition.countedFeatures.contains(feature) else { return [] }
    let tests = rules.pastTests.filter { $0.event == .use(feature) }
    let dependsOnEach =
      rules.reactions.contains(.use(feature))
      || tests.contains {
        switch $0 {
        case .since: true
        case .count(let count): count.every != nil
        }
      }
    let counts = usesToBounds(of: feature, rules) + (dependsOnEach ? [1] : [])
    return Set(counts.filter { (1...Rules.mostUses).contains($0) }).sorted(by: >)
  }

  /// Returns how many more uses of a feature reach each number at which a condition changes.
  private func usesToBounds(of feature: Feature.ID, _ rules: Rules) -> [Int] {
    let book = PastBook(state: self, person: active, rules: rules)
    return rules.pastTests.filter { $0.event == .use(feature) }.flatMap { test in
      let counted = book.uses(countedBy: test) ?? 0
      return test.bounds.map { $0 - counted }
    }
  }
}

extension Rules {
  /// Returns the numbers of a feature's held items at which some rule or condition changes its answer, ascending.
  fileprivate func edges(of feature: Feature.ID) -> [Int] {
    itemEdges.first { $0.feature == feature }?.edges ?? []
  }

  /// Returns the sums of the sizes of a feature's held items at which some rule changes its answer, ascending.
  fileprivate func sizeEdges(of feature: Feature.ID) -> [Int] {
    sizeEdges.first { $0.feature == feature }?.edges ?? []
  }

  /// Returns the greatest number of items of a feature that any rule or condition names.
  fileprivate func mostItems(of feature: Feature) -> Int {
    var most = 0
    for limit in feature.rules.flatMap(\.allowance.heldQuotas) where !limit.isSized {
      most = max(most, limit.count)
    }
    for condition in conditions {
      if let held = condition.held, held.feature == feature.id { most = max(most, held.atLeast) }
    }
    return most
  }
}
