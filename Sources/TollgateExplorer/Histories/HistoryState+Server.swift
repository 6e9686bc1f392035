import Tollgate

extension HistoryState {
  /// Returns the customer as a server would load it to answer.
  ///
  /// If customers share a purchase, uses count on its owner's record, and so the owner's uses are part of what is read.
  func reading(of person: Int, _ rules: Rules) -> RecordedCustomer {
    guard people.count > 1, let owner = sharedOwner(of: person, rules) else {
      return people[person].recorded
    }
    var joined = people[person].recorded.customer
    for fact in people[owner].recorded.customer.facts where fact.isOfUse { joined.join(fact) }
    return RecordedCustomer(joined)
  }

  /// Returns the owner of the purchase whose trial a customer shares; nil if it is the customer's own.
  private func sharedOwner(of person: Int, _ rules: Rules) -> Int? {
    guard rules.definition.purchases.transfer == .share,
      let trial = membership(of: person, rules).trial, trial.isActive,
      let purchase = trial.purchase, let owner = holders[purchase.originalID]?.first,
      owner != person
    else { return nil }
    return owner
  }

  /// Whose record a use is counted on.
  func counter(of feature: Feature.ID, by person: Int, _ rules: Rules) -> Int {
    guard people.count > 1, rules.terms?.uses?.feature == feature else { return person }
    return sharedOwner(of: person, rules) ?? person
  }

  /// The trials that a device has had with others than a customer.
  func history(apartFrom person: Int, _ rules: Rules) -> [Decision.DeviceHistory] {
    if people.count == 1 { return [] }
    let own = rules.definition.trial.flatMap { $0.start.event == nil ? nil : [$0.id] } ?? []
    return (own + rules.definition.addOnTrials.map(\.id)).flatMap { trial in
      people.indices.filter { $0 != person && people[$0].recorded.customer.start(of: trial) != nil }
        .map { _ in Decision.DeviceHistory(device: Self.device, trial: trial) }
    }
  }

  /// Records that the active customer opens the app for the first time, as the server does.
  mutating func open(_ rules: Rules) {
    append(
      rules.blueprint.record(
        [], for: people[active].recorded.customer, at: now,
        history: history(apartFrom: active, rules)),
      to: active)
    bookTrials(startingWith: .firstSeen, rules)
  }

  /// Opens an account for the active customer, as the server does.
  mutating func signUp(_ rules: Rules) {
    people[active].accountAt = now
    append(
      rules.blueprint.signUp(
        people[active].recorded.customer, account: Account.ID("account-\(active + 1)"), at: now,
        history: history(apartFrom: active, rules)), to: active)
    bookTrials(startingWith: .signUp, rules)
  }

  /// Records a milestone of the active customer, as the server does.
  mutating func reach(_ milestone: Milestone.ID, _ rules: Rules) {
    append(
      rules.blueprint.reach(
        milestone, by: people[active].recorded.customer, at: now,
        history: history(apartFrom: active, rules)),
      to: active)
    bookEarnedDays(by: .milestone(milestone), rules)
    bookTrials(startingWith: .milestone(milestone), rules)
  }

  /// Sets values for the active customer, and records downloads, as the server does.
  mutating func set(_ settings: [AudienceSetting], _ rules: Rules) {
    for setting in settings {
      let customer = people[active].recorded.customer
      let facts =
        switch setting {
        case .attribute(let name, let setter, let value):
          rules.blueprint.set([name: value], by: setter, for: customer, at: now).facts
        case .download(let download): rules.blueprint.record(download, for: customer)
        }
      people[active].join(facts)
      if case .attribute(let name, .device, _) = setting { people[active].reported.insert(name) }
    }
    people[active].audience = rules.audience(of: settings)
    // The first launch may have waited for it.
    open(rules)
  }

  /// Changes the active customer's trial, as the server does for support; false if there is nothing to change.
  mutating func changeTrial(_ action: TrialChange.Action, _ rules: Rules) -> Bool {
    guard let id = rules.definition.trial?.id, let own = people[active].trial else { return false }
    let change = TrialChange(action, id, key: nextKey(), author: .support, reason: "A history.")
    guard let facts = people[active].recorded.customer.facts(of: change, at: now), !facts.isEmpty
    else {
      return false
    }
    people[active].join(facts)
    people[active].trial?.record(action, at: now)
    // A trial that is opened again counts what was used since its end.
    let name = TrialName.own(person: active)
    for index in uses.indices where uses[index].person == active && uses[index].at >= own.startsAt {
      uses[index].trials.insert(name)
    }
    return true
  }

  /// Joins the facts of a decision to a customer.
  private mutating func append(_ decision: Decision, to person: Int) {
    people[person].join(decision.facts)
  }

  /// Records what the store signed for a customer, as the server does.
  private mutating func record(_ facts: [Fact], for person: Int, _ rules: Rules) {
    append(
      rules.blueprint.record(
        facts, for: people[person].recorded.customer, at: now,
        history: history(apartFrom: person, rules)),
      to: person)
  }

