import AppStore

extension StoreBook {
  /// Whether the account's first subscription of a group is still to come, or the offer was not taken.
  func isEligibleForIntroductoryOffer(_ group: String, _ account: AccountID) -> Bool {
    guard !self.account(account).introducedGroups.contains(group) else { return false }
    return lives[LifeKey(account: account, group: group)]?.isOver ?? true
  }

  /// The offer that a purchase has; nil for the regular price.
  ///
  /// - Parameters:
  ///   - options: What the app asks for; without an offer that leaves the introductory one.
  ///   - product: The product.
  ///   - account: Who buys.
  /// - Returns: The offer.
  /// - Throws: `productUnavailable` when there is no such offer, `paymentNotAllowed` when the account
  ///   may not have it.
  func discount(
    _ options: PurchaseOptions, of product: SubscriptionLife.Product, for account: AccountID
  ) throws(PurchaseFailure) -> SubscriptionLife.Discount? {
    let life = lives[LifeKey(account: account, group: product.groupID)]
    switch options.offer {
    case nil:
      guard
        options.introductoryOffer ?? isEligibleForIntroductoryOffer(product.groupID, account)
      else { return nil }
      return product.introductoryOffer.map { .init(type: .introductory, offer: $0) }
    case .promotional(let id):
      let offer = try offer(id, among: product.promotionalOffers)
      guard let life, life.takesOffers else { throw .paymentNotAllowed }
      return .init(type: .promotional, offer: offer)
    case .code(let id):
      let offer = try offer(id, among: product.codeOffers)
      guard life?.takesOffers ?? true, !self.account(account).redeemedCodes.contains(id)
      else { throw .paymentNotAllowed }
      return .init(type: .offerCode, offer: offer)
    case .winBack(let id):
      let offer = try offer(id, among: product.winBackOffers)
      guard life?.canBeWonBack == true else { throw .paymentNotAllowed }
      return .init(type: .winBack, offer: offer)
    }
  }

  /// Notes an offer that an account can have only once.
  mutating func spend(
    _ discount: SubscriptionLife.Discount, group: String, account: AccountID
  ) {
    change(account) { account in
      if discount.type == .introductory { account.introducedGroups.insert(group) }
      if discount.type == .offerCode, let id = discount.offer.id {
        account.redeemedCodes.insert(id)
      }
    }
  }

  private func offer(
    _ id: String, among offers: [StoreKitConfiguration.Offer]
  ) throws(PurchaseFailure) -> StoreKitConfiguration.Offer {
    guard let offer = offers.first(where: { $0.id == id }) else { throw .productUnavailable }
    return offer
  }
}

extension SubscriptionLife {
  /// Whether an offer can be taken: not while a payment is outstanding.
  fileprivate var takesOffers: Bool {
    switch state {
    case .active, .expired, .revoked: true
    case .grace, .retrying: false
    }
  }
}
