import TollgateAppStore

/// Subscriptions that one account buys for several: each seat can be assigned to another account.
///
/// The purchaser has access without a seat, and the App Store invites the others. A purchase states how many seats there
/// are after it. Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>; what
/// Apple does not say is that added seats cost a full period, that fewer seats begin with the next period, and that the
/// notification of both is `DID_CHANGE_RENEWAL_PREF`.
extension StoreBook {
  /// Buys a running subscription again with another number of seats, which turns its renewal on.
  ///
  /// - Returns: The transaction of the added seats, or else that of the period.
  mutating func setSeats(
    _ total: Int, of key: SubscriptionKey, cause: TransactionUpdate.Cause
  ) -> TransactionNumber? {
    update(key, cause: cause) { subscription, _ in subscription.setRenewal(true) }
    guard var subscription = subscriptions[key] else { return nil }
    let added = total - subscription.seats
    let isChanged = total != subscription.nextSeats
    subscription.renewal.seats = added < 0 ? total : nil
    if added > 0 { subscription.seats = total }
    set(subscription, for: key)
    signRenewalInfo(key, subscription)
    let period = subscription.period
    guard added > 0 else {
      if isChanged {
        let subtype: Subtype? = added < 0 ? .downgrade : nil
        notify(
          .didChangeRenewalPreference, subtype, transaction: period.transactionID, about: key)
      }
      return period.transactionID
    }
    return charge(added, for: subscription, key, cause: cause)
  }

  /// Charges for seats that are added to the current period, with a transaction of their own.
  private mutating func charge(
    _ count: Int, for subscription: SubscriptionLifecycle, _ key: SubscriptionKey,
    cause: TransactionUpdate.Cause
  ) -> TransactionNumber {
    let number = ids.transaction()
    let period = subscription.period
    record(
      TransactionRecord(
        number: number, account: key.account, original: subscription.original.transactionID,
        quantity: UInt16(count), otherSeats: UInt16(subscription.seats - count),
        hasSeatAdditions: true,
        isDeveloperManaged: subscription.isDeveloperManaged,
        product: period.product.listing.number,
        storefront: accounts[key.account].storefront, appAccountToken: subscription.appAccountToken,
        purchased: now, originallyPurchased: subscription.original.date, signed: now,
        expires: period.end, commitmentExpires: period.end, price: period.product.price),
      cause: cause)
    // Every transaction of the period says that there are several.
    for payment in payments(of: subscription, key, besides: number)
    where !payment.hasSeatAdditions {
      amend(payment.number) { $0.hasSeatAdditions = true }
    }
    notify(.didChangeRenewalPreference, transaction: number, about: key)
    return number
  }

  /// Assigns a free seat of the purchaser's subscription in a group, which starts a subscription of the member.
  mutating func assignSeat(
    of ownerID: AccountID, in group: String?, to memberID: AccountID
  ) -> Bool {
    guard ownerID != memberID, let owner = accounts[ownerID],
      let key = seatedKey(of: owner, in: group), let subscription = subscriptions[key]
    else { return false }
    let member = accounts.number(of: memberID)
    let assigned = shared.seats[key] ?? []
    let view = subscriptions[
      SubscriptionKey(account: member, group: key.group, isShared: true)]
    guard subscription.isEntitled, !subscription.isDeveloperManaged, !assigned.contains(member),
      assigned.count < subscription.seats,
      view?.hasEnded ?? true
    else { return false }
    shared.seats[key, default: []].insert(member)
    updateFamily([], key, subscription, to: member)
    return true
  }

  /// Takes a seat back, which revokes the member's transaction, even if no other seat is left.
  mutating func revokeSeat(
    of ownerID: AccountID, in group: String?, from memberID: AccountID
  ) -> Bool {
    guard let owner = accounts[ownerID], let member = accounts[memberID],
      let key = keys(of: owner).first(where: { key in
        !key.isShared && (group == nil || catalog.groups[Int(key.group)] == group)
          && shared.seats[key]?.contains(member) == true
      })
    else { return false }
    shared.seats[key]?.remove(member)
    let view = SubscriptionKey(account: member, group: key.group, isShared: true)
    if shared.sources[view] == key, let seen = subscriptions[view], !seen.hasEnded {
      revokeShared(seen.period.transactionID, reason: .other)
    }
    return true
  }

  /// Refunds some seats of a transaction; all that are left end it.
  mutating func refundSeats(_ id: String, count: Int) -> Bool {
    guard let record = purchase(id), !record.isRevoked,
      record.quantity > 1, case .subscription = catalog[record.product]
    else { return false }
    let left = Int(record.quantity - record.revokedSeats)
    guard (1...left).contains(count) else { return false }
    guard count < left else { return refund(id, reason: .other) }
    let key = key(of: record)
    let earlier = key.flatMap { subscriptions[$0]?.seats } ?? 0
    if let key, var subscription = subscriptions[key], isCurrent(record, in: subscription) {
      subscription.seats =
        paidSeats(of: subscription, key, besides: record.number) + left - count
      set(subscription, for: key)
      signRenewalInfo(key, subscription)
    }
    let revoked = record.revokedSeats + UInt16(count)
    let share = Int(revoked) * 100_000 / Int(record.quantity)
    let revocation = revocations.add(
      Revocation(at: now, type: .refundProrated, share: share, reason: .other))
    amend(record.number) { record in
      record.refunds.refundSeats()
      record.revokedSeats = revoked
      record.revocation = revocation
    }
    notify(.refund, .seats, transaction: record.number, about: key)
    releaseSeats(of: key, from: earlier)
    return true
  }

  /// The transactions that pay for seats of the current period, except one.
  func payments(
    of subscription: SubscriptionLifecycle, _ key: SubscriptionKey,
    besides number: TransactionNumber
  ) -> [TransactionRecord] {
    guard !key.isShared else { return [] }
    return transactions(of: key.account).filter {
      $0.number != number && !$0.isShared && !$0.isRevoked && isCurrent($0, in: subscription)
    }
  }

  /// How many seats other transactions of the current period pay for.
  func paidSeats(
    of subscription: SubscriptionLifecycle, _ key: SubscriptionKey,
    besides number: TransactionNumber
  ) -> Int {
    payments(of: subscription, key, besides: number)
      .reduce(0) { $0 + Int($1.quantity - $1.revokedSeats) }
  }

  /// Whether a transaction pays for the current period, alone or with others.
  func isCurrent(
    _ record: TransactionRecord, in subscription: SubscriptionLifecycle
  ) -> Bool {
    record.number == subscription.period.transactionID
      || (record.original == subscription.original.transactionID
        && record.expires == subscription.period.end && !record.refunds.isUpgraded)
  }

  /// The purchaser's own subscription with seats, in a group or in the only one.
  private func seatedKey(of owner: AccountNumber, in group: String?) -> SubscriptionKey? {
    keys(of: owner).first { key in
      !key.isShared && (group == nil || catalog.groups[Int(key.group)] == group)
        && (subscriptions[key]?.seats ?? 1) > 1
    }
  }
}