  /// Posts what the store signed, as the active customer's device does.
  ///
  /// The first customer who posts a purchase owns it. When another one does, the blueprint's `purchases` decide whether
  /// it stays, is shared, or is transferred.
  ///
  /// - Parameter isRestore: Whether the customer asked for a restore, rather than buying.
  mutating func post(_ notification: UnsignedStore.Notification, isRestore: Bool, _ rules: Rules) {
    recordReported(notification.line)
    guard let owner = holders[notification.line]?.first else {
      holders[notification.line] = [active]
      people[active].lines.insert(notification.line)
      record(notification.facts, for: active, rules)
      return
    }
    for holder in holders[notification.line] ?? [] {
      record(notification.facts, for: holder, rules)
    }
    guard !(holders[notification.line] ?? []).contains(active) else { return }
    let transactions = notification.facts.compactMap { fact -> StoreTransaction? in
      if case .transaction(let transaction) = fact { transaction } else { nil }
    }
    let decision = rules.blueprint.settle(
      transactions, presentedBy: people[active].recorded.customer, ids: [people[active].id],
      ownedBy: people[owner].recorded.customer, isRestore: isRestore, at: now)
    let purchase = PurchaseID(notification.line)
    if decision != .keep {
      people[active].lines.insert(notification.line)
      people[active].receivedAt[notification.line] = now
    }
    let facts = people[owner].recorded.customer.facts(of: purchase)
    switch decision {
    case .keep: return
    case .share:
      holders[notification.line]?.append(active)
      record(facts + notification.facts, for: active, rules)
    case .transfer:
      let number =
        1
        + [active, owner].compactMap { people[$0].recorded.customer.transfer(of: purchase)?.number }
        .reduce(0, max)
      let spent = people[owner].recorded.customer.spentCredits(
        of: purchase, in: rules.blueprint, at: now)
      func transfer(isHeld: Bool) -> Fact {
        .transfer(
          PurchaseTransfer(
            purchase: purchase, isHeld: isHeld, number: number, spent: spent, at: now))
      }
      holders[notification.line] = [active]
      people[owner].handedOver[notification.line] = now
      people[active].handedOver[notification.line] = nil
      people[owner].join([transfer(isHeld: false)])
      record(facts + [transfer(isHeld: true)] + notification.facts, for: active, rules)
    }
  }

  /// Sends the store's notifications to the server, or holds them back while they are late.
  mutating func notify(_ notification: [UnsignedStore.Notification], _ rules: Rules) {
    for notification in notification {
      let held = HeldNotification(
        notification: notification, subscription: subscription(notification.line),
        purchase: purchase(notification.line))
      if holdsNotifications { heldNotifications.append(held) } else { deliver(held, rules) }
    }
  }

  /// Delivers the notifications that were held back, in the order in which the store signed them.
  mutating func deliverNotifications(_ rules: Rules) {
    holdsNotifications = false
    for held in heldNotifications { deliver(held, rules) }
    heldNotifications = []
  }

  /// Records a notification for everyone who has the purchase.
  private mutating func deliver(_ held: HeldNotification, _ rules: Rules) {
    // What was held back may be older than what a device has posted since.
    if let subscription = held.subscription,
      subscription.renewal.signedAt >= reported[held.notification.line]?.renewal.signedAt
        ?? .distantPast
    {
      reported[held.notification.line] = subscription
    }
    if let purchase = held.purchase,
      purchase.signed.signedAt >= reportedPurchases[held.notification.line]?.signed.signedAt
        ?? .distantPast
    {
      reportedPurchases[held.notification.line] = purchase
    }
    for holder in holders[held.notification.line] ?? [] {
      record(held.notification.facts, for: holder, rules)
    }
  }

  /// Records in the books that the server knows the store's current state of a purchase.
  mutating func recordReported(_ line: StoreTransaction.OriginalID) {
    if let subscription = subscription(line) { reported[line] = subscription }
    if let purchase = purchase(line) { reportedPurchases[line] = purchase }
  }

  /// Returns a store account's subscription; nil if no account has it.
  func subscription(_ line: StoreTransaction.OriginalID) -> UnsignedSubscription? {
    for index in stores.indices {
      if let found = stores[index].subscriptions.first(where: { $0.id == line }) { return found }
    }
    return nil
  }

  /// Returns a store account's purchase; nil if no account has it.
  func purchase(_ line: StoreTransaction.OriginalID) -> UnsignedPurchase? {
    for index in stores.indices {
      let purchases = stores[index].purchases
      if let found = purchases.first(where: { $0.signed.originalID == line }) { return found }
    }
    return nil
  }
}

extension Instant {
  /// An instant before every signature.
  fileprivate static let distantPast = Instant(milliseconds: .min)
}
