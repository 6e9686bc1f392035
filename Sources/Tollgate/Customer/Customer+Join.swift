extension Customer {
  /// Creates the fold of facts, in any order.
  public init(_ facts: some Sequence<Fact>) {
    for fact in facts { join(fact) }
  }

  /// Records a fact, and returns whether it changed anything.
  @discardableResult
  public mutating func join(_ fact: Fact) -> Bool {
    let isNews = keep(fact)
    if isNews, let stamp = fact.stamp { history.stamp(stamp) }
    return isNews
  }

  private mutating func keep(_ fact: Fact) -> Bool {
    switch fact {
    case .signedUp(let fact): return accounts.keepEarliest(fact.at, of: fact.account)
    case .device(let fact):
      return devices.keepEarliest(fact.at, of: DeviceKey(device: fact.device, origin: fact.origin))
    case .milestone(let fact): return milestones.keepEarliest(fact.at, of: fact.milestone)
    case .trialStarted(let fact):
      return trials.keep(fact, of: TrialKey(trial: fact.trial, purchase: fact.purchase)) {
        $0.outranks($1)
      }
    case .trialForfeited(let fact):
      return forfeits.keepEarliest(fact.at, of: ForfeitKey(trial: fact.trial, device: fact.device))
    case .transaction(let fact):
      let key = TransactionKey(environment: fact.environment, id: fact.id)
      let old = transactions[key]
      guard transactions.keep(fact, of: key, where: { $0.outranks($1) }) else { return false }
      history.record(fact, replacing: old)
      return true
    case .renewal(let fact): return renewals.keep(fact, of: fact.purchase) { $0.outranks($1) }
    case .transfer(let fact):
      guard transfers.keep(fact, of: TransferKey(fact), where: { $0.precedes($1) }) else {
        return false
      }
      if let newest = transfer(of: fact.purchase) { history.record(newest) }
      return true
    case .use(let fact):
      let key = UseKey(origin: fact.origin, key: fact.key)
      let old = uses[fact.feature]?[key]
      guard uses[fact.feature, default: [:]].keepEarliest(fact.at, of: key) else { return false }
      history.recordUse(of: fact.feature, at: fact.at, replacing: old)
      return true
    case .credit(let fact):
      let key = TransactionKey(environment: fact.purchase.environment, id: fact.transaction)
      return credits[key, default: [:]].keep(fact, of: fact.wallet) { $0.outranks($1) }
    case .spend(let fact):
      let key = SpendKey(feature: fact.feature, origin: fact.origin, key: fact.key)
      let old = spends[key]
      guard spends.keep(fact, of: key, where: { $0.outranks($1) }) else { return false }
      history.record(fact, replacing: old)
      return true
    case .item(let fact): return join(fact)
    case .dismissal(let fact):
      let old = dismissals[fact.prompt]?[fact.key]
      guard dismissals[fact.prompt, default: [:]].keepEarliest(fact.at, of: fact.key) else {
        return false
      }
      history.recordDismissal(of: fact.prompt, at: fact.at, replacing: old)
      return true
    case .paywall(let fact):
      let key = PaywallKey(paywall: fact.paywall, action: fact.action, key: fact.key)
      return paywalls.keep(fact, of: key) { $0.outranks($1) }
    case .nudge(let fact):
      return nudges.keepEarliest(
        fact.at, of: NudgeKey(nudge: fact.nudge, occurrence: fact.occurrence))
    case .grant(let fact):
      return grants.keep(fact.joined(with: grants[fact.id]), of: fact.id) { $0 != $1 }
    case .profile(let fact): return profile.keep(fact, of: ProfileKey(fact)) { $0.outranks($1) }
    }
  }

  private mutating func join(_ change: ItemChange) -> Bool {
    let key = ItemKey(origin: change.origin, item: change.item)
    let old = items[change.feature]?[key] ?? Holding()
    var holding = old
    holding.join(
      Holding(
        takenAt: change.isHeld ? change.at : nil, releasedAt: change.isHeld ? nil : change.at))
    guard holding != old else { return false }
    items[change.feature, default: [:]][key] = holding
    history.recordItem(of: change.feature, holding, replacing: old)
    return true
  }

  /// Joins the facts of another customer who turns out to be the same one.
  public mutating func join(_ other: Customer) {
    for fact in other.facts { join(fact) }
  }

  /// The fewest facts whose fold is this customer, in a fixed order.
  public var facts: [Fact] {
    var facts: [Fact] = []
    facts += accounts.inOrder { .signedUp(SignUp(account: $0, at: $1)) }
    facts += devices.sorted { $0.key.order < $1.key.order }
      .map { .device(DeviceUse(device: $0.key.device, origin: $0.key.origin, at: $0.value)) }
    facts += milestones.inOrder { .milestone(MilestoneReached(milestone: $0, at: $1)) }
    facts += trials.values.sorted { $0.order < $1.order }.map(Fact.trialStarted)
    facts += forfeits.sorted { ($0.key.trial, $0.key.device) < ($1.key.trial, $1.key.device) }
      .map {
        .trialForfeited(TrialForfeit(trial: $0.key.trial, device: $0.key.device, at: $0.value))
      }
    facts += transactions.values.sorted { $0.order < $1.order }.map(Fact.transaction)
    facts += renewals.inOrder { .renewal($1) }
    facts += transfers.values.sorted { $0.order < $1.order }.map(Fact.transfer)
    facts += credits.values.flatMap(\.values).sorted { $0.order < $1.order }.map(Fact.credit)
    for (feature, uses) in uses.sorted(by: { $0.key < $1.key }) {
      facts += uses.sorted { ($0.key.origin, $0.key.key) < ($1.key.origin, $1.key.key) }
        .map {
          .use(Use(feature: feature, key: $0.key.key, origin: $0.key.origin, at: $0.value))
        }
    }
    facts += spends.values.sorted { $0.precedes($1) }.map(Fact.spend)
    for (feature, items) in items.sorted(by: { $0.key < $1.key }) {
      for (key, holding) in items.sorted(by: { $0.key.order < $1.key.order }) {
        func change(isHeld: Bool, _ at: Instant) -> Fact {
          .item(
            ItemChange(
              feature: feature, item: key.item, isHeld: isHeld, origin: key.origin, at: at))
        }
        if let at = holding.takenAt { facts.append(change(isHeld: true, at)) }
        if let at = holding.releasedAt { facts.append(change(isHeld: false, at)) }
      }
    }
    for (prompt, dismissals) in dismissals.sorted(by: { $0.key < $1.key }) {
      facts += dismissals.inOrder { .dismissal(Dismissal(prompt: prompt, key: $0, at: $1)) }
    }
    facts += paywalls.sorted { $0.key.order < $1.key.order }.map { .paywall($0.value) }
    facts += nudges.sorted { $0.key.order < $1.key.order }
      .map {
        .nudge(NudgeDelivery(nudge: $0.key.nudge, occurrence: $0.key.occurrence, at: $0.value))
      }
    facts += grants.inOrder { .grant($1) }
    facts += profile.values.sorted { ($0.table, $0.row) < ($1.table, $1.row) }.map(Fact.profile)
    return facts
  }
}

