import TollgateAppStore

/// The offers that an account can redeem in a subscription group.
struct OfferEligibility {
  /// The buyer.
  let account: StoreAccount

  /// The buyer's own subscription in the product's group; nil if there never was one.
  let subscription: SubscriptionLifecycle?

  /// The offer of a purchase; nil for the regular price.
  ///
  /// An offer belongs to one billing plan of its product.
  /// A customer is eligible for the introductory offer of a group once, for promotional offers as a current or former
  /// subscriber, for each offer code once, and for win-back offers after the subscription has expired. Follows
  /// <https://developer.apple.com/app-store/subscriptions/>.
  ///
  /// - Parameters:
  ///   - options: The options of the purchase; without an offer that leaves the introductory one, which only a purchase
  ///     that starts a subscription gets.
  ///   - product: The subscription to buy, with its billing plan.
  /// - Returns: The offer.
  /// - Throws: `productUnavailable` if there is no such offer, `paymentNotAllowed` if the account is not eligible for
  ///   it.
  func offer(
    for options: PurchaseOptions, of product: PricedSubscription
  ) throws(PurchaseFailure) -> Catalog.Offer? {
    let listing = product.listing
    switch options.offer {
    case nil:
      // A change of a subscription that has not ended is charged in full, whatever the eligibility.
      guard subscription?.hasEnded ?? true else { return nil }
      let isEligible =
        options.introductoryOffer ?? !account.introducedGroups.contains(listing.group)
      guard isEligible, let offer = listing.introductory, offer.belongs(to: product)
      else { return nil }
      return offer
    case .promotional(let id):
      let offer = try offer(id, among: listing.promotional, of: product)
      guard let subscription, subscription.acceptsOffers else { throw .paymentNotAllowed }
      return offer
    case .code(let id):
      let offer = try offer(id, among: listing.codes, of: product)
      guard subscription?.acceptsOffers ?? true, !account.redeemedCodes.contains(id)
      else { throw .paymentNotAllowed }
      return offer
    case .winBack(let id):
      let offer = try offer(id, among: listing.winBack, of: product)
      guard subscription?.isEligibleForWinBack == true else { throw .paymentNotAllowed }
      return offer
    }
  }

  private func offer(
    _ id: String, among offers: [Catalog.Offer], of product: PricedSubscription
  ) throws(PurchaseFailure) -> Catalog.Offer {
    guard let offer = offers.first(where: { $0.terms.id == id && $0.belongs(to: product) })
    else { throw .productUnavailable }
    return offer
  }
}
