import TollgateAppStore

extension StoreBook {
  var nextEvent: Instant? { nextLife?.due }

  /// Advances time: renewals, failures and ends happen in order, each at its instant.
  ///
  /// Events of the same instant are ordered by account, then group. An earlier instant changes nothing.
  mutating func advance(to target: Instant) {
    while let next = nextLife, next.due <= target {
      now = max(now, next.due)
      let canPay = accounts[next.key.account].canRenew
      update(next.key, cause: .store) { [unsold] life, ids in
        life.timePassed(
          canPay: canPay, isSold: !unsold.contains(life.nextProduct.productID), ids: &ids)
      }
    }
    now = max(now, target)
  }

  /// Applies an event to a subscription and performs the resulting actions.
  ///
  /// - Returns: Whether anything happened.
  @discardableResult
  mutating func update(
    _ key: LifecycleKey, cause: TransactionUpdate.Cause,
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) -> Bool {
    guard var life = lives[key] else { return false }
    let actions = event(&life, &ids)
    set(life, for: key)
    perform(actions, key, life, cause: cause)
    return !actions.isEmpty
  }

  mutating func perform(
    _ actions: [SubscriptionLifecycle.Action], _ key: LifecycleKey, _ life: SubscriptionLifecycle,
    cause: TransactionUpdate.Cause
  ) {
    guard !actions.isEmpty else { return }
    signRenewalInfo(key, life)
    for action in actions {
      switch action {
      case .charge(let reason):
        record(transaction(of: life, account: key.account, reason: reason), cause: cause)
      case .replace(let id, let share):
        let revocation = share.map {
          revocations.add(
            Revocation(at: now, type: .refundProrated, share: $0, reason: .other))
        }
        amend(id) { record in
          record.isUpgraded = true
          record.revocation = revocation ?? record.revocation
        }
      case .endPeriod(let id, let end):
        amend(id) { $0.expires = end }
      case .notify(let type, let subtype):
        notify(type, subtype, transaction: life.period.transactionID, about: key)
      }
    }
    if !key.isShared { mirror(actions, key, life) }
  }

  /// Signs a transaction again with a change.
  mutating func amend(
    _ number: TransactionNumber, _ change: (inout TransactionRecord) -> Void
  ) {
    guard var record = self[number] else { return }
    change(&record)
    self.record(record, cause: .store)
  }
}
