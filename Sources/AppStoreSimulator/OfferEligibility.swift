import TollgateAppStore

/// The offers that an account can redeem in a subscription group.
package struct OfferEligibility {
  /// Whether the account has had an introductory offer of the group.
  let isIntroduced: Bool

  /// The offer codes that the account has redeemed.
  let redeemedCodes: Set<String>

  /// The account's own subscription in the group; nil if there never was one.
  let subscription: SubscriptionLifecycle?

  package init(
    isIntroduced: Bool, redeemedCodes: Set<String> = [], subscription: SubscriptionLifecycle?
  ) {
    self.isIntroduced = isIntroduced
    self.redeemedCodes = redeemedCodes
    self.subscription = subscription
  }

  /// The introductory offer with which a purchase begins by itself; nil for none.
  package func introductoryOffer(of product: PricedSubscription) -> Catalog.Offer? {
    introductoryOffer(of: product, isEligible: !isIntroduced)
  }

  /// Whether an offer can be redeemed, apart from the customers that a code is for.
  ///
  /// While a payment is due, the store takes any purchase in the group as that payment. Otherwise a promotional offer is
  /// for those who have or had a subscription of the group, a code for anyone who has not redeemed it, and a win-back
  /// offer for those whose subscription has expired.
  package func accepts(_ offer: PurchaseOptions.Offer) -> Bool {
    switch offer {
    case .promotional: subscription?.acceptsOffers ?? false
    case .code(let id): (subscription?.acceptsOffers ?? true) && !redeemedCodes.contains(id)
    case .winBack: subscription?.isEligibleForWinBack ?? false
    }
  }

  /// The offers of a purchase, one after the other; none for the regular price.
  ///
  /// An offer belongs to one billing plan of its product.
  /// A customer is eligible for the introductory offer of a group once, for promotional offers as a current or former
  /// subscriber, for an offer code once and only if it is for customers like them, and for win-back offers after the
  /// subscription has expired. A code that stacks comes after the introductory offer, any other replaces it. Follows
  /// <https://developer.apple.com/app-store/subscriptions/> and
  /// <https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-subscription-offer-codes/>.
  ///
  /// - Parameters:
  ///   - options: The options of the purchase; without an offer that leaves the introductory one, which only a purchase
  ///     that starts a subscription gets.
  ///   - product: The subscription to buy, with its billing plan.
  /// - Throws: `productUnavailable` if there is no such offer, `paymentNotAllowed` if the account is not eligible for
  ///   it.
  func offers(
    for options: PurchaseOptions, of product: PricedSubscription
  ) throws(PurchaseFailure) -> [Catalog.Offer] {
    let introductory = introductoryOffer(
      of: product, isEligible: options.introductoryOffer ?? !isIntroduced)
    guard let offer = try chosenOffer(for: options, of: product) else {
      return introductory.map { [$0] } ?? []
    }
    guard offer.terms.isStackable, let introductory else { return [offer] }
    return [introductory, offer]
  }

  /// The introductory offer, which only a purchase that starts a subscription gets: a change of one that has not ended
  /// is charged in full, whatever the eligibility.
  private func introductoryOffer(
    of product: PricedSubscription, isEligible: Bool
  ) -> Catalog.Offer? {
    guard isEligible, subscription?.hasEnded ?? true, let offer = product.listing.introductory,
      offer.belongs(to: product)
    else { return nil }
    return offer
  }

  private func chosenOffer(
    for options: PurchaseOptions, of product: PricedSubscription
  ) throws(PurchaseFailure) -> Catalog.Offer? {
    guard let chosen = options.offer else { return nil }
    let listing = product.listing
    let offer: Catalog.Offer
    switch chosen {
    case .promotional(let id): offer = try self.offer(id, among: listing.promotional, of: product)
    case .code(let id):
      offer = try self.offer(id, among: listing.codes, of: product)
      guard offer.terms.eligibility.contains(customer) else { throw .paymentNotAllowed }
    case .winBack(let id): offer = try self.offer(id, among: listing.winBack, of: product)
    }
    guard accepts(chosen) else { throw .paymentNotAllowed }
    return offer
  }

  /// The kind of customer that an offer code is for.
  private var customer: StoreKitConfiguration.OfferEligibility {
    guard let subscription else { return .new }
    return subscription.hasEnded ? .expired : .existing
  }

  private func offer(
    _ id: String, among offers: [Catalog.Offer], of product: PricedSubscription
  ) throws(PurchaseFailure) -> Catalog.Offer {
    guard let offer = offers.first(where: { $0.terms.id == id && $0.belongs(to: product) })
    else { throw .productUnavailable }
    return offer
  }
}
