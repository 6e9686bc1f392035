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
    /// The billing plan that it is an offer of.
    public let billing: BillingPlan

    public init(
      payment: StoreOffer.Payment, period: Period, periods: Int = 1, price: Money? = nil,
      billing: BillingPlan = .upFront
    ) {
      self.payment = payment
      self.period = period
      self.periods = periods
      self.price = price
      self.billing = billing
    }
  }

  /// The price of the seats from a number on; earlier seats keep their own price.
  public struct SeatPrice: Hashable, Sendable {
    /// The first seat at the price, from 2.
    public let from: Int
    /// The price of one seat for a billing period.
    public let price: Money

    public init(from: Int, price: Money) {
      self.from = from
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
  /// The entitlements of which a customer needs one before it is sold; empty if it is sold to everybody.
  public let needs: [Entitlement.ID]
  /// The price of one billing period, or of the product.
  public let price: Money?
  /// The price of each monthly bill, for customers who commit to pay for a year; nil if it is only billed up front.
  public let monthlyPrice: Money?
  /// What further seats cost, by the first seat at each price; empty if every seat costs ``price``.
  public let seatPrices: [SeatPrice]
  /// The billing period of a subscription, or how long a non-renewing product lasts.
  public let period: Period?
  /// Whether the time of a non-renewing product that is bought while it runs, or while one runs that gives the same,
  /// begins when the running one ends, rather than at once; false for a season with fixed dates.
  public let addsUp: Bool
  public let group: SubscriptionGroup.ID?
  /// The level in the subscription group, from 1, the highest; nil if unknown.
  public let level: Int?
  /// The introductory offer, if there is one.
  public let introductoryOffer: IntroductoryOffer?
  /// Its other offers.
  public let offers: [Offer]

  public init(
    id: ID, kind: Kind, name: String, entitlements: [Entitlement.ID],
    needs: [Entitlement.ID] = [], price: Money? = nil, monthlyPrice: Money? = nil,
    seatPrices: [SeatPrice] = [], period: Period? = nil, addsUp: Bool = true,
    group: SubscriptionGroup.ID? = nil,
    level: Int? = nil, introductoryOffer: IntroductoryOffer? = nil, offers: [Offer] = []
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.entitlements = entitlements
    self.needs = needs
    self.price = price
    self.monthlyPrice = monthlyPrice
    self.seatPrices = seatPrices
    self.period = period
    self.addsUp = addsUp
    self.group = group
    self.level = level
    self.introductoryOffer = introductoryOffer
    self.offers = offers
  }
}

extension CatalogProduct {
  /// Whether a customer with these entitlements has what it needs.
  package func isSold(toHolderOf entitlements: some Collection<Entitlement.ID>) -> Bool {
    needs.isEmpty || needs.contains(where: entitlements.contains)
  }
}

extension CatalogProduct {
  /// What a number of seats costs together: each seat costs the price of its tier; nil without a price.
  package func price(ofSeats count: Int) -> Money? {
    guard let price else { return nil }
    let atFirst = min(count, (seatPrices.first?.from ?? .max) - 1)
    var total = price.times(atFirst).milliunits
    for (index, tier) in seatPrices.enumerated() where tier.from <= count {
      let next = index + 1 < seatPrices.count ? seatPrices[index + 1].from : count + 1
      total &+= tier.price.times(min(count + 1, next) - tier.from).milliunits
    }
    return Money(milliunits: total, currency: price.currency)
  }
}

extension CatalogProduct {
  /// The length of a commitment to monthly bills: Apple sells a year.
  package static let commitment = Period(1, .year)

  /// How many monthly bills a commitment has.
  package static let bills = 12

  /// What the monthly bills of a commitment cost together; nil if the product is not billed monthly.
  public var commitmentPrice: Money? { monthlyPrice?.times(Self.bills) }

  /// The introductory offer of a billing plan; nil without one.
  public func introductoryOffer(billed billing: BillingPlan) -> IntroductoryOffer? {
    introductoryOffer.flatMap { $0.billing == billing ? $0 : nil }
  }
}

extension Identifier<CatalogProduct> {
  /// What sets a plan apart on a paywall: the product's identifier, with `:monthly` after it if it is billed monthly.
  ///
  /// The store's identifiers contain no colon.
  package func billed(_ billing: BillingPlan) -> Self {
    switch billing {
    case .upFront: self
    case .monthly: Self("\(rawValue):\(billing.rawValue)")
    }
  }

  /// The product that a plan on a paywall buys.
  package var product: Self { Self(String(rawValue.prefix { $0 != ":" })) }
}
