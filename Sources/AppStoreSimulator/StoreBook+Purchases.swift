import AppStore

extension StoreBook {
  /// Whether the account's first subscription of a group is still to come, or the offer was not taken.
  func isEligibleForIntroductoryOffer(_ group: String, _ account: AccountID) -> Bool {
    guard !self.account(account).introducedGroups.contains(group) else { return false }
    return lives[LifeKey(account: account, group: group)]?.isOver ?? true
  }

  mutating func purchase(
    _ productID: String, by account: AccountID, appAccountToken: String?,
    outcome: PurchaseOutcome
  ) -> PurchaseResult {
    let settings = setting.configuration.settings
    switch outcome {
    case .cancel: return .cancelled
    case .fail(.interrupted):
      guard sells(productID) else { return .failed(.productUnavailable) }
      wait(productID, account, appAccountToken, .interruption)
      return .failed(.interrupted)
    case .fail(let failure): return .failed(failure)
    case .buy, .askToBuy: break
    }
    guard sells(productID) else { return .failed(.productUnavailable) }
    if settings.failsTransactions { return .failed(.unknown) }
    if let owned = owned(productID, by: account) { return .success(owned) }
    if outcome == .askToBuy || self.account(account).asksToBuy {
      return .pending(wait(productID, account, appAccountToken, .askToBuy))
    }
    return charge(productID, account, appAccountToken, cause: .purchase)
  }

  /// Ends the wait of a purchase, with the purchase or without.
  mutating func resolve(_ id: Int, buying: Bool) -> PurchaseResult? {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
    let purchase = pending.remove(at: index)
    guard buying else { return .cancelled }
    return charge(
      purchase.productID, purchase.account, purchase.appAccountToken, cause: .store)
  }

  private func sells(_ productID: String) -> Bool {
    setting.configuration.subscription(productID) != nil
      || setting.configuration.product(productID) != nil
  }

  /// What buying the product again gives back: a running subscription's period, or a product for ever.
  private func owned(
    _ productID: String, by account: AccountID
  ) -> Signed<TransactionPayload>? {
    if let product = setting.configuration.subscription(productID) {
      guard let life = lives[LifeKey(account: account, group: product.groupID)],
        life.state == .active, life.period.product == product, life.nextProduct == product
      else { return nil }
      return transactions[life.period.transactionID]
    }
    guard setting.configuration.product(productID)?.type == .nonConsumable else { return nil }
    return self.account(account).transactionIDs.lazy.compactMap { transactions[$0] }
      .first { $0.payload.productId == productID && $0.payload.revocationDate == nil }
  }

  @discardableResult
  private mutating func wait(
    _ productID: String, _ account: AccountID, _ token: String?, _ reason: PendingPurchase.Reason
  ) -> PendingPurchase {
    pendingCount += 1
    let purchase = PendingPurchase(
      id: pendingCount, account: account, productID: productID, appAccountToken: token,
      reason: reason, since: now)
    pending.append(purchase)
    pending.removeFirst(max(0, pending.count - Self.historyLimit))
    return purchase
  }

  private mutating func charge(
    _ productID: String, _ account: AccountID, _ token: String?, cause: TransactionUpdate.Cause
  ) -> PurchaseResult {
    if let owned = owned(productID, by: account) { return .success(owned) }
    guard self.account(account).canPay else { return .failed(.paymentInvalid) }
    let id: String
    if let product = setting.configuration.subscription(productID) {
      id = subscribe(product, account, token, cause: cause)
    } else if let product = setting.configuration.product(productID) {
      id = buy(product, account, token, cause: cause)
    } else {
      return .failed(.productUnavailable)
    }
    guard let transaction = transactions[id] else { return .failed(.unknown) }
    return .success(transaction)
  }

  private mutating func subscribe(
    _ product: StoreKitConfiguration.Subscription, _ account: AccountID, _ token: String?,
    cause: TransactionUpdate.Cause
  ) -> String {
    let key = LifeKey(account: account, group: product.groupID)
    let isEligible = isEligibleForIntroductoryOffer(product.groupID, account)
    let offer = isEligible ? product.introductoryOffer : nil
    if offer != nil { change(account) { _ = $0.introducedGroups.insert(product.groupID) } }
    guard lives[key] == nil else {
      update(key, cause: cause) { [now] life, ids in
        life.purchase(product, offer: offer, at: now, appAccountToken: token, ids: &ids)
      }
      return lives[key]?.period.transactionID ?? ""
    }
    let life = SubscriptionLife(
      product: product, offer: offer, transactionID: ids.transaction(), at: now,
      terms: setting.terms, appAccountToken: token)
    lives[key] = life
    perform(
      [.charge(.purchase), .notify(.subscribed, .initialBuy)], key, life, cause: cause)
    return life.period.transactionID
  }

  private mutating func buy(
    _ product: StoreKitConfiguration.Product, _ account: AccountID, _ token: String?,
    cause: TransactionUpdate.Cause
  ) -> String {
    let id = ids.transaction()
    record(
      TransactionPayload(
        transactionId: id, originalTransactionId: id, bundleId: setting.bundleID,
        productId: product.productID, type: product.type, purchaseDate: now,
        originalPurchaseDate: now, signedDate: now, environment: setting.environment, quantity: 1,
        inAppOwnershipType: .purchased, transactionReason: .purchase, price: product.price,
        currency: setting.storefront.currency, storefront: setting.storefront.country,
        storefrontId: setting.storefront.id, appAccountToken: token,
        appTransactionId: ids.appTransaction(of: account)),
      of: account, cause: cause)
    notify(.oneTimeCharge, transaction: id)
    return id
  }
}
