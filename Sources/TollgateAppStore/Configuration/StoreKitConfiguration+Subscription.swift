extension StoreKitConfiguration {
  /// A group of subscriptions; a customer holds one of them at a time.
  public struct SubscriptionGroup: Hashable, Sendable {
    public var id: String

    /// The group's name for the developer.
    public var name: String

    public var subscriptions: [Subscription]

    /// The group's names for customers.
    public var localizations: [Localization]

    public init(
      id: String, name: String = "", subscriptions: [Subscription],
      localizations: [Localization] = []
    ) {
      self.id = id
      self.name = name
      self.subscriptions = subscriptions
      self.localizations = localizations
    }
  }

  /// A subscription that renews automatically.
  public struct Subscription: Hashable, Sendable {
    public var productID: String

    /// The name for the developer.
    public var referenceName: String

    public var groupID: String

    /// The level of service in the group; 1 is the highest.
    public var level: Int

    /// How long one payment lasts.
    public var period: Period

    /// The price of a period.
    public var price: Milliunits

    /// Whether it can be shared through Family Sharing.
    public var isFamilyShareable: Bool

    /// The identifier that Xcode assigned.
    public var internalID: String

    /// The offer for customers new to the group.
    public var introductoryOffer: Offer?

    /// The offers that the developer signs.
    public var promotionalOffers: [Offer]

    /// The offers behind codes.
    public var codeOffers: [Offer]

    /// The offers for customers who left.
    public var winBackOffers: [Offer]

    /// The ways the price may be billed.
    public var billingPlans: [BillingPlan]

    /// The names and descriptions for customers.
    public var localizations: [Localization]

    public init(
      productID: String, referenceName: String = "", groupID: String, level: Int = 1,
      period: Period, price: Milliunits, isFamilyShareable: Bool = false,
      internalID: String = "", introductoryOffer: Offer? = nil, promotionalOffers: [Offer] = [],
      codeOffers: [Offer] = [], winBackOffers: [Offer] = [], billingPlans: [BillingPlan] = [],
      localizations: [Localization] = []
    ) {
      self.productID = productID
      self.referenceName = referenceName
      self.groupID = groupID
      self.level = level
      self.period = period
      self.price = price
      self.isFamilyShareable = isFamilyShareable
      self.internalID = internalID
      self.introductoryOffer = introductoryOffer
      self.promotionalOffers = promotionalOffers
      self.codeOffers = codeOffers
      self.winBackOffers = winBackOffers
      self.billingPlans = billingPlans
      self.localizations = localizations
    }
  }

  /// A way to bill the price of a subscription.
  public struct BillingPlan: Hashable, Sendable {
    /// Up front or monthly.
    public var type: BillingPlanType

    /// The price of one bill.
    public var price: Milliunits

    /// The price of the whole commitment.
    public var commitmentPrice: Milliunits

    /// Whether customers may choose it.
    public var isEnabled: Bool

    public init(
      type: BillingPlanType, price: Milliunits, commitmentPrice: Milliunits, isEnabled: Bool
    ) {
      self.type = type
      self.price = price
      self.commitmentPrice = commitmentPrice
      self.isEnabled = isEnabled
    }
  }
}
