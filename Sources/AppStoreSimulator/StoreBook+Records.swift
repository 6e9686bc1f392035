import TollgateAppStore

extension StoreBook {
  /// Adds or updates a transaction, and notifies the account's devices.
  ///
  /// Every version is signed at its own instant and has to be finished again by a device.
  mutating func record(_ record: TransactionRecord, cause: TransactionUpdate.Cause) {
    var record = record
    if let earlier = transactions[record.number] {
      // A later version has a later signing time, even within one millisecond.
      record.signed = max(now, earlier.signed.adding(milliseconds: 1))
    } else {
      record.signed = now
      record.previous = accounts[record.account].latest
      accounts[record.account].latest = record.number
    }
    record.isFinished = false
    record.change = UInt32(truncatingIfNeeded: journal.updates.count + 1)
    transactions[record.number] = record
    journal.updates.append(UpdateRecord(at: now, cause: cause, transaction: record))
  }

  /// Signs the current renewal info of a subscription, later than any before.
  mutating func signRenewalInfo(_ key: SubscriptionKey, _ subscription: SubscriptionLifecycle) {
    let earlier = subscriptions.renewalInfo(of: key)?.signed
    subscriptions.set(
      RenewalRecord(
        subscription: subscription, account: key.account,
        storefront: accounts[key.account].storefront,
        signed: max(now, earlier?.adding(milliseconds: 1) ?? now)), for: key)
  }

  /// Sends a notification about a transaction and its subscription, if there is one.
  mutating func notify(
    _ type: NotificationType, _ subtype: Subtype? = nil, transaction: TransactionNumber?,
    about key: SubscriptionKey? = nil, reason: ConsumptionRequestReason? = nil
  ) {
    let record = transaction.flatMap { transactions[$0] }
    post(
      type, subtype, about: key?.account ?? record?.account,
      .data(
        transaction: record, renewal: key.flatMap { subscriptions.renewalInfo(of: $0) },
        status: key.flatMap { subscriptions.status(of: $0) }, reason: reason))
  }

  /// Sends a notification, whose payload is created on first access.
  mutating func post(
    _ type: NotificationType, _ subtype: Subtype?, about account: AccountNumber?,
    _ content: NotificationRecord.Content
  ) {
    journal.notifications.append(
      NotificationRecord(
        type: type, subtype: subtype, at: now, account: account, content: content))
  }

  /// The transaction of a subscription's current period.
  func transaction(
    of subscription: SubscriptionLifecycle, account: AccountNumber, reason: TransactionReason
  ) -> TransactionRecord {
    let period = subscription.period
    return TransactionRecord(
      number: period.transactionID, account: account, original: subscription.original.transactionID,
      quantity: UInt16(subscription.seats),
      otherSeats: UInt16(subscription.isAssigned ? subscription.purchaserSeats : 0),
      isRenewal: reason == .renewal,
      isShared: subscription.isShared, isAssigned: subscription.isAssigned,
      isDeveloperManaged: subscription.isDeveloperManaged,
      bill: UInt8(clamping: period.bill?.number ?? 0),
      isBilledMonthly: period.product.hasCommitment,
      product: period.product.listing.number, offer: period.offer?.number ?? 0,
      storefront: accounts[account].storefront, appAccountToken: subscription.appAccountToken,
      purchased: period.start, originallyPurchased: subscription.original.date, signed: now,
      expires: period.end, commitmentExpires: period.bill?.end ?? period.end, price: period.price)
  }
}
