extension Blueprint {
  /// Returns the access to a feature for a customer at an instant, without computing when the answer next changes.
  ///
  /// - Parameters:
  ///   - parent: What a use would belong to, if a limit counts for each parent; nil for one that names none.
  ///   - size: The size of the use, if a limit counts sizes.
  public func access(
    to handle: FeatureHandle, of customer: Customer, in parent: Parent.ID? = nil,
    asking size: Int = 1, at now: Instant
  ) -> Access {
    access(
      to: handle, for: Standing(of: customer, in: self, at: now, parent: parent),
      paying: min(max(1, size), Feature.sizeLimit))
  }

  /// The access to a feature by its first rule whose condition holds; `denied` if none does.
  ///
  /// This is the hot path. It compares bits and reads arrays by position: it allocates nothing, and hashes nothing
  /// unless it denies access, where the paywall to show is looked up.
  ///
  /// - Parameter cost: What the use states, where a wallet leaves the cost to it or a limit counts sizes.
  func access(
    to handle: FeatureHandle, for standing: borrowing Standing, paying cost: Int = 1
  ) -> Access {
    if standing.phase == .unknown { return .unknown }
    guard let deciding = features[handle.position].deciding(for: standing) else {
      let paywall = features[handle.position].paywall
      return .denied(denial(of: handle, .notIncluded, nil, paywall, standing))
    }
    let rule = features[handle.position].rules[deciding]
    if rule.isDenial {
      return .denied(denial(of: handle, .notIncluded, nil, rule.paywall, standing))
    }
    if standing.reserved.trial == handle.position {
      return answer(standing.reserved.trialLimit, handle, rule.paywall, standing)
    }
    if rule.isUnlimited { return .allowed(nil) }
    if let limit = rule.onlyLimit {
      return answer(standing.limit(limit, paying: cost), handle, rule.paywall, standing)
    }
    return answer(bySeveralOf: deciding, of: handle, paying: cost, standing)
  }

  /// The answer of a rule with several limits, or with wallets.
  private func answer(
    bySeveralOf position: Int, of handle: FeatureHandle, paying cost: Int,
    _ standing: borrowing Standing
  ) -> Access {
    let rule = features[handle.position].rules[position]
    if rule.prices.isEmpty {
      return answer(
        standing.deciding(of: rule.limits, paying: cost), handle, rule.paywall, standing)
    }
    return rule.countsPaidUses
      ? answer(rule.limits, beside: rule.prices, paying: cost, handle, rule.paywall, standing)
      : answer(rule.limits, then: rule.prices, paying: cost, handle, rule.paywall, standing)
  }

  /// The access to a change of an item that is held: it takes what it grows by of sums of sizes, its place in a parent that
  /// it moves to, and nothing of limits that have counted it; and it grows no larger than a single use may be.
  ///
  /// - Parameters:
  ///   - size: The size that it gets.
  ///   - growth: By how much it becomes larger.
  ///   - moves: Whether it moves to the parent of the standing.
  ///   - beyond: How much each limit may be exceeded by.
  func access(
    toChangeIn handle: FeatureHandle, for standing: borrowing Standing, to size: Int,
    growing growth: Int, moving moves: Bool, beyond: Int
  ) -> Access {
    if standing.phase == .unknown { return .unknown }
    guard let rule = features[handle.position].rule(for: standing), !rule.isDenial else {
      return growth > 0 ? access(to: handle, for: standing) : .allowed(nil)
    }
    // After a limit of a single use, a wallet may pay for what is larger.
    let holdsAtOnce = rule.prices.isEmpty || rule.countsPaidUses
    for counted in rule.limits where counted.isHeld || counted.scope == .use && holdsAtOnce {
      let takesPlace = counted.isHeldInEach && moves
      guard takesPlace || counted.isSized && growth > 0 else { continue }
      let isWhole = takesPlace || !counted.isHeld
      let limit = standing.limit(counted, paying: isWhole ? max(1, size) : growth)
      if limit.hasRoom { continue }
      if counted.isHeld, beyond > 0, limit.used < limit.limit + beyond { continue }
      return .denied(denial(of: handle, .limitReached, limit, rule.paywall, standing))
    }
    return .allowed(nil)
  }

  /// The answer within a limit: a use is allowed while the limit has room for it.
  @inline(__always)
  private func answer(
    _ limit: Limit, _ handle: FeatureHandle, _ paywall: Paywall.ID?,
    _ standing: borrowing Standing
  ) -> Access {
    if limit.hasRoom { return .allowed(limit) }
    return .denied(denial(of: handle, .limitReached, limit, paywall, standing))
  }

