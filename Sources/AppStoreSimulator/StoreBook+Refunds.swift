import AppStore

extension StoreBook {
  /// Pays a purchase back: the transaction keeps its identifier and gets a revocation date.
  mutating func refund(_ id: String, reason: RevocationReason) -> Bool {
    guard let payload = purchase(id), payload.revocationType != .refundFull else { return false }
    revoke(payload, .refundFull, share: 100_000, reason: reason)
    return true
  }

  /// Pays a share of a purchase back, in thousandths of a percent; nil takes what is left of a period.
  mutating func refundShare(_ id: String, share: Int?, reason: RevocationReason) -> Bool {
    guard let payload = purchase(id), payload.revocationDate == nil,
      let share = share ?? shareLeft(of: payload), (1...100_000).contains(share)
    else { return false }
    revoke(payload, .refundProrated, share: share, reason: reason)
    return true
  }

  /// Charges again for what was paid back: the transaction loses its revocation.
  mutating func reverseRefund(_ id: String) -> Bool {
    guard let payload = purchase(id), payload.revocationDate != nil, payload.isUpgraded != true,
      let owner = owners[id]
    else { return false }
    reinstate(payload, of: owner)
    for (member, copy) in copies[id, default: [:]].sorted(by: { $0.key < $1.key })
    where account(owner).family.contains(member) {
      guard let copied = transactions[copy]?.payload else { continue }
      reinstate(copied, of: member)
    }
    return true
  }

  /// A transaction that its account bought itself.
  func purchase(_ id: String) -> TransactionPayload? {
    guard let payload = transactions[id]?.payload, payload.inAppOwnershipType == .purchased
    else { return nil }
    return payload
  }

  /// The subscription that a transaction belongs to.
  func key(of payload: TransactionPayload) -> LifeKey? {
    guard let account = owners[payload.transactionId] else { return nil }
    return payload.subscriptionGroupIdentifier.map {
      LifeKey(
        account: account, group: $0, isShared: payload.inAppOwnershipType == .familyShared)
    }
  }

  private func shareLeft(of payload: TransactionPayload) -> Int? {
    guard let end = payload.expiresDate else { return nil }
    return SubscriptionLife.shareLeft(from: payload.purchaseDate, to: end, at: now)
  }

  private mutating func revoke(
    _ payload: TransactionPayload, _ type: RevocationType, share: Int, reason: RevocationReason
  ) {
    guard let account = owners[payload.transactionId] else { return }
    let id = payload.transactionId
    let key = key(of: payload)
    takeBack(id, key)
    amend(id, of: account) { [now] in
      $0.revoke(at: now, type, share: share, reason: reason)
    }
    notify(.refund, transaction: id, about: key)
    for (member, copy) in copies[id, default: [:]].sorted(by: { $0.key < $1.key }) {
      stopShowing(copy, to: member, reason: reason)
    }
  }

  /// Ends the subscription whose current period is taken back.
  mutating func takeBack(_ id: String, _ key: LifeKey?) {
    guard let key, var life = lives[key] else { return }
    life.refunded(transactionID: id)
    set(life, for: key)
    signRenewalInfo(key, life)
  }

  private mutating func reinstate(_ payload: TransactionPayload, of account: AccountID) {
    let key = key(of: payload)
    if let key, var life = lives[key] {
      life.refundReversed(transactionID: payload.transactionId, at: now)
      set(life, for: key)
      signRenewalInfo(key, life)
    }
    amend(payload.transactionId, of: account) { payload in
      payload.revocationDate = nil
      payload.revocationReason = nil
      payload.revocationType = nil
      payload.revocationPercentage = nil
    }
    notify(.refundReversed, transaction: payload.transactionId, about: key)
  }

}

extension TransactionPayload {
  /// Notes that the store took a share of the purchase back, in thousandths of a percent.
  mutating func revoke(
    at now: Milliseconds, _ type: RevocationType, share: Int?, reason: RevocationReason
  ) {
    revocationDate = now
    revocationReason = reason
    revocationType = type
    revocationPercentage = share
  }
}

extension StoreBook {
  /// The transactions that give access now, as StoreKit's current entitlements.
  func currentEntitlements(of account: AccountID) -> [Signed<TransactionPayload>] {
    let current = Set(
      keys(of: account).compactMap { lives[$0] }.filter(\.isEntitled)
        .map(\.period.transactionID))
    return self.account(account).transactionIDs.compactMap { transactions[$0] }.filter { signed in
      guard signed.payload.revocationDate == nil else { return false }
      switch signed.payload.type {
      case .autoRenewable: return current.contains(signed.payload.transactionId)
      case .consumable: return false
      default: return true
      }
    }
  }

  func conditions(of account: AccountID) -> [SubscriptionCondition] {
    keys(of: account).compactMap { key in
      guard let life = lives[key], let transaction = transactions[life.period.transactionID],
        let renewalInfo = renewalInfos[key]
      else { return nil }
      return SubscriptionCondition(
        groupID: key.group, status: life.status, transaction: transaction,
        renewalInfo: renewalInfo)
    }
  }
}
