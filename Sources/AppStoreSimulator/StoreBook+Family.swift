import AppStore

extension StoreBook {
  /// Begins to share what an account has bought and will buy.
  mutating func share(_ owner: AccountID, with member: AccountID) -> Bool {
    let family = account(owner).family
    guard owner != member, !family.contains(member), family.count < 5 else { return false }
    change(owner) { $0.family.insert(member) }
    change(member) { _ in }
    for key in keys(of: owner) where !key.isShared {
      guard let life = lives[key], life.isEntitled else { continue }
      mirror([], key, life, to: member)
    }
    for id in account(owner).transactionIDs { show(id, to: member) }
    return true
  }

  /// Ends the sharing: the member's views are taken back.
  mutating func stopSharing(_ owner: AccountID, with member: AccountID) -> Bool {
    guard account(owner).family.contains(member) else { return false }
    change(owner) { $0.family.remove(member) }
    for id in account(owner).transactionIDs {
      guard let copy = copies[id]?[member], let payload = transactions[copy]?.payload else {
        continue
      }
      let life = key(of: payload).flatMap { lives[$0] }
      guard life == nil || (life?.period.transactionID == copy && life?.isOver == false)
      else { continue }
      stopShowing(copy, to: member, reason: .other)
    }
    return true
  }

  /// Takes a member's view of a purchase back.
  mutating func stopShowing(_ copy: String, to member: AccountID, reason: RevocationReason) {
    guard let payload = transactions[copy]?.payload, payload.revocationDate == nil
    else { return }
    let key = key(of: payload)
    takeBack(copy, key)
    amend(copy, of: member) { [now] in
      $0.revoke(at: now, .familyRevoke, share: nil, reason: reason)
    }
    notify(.revoke, transaction: copy, about: key)
  }

  /// Shows a purchase that does not renew to the family.
  mutating func show(_ id: String, to member: AccountID) {
    guard var payload = purchase(id), payload.type == .nonConsumable,
      payload.revocationDate == nil,
      setting.configuration.product(payload.productId)?.isFamilyShareable == true
    else { return }
    let copy = ids.transaction()
    copies[id, default: [:]][member] = copy
    payload.transactionId = copy
    payload.originalTransactionId = copy
    payload.inAppOwnershipType = .familyShared
    payload.appAccountToken = nil
    payload.currency = account(member).storefront.currency
    payload.storefront = account(member).storefront.country
    payload.storefrontId = account(member).storefront.id
    payload.appTransactionId = ids.appTransaction(of: member)
    record(payload, of: member, cause: .store)
    notify(.oneTimeCharge, transaction: copy)
  }

  /// Does for the family what happened to a subscription that may be shared with it.
  mutating func mirror(
    _ actions: [SubscriptionLife.Action], _ key: LifeKey, _ life: SubscriptionLife
  ) {
    for member in account(key.account).family.sorted() { mirror(actions, key, life, to: member) }
  }

  private mutating func mirror(
    _ actions: [SubscriptionLife.Action], _ key: LifeKey, _ life: SubscriptionLife,
    to member: AccountID
  ) {
    let view = LifeKey(account: member, group: key.group, isShared: true)
    let earlier = lives[view]
    if let earlier, !earlier.isOver, sources[view] != key { return }
    guard life.period.product.isFamilyShareable else {
      if let earlier, !earlier.isOver {
        stopShowing(earlier.period.transactionID, to: member, reason: .other)
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
    _ life: SubscriptionLife, of key: LifeKey, as view: LifeKey, _ earlier: SubscriptionLife?
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

  private mutating func copy(of id: String, for member: AccountID) -> String {
    if let copy = copies[id]?[member] { return copy }
    let copy = ids.transaction()
    copies[id, default: [:]][member] = copy
    return copy
  }

  /// An action as a member meets it: nothing is paid back, and no price is agreed to.
  private func shown(
    _ action: SubscriptionLife.Action, to member: AccountID
  ) -> SubscriptionLife.Action? {
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

extension SubscriptionLife {
  /// The subscription as a family member sees it.
  fileprivate func shown(
    transactionID: String, originalTransactionID: String, originalPurchaseDate: Milliseconds
  ) -> SubscriptionLife {
    var shown = self
    shown.isShared = true
    shown.period.transactionID = transactionID
    shown.originalTransactionID = originalTransactionID
    shown.originalPurchaseDate = originalPurchaseDate
    shown.appAccountToken = nil
    return shown
  }
}
