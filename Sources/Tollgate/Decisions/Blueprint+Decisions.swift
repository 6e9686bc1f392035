extension Blueprint {
  /// Decides the facts that follow when a customer opens an account.
  ///
  /// - Parameters:
  ///   - now: The server's clock.
  ///   - history: Trials the customer's devices have had with other customers.
  /// - Returns: The facts to append; each trial starts at most once.
  public func signUp(
    _ customer: Customer, account: Account.ID, at now: Instant,
    history: [Decision.DeviceHistory]
  ) -> Decision {
    var draft = DecisionDraft(of: customer)
    draft.append(.signedUp(SignUp(account: account, at: now)))
    draft.startTrials(in: self, at: now, history: history)
    return draft.decision
  }

  /// Decides the facts that follow when a customer reaches a milestone; the first report counts.
  public func reach(
    _ milestone: Milestone.ID, by customer: Customer, at now: Instant,
    history: [Decision.DeviceHistory]
  ) -> Decision {
    var draft = DecisionDraft(of: customer)
    if customer.reached(milestone) == nil {
      draft.append(.milestone(MilestoneReached(milestone: milestone, at: now)))
    }
    draft.startTrials(in: self, at: now, history: history)
    return draft.decision
  }

  /// Decides the facts that follow when facts arrive from the store, or from another customer who turns out to be the
  /// same.
  public func record(
    _ facts: [Fact], for customer: Customer, at now: Instant, history: [Decision.DeviceHistory]
  ) -> Decision {
    var draft = DecisionDraft(of: customer)
    let isPurchase = facts.contains { $0.isPurchase(newTo: customer) }
    for fact in facts { draft.append(fact) }
    if isPurchase { draft.recordVariantsOfPurchase(in: self, at: now) }
    for credit in draft.customer.unrecordedCredits(in: self) { draft.append(.credit(credit)) }
    draft.startTrials(in: self, at: now, history: history)
    return draft.decision
  }

  /// Decides the facts that follow when a customer uses a feature once.
  ///
  /// A use that was reserved under its key is counted even if it would be denied now, unless the reservation has
  /// lapsed: then it is decided like any other.
  ///
  /// - Parameters:
  ///   - id: The customer's app user id, recorded with the use.
  ///   - item: The item to hold, for a feature that holds items; nil means ``unnamedItem(of:by:key:at:)``; for a
  ///     report none, unless every rule holds one: a limit counts it as a use. One that is held already gets the size
  ///     that the use states.
  ///   - cost: The credits it costs or its size, if the blueprint leaves that to the use; nil means 1.
  ///   - parent: What it belongs to, if a limit counts for each parent; all that name none share one.
  ///   - isReport: Whether it was made offline and is reported now; such a use may exceed the allowance by as much as
  ///     the blueprint permits. Another rule may have decided on the device, so a report names what it holds.
  ///   - isUnlimited: Whether, of a report, a rule without a limit allowed it on the device: it then counts toward none,
  ///     and if a limit applies by now, at most as many count as the blueprint permits.
  ///   - now: The server's clock.
  /// - Returns: The facts to append: none for an unlimited use, unless uses end the running trial or something in the
  ///   blueprint depends on how often the feature is used.
  /// - Throws: ``Denial`` if the feature is denied.
  public func use(
    _ feature: FeatureHandle, by customer: Customer, id: Customer.ID, key: Idempotency.Key,
    item: Item.ID? = nil, cost: Int? = nil, parent: Parent.ID? = nil, isReport: Bool = false,
    isUnlimited: Bool = false, at now: Instant
  ) throws(Denial) -> Decision {
    let name = definition.features[feature.position].id
    if let reserved = customer.unsettled(name, key, preferring: id),
      reserved.terms.isOpen(at: now)
    {
      return fulfill(
        reserved, of: customer, holding: item, cost: cost, parent: parent, at: now)
    }
    let beyond = isReport ? definition.features[feature.position].offline.beyondAllowance : 0
    let held = item ?? Item.ID(key.rawValue)
    if index.heldFeatures.contains(name) {
      if let holder = customer.holder(of: held, in: name, preferring: id, at: now) {
        if !isReport, !customer.isMade(name, key, item: item, by: id),
          case .denied(let denial) = access(to: feature, holding: held, by: customer, at: now)
        {
          throw denial
        }
        return try change(
          held, of: feature, heldBy: holder,
          to: features[feature.position].holdsSizes ? cost : nil,
          in: features[feature.position].hasParents ? parent : nil, for: customer,
          beyond: beyond, at: now)
      }
      if customer.isMade(name, key, item: item, by: id) { return Decision() }
    }
    let hasParents = features[feature.position].hasParents
    let home: Parent.ID? = hasParents ? parent ?? "" : nil
    let standing = Standing(of: customer, in: self, at: now, parent: home)
    let size = min(max(1, cost ?? 1), Wallet.limit)
    let rule = features[feature.position].rule(for: standing)
    if isReport, isUnlimited, !(rule?.addsNothingUp ?? false) {
      guard countsLate(feature, by: customer) else { return Decision() }
      return Decision(facts: [
        .use(Use(feature: name, key: key, origin: id, isUnlimited: true, at: now))
      ])
    }
    var decision = Decision()
    var limit: Limit?
    let price =
      standing.reserved.trial == feature.position ? nil : standing.price(of: rule, paying: size)
    if price == nil || rule?.countsPaidUses ?? false {
      switch access(to: feature, for: standing, paying: size) {
      case .unknown: return Decision()
      case .denied(let denial):
        guard let spent = denial.limit, beyond > 0, spent.scope != .use,
          spent.used < spent.limit + beyond,
          rule?.allows(for: standing, beyond: beyond, paying: size) ?? false
        else { throw denial }
        limit = spent
      case .allowed(let allowance): limit = allowance
      }
    }
    if let price {
      let spend = try pay(
        price, cost: size, for: feature, by: customer, beyond: beyond, standing: standing, id: id,
        key: key, at: now)
      decision.facts.append(.spend(spend))
    }
    if index.heldFeatures.contains(name),
      item != nil
        || (isReport
          ? features[feature.position].alwaysHoldsUnnamed : rule?.holdsUnnamed ?? false)
    {
      decision.facts.append(
        .item(ItemChange(feature: name, item: held, key: key, isHeld: true, origin: id, at: now)))
      if features[feature.position].holdsSizes || hasParents {
        decision.facts.append(
          .size(
            UseSize(
              feature: name, key: key, item: held, origin: id, amount: size, parent: home, at: now
            )))
      }
    }
    // Where only some rules hold unnamed items, a report that names none was counted as a use on the device.
    let isCountedByDevice =
      isReport && item == nil && index.heldFeatures.contains(name)
      && !features[feature.position].alwaysHoldsUnnamed
    let isCounted = limit != nil && (rule?.addsUp ?? true || isCountedByDevice)
    if isCounted || standing.phase == .trial && standing.trials.uses.feature == name {
      decision.facts.append(.use(Use(feature: name, key: key, origin: id, at: now)))
    } else if features[feature.position].countsUnlimitedUses, rule?.addsNothingUp ?? false {
      decision.facts.append(
        .use(Use(feature: name, key: key, origin: id, isUnlimited: true, at: now)))
    }
    let part = rule?.name ?? home
    if isCounted, features[feature.position].countsSizes || part != nil {
      decision.facts.append(
        .size(
          UseSize(feature: name, key: key, origin: id, amount: size, parent: part, at: now)))
    }
    return decision
  }

  /// Whether one more use that the device allowed without a limit counts for conditions, although a limit applies by now.
  ///
  /// As many do as `offline` lets wait: if the latest ones are that many, the first of them was made without a limit.
  private func countsLate(_ handle: FeatureHandle, by customer: Customer) -> Bool {
    let written = definition.features[handle.position]
    let feature = features[handle.position]
    let most = written.offline.beyondAllowance
    guard feature.countsUnlimitedUses, most > 0 else { return false }
    guard let uses = customer.unlimitedUses[written.id], uses.count >= most,
      let at = uses.instant(of: uses.count - most)
    else { return true }
    return feature.rule(for: Standing(of: customer, in: self, at: at))?.addsNothingUp ?? false
  }

  /// Decides the size and the parent of an item that is held: it can always become smaller, and larger or move by what the
  /// limit has room for.
  ///
  /// A limit that counts items has counted this one, unless it moves to a parent for which that limit counts. One
  /// that counts uses does not count it again; one of a single use is of the whole size.
  private func change(
    _ item: Item.ID, of handle: FeatureHandle, heldBy holder: Customer.ID, to size: Int?,
    in parent: Parent.ID?, for customer: Customer, beyond: Int, at now: Instant
  ) throws(Denial) -> Decision {
    let feature = definition.features[handle.position].id
    guard size != nil || parent != nil,
      let known = customer.size(of: item, in: feature, heldBy: holder, at: now)
    else { return Decision() }
    let old = known.size?.size ?? 0
    let new = size.map { min(max(1, $0), Feature.sizeLimit) } ?? old
    let home = parent ?? known.size?.parent
    let moves = home != known.size?.parent
    if new == old, !moves { return Decision() }
    let standing = Standing(of: customer, in: self, at: now, parent: home)
    if case .denied(let denial) = access(
      toChangeIn: handle, for: standing, to: new, growing: new - old, moving: moves,
      beyond: beyond)
    {
      throw denial
    }
    // Of two records in one millisecond, the larger size would count.
    let at = max(now, known.size?.at.adding(milliseconds: 1) ?? now)
    return Decision(facts: [
      .size(
        UseSize(
          feature: feature, key: known.key, item: item, origin: holder, amount: new, parent: home,
          at: at))
    ])
  }

  /// What this blueprint would have recorded with a use under the name of a limit; nil if nothing, or if the blueprint
  /// that decided recorded names itself.
  package func naming(
    _ use: Use, of customer: Customer, recordedBy decider: Blueprint
  ) -> UseSize? {
    guard decider.index.limitsApart.isEmpty, !use.isUnlimited, let handle = handle(of: use.feature),
      case let feature = features[handle.position], !feature.countsSizes,
      feature.rules.contains(where: { $0.name != nil }),
      let name = feature.rule(for: Standing(of: customer, in: self, at: use.at))?.name
    else { return nil }
    return UseSize(
      feature: use.feature, key: use.key, origin: use.origin, amount: 1, parent: name, at: use.at)
  }

  /// The item that a use without one holds now: one that is named by its key, or none under a rule that neither limits
  /// items nor is unlimited.
  public func unnamedItem(
    of feature: FeatureHandle, by customer: Customer, key: Idempotency.Key, at now: Instant
  ) -> Item.ID? {
    guard index.heldFeatures.contains(definition.features[feature.position].id),
      holdsUnnamed(feature, for: Standing(of: customer, in: self, at: now))
    else { return nil }
    return Item.ID(key.rawValue)
  }

  /// Whether a use that names no item holds one under the rule that decides.
  private func holdsUnnamed(_ handle: FeatureHandle, for standing: borrowing Standing) -> Bool {
    features[handle.position].rule(for: standing)?.holdsUnnamed ?? false
  }
}

