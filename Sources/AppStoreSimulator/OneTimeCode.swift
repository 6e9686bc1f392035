import TollgateAppStore

/// A code of an offer that whoever is eligible and enters it first redeems.
struct OneTimeCode: Sendable {
  let productID: String

  /// The identifier of the offer.
  let offer: String

  /// When it is no longer valid.
  let expires: Instant

  var isRedeemed = false

  /// The longest time for which a code is valid.
  ///
  /// Follows
  /// <https://developer.apple.com/help/app-store-connect/manage-subscriptions/set-up-subscription-offer-codes/>.
  static let longestValidity = Period(6, .month)
}

extension StoreBook {
  /// Creates codes for an offer of a product; none if the product has no such offer.
  mutating func makeOneTimeCodes(
    _ count: Int, for offer: String, of productID: String, until end: Instant?
  ) -> [String] {
    let offers =
      catalog.listing(productID)?.codes.compactMap(\.terms.id)
      ?? catalog.product(productID)?.1.codeOffers.map(\.id) ?? []
    guard offers.contains(offer), count > 0 else { return [] }
    let latest = now.adding(OneTimeCode.longestValidity)
    let expires = min(end ?? latest, latest)
    return (0..<count).map { _ in
      let text = ids.code(oneTimeCodes.count)
      oneTimeCodes[text] = OneTimeCode(productID: productID, offer: offer, expires: expires)
      return text
    }
  }

  /// The options of a purchase with the offer of the one-time code that was entered; any others as they are.
  ///
  /// - Throws: `productUnavailable` if the code is for another product, `paymentNotAllowed` if it was redeemed or has
  ///   expired.
  func entering(
    _ options: PurchaseOptions, buying productID: String
  ) throws(PurchaseFailure) -> PurchaseOptions {
    guard case .code(let text)? = options.offer, let code = oneTimeCodes[text] else {
      return options
    }
    guard code.productID == productID else { throw .productUnavailable }
    guard !code.isRedeemed, now < code.expires else { throw .paymentNotAllowed }
    var entered = options
    entered.offer = .code(code.offer)
    return entered
  }

  /// Records that the one-time code of a purchase was redeemed, if it had one.
  mutating func redeemOneTimeCode(of options: PurchaseOptions) {
    if case .code(let text)? = options.offer { oneTimeCodes[text]?.isRedeemed = true }
  }
}
