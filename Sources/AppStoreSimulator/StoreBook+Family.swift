import TollgateAppStore

extension StoreBook {
  /// Starts sharing an account's past and future purchases.
  mutating func share(_ ownerID: AccountID, with memberID: AccountID) -> Bool {
    guard ownerID != memberID else { return false }
    let owner = account(ownerID)
    let member = account(memberID)
    let family = accounts[owner].family
    guard !family.contains(member), family.count < 5 else { return false }
    accounts[owner].family.insert(member)
    for key in keys(of: owner) where !key.isShared {
      guard let life = lives[key], life.isEntitled else { continue }
      mirror([], key, life, to: member)
    }
    for record in transactions(of: owner) { show(record.number, to: member) }
    return true
  }

  /// Ends sharing: the member's views are revoked.
  mutating func stopSharing(_ ownerID: AccountID, with memberID: AccountID) -> Bool {
    guard let owner = accounts[ownerID], let member = accounts[memberID],
      accounts[owner].family.remove(member) != nil
    else { return false }
    for record in transactions(of: owner) {
      guard let copy = copies[record.number]?[member], let copied = self[copy] else { continue }
      let life = key(of: copied).flatMap { lives[$0] }
      guard life == nil || (life?.period.transactionID == copy && life?.isOver == false)
      else { continue }
      stopShowing(copy, reason: .other)
    }
    return true
  }

  /// Revokes a member's view of a purchase.
  mutating func stopShowing(_ copy: TransactionNumber, reason: RevocationReason) {
    guard let record = self[copy], record.revocation == 0 else { return }
    let key = key(of: record)
    takeBack(copy, key)
    let revocation = revocations.add(
      Revocation(at: now, type: .familyRevoke, reason: reason))
    amend(copy) { $0.revocation = revocation }
    notify(.revoke, transaction: copy, about: key)
  }

  /// Shows a purchase that does not renew to a family member.
  mutating func show(_ number: TransactionNumber, to member: AccountNumber) {
    guard let bought = self[number], !bought.isShared, bought.revocation == 0,
      case .product(let product) = catalog[bought.product], product.type == .nonConsumable,
      product.isFamilyShareable
    else { return }
    let copy = ids.transaction()
    copies[number, default: [:]][member] = copy
    record(
      TransactionRecord(
        number: copy, account: member, original: copy, isShared: true, product: bought.product,
        storefront: accounts[member].storefront, appAccountToken: 0, purchased: bought.purchased,
        originallyPurchased: bought.originallyPurchased, signed: now, expires: bought.expires,
        price: bought.price), cause: .store)
    notify(.oneTimeCharge, transaction: copy)
  }

  /// Mirrors an event of a shareable subscription to the family.
  mutating func mirror(
    _ actions: [SubscriptionLifecycle.Action], _ key: LifecycleKey, _ life: SubscriptionLifecycle
  ) {
    for member in family(of: key.account) { mirror(actions, key, life, to: member) }
  }

  private mutating func mirror(
    _ actions: [SubscriptionLifecycle.Action], _ key: LifecycleKey, _ life: SubscriptionLifecycle,
    to member: AccountNumber
  ) {
    let view = LifecycleKey(account: member, group: key.group, isShared: true)
    let earlier = lives[view]
    if let earlier, !earlier.isOver, sources[view] != key { return }
    guard life.period.product.isFamilyShareable else {
      if let earlier, !earlier.isOver {
        stopShowing(earlier.period.transactionID, reason: .other)
      }
      return
    }
    guard let earlier, !earlier.isOver else {
      if life.isEntitled { beginShowing(life, of: key, as: view, earlier) }
      return
    }
    let transactionID = copy(of: life.period.transactionID, for: member)
    let seen = life.shown(
      transactionID: transactionID, originalTransactionID: earlier.originalTransactionID,
      originalPurchaseDate: earlier.originalPurchaseDate)
    set(seen, for: view)
    perform(actions.compactMap { shown($0, to: member) }, view, seen, cause: .store)
  }

  private mutating func beginShowing(
    _ life: SubscriptionLifecycle, of key: LifecycleKey, as view: LifecycleKey,
    _ earlier: SubscriptionLifecycle?
  ) {
    let transactionID = ids.transaction()
    copies[life.period.transactionID, default: [:]][view.account] = transactionID
    sources[view] = key
    let shown = life.shown(
      transactionID: transactionID,
      originalTransactionID: earlier?.originalTransactionID ?? transactionID,
      originalPurchaseDate: earlier?.originalPurchaseDate ?? now)
    set(shown, for: view)
    perform(
      [.charge(.purchase), .notify(.subscribed, earlier == nil ? .initialBuy : .resubscribe)],
      view, shown, cause: .store)
  }

  private mutating func copy(
    of id: TransactionNumber, for member: AccountNumber
  ) -> TransactionNumber {
    if let copy = copies[id]?[member] { return copy }
    let copy = ids.transaction()
    copies[id, default: [:]][member] = copy
    return copy
  }

  /// An action from a member's point of view: nothing is refunded, and no price is agreed to.
  private func shown(
    _ action: SubscriptionLifecycle.Action, to member: AccountNumber
  ) -> SubscriptionLifecycle.Action? {
    switch action {
    case .charge, .notify(_, nil): return action
    case .notify(let type, _): return type == .priceIncrease ? nil : action
    case .replace(let id, _):
      return copies[id]?[member].map { .replace(transactionID: $0, refundedShare: nil) }
    case .endPeriod(let id, let end):
      return copies[id]?[member].map { .endPeriod(transactionID: $0, at: end) }
    }
  }
}

extension SubscriptionLifecycle {
  /// The subscription as a family member sees it.
  fileprivate func shown(
    transactionID: TransactionNumber, originalTransactionID: TransactionNumber,
    originalPurchaseDate: Instant
  ) -> SubscriptionLifecycle {
    var shown = self
    shown.isShared = true
    shown.period.transactionID = transactionID
    shown.originalTransactionID = originalTransactionID
    shown.originalPurchaseDate = originalPurchaseDate
    shown.appAccountToken = 0
    return shown
  }
}
