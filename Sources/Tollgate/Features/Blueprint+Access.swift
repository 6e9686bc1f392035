extension Blueprint {
  /// Returns the access to a feature for a customer at an instant, without computing when the answer next changes.
  public func access(to handle: FeatureHandle, of customer: Customer, at now: Instant) -> Access {
    access(to: handle, for: Standing(of: customer, in: self, at: now))
  }

  /// The access to a feature by its first rule whose condition holds; `denied` if none does.
  ///
  /// This is the hot path. It compares bits and reads arrays by position: it allocates nothing, and hashes nothing
  /// unless it denies access, where the paywall to show is looked up.
  func access(to handle: FeatureHandle, for standing: borrowing Standing) -> Access {
    if standing.phase == .unknown { return .unknown }
    guard let deciding = features[handle.position].deciding(for: standing) else {
      let paywall = features[handle.position].paywall
      return .denied(denial(of: handle, .notIncluded, nil, paywall, standing))
    }
    let rule = features[handle.position].rules[deciding]
    if standing.reserved.trial == handle.position, !rule.isDenial {
      return answer(standing.reserved.trialLimit, handle, rule.paywall, standing)
    }
    switch rule.allowance {
    case .unlimited: return .allowed(nil)
    case .denied: return .denied(denial(of: handle, .notIncluded, nil, rule.paywall, standing))
    case .upTo(let written, let position, let scope):
      // A running trial keeps the limit that it started with, whatever the blueprint says now.
      let limit = position == standing.trials.uses.allowance ? standing.trials.uses.limit : written
      return answer(
        Limit(limit: limit, used: standing.used(position), scope: scope), handle, rule.paywall,
        standing)
    case .holding(let limit, let position):
      return answer(
        Limit(limit: limit, used: standing.taken(position), scope: .held), handle, rule.paywall,
        standing)
    case .spend(let cost, let position):
      return answer(
        credits: standing.wallets.balances[position], cost: cost ?? 1, handle, rule.paywall,
        standing)
    }
  }

  /// The answer within a limit: a use is allowed while fewer than the limit were counted.
  @inline(__always)
  private func answer(
    _ limit: Limit, _ handle: FeatureHandle, _ paywall: Paywall.ID?,
    _ standing: borrowing Standing
  ) -> Access {
    if limit.used < limit.limit { return .allowed(limit) }
    return .denied(denial(of: handle, .limitReached, limit, paywall, standing))
  }

  /// The answer for a use that credits pay for: allowed if they cover the cost, with the balance as the limit.
  func answer(
    credits: Int, cost: Int, _ handle: FeatureHandle, _ paywall: Paywall.ID?,
    _ standing: borrowing Standing
  ) -> Access {
    let limit = Limit(limit: credits, used: 0, scope: .credits)
    if cost <= credits { return .allowed(limit) }
    return .denied(denial(of: handle, .limitReached, limit, paywall, standing))
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
  /// - Parameters:
  ///   - feature: The feature.
  ///   - customer: The customer.
  ///   - now: The instant.
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
        Explanation.SkippedRule(
          position: position,
          unmet: rule.when.requirements.filter { !IndexedCondition($0, index).holds(standing) })
      },
      variants: membership.variants, nextChange: membership.nextChange)
  }
}
