import TollgateAppStore

extension StoreBook {
  /// The payload that the store signs for a transaction.
  func payload(of record: TransactionRecord) -> TransactionPayload {
    let storefront = storefronts[record.storefront] ?? setting.storefront
    let discount = catalog.discounts[record.discount]
    var payload = TransactionPayload(
      transactionId: ids.text(of: record.number),
      originalTransactionId: ids.text(of: record.original), bundleId: setting.bundleID,
      productId: "", type: .autoRenewable, purchaseDate: record.purchased,
      originalPurchaseDate: record.originallyPurchased, signedDate: record.signed,
      environment: setting.environment, quantity: Int(record.quantity),
      inAppOwnershipType: record.isShared ? .familyShared : .purchased,
      transactionReason: record.isRenewal ? .renewal : .purchase,
      isUpgraded: record.isUpgraded ? true : nil, price: record.price,
      currency: storefront.currency, storefront: storefront.country, storefrontId: storefront.id,
      offerType: discount?.type, offerDiscountType: discount?.offer.paymentMode.discountType,
      offerIdentifier: discount?.identifier, offerPeriod: discount?.offer.period.description,
      appAccountToken: tokens[record.appAccountToken],
      appTransactionId: ids.appTransaction(of: id(of: record.account)))
    switch catalog[record.product] {
    case .product(let product):
      payload.productId = product.productID
      payload.type = product.type
    case .subscription(let listing):
      payload.productId = listing.subscription.productID
      payload.expiresDate = record.expires
      payload.subscriptionGroupIdentifier = listing.subscription.groupID
      payload.webOrderLineItemId = ids.webOrderLineItem(of: record.number)
    }
    if let revocation = revocations[record.revocation] {
      payload.revocationDate = revocation.at
      payload.revocationReason = revocation.reason
      payload.revocationType = revocation.type
      payload.revocationPercentage = revocation.share
    }
    return payload
  }

  /// The payload that the store signs for what happens at the end of a subscription's period.
  func payload(of record: RenewalRecord) -> RenewalInfoPayload {
    let life = record.life
    let coming = life.willRenew ? life.comingDiscount : nil
    let winBack = life.winBackOfferIDs
    let price = life.renewalPrice
    return RenewalInfoPayload(
      originalTransactionId: ids.text(of: life.originalTransactionID),
      productId: life.period.product.productID, autoRenewProductId: life.nextProduct.productID,
      autoRenewStatus: life.willRenew ? .on : .off, signedDate: record.signed,
      environment: setting.environment, recentSubscriptionStartDate: life.runStart,
      renewalDate: life.period.end, renewalPrice: price,
      currency: price.flatMap { _ in storefronts[record.storefront]?.currency },
      expirationIntent: life.expirationIntent, isInBillingRetryPeriod: life.isInBillingRetry,
      gracePeriodExpiresDate: life.graceEnd,
      priceIncreaseStatus: life.isOver ? nil : life.comingIncrease?.status,
      offerType: coming?.type, offerDiscountType: coming?.offer.paymentMode.discountType,
      offerIdentifier: coming?.identifier, offerPeriod: coming?.offer.period.description,
      eligibleWinBackOfferIds: winBack.isEmpty ? nil : winBack,
      appAccountToken: tokens[life.appAccountToken],
      appTransactionId: ids.appTransaction(of: id(of: record.account)))
  }
}

extension SubscriptionLifecycle {
  /// The condition with the number that the store's interfaces use.
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

  fileprivate var graceEnd: Instant? {
    switch state {
    case .grace(let until, _): until
    case .active, .retrying, .expired, .revoked: nil
    }
  }
}
