extension Blueprint {
  /// Decides the facts that follow when a customer opens an account.
  ///
  /// - Parameters:
  ///   - customer: The customer before the sign-up.
  ///   - account: The account.
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
  ///   - feature: The feature.
  ///   - customer: The customer before the use.
  ///   - id: The customer's app user id, recorded with the use.
  ///   - key: The request's idempotency key.
  ///   - item: The item to hold, for a feature that holds items; nil means an item named by the key.
  ///   - cost: The credits it costs, if the blueprint leaves that to the use; nil means 1.
  ///   - isReport: Whether it was made offline and is reported now; such a use may exceed the allowance by as much as
  ///     the blueprint permits.
  ///   - now: The server's clock.
  /// - Returns: The facts to append: none for an unlimited use, unless uses end the running trial.
  /// - Throws: ``Denial`` if the feature is denied.
  public func use(
    _ feature: FeatureHandle, by customer: Customer, id: Customer.ID, key: Idempotency.Key,
    item: Item.ID? = nil, cost: Int? = nil, isReport: Bool = false, at now: Instant
  ) throws(Denial) -> Decision {
    let name = definition.features[feature.position].id
    if let reserved = customer.unsettled(name, key, preferring: id),
      reserved.terms.isOpen(at: now)
    {
      return fulfill(reserved, of: customer, at: now)
    }
    let beyond = isReport ? definition.features[feature.position].offline.beyondAllowance : 0
    let held = item ?? Item.ID(key.rawValue)
    if index.heldFeatures.contains(name),
      customer.holder(of: held, in: name, preferring: id, at: now) != nil
        || customer.isMade(name, key, item: item, by: id)
    {
      return Decision()
    }
    let standing = Standing(of: customer, in: self, at: now)
    var decision = Decision()
    var limit: Limit?
    if let price = price(of: feature, for: standing), standing.reserved.trial != feature.position {
      let spend = try pay(
        price, cost: cost, for: feature, by: customer, beyond: beyond, standing: standing, id: id,
        key: key, at: now)
      decision.facts.append(.spend(spend))
    } else {
      switch access(to: feature, for: standing) {
      case .unknown: return Decision()
      case .denied(let denial):
        guard let spent = denial.limit, spent.used < spent.limit + beyond else { throw denial }
        limit = spent
      case .allowed(let allowance): limit = allowance
      }
    }
    if index.heldFeatures.contains(name) {
      decision.facts.append(
        .item(ItemChange(feature: name, item: held, key: key, isHeld: true, origin: id, at: now)))
    }
    let isCounted = limit.map { $0.scope != .held } ?? false
    if isCounted || standing.phase == .trial && standing.trials.uses.feature == name {
      decision.facts.append(.use(Use(feature: name, key: key, origin: id, at: now)))
    }
    return decision
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
  ///   - presenter: The customer who presents them.
  ///   - ids: The presenter's app user id, and those of everyone merged into the presenter.
  ///   - owner: The owner's facts.
  ///   - isRestore: Whether the presenter asked for a restore, rather than buying or receiving a delivery.
  ///   - now: The server's clock.
  /// - Returns: The outcome.
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
