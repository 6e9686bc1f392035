import TollgateAppStore

extension StoreBook {
  /// Whether the account has never had an introductory offer of a group; it may be a current subscriber.
  func isEligibleForIntroductoryOffer(_ group: UInt32, _ account: AccountNumber) -> Bool {
    !accounts[account].introducedGroups.contains(group)
  }

  /// The offer of a purchase; nil for the regular price.
  ///
  /// - Parameters:
  ///   - options: The options of the purchase; without an offer that leaves the introductory one, which only a purchase
  ///     that starts a subscription gets.
  ///   - product: The product.
  ///   - account: The buyer.
  /// - Returns: The offer.
  /// - Throws: `productUnavailable` if there is no such offer, `paymentNotAllowed` if the account is not eligible for
  ///   it.
  func discount(
    _ options: PurchaseOptions, of product: SubscriptionLifecycle.Product,
    for account: AccountNumber
  ) throws(PurchaseFailure) -> SubscriptionLifecycle.Discount? {
    let listing = product.listing
    let life = lives[LifecycleKey(account: account, group: listing.group)]
    switch options.offer {
    case nil:
      // A change of a subscription that has not ended is charged in full, whatever the eligibility.
      guard life?.isOver ?? true else { return nil }
      let isEligible =
        options.introductoryOffer ?? isEligibleForIntroductoryOffer(listing.group, account)
      return isEligible ? listing.introductory : nil
    case .promotional(let id):
      let discount = try discount(id, among: listing.promotional)
      guard let life, life.takesOffers else { throw .paymentNotAllowed }
      return discount
    case .code(let id):
      let discount = try discount(id, among: listing.codes)
      guard life?.takesOffers ?? true, !accounts[account].redeemedCodes.contains(id)
      else { throw .paymentNotAllowed }
      return discount
    case .winBack(let id):
      let discount = try discount(id, among: listing.winBack)
      guard life?.canBeWonBack == true else { throw .paymentNotAllowed }
      return discount
    }
  }

  /// Records an offer that an account can have only once.
  mutating func spend(
    _ discount: SubscriptionLifecycle.Discount, group: UInt32, account: AccountNumber
  ) {
    if discount.type == .introductory { accounts[account].introducedGroups.insert(group) }
    if discount.type == .offerCode, let id = discount.offer.id {
      accounts[account].redeemedCodes.insert(id)
    }
  }

  private func discount(
    _ id: String, among discounts: [SubscriptionLifecycle.Discount]
  ) throws(PurchaseFailure) -> SubscriptionLifecycle.Discount {
    guard let discount = discounts.first(where: { $0.offer.id == id })
    else { throw .productUnavailable }
    return discount
  }
}

extension SubscriptionLifecycle {
  /// Whether an offer can be redeemed: not while a payment is outstanding.
  fileprivate var takesOffers: Bool {
    switch state {
    case .active, .expired, .revoked: true
    case .grace, .retrying: false
    }
  }
}
