import TollgateAppStore

extension SubscriptionLifecycle {
  /// What follows the last bill of the commitment; nil without one.
  fileprivate var commitmentInfo: RenewalCommitmentInfo? {
    guard let bill = period.bill, !hasEnded else { return nil }
    let next = renewal.product
    return RenewalCommitmentInfo(
      commitmentAutoRenewProductId: next.productID,
      commitmentAutoRenewStatus: renewal.isOn ? .on : .off,
      commitmentRenewalBillingPlanType: next.billingPlan, commitmentRenewalDate: bill.end,
      commitmentRenewalPrice: renewal.isOn ? next.commitment?.commitmentPrice ?? next.price : nil)
  }
}

extension SubscriptionLifecycle {
  /// What the seats of the next period cost; the price of an offer applies to every seat.
  fileprivate func renewalTiers(at price: Milliunits) -> [SeatPriceTier] {
    upcomingOffer == nil
      ? nextProduct.listing.subscription.priceTiers(ofSeats: 1...nextSeats, at: price)
      : [SeatPriceTier(price: price, quantity: nextSeats)]
  }
}

extension RenewalInfoPayload {
  /// Creates the payload that the store signs for what happens at the end of a subscription's period.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>: a price is
  /// only stated while the subscription renews, and offers are those of the next period, not of the current one. While
  /// a commitment has more bills, the subscription renews, and what follows the last bill is stated separately.
  init(_ record: RenewalRecord, in book: StoreBook) {
    let subscription = record.subscription
    let upcoming = subscription.renewal.isOn ? subscription.upcomingOffer : nil
    let winBack = subscription.winBackOfferIDs
    let price = subscription.renewalPrice
    self.init(
      originalTransactionId: book.ids.text(of: subscription.original.transactionID),
      productId: subscription.period.product.productID,
      autoRenewProductId: subscription.nextProduct.productID,
      autoRenewStatus: subscription.renews ? .on : .off, signedDate: record.signed,
      environment: book.settings.environment)
    recentSubscriptionStartDate = subscription.recentStart
    renewalDate = subscription.period.end
    renewalPrice = price
    currency = price.map { _ in book.accounts.storefront(record.storefront).currency }
    expirationIntent = subscription.expirationIntent
    isInBillingRetryPeriod = subscription.isInBillingRetry
    gracePeriodExpiresDate = subscription.gracePeriodEnd
    priceIncreaseStatus = subscription.statedPriceIncrease
    offerType = upcoming?.type
    offerDiscountType = upcoming?.terms.paymentMode.discountType
    offerIdentifier = upcoming?.identifier
    offerPeriod = upcoming?.terms.period.description
    eligibleWinBackOfferIds = winBack.isEmpty ? nil : winBack
    appAccountToken = book.tokens[subscription.appAccountToken]
    appTransactionId = book.ids.appTransaction(of: book.accounts[record.account].id)
    renewalBillingPlanType = subscription.nextProduct.billingPlan
    commitmentInfo = subscription.commitmentInfo
    if subscription.seats > 1 {
      renewalQuantity = subscription.nextSeats
      let tiers = price.map { subscription.renewalTiers(at: $0) }
      renewalPrice = tiers?.averagePrice
      multiSeatInfo = RenewalMultiSeatInfo(renewalPriceTiers: tiers)
    }
  }
}
