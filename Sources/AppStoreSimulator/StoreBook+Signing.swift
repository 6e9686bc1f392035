import TollgateAppStore

extension StoreBook {
  /// A transaction, signed on first access of its text.
  func signed(_ record: TransactionRecord) -> Signed<TransactionPayload> {
    signatures.transactions.value(for: record.version) {
      settings.sign(TransactionPayload(record, in: self))
    }
  }

  /// A renewal info, signed on first access of its text.
  func signed(_ record: RenewalRecord) -> Signed<RenewalInfoPayload> {
    signatures.renewalInfos.value(for: record.version) {
      settings.sign(RenewalInfoPayload(record, in: self))
    }
  }

  /// A transaction's update, signed on first access of its text.
  func update(_ sequence: Int) -> TransactionUpdate {
    let record = journal.updates[sequence]
    return TransactionUpdate(
      sequence: sequence, at: record.at, account: accounts[record.transaction.account].id,
      cause: record.cause, transaction: signed(record.transaction))
  }

  /// A notification, filled in and signed on first access.
  func notification(_ sequence: Int) -> SignedNotification {
    signatures.notifications.value(for: sequence) {
      let record = journal.notifications[sequence]
      let content = content(of: record)
      var account: AccountID?
      if let number = record.account { account = accounts[number].id }
      return SignedNotification(sequence: sequence, at: record.at, account: account) {
        [settings, ids] in
        var payload = NotificationPayload(
          notificationType: record.type, subtype: record.subtype,
          notificationUUID: ids.uuid(of: sequence), version: "2.0", signedDate: record.at)
        content(&payload)
        return settings.sign(payload)
      }
    }
  }

  /// What fills in the notification's payload when it is first accessed; later changes do not show in it.
  private func content(
    of record: NotificationRecord
  ) -> @Sendable (inout NotificationPayload) -> Void {
    switch record.content {
    case .summary(let request):
      let summary = massExtensions[request]
      return { $0.summary = summary }
    case .unclaim(let claims):
      return { [settings] in
        $0.unclaimInfo = NotificationPayload.UnclaimInfo(
          bundleId: settings.bundleID, environment: settings.environment,
          appAppleId: settings.appAppleID, unclaimSeatIds: claims)
      }
    case .appData(let download):
      let signed = settings.sign(download)
      return {
        $0.appData = NotificationPayload.AppData(
          bundleId: download.bundleId, environment: download.receiptType,
          appAppleId: download.appAppleId, signedAppTransactionInfo: signed.jws)
      }
    case .data(let transaction, let renewal, let status, let reason):
      var (signedTransaction, signedRenewal):
        (Signed<TransactionPayload>?, Signed<RenewalInfoPayload>?)
      if let transaction { signedTransaction = signed(transaction) }
      if let renewal { signedRenewal = signed(renewal) }
      return { [settings, signedTransaction, signedRenewal] in
        $0.data = NotificationPayload.Data(
          bundleId: settings.bundleID, environment: settings.environment,
          appAppleId: settings.appAppleID, bundleVersion: "1",
          signedTransactionInfo: signedTransaction?.jws,
          signedRenewalInfo: signedRenewal?.jws,
          status: status, consumptionRequestReason: reason)
      }
    }
  }

  /// The transactions that give access now, like StoreKit's current entitlements.
  func currentEntitlements(of account: AccountNumber) -> [TransactionRecord] {
    let current = Set(
      keys(of: account).compactMap { subscriptions[$0] }.filter(\.isEntitled)
        .map(\.period.transactionID))
    return transactions(of: account).filter { record in
      guard !record.isRevoked else { return false }
      return oneTimePurchase(record)?.isEntitled ?? current.contains(record.number)
    }
  }

  /// The condition of an account's subscriptions, own and shared, by group.
  func conditions(of account: AccountNumber) -> [SubscriptionCondition] {
    keys(of: account).compactMap { key in
      guard let subscription = subscriptions[key],
        let transaction = transactions[subscription.period.transactionID],
        let renewal = subscriptions.renewalInfo(of: key)
      else { return nil }
      return SubscriptionCondition(
        groupID: catalog.groups[Int(key.group)], status: subscription.status,
        transaction: signed(transaction), renewalInfo: signed(renewal))
    }
  }
}