extension Fact {
  /// When our own server stamped it; nil for facts from the store, an operator or a period.
  var stamp: Instant? {
    switch self {
    case .signedUp(let fact): fact.at
    case .device(let fact): fact.at
    case .milestone(let fact): fact.at
    case .trialForfeited(let fact): fact.at
    case .transfer(let fact): fact.at
    case .use(let fact): fact.at
    case .spend(let fact): fact.at
    case .item(let fact): fact.at
    case .dismissal(let fact): fact.at
    case .paywall(let fact): fact.at
    case .nudge(let fact): fact.at
    case .profile(let fact): fact.at
    case .trialStarted, .transaction, .renewal, .credit, .grant: nil
    }
  }
}

extension TrialStart {
  fileprivate var order: (Trial.ID, String) { (trial, purchase?.description ?? "") }
}

extension StoreTransaction {
  fileprivate var order: (ID, Int) { (id, environment.rank) }
}

extension PurchaseTransfer {
  fileprivate var order: (PurchaseID, Int, Int) {
    (purchase, number, isHeld ? isShared ? 1 : 2 : 0)
  }
}

extension Customer.TransferKey {
  fileprivate init(_ transfer: PurchaseTransfer) {
    purchase = transfer.purchase
    number = transfer.number
    isHeld = transfer.isHeld
    isShared = transfer.isShared
  }
}

extension Credit {
  fileprivate var order: (PurchaseID, StoreTransaction.ID, Wallet.ID) {
    (purchase, transaction, wallet)
  }
}

extension Spend {
  // Groups spends that differ only in key and instant, in chronological order.
  fileprivate func precedes(_ other: Spend) -> Bool {
    let (own, others) = ((feature, origin, wallet), (other.feature, other.origin, other.wallet))
    return own == others
      ? (amount, unpaid, at, key) < (other.amount, other.unpaid, other.at, other.key) : own < others
  }
}

extension Customer.ItemKey {
  fileprivate var order: (Customer.ID, Item.ID) { (origin, item) }
}

extension Customer.PaywallKey {
  fileprivate var order: (Paywall.ID, String, Idempotency.Key) { (paywall, action.rawValue, key) }
}

extension Customer.NudgeKey {
  fileprivate var order: (Nudge.ID, Instant) { (nudge, occurrence) }
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
      endsAt: earliest(endsAt, other.endsAt), revokedAt: earliest(revokedAt, other.revokedAt))
  }
}

extension Dictionary where Value == Instant {
  fileprivate mutating func keepEarliest(_ instant: Instant, of key: Key) -> Bool {
    keep(instant, of: key) { $0 < $1 }
  }
}

extension Dictionary {
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

extension Dictionary where Key: Comparable {
  fileprivate func inOrder(_ fact: (Key, Value) -> Fact) -> [Fact] {
    sorted { $0.key < $1.key }.map { fact($0.key, $0.value) }
  }
}
