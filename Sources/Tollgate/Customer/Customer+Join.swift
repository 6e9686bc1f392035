extension Customer {
  /// Creates the fold of facts, in any order.
  public init(_ facts: some Sequence<Fact>) {
    for fact in facts { join(fact) }
  }

  /// Records a fact, and returns whether it changed anything.
  ///
  /// A fact that is known already, or that loses to a newer or earlier version of itself, changes nothing. Neither is
  /// an error: stores and clients repeat messages and deliver them out of order.
  @discardableResult
  public mutating func join(_ fact: Fact) -> Bool {
    guard keep(fact) else { return false }
    if let stamp = fact.stamp { history.stamp(stamp) }
    history.reported(fact.reportedBytes)
    return true
  }

  /// Applies the rule of the fact's kind: the newest signature wins for what the store signs, the shortest of two
  /// reports for a grant, and the earliest instant for almost everything else.
  private mutating func keep(_ fact: Fact) -> Bool {
    switch fact {
    case .signedUp(let fact): return accounts.keepEarliest(fact.at, of: fact.account)
    case .device(let fact):
      return devices.keepEarliest(fact.at, of: DeviceKey(device: fact.device, origin: fact.origin))
    case .milestone(let fact): return milestones.keepEarliest(fact.at, of: fact.milestone)
    case .trialStarted(let fact):
      return trials.starts.keep(
        fact, of: TrialFacts.Key(trial: fact.trial, purchase: fact.purchase)
      ) {
        $0.outranks($1)
      }
    case .trialForfeited(let fact):
      return trials.forfeits.keepEarliest(
        fact.at, of: TrialFacts.ForfeitKey(trial: fact.trial, device: fact.device))
    case .trialExtension(let fact):
      return trials.extensions.keep(fact, of: fact.id) { $0.outranks($1) }
    case .trialPause(let fact):
      return trials.pauses.keep(fact.joined(with: trials.pauses[fact.id]), of: fact.id) { $0 != $1 }
    case .transaction(let fact):
      let key = PurchaseFacts.TransactionKey(fact)
      let old = purchases.transactions[key]
      guard purchases.transactions.keep(fact, of: key, where: { $0.outranks($1) }) else {
        return false
      }
      history.record(fact, replacing: old)
      return true
    case .renewal(let fact):
      let isNewest = purchases.renewals.keep(fact, of: fact.purchase) { $0.outranks($1) }
      if isNewest { history.record(fact) }
      guard let key = PurchaseFacts.CancellationKey(fact) else { return isNewest }
      return purchases.cancellations.keep(fact, of: key) { $1.outranks($0) } || isNewest
    case .transfer(let fact):
      guard
        purchases.transfers.keep(
          fact, of: PurchaseFacts.TransferKey(fact), where: { $0.precedes($1) })
      else {
        return false
      }
      // The latest transfer decides who has the purchase, and it need not be the one that arrived last.
      if let newest = transfer(of: fact.purchase) { history.record(newest) }
      return true
    case .refundRequest(let fact):
      return purchases.refundRequests.keep(fact, of: fact.id) { $0.outranks($1) }
    case .use(let fact):
      guard
        uses[fact.feature, default: UseLog()].keepEarliest(
          fact.at, of: fact.key, by: fact.origin)
      else {
        return false
      }
      fulfill(SpendKey(feature: fact.feature, origin: fact.origin, key: fact.key))
      return true
    case .reservation(let fact): return join(fact)
    case .reservationRelease(let fact): return join(fact)
    case .credit(let fact):
      let key = PurchaseFacts.TransactionKey(
        environment: fact.purchase.environment, id: fact.transaction)
      return credits[key, default: [:]].keep(fact, of: fact.wallet) { $0.outranks($1) }
    case .spend(let fact):
      let key = SpendKey(feature: fact.feature, origin: fact.origin, key: fact.key)
      let old = spends[key]
      guard spends.keep(fact, of: key, where: { $0.outranks($1) }) else { return false }
      history.record(fact, replacing: old)
      fulfill(key)
      return true
    case .item(let fact): return join(fact)
    case .dismissal(let fact):
      let old = screens.dismissals[fact.prompt]?[fact.key]
      guard screens.dismissals[fact.prompt, default: [:]].keepEarliest(fact.at, of: fact.key) else {
        return false
      }
      history.recordDismissal(of: fact.prompt, at: fact.at, replacing: old)
      return true
    case .paywall(let fact):
      let key = ScreenFacts.PaywallKey(paywall: fact.paywall, action: fact.action, key: fact.key)
      let old = screens.paywalls[key]
      guard screens.paywalls.keep(fact, of: key, where: { $0.outranks($1) }) else { return false }
      if fact.action == .shown {
        history.recordShowing(of: fact.paywall, at: fact.at, replacing: old?.at)
      }
      return true
    case .variant(let fact):
      return screens.variants.keep(fact, of: fact.experiment) { $0.outranks($1) }
    case .nudge(let fact):
      return screens.nudges.keepEarliest(
        fact.at,
        of: ScreenFacts.NudgeKey(
          nudge: fact.nudge, occurrence: fact.occurrence, delivery: fact.delivery))
    case .attribute(let fact): return attributes.record(fact)
    case .grant(let fact):
      return grants.keep(fact.joined(with: grants[fact.id]), of: fact.id) { $0 != $1 }
    case .profile(let fact): return profile.keep(fact, of: ProfileKey(fact)) { $0.outranks($1) }
    }
  }

  /// Records one end of the time in which an item is held; of two reports of the same end, the earlier counts.
  private mutating func join(_ change: ItemChange) -> Bool {
    let key = ItemKey(origin: change.origin, item: change.item, key: change.key)
    let old = items[change.feature]?[key] ?? Holding()
    var holding = old
    holding.join(
      Holding(
        takenAt: change.isHeld ? change.at : nil, releasedAt: change.isHeld ? nil : change.at))
    guard holding != old else { return false }
    items[change.feature, default: [:]][key] = holding
    history.recordItem(of: change.feature, holding, replacing: old)
    fulfillReservations(of: change.feature)
    return true
  }

  /// Joins many uses of a feature by a customer; if they are the first and in the order of their keys, all at once.
  package mutating func join(
    _ keys: [(key: Idempotency.Key, at: Instant)], of feature: Feature.ID, by origin: Customer.ID
  ) {
    if uses[feature]?.tables[origin] == nil, let chunk = UseChunk(ascending: keys) {
      join(chunk, of: feature, by: origin, isNew: true)
    } else {
      for (key, at) in keys { join(.use(Use(feature: feature, key: key, origin: origin, at: at))) }
    }
  }

  /// Joins the uses of a chunk, without making a fact of each.
  ///
  /// - Parameters:
  ///   - chunk: The uses, which are shared rather than copied if possible.
  ///   - feature: The feature that was used.
  ///   - origin: The customer who used it.
  ///   - isNew: Whether none of the uses is known; if it is false, each one is looked up.
  package mutating func join(
    _ chunk: UseChunk, of feature: Feature.ID, by origin: Customer.ID, isNew: Bool
  ) {
    guard chunk.count > 0,
      uses[feature, default: UseLog()].join(chunk, by: origin, isNew: isNew)
    else { return }
    if let last = chunk.sorted.last { history.stamp(last) }
    // The keys of a chunk take about half of what they do in an answer.
    history.reported(chunk.count * Self.bytesOfUseBesideKey + 2 * chunk.keys.count, isChunk: true)
    for key in reservations.keys
    where key.feature == feature && hasUse(of: feature, key: key.key, by: key.origin) {
      fulfill(key)
    }
  }

  /// Joins the facts of another customer who turns out to be the same one.
  ///
  /// Uses, spends and items keep the customer they came from as their origin, so joining twice counts nothing twice.
  public mutating func join(_ other: Customer) {
    for fact in other.facts { join(fact) }
  }
}

