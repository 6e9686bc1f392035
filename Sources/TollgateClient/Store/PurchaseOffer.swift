/// An offer that a purchase redeems; introductory offers apply automatically.
public enum PurchaseOffer: Hashable, Sendable {
  /// A promotional offer, by its identifier in App Store Connect; the server signs it for current and former
  /// subscribers.
  case promotional(String)
  /// A win-back offer, by its identifier in App Store Connect.
  case winBack(String)
}

/// An offer with what the store needs to sell it.
public enum SignedOffer: Hashable, Sendable {
  /// A promotional offer, with the developer's JSON Web Signature.
  case promotional(String, signature: String)
  /// A win-back offer, whose eligibility the store decides.
  case winBack(String)
}
