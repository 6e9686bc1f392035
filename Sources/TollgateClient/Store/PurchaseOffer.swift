public import Tollgate

/// An offer that a purchase redeems, or the full price; introductory offers apply automatically.
public enum PurchaseOffer: Hashable, Sendable {
  /// A promotional offer, by its identifier in App Store Connect; the server signs it for current and former
  /// subscribers.
  case promotional(String)
  /// A win-back offer, by its identifier in App Store Connect.
  case winBack(String)
  /// The full price, also for customers who are eligible for the introductory offer; the server signs that. They stay
  /// eligible for it.
  case fullPrice
}

/// What a purchase buys besides the product at its regular price: nothing by default.
public struct PurchaseTerms: Hashable, Sendable {
  /// The offer, with the developer's signature where the store needs one; nil for the regular price or the introductory
  /// offer.
  public var offer: SignedOffer?
  /// How the price is billed.
  public var billing: BillingPlan
  /// How many seats the subscription has after the purchase.
  public var seats: Int

  public init(offer: SignedOffer? = nil, billing: BillingPlan = .upFront, seats: Int = 1) {
    self.offer = offer
    self.billing = billing
    self.seats = seats
  }
}

/// An offer with what the store needs to sell it.
public enum SignedOffer: Hashable, Sendable {
  /// A promotional offer, with the developer's JSON Web Signature.
  case promotional(String, signature: String)
  /// A win-back offer, whose eligibility the store decides.
  case winBack(String)
  /// The full price without the introductory offer, with the developer's JSON Web Signature.
  case fullPrice(signature: String)
}
