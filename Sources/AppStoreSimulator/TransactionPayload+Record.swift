import TollgateAppStore

extension TransactionPayload {
  /// Creates the payload that the store signs for a transaction.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>: periods and
  /// groups are only stated for subscriptions that renew, offers only if one was redeemed, and a revocation only after
  /// a refund or the end of Family Sharing.
  init(_ record: TransactionRecord, in book: StoreBook) {
    let storefront = book.accounts.storefront(record.storefront)
    let item = book.catalog[record.product]
    let offer: Catalog.Offer? =
      if case .subscription = item { book.catalog.offers[record.offer] } else { nil }
    self.init(
      transactionId: book.ids.text(of: record.number),
      originalTransactionId: book.ids.text(of: record.original), bundleId: book.settings.bundleID,
      productId: "", type: .autoRenewable, purchaseDate: record.purchased,
      originalPurchaseDate: record.originallyPurchased, signedDate: record.signed,
      environment: book.settings.environment, quantity: Int(record.quantity),
      inAppOwnershipType: record.isAssigned
        ? .assigned : record.isShared ? .familyShared : .purchased)
    transactionReason = record.isRenewal ? .renewal : .purchase
    isUpgraded = record.refunds.isUpgraded ? true : nil
    price = record.price
    currency = storefront.currency
    self.storefront = storefront.country
    storefrontId = storefront.id
    offerType = offer?.type
    offerDiscountType = offer?.terms.paymentMode.discountType
    offerIdentifier = offer?.identifier
    offerPeriod = offer?.terms.period.description
    appAccountToken = book.tokens[record.appAccountToken]
    appTransactionId = book.ids.appTransaction(of: book.accounts[record.account].id)
    switch item {
    case .product(let product):
      productId = product.productID
      type = product.type
      if record.offer > 0 {
        offerType = .offerCode
        offerDiscountType = .oneTime
        offerIdentifier = product.codeOffers[Int(record.offer) - 1].id
      }
    case .subscription(let listing):
      productId = listing.subscription.productID
      expiresDate = record.expires
      subscriptionGroupIdentifier = listing.subscription.groupID
      webOrderLineItemId = book.ids.webOrderLineItem(of: record.number)
      if !listing.subscription.billingPlans.isEmpty {
        billingPlanType = record.isBilledMonthly ? .monthly : .billedUpfront
      }
      if record.bill > 0 {
        commitmentInfo = TransactionCommitmentInfo(
          billingPeriodNumber: Int(record.bill), totalBillingPeriods: listing.billCount,
          commitmentExpiresDate: record.commitmentExpires,
          commitmentPrice: listing.commitment?.commitmentPrice)
      }
    }
    if case .subscription(let listing) = book.catalog[record.product],
      record.quantity > 1 || record.hasSeatAdditions
    {
      let tiers = record.priceTiers(
        ofSeats: Int(record.quantity), after: Int(record.otherSeats), of: listing)
      price = tiers.averagePrice
      multiSeatInfo = TransactionMultiSeatInfo(
        invitationManagement: record.isDeveloperManaged ? .developer : .apple,
        priceTiers: tiers,
        revokedSeatQuantity: record.revokedSeats > 0 ? Int(record.revokedSeats) : nil)
      if record.hasSeatAdditions { additionalTransactionReason = "SEAT_ADDITION" }
    }
    if case .subscription(let listing) = book.catalog[record.product], record.isAssigned,
      record.otherSeats > 1
    {
      multiSeatInfo = TransactionMultiSeatInfo(
        invitationManagement: .apple,
        priceTiers: record.priceTiers(ofSeats: Int(record.otherSeats), after: 0, of: listing))
    }
    if let revocation = book.revocations[record.revocation] {
      revocationDate = revocation.at
      revocationReason = revocation.reason
      revocationType = revocation.type
      revocationPercentage = revocation.share
    }
  }
}

extension TransactionRecord {
  /// The prices of a number of seats that follow others; the price of an offer applies to every seat.
  ///
  /// Whether offers have tiers is not documented.
  fileprivate func priceTiers(
    ofSeats count: Int, after others: Int, of listing: Catalog.Listing
  ) -> [SeatPriceTier] {
    offer == 0
      ? listing.subscription.priceTiers(ofSeats: (others + 1)...(others + count), at: price)
      : [SeatPriceTier(price: price, quantity: count)]
  }
}