  /// The answer for a use that counts toward limits, and that credits pay for as well.
  ///
  /// More credits would not lift the denial of a limit, which shows the paywall only if that sells something else.
  private func answer(
    _ limits: [IndexedLimit], beside prices: [IndexedPrice], paying cost: Int,
    _ handle: FeatureHandle, _ paywall: Paywall.ID?, _ standing: borrowing Standing
  ) -> Access {
    guard let limit = standing.deciding(of: limits, beside: prices[0], paying: cost) else {
      return answer([], then: prices, paying: cost, handle, paywall, standing)
    }
    if limit.hasRoom { return .allowed(limit) }
    var seller = paywall
    if let paywall,
      sold(at: paywall, to: standing) & catalog.entitling & standing.offers.selling == 0
    {
      seller = nil
    }
    return .denied(denial(of: handle, .limitReached, limit, seller, standing))
  }

  /// The answer for a use that counts toward limits while they have room, and that credits pay for after that, or without
  /// limits always: allowed if the credits that can be spent now, and what the wallet may be overdrawn by, cover the cost.
  ///
  /// A denial names the limit, which is renewed by itself, or else the last wallet. It shows no paywall if each wallet has
  /// the credits, and only what may be spent in a window holds them back: more credits would not lift it.
  private func answer(
    _ limits: [IndexedLimit], then prices: [IndexedPrice], paying cost: Int,
    _ handle: FeatureHandle, _ paywall: Paywall.ID?, _ standing: borrowing Standing
  ) -> Access {
    var limit: Limit?
    if !limits.isEmpty {
      let deciding = standing.deciding(of: limits, paying: cost)
      if deciding.hasRoom { return .allowed(deciding) }
      limit = deciding
    }
    if let price = standing.wallet(of: prices, paying: cost) {
      return .allowed(standing.credits(at: price.position))
    }
    let missing = prices[prices.count - 1].position
    return .denied(
      denial(
        of: handle, .limitReached,
        limit ?? standing.credits(at: missing),
        standing.covers(prices, paying: cost) ? nil : paywall, standing))
  }

  /// The reason a feature is denied, and what lifts the denial: a purchase that takes effect now, a plan that starts
  /// without further action, or the store's settings.
  private func denial(
    of handle: FeatureHandle, _ reason: Denial.Reason, _ limit: Limit?, _ paywall: Paywall.ID?,
    _ standing: borrowing Standing
  ) -> Denial {
    // A paywall that would sell nothing is a dead end: the denial then says what else lifts it, if anything does.
    let sells =
      paywall.map { sold(at: $0, to: standing) & standing.offers.selling != 0 } ?? false
    let paywall = sells ? paywall : nil
    guard let pending = standing.pending,
      features[handle.position].gives(standing, with: pending)
    else {
      return Denial(reason: reason, limit: limit, paywall: paywall)
    }
    return Denial(
      reason: pending.spent == nil ? reason : .limitReached, limit: pending.spent ?? limit,
      paywall: paywall, startsAt: pending.startsAt, isManagedInStore: pending.startsAt == nil)
  }
}

extension IndexedFeature {
  /// Whether this plan would give a subscriber anything beyond what is already available.
  fileprivate func gives(_ standing: borrowing Standing, with plan: PendingPlan) -> Bool {
    conditions.first(for: standing, Prospect(standing, with: plan))
      .map { rules[$0].gives(standing, with: plan) } ?? false
  }
}

extension Blueprint {
  /// Explains the access to a feature.
  ///
  /// - Returns: The explanation; nil for an unknown feature.
  public func explain(
    _ feature: Feature.ID, for customer: Customer, at now: Instant
  ) -> Explanation? {
    guard let handle = handle(of: feature) else { return nil }
    let standing = Standing(of: customer, in: self, at: now)
    let deciding = features[handle.position].deciding(for: standing)
    let rules = definition.features[handle.position].rules
    let membership = Membership(of: customer, in: self, at: now)
    return Explanation(
      feature: feature, access: access(to: handle, for: standing), rule: deciding,
      skipped: rules[..<(deciding ?? rules.count)].enumerated().map { position, rule in
        Explanation.SkippedRule(position: position, unmet: unmet(rule.when, for: standing))
      },
      variants: membership.variants, nextChange: membership.nextChange)
  }

  /// The requirements of a condition of the blueprint that are not met.
  func unmet(_ condition: Condition, for standing: borrowing Standing) -> [Condition] {
    var unmet: [Condition] = []
    for requirement in condition.requirements
    where !IndexedCondition(requirement, index).holds(standing) {
      unmet.append(requirement)
    }
    return unmet
  }
}
