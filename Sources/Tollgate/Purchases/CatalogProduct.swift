/// Something the store sells, as the blueprint declares it, and the entitlements it gives.
public struct CatalogProduct: Hashable, Sendable, Identifiable {
  /// The product's identifier in the store.
  public typealias ID = Identifier<CatalogProduct>

  /// How the store sells a product.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Renews automatically until cancelled.
    case autoRenewable
    /// Ends without renewing.
    case nonRenewing
    /// Bought once, kept forever.
    case nonConsumable
    /// Bought any number of times, used up.
    case consumable
  }

  /// An offer for customers new to the product's subscription group.
  public struct IntroductoryOffer: Hashable, Sendable {
    /// How it is paid.
    public let payment: StoreOffer.Payment
    /// The length of one of its periods.
    public let period: Period
    /// The number of periods, at least 1.
    public let periods: Int
    /// The price of one of its periods; nil if it is free.
    public let price: Money?

    /// Creates an introductory offer.
    public init(payment: StoreOffer.Payment, period: Period, periods: Int = 1, price: Money? = nil)
    {
      self.payment = payment
      self.period = period
      self.periods = periods
      self.price = price
    }
  }

  /// The product's identifier in the store.
  public let id: ID
  /// How the store sells it.
  public let kind: Kind
  /// The name people see.
  public let name: String
  /// The entitlements that it gives while it lasts.
  public let entitlements: [Entitlement.ID]
  /// The price of one billing period, or of the product.
  public let price: Money?
  /// The billing period of a subscription, or how long a non-renewing product lasts.
  public let period: Period?
  /// Whether the time of a non-renewing product that is bought while it runs, or while one runs that gives the same,
  /// begins when the running one ends, rather than at once; false for a season with fixed dates.
  public let addsUp: Bool
  /// The subscription group.
  public let group: SubscriptionGroup.ID?
  /// The level in the subscription group, from 1, the highest; nil if unknown.
  public let level: Int?
  /// The introductory offer, if there is one.
  public let introductoryOffer: IntroductoryOffer?
  /// Its other offers.
  public let offers: [Offer]

  /// Creates a product.
  public init(
    id: ID, kind: Kind, name: String, entitlements: [Entitlement.ID], price: Money? = nil,
    period: Period? = nil, addsUp: Bool = true, group: SubscriptionGroup.ID? = nil,
    level: Int? = nil, introductoryOffer: IntroductoryOffer? = nil, offers: [Offer] = []
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.entitlements = entitlements
    self.price = price
    self.period = period
    self.addsUp = addsUp
    self.group = group
    self.level = level
    self.introductoryOffer = introductoryOffer
    self.offers = offers
  }
}
