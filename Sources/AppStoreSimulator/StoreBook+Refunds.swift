import TollgateAppStore

extension StoreBook {
  /// Refunds a purchase: the transaction keeps its identifier and gets a revocation date.
  mutating func refund(_ id: String, reason: RevocationReason) -> Bool {
    guard var record = purchase(id), record.refunds.refund() else { return false }
    revoke(record, .refundFull, share: 100_000, reason: reason)
    return true
  }

  /// Refunds a share of a purchase, in thousandths of a percent; nil means the unused part of a period.
  mutating func refundShare(_ id: String, share: Int?, reason: RevocationReason) -> Bool {
    guard var record = purchase(id), let share = share ?? unusedShare(of: record),
      record.refunds.refund(share: share)
    else { return false }
    revoke(record, .refundProrated, share: share, reason: reason)
    return true
  }

  /// Reverses a refund: the transaction loses its revocation, and so do those of members who are still in the family.
  mutating func reverseRefund(_ id: String) -> Bool {
    guard var record = purchase(id), record.refunds.reverse() else { return false }
    reinstate(record)
    let views = shared.copies(of: record.number)
    for member in accounts.sorted(views.keys) where accounts[record.account].family.contains(member)
    {
      guard let copy = views[member].flatMap({ transactions[$0] }) else { continue }
      reinstate(copy)
    }
    return true
  }

  /// Records the customer's request, and asks the app for consumption information.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information>.
  mutating func requestRefund(_ id: String, reason: ConsumptionRequestReason) -> Bool {
    guard let record = purchase(id), !record.isRevoked else { return false }
    refundRequests.insert(record.number)
    let key = key(of: record)
    if let key, let subscription = subscriptions[key],
      subscription.period.transactionID == record.number, subscription.state == .active
    {
      update(key, cause: .store) { subscription, _ in subscription.setRenewal(false) }
    }
    // The App Store asks about consumables, and about subscriptions that renew.
    if oneTimePurchase(record).map({ $0.kind == .consumable }) ?? true {
      notify(.consumptionRequest, transaction: record.number, about: key, reason: reason)
    }
    return true
  }

  func isRefundRequested(_ id: String) -> Bool {
    guard let record = purchase(id) else { return false }
    return !record.isRevoked && refundRequests.contains(record.number)
  }

  /// Decides the customer's request; false if there isn't one.
  mutating func decideRefund(
    _ id: String, preferring preference: RefundPreference?, consumed: Int?
  ) -> Bool {
    guard isRefundRequested(id) else { return false }
    switch preference {
    case .decline: return declineRefund(id)
    case .grantProrated:
      let unused = consumed.map { 100_000 - $0 }
      return refundShare(id, share: unused, reason: .other) || declineRefund(id)
    default: return refund(id, reason: .other)
    }
  }

  /// Declines the customer's request; false if there isn't one, or if it was granted since.
  mutating func declineRefund(_ id: String) -> Bool {
    guard let record = purchase(id), !record.isRevoked,
      refundRequests.remove(record.number) != nil
    else { return false }
    notify(.refundDeclined, transaction: record.number, about: key(of: record))
    return true
  }

  /// The unused part of a period, in thousandths of a percent; nil if it has ended or the product has no period.
  private func unusedShare(of record: TransactionRecord) -> Int? {
    guard case .subscription = catalog[record.product] else { return nil }
    return SubscriptionLifecycle.unusedShare(from: record.purchased, to: record.expires, at: now)
  }

  /// Signs a purchase again with its refund, and revokes what family members have of it.
  private mutating func revoke(
    _ record: TransactionRecord, _ type: RevocationType, share: Int, reason: RevocationReason
  ) {
    let key = key(of: record)
    let earlier = key.flatMap { subscriptions[$0]?.seats } ?? 0
    endRevokedPeriod(record.number, key)
    let revocation = revocations.add(
      Revocation(at: now, type: type, share: share, reason: reason))
    amend(record.number) {
      $0.refunds = record.refunds
      $0.revocation = revocation
      if $0.revokedSeats > 0 { $0.revokedSeats = $0.quantity }
    }
    notify(.refund, transaction: record.number, about: key)
    releaseSeats(of: key, from: earlier)
    let views = shared.copies(of: record.number)
    for member in accounts.sorted(views.keys) {
      let keepsSeat =
        key.map { key in
          shared.seats[key]?.contains(member) == true && subscriptions[key]?.isEntitled == true
        } ?? false
      if let copy = views[member], !keepsSeat { revokeShared(copy, reason: reason) }
    }
  }

  /// Ends the subscription whose current period is revoked, unless another transaction pays for seats of it.
  mutating func endRevokedPeriod(_ number: TransactionNumber, _ key: SubscriptionKey?) {
    guard let key, var subscription = subscriptions[key] else { return }
    let others = payments(of: subscription, key, besides: number)
    if let payment = others.first {
      if number == subscription.period.transactionID {
        // The members' transactions are those of the subscription that is paid now.
        for (member, copy) in shared.copies(of: number) { shared[payment.number, member] = copy }
        subscription.period.transactionID = payment.number
      }
      subscription.seats = paidSeats(of: subscription, key, besides: number)
    } else {
      subscription.refunded(transactionID: number)
    }
    set(subscription, for: key)
    signRenewalInfo(key, subscription)
  }

  /// Signs a transaction again without its revocation, and resumes the subscription if the period is its current one.
  private mutating func reinstate(_ record: TransactionRecord) {
    let key = key(of: record)
    if let key, var subscription = subscriptions[key] {
      if !record.isShared, isCurrent(record, in: subscription) {
        subscription.seats =
          paidSeats(of: subscription, key, besides: record.number) + Int(record.quantity)
        if subscription.state == .revoked { subscription.period.transactionID = record.number }
      }
      subscription.refundReversed(transactionID: record.number, at: now)
      set(subscription, for: key)
      signRenewalInfo(key, subscription)
    }
    amend(record.number) {
      $0.refunds = record.refunds
      $0.revocation = 0
      $0.revokedSeats = 0
    }
    notify(.refundReversed, transaction: record.number, about: key)
  }
}
