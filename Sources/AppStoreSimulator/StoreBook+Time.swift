import AppStore

extension StoreBook {
  var nextEvent: Milliseconds? { nextLife?.due }

  /// Lets time pass: renewals, failures and ends happen in order, each at its instant.
  ///
  /// Events of one instant go by account, then group. An earlier instant changes nothing.
  mutating func advance(to target: Milliseconds) {
    while let next = nextLife, next.due <= target {
      now = max(now, next.due)
      let canPay = account(next.key.account).canRenew
      update(next.key, cause: .store) { [unsold] life, ids in
        life.timePassed(
          canPay: canPay, isSold: !unsold.contains(life.nextProduct.productID), ids: &ids)
      }
    }
    now = max(now, target)
  }

  /// Applies an event to a subscription and performs what it asks for.
  ///
  /// - Returns: Whether anything happened.
  @discardableResult
  mutating func update(
    _ key: LifeKey, cause: TransactionUpdate.Cause,
    _ event: (inout SubscriptionLife, inout StoreIdentifiers) -> [SubscriptionLife.Action]
  ) -> Bool {
    guard var life = lives[key] else { return false }
    let actions = event(&life, &ids)
    set(life, for: key)
    perform(actions, key, life, cause: cause)
    return !actions.isEmpty
  }

  mutating func perform(
    _ actions: [SubscriptionLife.Action], _ key: LifeKey, _ life: SubscriptionLife,
    cause: TransactionUpdate.Cause
  ) {
    guard !actions.isEmpty else { return }
    signRenewalInfo(key, life)
    for action in actions {
      switch action {
      case .charge(let reason):
        record(
          transaction(of: life, account: key.account, reason: reason), of: key.account,
          cause: cause)
      case .replace(let id, let share):
        amend(id, of: key.account) { [now] payload in
          payload.isUpgraded = true
          if let share { payload.revoke(at: now, .refundProrated, share: share, reason: .other) }
        }
      case .endPeriod(let id, let end):
        amend(id, of: key.account) { $0.expiresDate = end }
      case .notify(let type, let subtype):
        notify(type, subtype, transaction: life.period.transactionID, about: key)
      }
    }
    if !key.isShared { mirror(actions, key, life) }
  }

  /// Signs a transaction again with a change.
  mutating func amend(
    _ id: String, of account: AccountID, _ change: (inout TransactionPayload) -> Void
  ) {
    guard var payload = transactions[id]?.payload else { return }
    change(&payload)
    record(payload, of: account, cause: .store)
  }
}
