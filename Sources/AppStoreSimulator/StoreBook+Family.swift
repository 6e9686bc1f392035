import TollgateAppStore

extension StoreBook {
  /// Starts sharing an account's past and future purchases.
  ///
  /// A family has at most six people:
  /// <https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app>.
  mutating func share(_ ownerID: AccountID, with memberID: AccountID) -> Bool {
    guard ownerID != memberID else { return false }
    let owner = accounts.number(of: ownerID)
    let member = accounts.number(of: memberID)
    let family = accounts[owner].family
    guard !family.contains(member), family.count < 5 else { return false }
    accounts[owner].family.insert(member)
    for key in keys(of: owner) where !key.isShared {
      guard let subscription = subscriptions[key], subscription.isEntitled else { continue }
      updateFamily([], key, subscription, to: member)
    }
    for record in transactions(of: owner) { shareProduct(record.number, with: member) }
    return true
  }

  /// Ends sharing: the member's permanent purchases, and the current period of subscriptions, are revoked.
  mutating func stopSharing(_ ownerID: AccountID, with memberID: AccountID) -> Bool {
    guard let owner = accounts[ownerID], let member = accounts[memberID],
      accounts[owner].family.remove(member) != nil
    else { return false }
    for record in transactions(of: owner) {
      guard let copy = shared[record.number, member], let copied = transactions[copy] else {
        continue
      }
      let subscription = key(of: copied).flatMap { subscriptions[$0] }
      guard
        subscription == nil
          || (subscription?.period.transactionID == copy && subscription?.hasEnded == false)
      else { continue }
      revokeShared(copy, reason: .other)
    }
    return true
  }

  /// Revokes a member's view of a purchase, or an assigned seat.
  mutating func revokeShared(_ copy: TransactionNumber, reason: RevocationReason) {
    guard let record = transactions[copy], record.revocation == 0 else { return }
    let key = key(of: record)
    endRevokedPeriod(copy, key)
    let type: RevocationType = record.isAssigned ? .assignmentRevoke : .familyRevoke
    let revocation = revocations.add(Revocation(at: now, type: type, reason: reason))
    amend(copy) { $0.revocation = revocation }
    notify(.revoke, transaction: copy, about: key)
  }

  /// Shares a purchase that does not renew with a family member: a permanent one only, and only if the product permits
  /// it.
  mutating func shareProduct(_ number: TransactionNumber, with member: AccountNumber) {
    guard let bought = transactions[number], !bought.isShared,
      oneTimePurchase(bought)?.isOwned == true,
      case .product(let product) = catalog[bought.product], product.isFamilyShareable
    else { return }
    let copy = ids.transaction()
    shared[number, member] = copy
    record(
      TransactionRecord(
        number: copy, account: member, original: copy, isShared: true, product: bought.product,
        storefront: accounts[member].storefront, appAccountToken: 0, purchased: bought.purchased,
        originallyPurchased: bought.originallyPurchased, signed: now, expires: bought.expires,
        commitmentExpires: bought.expires, price: bought.price), cause: .store)
    notify(.oneTimeCharge, transaction: copy)
  }

  /// Applies an event of a subscription to the views of the family and of those with an assigned seat.
  mutating func updateFamily(
    _ actions: [SubscriptionLifecycle.Action], _ key: SubscriptionKey,
    _ subscription: SubscriptionLifecycle
  ) {
    let members = (shared.seats[key] ?? []).union(accounts[key.account].family)
    guard !members.isEmpty else { return }
    for member in accounts.sorted(members) {
      updateFamily(actions, key, subscription, to: member)
    }
  }

  /// Applies an event of a subscription to a member's view, which starts or ends if that is due.
  ///
  /// A change to a product that is not shareable ends the view, unless the member has a seat.
  mutating func updateFamily(
    _ actions: [SubscriptionLifecycle.Action], _ key: SubscriptionKey,
    _ subscription: SubscriptionLifecycle,
    to member: AccountNumber
  ) {
    let view = SubscriptionKey(account: member, group: key.group, isShared: true)
    let earlier = subscriptions[view]
    if let earlier, !earlier.hasEnded, shared.sources[view] != key { return }
    let isAssigned = shared.seats[key]?.contains(member) == true
    guard isAssigned || subscription.period.product.isFamilyShareable else {
      if let earlier, !earlier.hasEnded {
        revokeShared(earlier.period.transactionID, reason: .other)
      }
      return
    }
    guard let earlier, !earlier.hasEnded else {
      if subscription.isEntitled { beginSharing(subscription, of: key, as: view, earlier) }
      return
    }
    let transactionID = copy(of: subscription.period.transactionID, for: member)
    let seen = subscription.sharedView(
      transactionID: transactionID, original: earlier.original, isAssigned: isAssigned)
    set(seen, for: view)
    perform(actions.compactMap { sharedAction($0, for: member) }, view, seen, cause: .store)
  }

  /// Starts a member's view, which keeps its own original purchase if there was a view before.
  private mutating func beginSharing(
    _ subscription: SubscriptionLifecycle, of key: SubscriptionKey, as view: SubscriptionKey,
    _ earlier: SubscriptionLifecycle?
  ) {
    let transactionID = ids.transaction()
    shared[subscription.period.transactionID, view.account] = transactionID
    shared.sources[view] = key
    let seen = subscription.sharedView(
      transactionID: transactionID,
      original: earlier?.original ?? .init(transactionID: transactionID, date: now),
      isAssigned: shared.seats[key]?.contains(view.account) == true)
    set(seen, for: view)
    perform(
      [.charge(.purchase), .notify(.subscribed, earlier == nil ? .initialBuy : .resubscribe)],
      view, seen, cause: .store)
  }

  /// A member's transaction for one of the purchaser's, with a new number if there isn't one yet.
  private mutating func copy(
    of id: TransactionNumber, for member: AccountNumber
  ) -> TransactionNumber {
    if let copy = shared[id, member] { return copy }
    let copy = ids.transaction()
    shared[id, member] = copy
    return copy
  }

  /// An action from a member's point of view: nothing is refunded, and no price is agreed to.
  private func sharedAction(
    _ action: SubscriptionLifecycle.Action, for member: AccountNumber
  ) -> SubscriptionLifecycle.Action? {
    switch action {
    case .charge, .notify(_, nil): return action
    case .notify(let type, _): return type == .priceIncrease ? nil : action
    case .replace(let id, _):
      return shared[id, member].map { .replace(transactionID: $0, refundedShare: nil) }
    case .endPeriod(let id, let end):
      return shared[id, member].map { .endPeriod(transactionID: $0, at: end) }
    }
  }
}
