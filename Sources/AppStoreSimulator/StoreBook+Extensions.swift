import TollgateAppStore

extension StoreBook {
  /// A request to extend many renewal dates, by its sender's identifier.
  struct MassExtensionKey: Hashable, Sendable {
    var productID: String
    var requestID: String
  }

  /// Extends the renewal date of the subscription with an original transaction.
  mutating func extend(
    _ originalTransactionID: String, days: Int
  ) throws(RenewalExtensionFailure) -> TransactionPayload {
    guard let record = transaction(originalTransactionID), let key = key(of: record),
      let life = lives[key], life.originalTransactionID == record.number
    else { throw .unknownSubscription }
    try extend(key, life, days: days)
    guard let extended = self[life.period.transactionID] else { throw .unknownSubscription }
    return payload(of: extended)
  }

  /// Extends the renewal date of every active subscription of a product.
  ///
  /// Accounts whose storefront is not among `storefronts` are skipped; nil means all.
  mutating func extendAll(
    of productID: String, days: Int, requestID: String, storefronts: [String]?
  ) throws(RenewalExtensionFailure) -> NotificationPayload.Summary {
    guard (1...90).contains(days) else { throw .invalidDays }
    let request = MassExtensionKey(productID: productID, requestID: requestID)
    if let summary = massExtensions[request] { return summary }
    var (succeeded, failed): (Int64, Int64) = (0, 0)
    for key in boughtKeys {
      guard storefronts?.contains(storefront(of: key.account).country) ?? true,
        let life = lives[key], life.state == .active,
        life.period.product.productID == productID
      else { continue }
      do {
        try extend(key, life, days: days)
        succeeded += 1
      } catch {
        failed += 1
        notify(
          .renewalExtension, .failure, transaction: life.period.transactionID, about: key)
      }
    }
    let summary = NotificationPayload.Summary(
      bundleId: setting.bundleID, environment: setting.environment, productId: productID,
      requestIdentifier: requestID, appAppleId: setting.appAppleID,
      storefrontCountryCodes: storefronts, succeededCount: succeeded, failedCount: failed)
    massExtensions[request] = summary
    post(.renewalExtension, .summary, about: nil, .summary(request))
    return summary
  }

  private mutating func extend(
    _ key: LifecycleKey, _ life: SubscriptionLifecycle, days: Int
  ) throws(RenewalExtensionFailure) {
    var life = life
    let actions = try life.extend(days: days, at: now)
    set(life, for: key)
    perform(actions, key, life, cause: .store)
  }
}
