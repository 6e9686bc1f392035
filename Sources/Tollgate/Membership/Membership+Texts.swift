extension Membership {
  /// The number that a text shows for a placeholder; nil for placeholders that are not numbers or not known, and for a
  /// named feature without a limit.
  public func number(_ placeholder: LocalizedText.Placeholder) -> Int? {
    switch placeholder {
    case .trialDay: trial?.day
    case .trialDays: trial?.days
    case .trialDaysLeft: trial?.daysLeft
    case .trialUses: trial?.used
    case .trialUsesLeft: trial?.usesLeft
    case .trialLimit: trial?.limit
    case .left(of: let feature): shownAccess(to: feature).limit?.remaining
    case .limit(of: let feature): shownAccess(to: feature).limit?.limit
    case .appName, .planStartsOn, .planRenewsOn, .planEndsOn, .productName, .productPrice,
      .productPeriod, .productPerPeriod, .productPricePerMonth, .productSaving, .offerPrice,
      .offerLength, .offerLengthAdjective,
      .featureName, .featureLeft, .featureLimit, .featureRenewsAt, .renewsAt:
      nil
    }
  }

  /// The access whose numbers a text shows.
  ///
  /// A limit of a single use is never used up: of several limits that hold at once, the one of the others with the least
  /// left counts, or else the credits.
  private func shownAccess(to feature: Feature.ID) -> Access {
    let access = access(to: feature)
    guard case .allowed(let limit?) = access, limit.scope == .use else { return access }
    let others = limits(of: feature).filter { $0.scope != .use }
    let counted = others.filter { $0.scope != .credits }.min { $0.remaining < $1.remaining }
    return .allowed(counted ?? others.first ?? limit)
  }

  /// The greatest number of changes of a membership that are searched for the renewal of a limit.
  private static let renewalLimit = 200

  /// When more of a feature will be left than now, or it will be allowed again, if nothing happens except that a
  /// subscription renews.
  ///
  /// - Parameter customer: The customer whose membership this is.
  /// - Returns: The instant; nil if no limit decides now, before any of it is used, and if time gives nothing back, or
  ///   only after 200 other changes of the membership.
  package func renewal(of feature: Feature.ID, for customer: Customer) -> Instant? {
    let now = shownAccess(to: feature)
    guard let limit = now.limit else { return nil }
    if now.isAllowed, limit.used == 0, limit.scope != .credits { return nil }
    // Credits beside a limit do not pay once it is used up; credits after a limit do.
    let isAtOnce = limits(of: feature).contains { $0.scope == .credits }
    let scopes: [Limit.Scope] = isAtOnce ? [.period, .planMonth] : [.period, .planMonth, .credits]
    // The store signs the next period once it has begun, so that the membership alone does not know of it.
    var nextPeriod = earliest(
      scopes.contains(limit.scope)
        ? blueprint.handle(of: feature).flatMap {
          standing.nextPeriod(of: blueprint.features[$0.position], in: blueprint, after: instant)
        } : nil,
      limit.scope == .credits || !now.isAllowed && !isAtOnce
        ? earliest(
          nextFilling(of: feature, for: customer), nextFillingElsewhere(of: feature, for: customer))
        : nil)
    if isAtOnce, !now.isAllowed, limit.scope == .credits {
      // A limit that is used up as well denies what the credits would pay for.
      let renewal = limits(of: feature).filter { !$0.hasRoom }.compactMap(\.renewsAt).max()
      nextPeriod = nextPeriod.map { max($0, renewal ?? $0) }
    }
    var change = nextChange(for: customer)
    for _ in 0..<Self.renewalLimit {
      guard let instant = change, instant < nextPeriod ?? .distantFuture else { break }
      let later = Membership(unchangingFor: customer, in: blueprint, at: instant)
      if later.shownAccess(to: feature).gives(moreThan: now)
        || isAtOnce && later.leaves(moreThan: limit, of: feature)
      {
        return instant
      }
      change = later.nextChange(for: customer)
    }
    return nextPeriod
  }

  /// Whether more is left of a limit, beside which only credits decide now.
  private func leaves(moreThan limit: Limit, of feature: Feature.ID) -> Bool {
    guard case .allowed(let credits?) = access(to: feature), credits.scope == .credits else {
      return false
    }
    return limits(of: feature).contains {
      $0.scope == limit.scope && $0.limit == limit.limit && limit.remaining < $0.remaining
    }
  }

  /// When the plan's subscription renews, if that leaves more credits than now in a wallet that a feature spends from.
  private func nextFilling(of feature: Feature.ID, for customer: Customer) -> Instant? {
    guard let handle = blueprint.handle(of: feature), let paid = standing.subscription,
      paid.isActive, !paid.isFamilyShared, paid.willRenew || paid.hasBillsLeft,
      instant < paid.expiresAt
    else { return nil }
    let product = paid.hasBillsLeft ? paid.product : paid.renewsTo ?? paid.product
    let sources = blueprint.catalog.products[product]?.sources ?? []
    let prices = blueprint.features[handle.position].rule(for: standing)?.prices ?? []
    if sources.isEmpty || prices.isEmpty { return nil }
    let then = customer.credits(in: blueprint, at: paid.expiresAt, renewing: paid.purchase)
    let isMore = prices.contains { price in
      sources.contains { source in
        price.isPaid(by: source.wallet)
          && standing.wallets.balances[source.wallet]
            < then[source.wallet].balance(filledBy: source.source, of: paid.purchase)
      }
    }
    return isMore ? paid.expiresAt : nil
  }

  /// When a right that was bought elsewhere has renewed and its next month begins, if that leaves more credits than now in a
  /// wallet that a feature spends from.
  private func nextFillingElsewhere(of feature: Feature.ID, for customer: Customer) -> Instant? {
    guard let handle = blueprint.handle(of: feature) else { return nil }
    let prices = blueprint.features[handle.position].rule(for: standing)?.prices ?? []
    if prices.isEmpty { return nil }
    var next: Instant?
    for right in RightTime.all(of: customer) {
      guard let month = BillingPeriod(right).next, let credits = right.grant(at: instant)?.credits,
        let position = blueprint.index.wallets.firstIndex(of: credits.wallet),
        prices.contains(where: { $0.isPaid(by: position) })
      else { continue }
      let then = customer.credits(in: blueprint, at: month)[position]
      if standing.wallets.balances[position] - then.balance + then.owed < credits.amount {
        next = earliest(next, month)
      }
    }
    return next
  }

  /// A text in a language, with the current numbers filled in.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 code; nil means the app's own language.
  ///   - strings: Prices and dates, already formatted for the customer's locale.
  /// - Returns: The line, or nil for an unknown name.
  public func text(
    _ id: LocalizedText.ID, in language: String? = nil,
    strings: [LocalizedText.Placeholder: String] = [:]
  ) -> String? {
    localizedText(id)?.line(
      in: language ?? blueprint.app.language, fallback: blueprint.app.language,
      number: number,
      string: { strings[$0] ?? ($0 == .appName ? blueprint.app.name : nil) })
  }
}

extension Access {
  /// Whether it allows a feature that another answer denies, or leaves more of it; a use within a limit is more than any
  /// number of credits, which pay only after that.
  fileprivate func gives(moreThan other: Access) -> Bool {
    guard case .allowed(let limit) = self else { return false }
    guard let limit, case .allowed(let before?) = other else { return true }
    if (limit.scope == .credits) != (before.scope == .credits) { return before.scope == .credits }
    return before.remaining < limit.remaining
  }
}
