import TollgateAppStore

extension StoreBook {
  /// Adds or updates a transaction, and notifies the account's devices.
  mutating func record(_ record: TransactionRecord, cause: TransactionUpdate.Cause) {
    var record = record
    if let earlier = self[record.number] {
      // A later version has a later signing time, even within one millisecond.
      record.signed = max(now, earlier.signed.adding(milliseconds: 1))
    } else {
      record.signed = now
      record.previous = accounts[record.account].latest
      accounts[record.account].latest = record.number
    }
    record.isFinished = false
    record.change = UInt32(truncatingIfNeeded: updates.count + 1)
    self[record.number] = record
    updates.append(UpdateRecord(at: now, cause: cause, transaction: record))
  }

  /// Signs the current renewal info of a subscription.
  mutating func signRenewalInfo(_ key: LifecycleKey, _ life: SubscriptionLifecycle) {
    let earlier = lives.renewal(of: key)?.signed
    lives.set(
      RenewalRecord(
        life: life, account: key.account, storefront: accounts[key.account].storefront,
        signed: max(now, earlier?.adding(milliseconds: 1) ?? now)), for: key)
  }

  /// Sends a notification about a transaction and its subscription, if there is one.
  mutating func notify(
    _ type: NotificationType, _ subtype: Subtype? = nil, transaction: TransactionNumber?,
    about key: LifecycleKey? = nil, reason: ConsumptionRequestReason? = nil
  ) {
    let record = transaction.flatMap { self[$0] }
    post(
      type, subtype, about: key?.account ?? record?.account,
      .data(
        transaction: record, renewal: key.flatMap { lives.renewal(of: $0) },
        status: key.flatMap { lives[$0]?.status }, reason: reason))
  }

  /// Sends a notification, whose payload is created on first access.
  mutating func post(
    _ type: NotificationType, _ subtype: Subtype?, about account: AccountNumber?,
    _ content: NotificationRecord.Content
  ) {
    notifications.append(
      NotificationRecord(
        type: type, subtype: subtype, at: now, account: account, content: content))
  }

  /// The transaction of a subscription's current period.
  func transaction(
    of life: SubscriptionLifecycle, account: AccountNumber, reason: TransactionReason
  ) -> TransactionRecord {
    let period = life.period
    return TransactionRecord(
      number: period.transactionID, account: account, original: life.originalTransactionID,
      isRenewal: reason == .renewal, isShared: life.isShared,
      product: period.product.listing.number, discount: period.discount?.number ?? 0,
      storefront: accounts[account].storefront, appAccountToken: life.appAccountToken,
      purchased: period.start, originallyPurchased: life.originalPurchaseDate, signed: now,
      expires: period.end, price: period.price)
  }
}

extension StoreBook {
  /// A transaction, signed on first access of its text.
  func signed(_ record: TransactionRecord) -> Signed<TransactionPayload> {
    signedTransactions.value(for: record.version) { setting.sign(payload(of: record)) }
  }

  /// A renewal info, signed on first access of its text.
  func signed(_ record: RenewalRecord) -> Signed<RenewalInfoPayload> {
    signedRenewals.value(for: record.version) { setting.sign(payload(of: record)) }
  }

  /// A transaction's update, signed on first access of its text.
  func update(_ sequence: Int) -> TransactionUpdate {
    let record = updates[sequence]
    return TransactionUpdate(
      sequence: sequence, at: record.at, account: id(of: record.transaction.account),
      cause: record.cause, transaction: signed(record.transaction))
  }

  /// A notification, filled in and signed on first access.
  func notification(_ sequence: Int) -> SignedNotification {
    signedNotifications.value(for: sequence) {
      let record = notifications[sequence]
      let content = content(of: record)
      var account: AccountID?
      if let number = record.account { account = id(of: number) }
      return SignedNotification(sequence: sequence, at: record.at, account: account) {
        [setting, ids] in
        var payload = NotificationPayload(
          notificationType: record.type, subtype: record.subtype,
          notificationUUID: ids.uuid(of: sequence), version: "2.0", signedDate: record.at)
        content(&payload)
        return setting.sign(payload)
      }
    }
  }

  private func content(
    of record: NotificationRecord
  ) -> @Sendable (inout NotificationPayload) -> Void {
    switch record.content {
    case .summary(let request):
      let summary = massExtensions[request]
      return { $0.summary = summary }
    case .data(let transaction, let renewal, let status, let reason):
      var (signedTransaction, signedRenewal):
        (Signed<TransactionPayload>?, Signed<RenewalInfoPayload>?)
      if let transaction { signedTransaction = signed(transaction) }
      if let renewal { signedRenewal = signed(renewal) }
      return { [setting, signedTransaction, signedRenewal] in
        $0.data = NotificationPayload.Data(
          bundleId: setting.bundleID, environment: setting.environment,
          appAppleId: setting.appAppleID, bundleVersion: "1",
          signedTransactionInfo: signedTransaction?.jws,
          signedRenewalInfo: signedRenewal?.jws,
          status: status, consumptionRequestReason: reason)
      }
    }
  }
}

extension StoreBook.Setting {
  /// Signs on first access of the text; if signing fails, the text is one that no verifier accepts.
  func sign<Payload: Encodable & Hashable & Sendable>(_ payload: Payload) -> Signed<Payload> {
    Signed(payload: payload) { [chain] in
      do {
        return try chain.sign(payload)
      } catch {
        return ""
      }
    }
  }
}
