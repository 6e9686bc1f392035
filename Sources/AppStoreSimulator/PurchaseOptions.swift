/// What an app asks for with a purchase.
public struct PurchaseOptions: Hashable, Sendable {
  /// An offer that the app or the customer chooses; introductory offers come by themselves.
  public enum Offer: Hashable, Sendable {
    /// A promotional offer of the product, for accounts that subscribe or did.
    case promotional(String)

    /// The offer behind a code, which an account redeems once.
    case code(String)

    /// A win-back offer of the product, for accounts whose subscription of the group ended.
    case winBack(String)
  }

  /// The UUID that the app gives.
  public var appAccountToken: String?

  /// How many are bought, 1 to 10; more than one only of a consumable.
  public var quantity: Int

  /// The chosen offer, by its identifier.
  public var offer: Offer?

  /// Whether the developer lets the account begin with the introductory offer; nil leaves it to the store.
  public var introductoryOffer: Bool?

  /// Makes options.
  public init(
    appAccountToken: String? = nil, quantity: Int = 1, offer: Offer? = nil,
    introductoryOffer: Bool? = nil
  ) {
    self.appAccountToken = appAccountToken
    self.quantity = quantity
    self.offer = offer
    self.introductoryOffer = introductoryOffer
  }
}