extension Fact {
  /// When our own server stamped it; nil for facts from the store or a period, and for what an operator did, except for a
  /// reset, which takes effect after the uses before it.
  ///
  /// A decision is never dated before the newest stamp, so no stamp may come from a clock other than the server's.
  var stamp: Instant? {
    switch self {
    case .signedUp(let fact): fact.at
    case .device(let fact): fact.at
    case .milestone(let fact): fact.at
    case .trialForfeited(let fact): fact.at
    case .transfer(let fact): fact.at
    case .reservation(let fact): fact.terms.at
    case .reservationRelease(let fact): fact.at
    case .use(let fact): fact.at
    case .spend(let fact): fact.at
    case .item(let fact): fact.at
    case .dismissal(let fact): fact.at
    case .paywall(let fact): fact.at
    case .variant(let fact): fact.at
    case .nudge(let fact): fact.at
    case .attribute(let fact): fact.at
    case .profile(let fact): fact.at
    case .refundRequest(let fact): fact.answer?.at
    case .trialExtension(let fact): fact.startsOver ? fact.at : nil
    case .trialStarted, .trialPause, .transaction, .renewal, .credit, .grant: nil
    }
  }
}

extension PurchaseFacts.TransferKey {
  fileprivate init(_ transfer: PurchaseTransfer) {
    purchase = transfer.purchase
    number = transfer.number
    isHeld = transfer.isHeld
    isShared = transfer.isShared
  }
}

extension Customer.Holding {
  fileprivate mutating func join(_ other: Self) {
    takenAt = earliest(takenAt, other.takenAt)
    releasedAt = earliest(releasedAt, other.releasedAt)
  }
}

extension Grant {
  /// The shortest of two reports of one grant, so that a revoked grant stays revoked.
  fileprivate func joined(with other: Grant?) -> Grant {
    guard let other else { return self }
    let first = min(entitlement, other.entitlement)
    return Grant(
      id: id, entitlement: first, startsAt: max(startsAt, other.startsAt),
      endsAt: earliest(endsAt, other.endsAt), revokedAt: earliest(revokedAt, other.revokedAt),
      notes: notes + other.notes)
  }
}

extension Dictionary where Value == Instant {
  fileprivate mutating func keepEarliest(_ instant: Instant, of key: Key) -> Bool {
    keep(instant, of: key) { $0 < $1 }
  }
}

extension Dictionary {
  /// Stores a value unless the one of the same key ranks as high, and returns whether it did; hashes the key once.
  fileprivate mutating func keep(
    _ value: Value, of key: Key, where outranks: (Value, Value) -> Bool
  ) -> Bool {
    func replace(_ standing: inout Value?) -> Bool {
      if let standing, !outranks(value, standing) { return false }
      standing = value
      return true
    }
    return replace(&self[key])
  }
}
