import AppStore

extension StoreBook {
  mutating func purchase(
    _ productID: String, by account: AccountID, options: PurchaseOptions,
    outcome: PurchaseOutcome
  ) -> PurchaseResult {
    let settings = setting.configuration.settings
    switch outcome {
    case .cancel: return .cancelled
    case .fail(.interrupted): return interrupt(productID, account, options)
    case .fail(let failure): return .failed(failure)
    case .buy, .askToBuy: break
    }
    guard sells(productID) else { return .failed(.productUnavailable) }
    if settings.failsTransactions { return .failed(.unknown) }
    if let owned = owned(productID, by: account, options) { return .success(owned) }
    if settings.hasBillingIssues { return interrupt(productID, account, options) }
    if outcome == .askToBuy || self.account(account).asksToBuy {
      return .pending(wait(productID, account, options, .askToBuy))
    }
    return charge(productID, account, options, cause: .purchase)
  }

  /// Ends the wait of a purchase, with the purchase or without.
  mutating func resolve(_ id: Int, buying: Bool) -> PurchaseResult? {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
    let purchase = pending.remove(at: index)
    guard buying else { return .cancelled }
    return charge(
      purchase.productID, purchase.account, purchase.options, cause: .store)
  }

  private mutating func interrupt(
    _ productID: String, _ account: AccountID, _ options: PurchaseOptions
  ) -> PurchaseResult {
    guard sells(productID) else { return .failed(.productUnavailable) }
    wait(productID, account, options, .interruption)
    return .failed(.interrupted)
  }

  private func sells(_ productID: String) -> Bool {
    subscription(productID) != nil || product(productID) != nil
  }

  /// What buying the product again gives back: a running subscription's period, or a product for ever.
  private func owned(
    _ productID: String, by account: AccountID, _ options: PurchaseOptions
  ) -> Signed<TransactionPayload>? {
    if let product = subscription(productID) {
      guard options.offer == nil,
        let life = lives[LifeKey(account: account, group: product.groupID)],
        life.state == .active, life.period.product.productID == productID,
        life.continuesProduct
      else { return nil }
      return transactions[life.period.transactionID]
    }
    guard product(productID)?.type == .nonConsumable else { return nil }
    return self.account(account).transactionIDs.lazy.compactMap { transactions[$0] }
      .first {
        $0.payload.productId == productID && $0.payload.revocationDate == nil
          && $0.payload.inAppOwnershipType == .purchased
      }
  }

  @discardableResult
  private mutating func wait(
    _ productID: String, _ account: AccountID, _ options: PurchaseOptions,
    _ reason: PendingPurchase.Reason
  ) -> PendingPurchase {
    pendingCount += 1
    let purchase = PendingPurchase(
      id: pendingCount, account: account, productID: productID, options: options,
      reason: reason, since: now)
    pending.append(purchase)
    pending.removeFirst(max(0, pending.count - Self.historyLimit))
    return purchase
  }

  private mutating func charge(
    _ productID: String, _ account: AccountID, _ options: PurchaseOptions,
    cause: TransactionUpdate.Cause
  ) -> PurchaseResult {
    if let owned = owned(productID, by: account, options) { return .success(owned) }
    guard self.account(account).canPay else { return .failed(.paymentInvalid) }
    let id: String
    do {
      if let product = subscription(productID) {
        id = try subscribe(product, account, options, cause: cause)
      } else if let product = product(productID) {
        id = try buy(product, account, options, cause: cause)
      } else {
        return .failed(.productUnavailable)
      }
    } catch {
      return .failed(error)
    }
    guard let transaction = transactions[id] else { return .failed(.unknown) }
    return .success(transaction)
  }

  private mutating func subscribe(
    _ product: StoreKitConfiguration.Subscription, _ account: AccountID,
    _ options: PurchaseOptions, cause: TransactionUpdate.Cause
  ) throws(PurchaseFailure) -> String {
    guard options.quantity == 1 else { throw .unknown }
    let key = LifeKey(account: account, group: product.groupID)
    let discount = try discount(options, of: product, for: account)
    if let discount { spend(discount, group: product.groupID, account: account) }
    guard lives[key] == nil else {
      update(key, cause: cause) { [now] life, ids in
        life.purchase(
          product, discount: discount, at: now, appAccountToken: options.appAccountToken,
          ids: &ids)
      }
      return lives[key]?.period.transactionID ?? ""
    }
    let life = SubscriptionLife(
      product: product, discount: discount, transactionID: ids.transaction(), at: now,
      terms: setting.terms, appAccountToken: options.appAccountToken)
    set(life, for: key)
    perform(
      [.charge(.purchase), .notify(.subscribed, .initialBuy)], key, life, cause: cause)
    return life.period.transactionID
  }

  private mutating func buy(
    _ product: StoreKitConfiguration.Product, _ account: AccountID,
    _ options: PurchaseOptions, cause: TransactionUpdate.Cause
  ) throws(PurchaseFailure) -> String {
    guard options.offer == nil else { throw .productUnavailable }
    guard (1...(product.type == .consumable ? 10 : 1)).contains(options.quantity)
    else { throw .unknown }
    let storefront = self.account(account).storefront
    let id = ids.transaction()
    record(
      TransactionPayload(
        transactionId: id, originalTransactionId: id, bundleId: setting.bundleID,
        productId: product.productID, type: product.type, purchaseDate: now,
        originalPurchaseDate: now, signedDate: now, environment: setting.environment,
        quantity: options.quantity,
        inAppOwnershipType: .purchased, transactionReason: .purchase, price: product.price,
        currency: storefront.currency, storefront: storefront.country,
        storefrontId: storefront.id, appAccountToken: options.appAccountToken,
        appTransactionId: ids.appTransaction(of: account)),
      of: account, cause: cause)
    notify(.oneTimeCharge, transaction: id)
    for member in self.account(account).family.sorted() { show(id, to: member) }
    return id
  }
}
