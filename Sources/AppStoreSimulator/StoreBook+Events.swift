import TollgateAppStore

extension StoreBook {
  /// Advances time: renewals, failures and ends happen in order, each at its instant.
  ///
  /// Events of the same instant are ordered by account, then group. An earlier instant changes nothing.
  mutating func advance(to target: Instant) {
    while let next = subscriptions.nextEvent, next.due <= target {
      now = max(now, next.due)
      let canPay = accounts[next.key.account].canRenew
      update(next.key, cause: .store) { [priceList] subscription, ids in
        subscription.processDueEvent(
          canPay: canPay, isSold: priceList.isOnSale(subscription.nextProduct.productID),
          ids: &ids)
      }
    }
    now = max(now, target)
  }

  /// Applies an event to a subscription and performs the resulting actions.
  ///
  /// - Returns: Whether anything happened.
  @discardableResult
  mutating func update(
    _ key: SubscriptionKey, cause: TransactionUpdate.Cause,
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) -> Bool {
    guard var subscription = subscriptions[key] else { return false }
    let actions = event(&subscription, &ids)
    set(subscription, for: key)
    perform(actions, key, subscription, cause: cause)
    return !actions.isEmpty
  }

  /// Performs the actions that an event of a subscription has returned, in order, and then those of family members.
  ///
  /// The renewal info is signed first, so that notifications carry the new one.
  ///
  /// - Parameters:
  ///   - actions: The actions; without any nothing is signed.
  ///   - subscription: The state after the event, which must be in the table.
  ///   - cause: Whether a device's own purchase or the store is the origin.
  mutating func perform(
    _ actions: [SubscriptionLifecycle.Action], _ key: SubscriptionKey,
    _ subscription: SubscriptionLifecycle,
    cause: TransactionUpdate.Cause
  ) {
    guard !actions.isEmpty else { return }
    signRenewalInfo(key, subscription)
    for action in actions {
      switch action {
      case .charge(let reason):
        record(transaction(of: subscription, account: key.account, reason: reason), cause: cause)
      case .replace(let id, let share):
        let revocation = share.map {
          revocations.add(
            Revocation(at: now, type: .refundProrated, share: $0, reason: .other))
        }
        amend(id) { record in
          record.refunds.replace(refundedShare: share)
          record.revocation = revocation ?? record.revocation
        }
      case .endPeriod(let id, let end):
        amend(id) {
          $0.expires = end
          $0.commitmentExpires = subscription.period.bill?.end ?? end
        }
      case .notify(let type, let subtype):
        notify(type, subtype, transaction: subscription.period.transactionID, about: key)
      }
    }
    if !key.isShared {
      updateFamily(actions, key, subscription)
      releaseSeats(of: key)
    }
  }

  /// Applies an event to the subscriptions that an account bought, in one group or all.
  ///
  /// - Returns: Whether anything happened; false for an unknown account.
  @discardableResult
  mutating func change(
    _ account: AccountID, _ group: String?,
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) -> Bool {
    guard let number = accounts[account] else { return false }
    var changed = false
    for key in keys(of: number)
    where !key.isShared && (group == nil || catalog.groups[Int(key.group)] == group) {
      if update(key, cause: .store, event) { changed = true }
    }
    return changed
  }

  /// Changes the rules for all subscriptions, and so the instants of their next events.
  mutating func setTerms(_ terms: SubscriptionLifecycle.Terms) {
    settings.terms = terms
    for key in subscriptions.keys {
      guard var subscription = subscriptions[key] else { continue }
      subscription.termsChanged(to: terms)
      set(subscription, for: key)
    }
  }

  /// Signs a transaction again with a change.
  mutating func amend(
    _ number: TransactionNumber, _ change: (inout TransactionRecord) -> Void
  ) {
    guard var record = transactions[number] else { return }
    change(&record)
    self.record(record, cause: .store)
  }
}
