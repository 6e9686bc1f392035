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

    public var billingPlans: [BillingPlan]

    /// The names and descriptions for customers.
    public var localizations: [Localization]

    /// The prices of further seats, by the number that they begin with; without any, every seat costs ``price``.
    ///
    /// Apple does not document their format in a file: they are read from `seatPriceTiers`, each with `minimumSeats`
    /// and `displayPrice`.
    public var seatTiers: [SeatTier]

    public init(
      productID: String, referenceName: String = "", groupID: String, level: Int = 1,
      period: Period, price: Milliunits, isFamilyShareable: Bool = false,
      internalID: String = "", introductoryOffer: Offer? = nil, promotionalOffers: [Offer] = [],
      codeOffers: [Offer] = [], winBackOffers: [Offer] = [], billingPlans: [BillingPlan] = [],
      localizations: [Localization] = [], seatTiers: [SeatTier] = []
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
      self.seatTiers = seatTiers
    }
  }

  /// The price of the seats from a number on; earlier seats keep their own price.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/pricingterms-swift.struct/seatbasedpricing/pricetiers>.
  public struct SeatTier: Hashable, Sendable {
    /// The first seat at the price, from 2.
    public var minimumSeats: Int

    /// The price of a seat for a period.
    public var price: Milliunits

    public init(minimumSeats: Int, price: Milliunits) {
      self.minimumSeats = minimumSeats
      self.price = price
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

extension StoreKitConfiguration.Subscription {
  /// How many of the given seats fall into each tier, with the tier's price.
  ///
  /// - Parameters:
  ///   - seats: The seats, counted from 1.
  ///   - price: The price of the first tier.
  public func priceTiers(
    ofSeats seats: ClosedRange<Int>, at price: Milliunits
  ) -> [SeatPriceTier] {
    let tiers = [StoreKitConfiguration.SeatTier(minimumSeats: 1, price: price)] + seatTiers
    return tiers.indices.compactMap { index in
      let next = index + 1 < tiers.count ? tiers[index + 1].minimumSeats : Int.max
      let first = max(tiers[index].minimumSeats, seats.lowerBound)
      let last = min(next - 1, seats.upperBound)
      return first <= last
        ? SeatPriceTier(price: tiers[index].price, quantity: last - first + 1) : nil
    }
  }
}

extension [SeatPriceTier] {
  /// What a seat costs on average, which is the `price` of a transaction; nil without seats.
  public var averagePrice: Milliunits? {
    let seats = reduce(0) { $0 + Int64($1.quantity) }
    guard seats > 0 else { return nil }
    return Milliunits(reduce(0) { $0 + $1.price.rawValue * Int64($1.quantity) } / seats)
  }
}
