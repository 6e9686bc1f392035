extension Customer {
  /// Creates the fold of facts, in any order.
  public init(_ facts: some Sequence<Fact>) {
    for fact in facts { join(fact) }
  }

  /// Records a fact, and returns whether it changed anything.
  ///
  /// A fact that is known already, or that loses to a newer or earlier version of itself, changes nothing. Neither is
  /// an error: stores and clients repeat messages and deliver them out of order. Each kind has its rule: the newest
  /// signature wins for what the store signs, the shortest of two reports for a grant, and the earliest instant for almost
  /// everything else.
  @discardableResult
  public mutating func join(_ fact: Fact) -> Bool {
    switch fact {
    case .signedUp(let fact): record(fact, accounts.keepEarliest(fact.at, of: fact.account))
    case .device(let fact):
      record(
        fact,
        devices.keepEarliest(fact.at, of: DeviceKey(device: fact.device, origin: fact.origin)))
    case .milestone(let fact): record(fact, milestones.keepEarliest(fact.at, of: fact.milestone))
    case .trialStarted(let fact):
      record(
        fact,
        trials.starts.keep(fact, of: TrialFacts.Key(trial: fact.trial, purchase: fact.purchase)) {
          $0.outranks($1)
        })
    case .trialForfeited(let fact):
      record(
        fact,
        trials.forfeits.keepEarliest(
          fact.at, of: TrialFacts.ForfeitKey(trial: fact.trial, device: fact.device)))
    case .trialExtension(let fact):
      record(fact, trials.extensions.keep(fact, of: fact.id) { $0.outranks($1) })
    case .trialPause(let fact):
      record(
        fact,
        trials.pauses.keep(fact.joined(with: trials.pauses[fact.id]), of: fact.id) { $0 != $1 })
    case .transaction(let fact): record(fact, keep(fact))
    case .renewal(let fact): record(fact, keep(fact))
    case .transfer(let fact): record(fact, keep(fact))
    case .refundRequest(let fact):
      record(fact, purchases.refundRequests.keep(fact, of: fact.id) { $0.outranks($1) })
    case .use(let fact): record(fact, keep(fact))
    case .reservation(let fact): record(fact, join(fact))
    case .reservationRelease(let fact): record(fact, join(fact))
    case .credit(let fact): record(fact, keep(fact))
    case .spend(let fact): record(fact, keep(fact))
    case .size(let fact): record(fact, keep(fact))
    case .item(let fact): record(fact, keep(fact))
    case .dismissal(let fact): record(fact, keep(fact))
    case .paywall(let fact): record(fact, keep(fact))
    case .variant(let fact):
      record(fact, screens.variants.keep(fact, of: fact.experiment) { $0.outranks($1) })
    case .nudge(let fact):
      record(
        fact,
        screens.nudges.keepEarliest(
          fact.at,
          of: ScreenFacts.NudgeKey(
            nudge: fact.nudge, occurrence: fact.occurrence, delivery: fact.delivery)))
    case .attribute(let fact): record(fact, attributes.record(fact))
    case .download(let fact):
      record(fact, downloads.keep(fact, of: fact.key) { $0.outranks($1) })
    case .opening(let fact): record(fact, keep(fact))
    case .grant(let fact):
      record(fact, grants.keep(fact.joined(with: grants[fact.id]), of: fact.id) { $0 != $1 })
    case .seat(let fact):
      record(fact, seats.keep(fact, of: fact.key) { $0.outranks($1) })
    case .teamItems(let fact):
      record(fact, teamItems.keep(fact, of: fact.key) { $0.outranks($1) })
    case .profile(let fact):
      record(fact, profile.keep(fact, of: ProfileKey(fact)) { $0.outranks($1) })
    }
  }

  /// Records what a fact that changed something counts for, and returns whether it changed anything.
  private mutating func record(_ fact: some FactValue, _ isNew: Bool) -> Bool {
    guard isNew else { return false }
    if let stamp = fact.stamp { history.stamp(stamp) }
    history.reported(fact.reportedBytes)
    return true
  }

  private mutating func keep(_ fact: StoreTransaction) -> Bool {
    let key = PurchaseFacts.TransactionKey(fact)
    let old = purchases.transactions[key]
    guard purchases.transactions.keep(fact, of: key, where: { $0.outranks($1) }) else {
      return false
    }
    history.record(fact, replacing: old)
    return true
  }

  private mutating func keep(_ fact: StoreRenewal) -> Bool {
    let isNewest = purchases.renewals.keep(fact, of: fact.purchase) { $0.outranks($1) }
    if isNewest { history.record(fact) }
    var isKept = isNewest
    for kind in PurchaseFacts.RenewalKey.Kind.allCases {
      guard let key = PurchaseFacts.RenewalKey(fact, as: kind) else { continue }
      isKept = purchases.oldestRenewals.keep(fact, of: key) { $1.outranks($0) } || isKept
    }
    return isKept
  }

  private mutating func keep(_ fact: PurchaseTransfer) -> Bool {
    guard
      purchases.transfers.keep(
        fact, of: PurchaseFacts.TransferKey(fact), where: { $0.precedes($1) })
    else {
      return false
    }
    // The latest transfer decides who has the purchase, and it need not be the one that arrived last.
    if let newest = transfer(of: fact.purchase) { history.record(newest) }
    return true
  }

  private mutating func keep(_ fact: Use) -> Bool {
    let isNew =
      fact.isUnlimited
      ? unlimitedUses[fact.feature, default: UseLog()].keepEarliest(
        fact.at, of: fact.key, by: fact.origin)
      : uses[fact.feature, default: UseLog()].keepEarliest(fact.at, of: fact.key, by: fact.origin)
    guard isNew else { return false }
    fulfill(SpendKey(feature: fact.feature, origin: fact.origin, key: fact.key))
    return true
  }

  private mutating func keep(_ fact: Credit) -> Bool {
    let key = PurchaseFacts.TransactionKey(
      environment: fact.purchase.environment, id: fact.transaction)
    return credits[key, default: [:]].keep(fact, of: fact.wallet) { $0.outranks($1) }
  }

  private mutating func keep(_ fact: Spend) -> Bool {
    let key = SpendKey(feature: fact.feature, origin: fact.origin, key: fact.key)
    let old = spends[key]
    guard spends.keep(fact, of: key, where: { $0.outranks($1) }) else { return false }
    history.record(fact, replacing: old)
    fulfill(key)
    return true
  }

  private mutating func keep(_ fact: Dismissal) -> Bool {
    let old = screens.dismissals[fact.prompt]?[fact.key]
    guard screens.dismissals[fact.prompt, default: [:]].keepEarliest(fact.at, of: fact.key) else {
      return false
    }
    history.recordDismissal(of: fact.prompt, at: fact.at, replacing: old)
    return true
  }

  private mutating func keep(_ fact: AppOpening) -> Bool {
    guard openings.keepEarliest(fact.at, of: fact.key) else { return false }
    history.record(fact)
    return true
  }

  private mutating func keep(_ fact: PaywallEvent) -> Bool {
    let key = ScreenFacts.PaywallKey(paywall: fact.paywall, action: fact.action, key: fact.key)
    let old = screens.paywalls[key]
    guard screens.paywalls.keep(fact, of: key, where: { $0.outranks($1) }) else { return false }
    history.record(fact.action, of: fact.paywall, at: fact.at, replacing: old?.at)
    return true
  }

  /// Records one end of the time in which an item is held; of two reports of the same end, the earlier counts.
  private mutating func keep(_ change: ItemChange) -> Bool {
    let key = ItemKey(origin: change.origin, item: change.item, key: change.key)
    let old = items[change.feature]?[key] ?? Holding()
    var holding = old
    holding.join(
      Holding(
        takenAt: change.isHeld ? change.at : nil, releasedAt: change.isHeld ? nil : change.at))
    guard holding != old else { return false }
    items[change.feature, default: [:]][key] = holding
    let size =
      sizes.isEmpty
      ? nil
      : sizes[
        SizeKey(
          feature: change.feature, origin: change.origin, key: change.key, item: change.item)]
    history.recordItem(of: change.feature, holding, size, replacing: old, size)
    fulfillReservations(of: change.feature)
    return true
  }

  /// Records the size of a use or an item; of an item, the latest counts while it is held.
  private mutating func keep(_ fact: UseSize) -> Bool {
    let key = SizeKey(feature: fact.feature, origin: fact.origin, key: fact.key, item: fact.item)
    let old = sizes[key]
    guard sizes.keep(fact, of: key, where: { $0.outranks($1) }) else { return false }
    if let item = fact.item {
      let held = ItemKey(origin: fact.origin, item: item, key: fact.key)
      let holding = items[fact.feature]?[held] ?? Holding()
      history.recordItem(
        of: fact.feature, holding, fact, replacing: holding, old)
    } else {
      history.record(fact, replacing: old)
    }
    return true
  }

  /// Joins the sizes of uses of others, all at once; those that are known change nothing.
  mutating func join(_ others: [SizeKey: UseSize]) {
    let new = others.filter { sizes[$0.key] == nil }
    if new.isEmpty { return }
    sizes.merge(new) { known, _ in known }
    history.record(new.values)
  }

  /// Joins many uses of a feature by a customer; if they are the first and in the order of their keys, all at once.
  package mutating func join(
    _ keys: [(key: Idempotency.Key, at: Instant)], of feature: Feature.ID, by origin: Customer.ID,
    isUnlimited: Bool = false
  ) {
    let log = isUnlimited ? unlimitedUses[feature] : uses[feature]
    if log?.tables[origin] == nil, let chunk = UseChunk(ascending: keys) {
      join(chunk, of: feature, by: origin, isUnlimited: isUnlimited, isNew: true)
    } else {
      for (key, at) in keys {
        join(
          .use(
            Use(feature: feature, key: key, origin: origin, isUnlimited: isUnlimited, at: at)))
      }
    }
  }

  /// Joins the uses of a chunk, without making a fact of each.
  ///
  /// - Parameters:
  ///   - chunk: The uses, which are shared rather than copied if possible.
  ///   - isNew: Whether none of the uses is known; if it is false, each one is looked up.
  package mutating func join(
    _ chunk: UseChunk, of feature: Feature.ID, by origin: Customer.ID, isUnlimited: Bool,
    isNew: Bool
  ) {
    guard chunk.count > 0 else { return }
    let changes =
      isUnlimited
      ? unlimitedUses[feature, default: UseLog()].join(chunk, by: origin, isNew: isNew)
      : uses[feature, default: UseLog()].join(chunk, by: origin, isNew: isNew)
    guard changes else { return }
    if let last = chunk.sorted.last { history.stamp(last) }
    // The keys of a chunk take about half of what they do in an answer.
    history.reported(chunk.count * Use.bytesBesideKey + 2 * chunk.keys.count, isChunk: true)
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

extension Customer {
  /// The fewest facts whose fold is this customer, in a fixed order.
  ///
  /// Facts that lost to others, such as older versions of a transaction, are not among them. Equal customers have equal
  /// facts in the same order, so a stored or sent customer has the same bytes wherever it was folded.
  public var facts: [Fact] {
    var facts: [Fact] = []
    facts += accounts.inOrder { .signedUp(SignUp(account: $0, at: $1)) }
    facts += devices.sorted { $0.key.order < $1.key.order }
      .map { .device(DeviceUse(device: $0.key.device, origin: $0.key.origin, at: $0.value)) }
    facts += milestones.inOrder { .milestone(MilestoneReached(milestone: $0, at: $1)) }
    facts += trials.starts.values.sorted { $0.order < $1.order }.map(Fact.trialStarted)
    facts += trials.forfeits.sorted {
      ($0.key.trial, $0.key.device) < ($1.key.trial, $1.key.device)
    }
    .map {
      .trialForfeited(TrialForfeit(trial: $0.key.trial, device: $0.key.device, at: $0.value))
    }
    facts += trialChanges
    facts += purchases.transactions.values.sorted { $0.order < $1.order }.map(Fact.transaction)
    facts += purchases.renewals.inOrder { .renewal($1) }
    facts += purchases.olderRenewals.map(Fact.renewal)
    facts += purchases.transfers.values.sorted { $0.order < $1.order }.map(Fact.transfer)
    facts += purchases.refundRequests.inOrder { .refundRequest($1) }
    facts += credits.values.flatMap(\.values).sorted { $0.order < $1.order }.map(Fact.credit)
    for (feature, uses) in uses.sorted(by: { $0.key < $1.key }) {
      facts += uses.uses(of: feature).map(Fact.use)
    }
    for (feature, uses) in unlimitedUses.sorted(by: { $0.key < $1.key }) {
      facts += uses.uses(of: feature, isUnlimited: true).map(Fact.use)
    }
    facts += spends.values.sorted { $0.precedes($1) }.map(Fact.spend)
    facts += sizes.values.sorted { $0.order < $1.order }.map(Fact.size)
    for (key, booking) in reservations.sorted(by: { $0.key.order < $1.key.order }) {
      if let terms = booking.terms {
        facts.append(
          .reservation(
            Reservation(feature: key.feature, key: key.key, origin: key.origin, terms: terms)))
      }
      if let at = booking.releasedAt {
        facts.append(
          .reservationRelease(
            ReservationRelease(feature: key.feature, key: key.key, origin: key.origin, at: at)))
      }
    }
    for (feature, items) in items.sorted(by: { $0.key < $1.key }) {
      let items = items.sorted { $0.key.order < $1.key.order }
      // All additions, then all releases, so that those that are alike are next to each other.
      for (isHeld, end) in [(true, \Holding.takenAt), (false, \.releasedAt)] {
        for (key, holding) in items {
          guard let at = holding[keyPath: end] else { continue }
          facts.append(
            .item(
              ItemChange(
                feature: feature, item: key.item, key: key.key, isHeld: isHeld, origin: key.origin,
                at: at)))
        }
      }
    }
    for (prompt, dismissals) in screens.dismissals.sorted(by: { $0.key < $1.key }) {
      facts += dismissals.inOrder { .dismissal(Dismissal(prompt: prompt, key: $0, at: $1)) }
    }
    facts += screens.paywalls.sorted { $0.key.order < $1.key.order }.map { .paywall($0.value) }
    facts += variantAssignments
    facts += screens.nudges.sorted { $0.key.order < $1.key.order }
      .map {
        .nudge(
          NudgeDelivery(
            nudge: $0.key.nudge, occurrence: $0.key.occurrence, by: $0.key.delivery, at: $0.value))
      }
    facts += attributeChanges.map(Fact.attribute)
    facts += appDownloads.map(Fact.download)
    facts += openings.sorted { $0.key.order < $1.key.order }
      .map { .opening(AppOpening(day: $0.key.day, version: $0.key.version, at: $0.value)) }
    facts += grants.inOrder { .grant($1) }
    facts += seats.sorted { $0.key.order < $1.key.order }.map { .seat($0.value) }
    facts += teamItems.sorted { $0.key.order < $1.key.order }.map { .teamItems($0.value) }
    facts += profile.values.sorted { ($0.table, $0.row) < ($1.table, $1.row) }.map(Fact.profile)
    return facts
  }

  /// The extensions and pauses of the customer's trials, in a fixed order.
  private var trialChanges: [Fact] {
    trials.extensions.inOrder { .trialExtension($1) } + trials.pauses.inOrder { .trialPause($1) }
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
      ? rest == other.rest
        ? (amount, unpaid, owed, at, key)
          < (other.amount, other.unpaid, other.owed, other.at, other.key)
        : rest.lexicographicallyPrecedes(other.rest) : own < others
  }
}

extension UseSize {
  // Groups sizes that are alike, of uses before those of items.
  fileprivate var order: (Feature.ID, Customer.ID, String, Idempotency.Key) {
    (feature, origin, item?.rawValue ?? "", key)
  }
}

extension Customer.SpendKey {
  fileprivate var order: (Feature.ID, Customer.ID, Idempotency.Key) { (feature, origin, key) }
}

extension Customer.ItemKey {
  fileprivate var order: (Customer.ID, Item.ID, Idempotency.Key) { (origin, item, key) }
}

extension ScreenFacts.PaywallKey {
  fileprivate var order: (Paywall.ID, String, Idempotency.Key) { (paywall, action.rawValue, key) }
}

extension ScreenFacts.NudgeKey {
  fileprivate var order: (Nudge.ID, Instant, String) { (nudge, occurrence, delivery.rawValue) }
}

extension Dictionary where Key: Comparable {
  fileprivate func inOrder(_ fact: (Key, Value) -> Fact) -> [Fact] {
    sorted { $0.key < $1.key }.map { fact($0.key, $0.value) }
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
    let given = [entitlements, other.entitlements].filter { !$0.isEmpty }
    return Grant(
      id: id, entitlements: given.min { $0.lexicographicallyPrecedes($1) } ?? [],
      credits: [credits, other.credits].compactMap { $0 }.min { $0.precedes($1) },
      startsAt: max(startsAt, other.startsAt),
      endsAt: earliest(endsAt, other.endsAt),
      lasts: [lasts, other.lasts].compactMap { $0 }.min { $0.description < $1.description },
      revokedAt: earliest(revokedAt, other.revokedAt),
      notes: notes + other.notes, name: [name, other.name].compactMap { $0 }.min(),
      givenAt: [givenAt, other.givenAt].compactMap { $0 }.max(),
      willRenew: willRenew == false ? false : other.willRenew ?? willRenew,
      seats: [seats, other.seats].compactMap { $0 }.min())
  }
}

extension Dictionary where Value == Instant {
  mutating func keepEarliest(_ instant: Instant, of key: Key) -> Bool {
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
