import AppStore

extension StoreBook {
  /// Pays a purchase back: the transaction keeps its identifier and gets a revocation date.
  mutating func refund(_ id: String, reason: RevocationReason) -> Bool {
    guard let account = owners[id], let signed = transactions[id],
      signed.payload.revocationDate == nil
    else { return false }
    let key = signed.payload.subscriptionGroupIdentifier
      .map { LifeKey(account: account, group: $0) }
    if let key, var life = lives[key] {
      life.refunded(transactionID: id)
      lives[key] = life
      signRenewalInfo(key, life)
    }
    amend(id, of: account) { [now] payload in
      payload.revocationDate = now
      payload.revocationReason = reason
      payload.revocationType = .refundFull
      payload.revocationPercentage = 100_000
    }
    notify(.refund, transaction: id, about: key)
    return true
  }

  /// The transactions that give access now, as StoreKit's current entitlements.
  func currentEntitlements(of account: AccountID) -> [Signed<TransactionPayload>] {
    let current = Set(
      lives.filter { $0.key.account == account && $0.value.isEntitled }
        .map(\.value.period.transactionID))
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
    lives.keys.filter { $0.account == account }.sorted().compactMap { key in
      guard let life = lives[key], let transaction = transactions[life.period.transactionID],
        let renewalInfo = renewalInfos[key]
      else { return nil }
      return SubscriptionCondition(
        groupID: key.group, status: life.status, transaction: transaction,
        renewalInfo: renewalInfo)
    }
  }
}
