import AppStore

extension StoreBook {
  /// Enters a transaction, or a changed one, and tells the account's devices.
  @discardableResult
  mutating func record(
    _ payload: TransactionPayload, of account: AccountID, cause: TransactionUpdate.Cause
  ) -> Signed<TransactionPayload> {
    var payload = payload
    let earlier = transactions[payload.transactionId]
    // A later version is signed later, even within one millisecond.
    payload.signedDate = max(now, earlier?.payload.signedDate.adding(1) ?? now)
    let signed = setting.sign(payload)
    if earlier == nil { change(account) { $0.transactionIDs.append(payload.transactionId) } }
    change(account) { _ = $0.unfinished.insert(payload.transactionId) }
    transactions[payload.transactionId] = signed
    owners[payload.transactionId] = account
    updateCount += 1
    updates.append(
      TransactionUpdate(
        sequence: updateCount, at: now, account: account, cause: cause, transaction: signed))
    Self.trim(&updates)
    return signed
  }

  /// Signs what now happens at the end of a subscription's period.
  mutating func signRenewalInfo(_ key: LifeKey, _ life: SubscriptionLife) {
    let earlier = renewalInfos[key]?.payload.signedDate
    renewalInfos[key] = setting.sign(
      renewalInfo(of: life, account: key.account, signed: max(now, earlier?.adding(1) ?? now)))
  }

  /// Sends a notification about a transaction and, where there is one, its subscription.
  @discardableResult
  mutating func notify(
    _ type: NotificationType, _ subtype: Subtype? = nil, transaction: String?,
    about key: LifeKey? = nil, reason: ConsumptionRequestReason? = nil
  ) -> SignedNotification {
    let status = key.flatMap { lives[$0]?.status }
    let transactionInfo = transaction.flatMap { transactions[$0] }
    let renewalInfo = key.flatMap { renewalInfos[$0] }
    let account = key?.account ?? transaction.flatMap { owners[$0] }
    return post(type, subtype, about: account) { [setting] in
      $0.data = NotificationPayload.Data(
        bundleId: setting.bundleID, environment: setting.environment,
        appAppleId: setting.appAppleID, bundleVersion: "1",
        signedTransactionInfo: transactionInfo?.jws, signedRenewalInfo: renewalInfo?.jws,
        status: status, consumptionRequestReason: reason)
    }
  }

  /// Sends a notification, which is filled when it is first read.
  @discardableResult
  mutating func post(
    _ type: NotificationType, _ subtype: Subtype?, about account: AccountID?,
    _ fill: @escaping @Sendable (inout NotificationPayload) -> Void
  ) -> SignedNotification {
    notificationCount += 1
    let notification = SignedNotification(sequence: notificationCount, at: now, account: account) {
      [setting, ids, now, notificationCount] in
      var payload = NotificationPayload(
        notificationType: type, subtype: subtype,
        notificationUUID: ids.uuid(of: notificationCount), version: "2.0", signedDate: now)
      fill(&payload)
      return setting.sign(payload)
    }
    notifications.append(notification)
    Self.trim(&notifications)
    return notification
  }

  /// Forgets the oldest entries, seldom enough that each costs a constant time.
  private static func trim<Entry>(_ entries: inout [Entry]) {
    guard entries.count >= 2 * historyLimit else { return }
    entries.removeFirst(entries.count - historyLimit)
  }

  /// The transaction of a subscription's current period.
  func transaction(
    of life: SubscriptionLife, account: AccountID, reason: TransactionReason
  ) -> TransactionPayload {
    let period = life.period
    let storefront = self.account(account).storefront
    return TransactionPayload(
      transactionId: period.transactionID, originalTransactionId: life.originalTransactionID,
      bundleId: setting.bundleID, productId: period.product.productID, type: .autoRenewable,
      purchaseDate: period.start, originalPurchaseDate: life.originalPurchaseDate,
      signedDate: now, environment: setting.environment, quantity: 1,
      inAppOwnershipType: life.isShared ? .familyShared : .purchased, expiresDate: period.end,
      subscriptionGroupIdentifier: period.product.groupID,
      webOrderLineItemId: ids.webOrderLineItem(of: period.transactionID),
      transactionReason: reason, price: period.price, currency: storefront.currency,
      storefront: storefront.country, storefrontId: storefront.id,
      offerType: period.discount?.type,
      offerDiscountType: period.discount?.offer.paymentMode.discountType,
      offerIdentifier: period.discount?.identifier,
      offerPeriod: period.discount?.offer.period.description, appAccountToken: life.appAccountToken,
      appTransactionId: ids.appTransaction(of: account))
  }

  private func renewalInfo(
    of life: SubscriptionLife, account: AccountID, signed: Milliseconds
  ) -> RenewalInfoPayload {
    let coming = life.willRenew ? life.comingDiscount : nil
    let winBack = life.winBackOfferIDs
    let price = life.renewalPrice
    return RenewalInfoPayload(
      originalTransactionId: life.originalTransactionID,
      productId: life.period.product.productID, autoRenewProductId: life.nextProduct.productID,
      autoRenewStatus: life.willRenew ? .on : .off, signedDate: signed,
      environment: setting.environment, recentSubscriptionStartDate: life.runStart,
      renewalDate: life.period.end, renewalPrice: price,
      currency: price.map { _ in self.account(account).storefront.currency },
      expirationIntent: life.expirationIntent, isInBillingRetryPeriod: life.isInBillingRetry,
      gracePeriodExpiresDate: life.graceEnd,
      priceIncreaseStatus: life.isOver ? nil : life.comingIncrease?.status,
      offerType: coming?.type, offerDiscountType: coming?.offer.paymentMode.discountType,
      offerIdentifier: coming?.identifier, offerPeriod: coming?.offer.period.description,
      eligibleWinBackOfferIds: winBack.isEmpty ? nil : winBack,
      appAccountToken: life.appAccountToken, appTransactionId: ids.appTransaction(of: account))
  }
}

extension SubscriptionLife {
  /// The condition as the store's interfaces number it.
  var status: SubscriptionStatus {
    switch state {
    case .active: .active
    case .grace: .gracePeriod
    case .retrying: .billingRetry
    case .expired: .expired
    case .revoked: .revoked
    }
  }

  fileprivate var isInBillingRetry: Bool {
    switch state {
    case .grace, .retrying: true
    case .active, .expired, .revoked: false
    }
  }

  fileprivate var expirationIntent: ExpirationIntent? {
    switch state {
    case .active, .revoked: nil
    case .grace, .retrying: .billingError
    case .expired(let intent): intent
    }
  }

  fileprivate var graceEnd: Milliseconds? {
    switch state {
    case .grace(let until, _): until
    case .active, .retrying, .expired, .revoked: nil
    }
  }
}

extension StoreBook.Setting {
  /// Signs when the text is asked for; one that no verifier accepts stands where signing fails.
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
