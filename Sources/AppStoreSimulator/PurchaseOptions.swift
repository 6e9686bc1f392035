public import TollgateAppStore

public struct PurchaseOptions: Hashable, Sendable {
  /// An offer chosen by the app or the customer; introductory offers apply automatically.
  public enum Offer: Hashable, Sendable {
    /// A promotional offer of the product, for current and former subscribers.
    case promotional(String)

    /// The offer of a code, which an account can redeem once: its identifier, or a one-time code.
    case code(String)

    /// A win-back offer of the product, for accounts whose subscription in the group has ended.
    case winBack(String)
  }

  /// The UUID that the app passes.
  public var appAccountToken: String?

  /// How many of a consumable or a non-renewing subscription, 1 to 10, or how many seats a subscription has after the
  /// purchase, 1 to 1,000.
  ///
  /// A running subscription gets the missing seats at once, and fewer with its next period; 1 leaves it as it is. Seats
  /// are not sold with Family Sharing or with a commitment.
  public var quantity: Int

  /// The chosen offer, by its identifier.
  public var offer: Offer?

  /// How the price is billed; nil means up front.
  public var billingPlan: BillingPlanType?

  /// Whether the developer makes the account eligible for the introductory offer; nil leaves it to the store.
  public var introductoryOffer: Bool?

  public init(
    appAccountToken: String? = nil, quantity: Int = 1, offer: Offer? = nil,
    billingPlan: BillingPlanType? = nil, introductoryOffer: Bool? = nil
  ) {
    self.appAccountToken = appAccountToken
    self.quantity = quantity
    self.offer = offer
    self.billingPlan = billingPlan
    self.introductoryOffer = introductoryOffer
  }
}