extension IndexedRule {
  /// Whether each of several limits has room for uses that were made while the server was unreachable.
  ///
  /// A single use that is too large for its limit was not allowed there either.
  fileprivate func allows(
    for standing: borrowing Standing, beyond: Int, paying size: Int
  ) -> Bool {
    limitsOfSeveral.allSatisfy {
      let limit = standing.limit($0, paying: size)
      return limit.scope == .use ? limit.hasRoom : limit.used < limit.limit + beyond
    }
  }
}

extension Blueprint {
  /// Decides the outcome when another customer presents an account's purchase.
  ///
  /// What was bought for the presenter, as the store signed it, goes to the presenter if that removes nothing from the
  /// owner. A previous owner gets it back only by requesting a restore, never through a late delivery.
  ///
  /// - Parameters:
  ///   - transactions: The transactions presented, all of one purchase.
  ///   - ids: The presenter's app user id, and those of everyone merged into the presenter.
  ///   - owner: The owner's facts.
  ///   - isRestore: Whether the presenter asked for a restore, rather than buying or receiving a delivery.
  ///   - now: The server's clock.
  public func settle(
    _ transactions: [StoreTransaction], presentedBy presenter: Customer,
    ids: Set<Customer.ID>, ownedBy owner: Customer, isRestore: Bool, at now: Instant
  ) -> TransferDecision {
    guard let purchase = transactions.first?.purchase else { return .keep }
    let wentAt = presenter.transfer(of: purchase).flatMap { $0.isHeld ? nil : $0.at }
    let isBoughtForPresenter = transactions.contains {
      ($0.signedFor.map(ids.contains) ?? false) && $0.purchasedAt >= wentAt ?? $0.purchasedAt
    }
    guard wentAt == nil || isRestore || isBoughtForPresenter else { return .keep }
    let isFree = !owner.has(purchase, apartFrom: ids, in: self, at: now)
    switch definition.purchases.transfer {
    case .share: return isBoughtForPresenter && isFree ? .transfer : .share
    case .transfer: return .transfer
    case .transferIfInactive:
      let isWorthNothing = isFree && !owner.hasCredits(of: purchase, in: self, at: now)
      return isWorthNothing || isBoughtForPresenter && isFree ? .transfer : .keep
    case .keepWithOwner: return isBoughtForPresenter && isFree ? .transfer : .keep
    }
  }
}
