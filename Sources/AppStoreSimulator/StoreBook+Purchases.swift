import TollgateAppStore

extension StoreBook {
  mutating func purchase(
    _ productID: String, by id: AccountID, options: PurchaseOptions,
    outcome: PurchaseOutcome
  ) -> PurchaseResult {
    let settings = setting.configuration.settings
    let account = account(id)
    switch outcome {
    case .cancel: return .cancelled
    case .fail(.interrupted): return interrupt(productID, account, options)
    case .fail(let failure): return .failed(failure)
    case .buy, .askToBuy: break
    }
    guard sells(productID) else { return .failed(.productUnavailable) }
    if settings.failsTransactions { return .failed(.unknown) }
    if let owned = owned(productID, by: account, options) { return .success(signed(owned)) }
    if settings.hasBillingIssues { return interrupt(productID, account, options) }
    if outcome == .askToBuy || accounts[account].asksToBuy {
      return .pending(wait(productID, account, options, .askToBuy))
    }
    return charge(productID, account, options, cause: .purchase)
  }

  /// Resolves a pending purchase, by buying or not.
  mutating func resolve(_ id: Int, buying: Bool) -> PurchaseResult? {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
    let purchase = pending.remove(at: index)
    guard buying else { return .cancelled }
    return charge(
      purchase.productID, account(purchase.account), purchase.options, cause: .store)
  }

  private mutating func interrupt(
    _ productID: String, _ account: AccountNumber, _ options: PurchaseOptions
  ) -> PurchaseResult {
    guard sells(productID) else { return .failed(.productUnavailable) }
    wait(productID, account, options, .interruption)
    return .failed(.interrupted)
  }

  private func sells(_ productID: String) -> Bool {
    subscription(productID) != nil || product(productID) != nil
  }

  /// The transaction returned for buying the product again: a running subscription's period, or a permanent product.
  private func owned(
    _ productID: String, by account: AccountNumber, _ options: PurchaseOptions
  ) -> TransactionRecord? {
    if let product = subscription(productID) {
      guard options.offer == nil,
        let life = lives[LifecycleKey(account: account, group: product.listing.group)],
        life.state == .active, life.period.product.productID == productID,
        life.continuesProduct
      else { return nil }
      return self[life.period.transactionID]
    }
    guard let (number, product) = product(productID), product.type == .nonConsumable
    else { return nil }
    return transactions(of: account)
      .first { $0.product == number && $0.revocation == 0 && !$0.isShared }
  }

  @discardableResult
  private mutating func wait(
    _ productID: String, _ account: AccountNumber, _ options: PurchaseOptions,
    _ reason: PendingPurchase.Reason
  ) -> PendingPurchase {
    pendingCount += 1
    let purchase = PendingPurchase(
      id: pendingCount, account: id(of: account), productID: productID, options: options,
      reason: reason, since: now)
    pending.append(purchase)
    pending.removeFirst(max(0, pending.count - Self.pendingLimit))
    return purchase
  }

  private mutating func charge(
    _ productID: String, _ account: AccountNumber, _ options: PurchaseOptions,
    cause: TransactionUpdate.Cause
  ) -> PurchaseResult {
    if let owned = owned(productID, by: account, options) { return .success(signed(owned)) }
    guard accounts[account].canPay else { return .failed(.paymentInvalid) }
    let id: TransactionNumber?
    do {
      if let product = subscription(productID) {
        id = try subscribe(product, account, options, cause: cause)
      } else if let (number, product) = product(productID) {
        id = try buy(product, number, account, options, cause: cause)
      } else {
        return .failed(.productUnavailable)
      }
    } catch {
      return .failed(error)
    }
    guard let record = id.flatMap({ self[$0] }) else { return .failed(.unknown) }
    return .success(signed(record))
  }

  private mutating func subscribe(
    _ product: SubscriptionLifecycle.Product, _ account: AccountNumber,
    _ options: PurchaseOptions, cause: TransactionUpdate.Cause
  ) throws(PurchaseFailure) -> TransactionNumber? {
    guard options.quantity == 1 else { throw .unknown }
    let key = LifecycleKey(account: account, group: product.listing.group)
    let discount = try discount(options, of: product, for: account)
    if let discount { spend(discount, group: key.group, account: account) }
    let token = options.appAccountToken.map { tokens.add($0) } ?? 0
    guard lives[key] == nil else {
      update(key, cause: cause) { [now] life, ids in
        life.purchase(
          product, discount: discount, at: now, appAccountToken: token,
          ids: &ids)
      }
      return lives[key]?.period.transactionID
    }
    let life = SubscriptionLifecycle(
      product: product, discount: discount, transactionID: ids.transaction(), at: now,
      terms: setting.terms, appAccountToken: token)
    set(life, for: key)
    perform(
      [.charge(.purchase), .notify(.subscribed, .initialBuy)], key, life, cause: cause)
    return life.period.transactionID
  }

  private mutating func buy(
    _ product: StoreKitConfiguration.Product, _ number: UInt32, _ account: AccountNumber,
    _ options: PurchaseOptions, cause: TransactionUpdate.Cause
  ) throws(PurchaseFailure) -> TransactionNumber {
    guard options.offer == nil else { throw .productUnavailable }
    guard (1...(product.type == .consumable ? 10 : 1)).contains(options.quantity)
    else { throw .unknown }
    let id = ids.transaction()
    record(
      TransactionRecord(
        number: id, account: account, original: id, quantity: UInt8(options.quantity),
        product: number,
        storefront: accounts[account].storefront,
        appAccountToken: options.appAccountToken.map { tokens.add($0) } ?? 0, purchased: now,
        originallyPurchased: now, signed: now, expires: now, price: product.price),
      cause: cause)
    notify(.oneTimeCharge, transaction: id)
    for member in family(of: account) { show(id, to: member) }
    return id
  }
}
