import TollgateAppStore

extension StoreBook {
  /// Refunds a purchase: the transaction keeps its identifier and gets a revocation date.
  mutating func refund(_ id: String, reason: RevocationReason) -> Bool {
    guard let record = purchase(id), revocations[record.revocation]?.type != .refundFull
    else { return false }
    revoke(record, .refundFull, share: 100_000, reason: reason)
    return true
  }

  /// Refunds a share of a purchase, in thousandths of a percent; nil means the unused part of a period.
  mutating func refundShare(_ id: String, share: Int?, reason: RevocationReason) -> Bool {
    guard let record = purchase(id), record.revocation == 0,
      let share = share ?? shareLeft(of: record), (1...100_000).contains(share)
    else { return false }
    revoke(record, .refundProrated, share: share, reason: reason)
    return true
  }

  /// Reverses a refund: the transaction loses its revocation.
  mutating func reverseRefund(_ id: String) -> Bool {
    guard let record = purchase(id), record.revocation != 0, !record.isUpgraded
    else { return false }
    reinstate(record)
    let views = copies[record.number, default: [:]]
    for member in sorted(views.keys) where accounts[record.account].family.contains(member) {
      guard let copy = views[member].flatMap({ self[$0] }) else { continue }
      reinstate(copy)
    }
    return true
  }

  /// A transaction that its account bought itself.
  func purchase(_ id: String) -> TransactionRecord? {
    guard let record = transaction(id), !record.isShared else { return nil }
    return record
  }

  /// The subscription that a transaction belongs to.
  func key(of record: TransactionRecord) -> LifecycleKey? {
    switch catalog[record.product] {
    case .product: nil
    case .subscription(let listing):
      LifecycleKey(account: record.account, group: listing.group, isShared: record.isShared)
    }
  }

  private func shareLeft(of record: TransactionRecord) -> Int? {
    guard case .subscription = catalog[record.product] else { return nil }
    return SubscriptionLifecycle.shareLeft(from: record.purchased, to: record.expires, at: now)
  }

  private mutating func revoke(
    _ record: TransactionRecord, _ type: RevocationType, share: Int, reason: RevocationReason
  ) {
    let key = key(of: record)
    takeBack(record.number, key)
    let revocation = revocations.add(
      Revocation(at: now, type: type, share: share, reason: reason))
    amend(record.number) { $0.revocation = revocation }
    notify(.refund, transaction: record.number, about: key)
    let views = copies[record.number, default: [:]]
    for member in sorted(views.keys) {
      if let copy = views[member] { stopShowing(copy, reason: reason) }
    }
  }

  /// Ends the subscription whose current period is revoked.
  mutating func takeBack(_ number: TransactionNumber, _ key: LifecycleKey?) {
    guard let key, var life = lives[key] else { return }
    life.refunded(transactionID: number)
    set(life, for: key)
    signRenewalInfo(key, life)
  }

  private mutating func reinstate(_ record: TransactionRecord) {
    let key = key(of: record)
    if let key, var life = lives[key] {
      life.refundReversed(transactionID: record.number, at: now)
      set(life, for: key)
      signRenewalInfo(key, life)
    }
    amend(record.number) { $0.revocation = 0 }
    notify(.refundReversed, transaction: record.number, about: key)
  }
}

extension StoreBook {
  /// The transactions that give access now, like StoreKit's current entitlements.
  func currentEntitlements(of account: AccountNumber) -> [TransactionRecord] {
    let current = Set(
      keys(of: account).compactMap { lives[$0] }.filter(\.isEntitled)
        .map(\.period.transactionID))
    return transactions(of: account).filter { record in
      guard record.revocation == 0 else { return false }
      switch catalog[record.product] {
      case .subscription: return current.contains(record.number)
      case .product(let product): return product.type != .consumable
      }
    }
  }

  func conditions(of account: AccountNumber) -> [SubscriptionCondition] {
    keys(of: account).compactMap { key in
      guard let life = lives[key], let transaction = self[life.period.transactionID],
        let renewal = lives.renewal(of: key)
      else { return nil }
      return SubscriptionCondition(
        groupID: catalog.groups[Int(key.group)], status: life.status,
        transaction: signed(transaction), renewalInfo: signed(renewal))
    }
  }
}
