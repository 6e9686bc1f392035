import TollgateAppStore

extension StoreBook {
  /// Changes a price for new customers and notifies subscribers.
  ///
  /// - Returns: Whether the product exists.
  mutating func setPrice(_ price: Milliunits, of productID: String, needsConsent: Bool) -> Bool {
    guard priceList.setPrice(price, of: productID) else { return false }
    guard let listing = catalog.listing(productID) else { return true }
    let product = PricedSubscription(listing: listing, price: price)
    for key in boughtKeys where key.group == listing.group {
      let happened = update(key, cause: .store) { subscription, _ in
        subscription.priceChanged(to: product, needsConsent: needsConsent)
      }
      // A lower price notifies nobody, but the renewal info states it.
      if !happened, let subscription = subscriptions[key] { signRenewalInfo(key, subscription) }
    }
    return true
  }

  /// Sets the app's UUID for a purchase, and signs its data again.
  ///
  /// - Returns: Whether `id` is an original transaction that its account bought itself.
  mutating func setAppAccountToken(_ token: String?, of id: String) -> Bool {
    guard let record = purchase(id), record.original == record.number else { return false }
    let token = token.map { tokens.add($0) } ?? 0
    guard let key = key(of: record) else {
      amend(record.number) { $0.appAccountToken = token }
      return true
    }
    guard var subscription = subscriptions[key] else { return false }
    subscription.appAccountToken = token
    set(subscription, for: key)
    amend(subscription.period.transactionID) { $0.appAccountToken = token }
    signRenewalInfo(key, subscription)
    return true
  }

  /// Extends the renewal date of the subscription with an original transaction.
  mutating func extend(
    _ originalTransactionID: String, days: Int
  ) throws(RenewalExtensionFailure) -> TransactionPayload {
    guard let record = transaction(originalTransactionID), let key = key(of: record),
      let subscription = subscriptions[key], subscription.original.transactionID == record.number
    else { throw .unknownSubscription }
    try extend(key, subscription, days: days)
    guard let extended = transactions[subscription.period.transactionID] else {
      throw .unknownSubscription
    }
    return TransactionPayload(extended, in: self)
  }

  /// Extends the renewal date of every active subscription of a product.
  ///
  /// Accounts whose storefront is not among `storefronts` are skipped; nil means all.
  mutating func extendAll(
    of productID: String, days: Int, requestID: String, storefronts: [String]?
  ) throws(RenewalExtensionFailure) -> NotificationPayload.Summary {
    guard (1...90).contains(days) else { throw .invalidDays }
    let request = MassExtensionRequest(productID: productID, requestID: requestID)
    if let summary = massExtensions[request] { return summary }
    var (succeeded, failed): (Int64, Int64) = (0, 0)
    for key in boughtKeys {
      guard
        storefronts?.contains(accounts.storefront(accounts[key.account].storefront).country)
          ?? true,
        let subscription = subscriptions[key], subscription.state == .active,
        subscription.period.product.productID == productID
      else { continue }
      do {
        try extend(key, subscription, days: days)
        succeeded += 1
      } catch {
        failed += 1
        notify(
          .renewalExtension, .failure, transaction: subscription.period.transactionID, about: key)
      }
    }
    let summary = NotificationPayload.Summary(
      bundleId: settings.bundleID, environment: settings.environment, productId: productID,
      requestIdentifier: requestID, appAppleId: settings.appAppleID,
      storefrontCountryCodes: storefronts, succeededCount: succeeded, failedCount: failed)
    massExtensions[request] = summary
    post(.renewalExtension, .summary, about: nil, .summary(request))
    return summary
  }

  /// Extends the renewal date of one subscription, and signs and notifies accordingly.
  private mutating func extend(
    _ key: SubscriptionKey, _ subscription: SubscriptionLifecycle, days: Int
  ) throws(RenewalExtensionFailure) {
    var subscription = subscription
    let actions = try subscription.extend(days: days, at: now)
    set(subscription, for: key)
    perform(actions, key, subscription, cause: .store)
  }
}
