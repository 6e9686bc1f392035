extension CatalogProduct {
  /// An offer of a subscription that has an identifier: any but the introductory one.
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The offer's identifier in the store.
    public typealias ID = Identifier<Offer>

    /// Who gets an offer, and how.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      /// Signed by the app's server, for customers who have or had a subscription of the group.
      case promotional
      /// For customers whose subscription of the group has ended.
      case winBack
      /// Redeemed with a code, which is its identifier.
      case code
    }

    /// The offer's identifier in the store.
    public let id: ID
    /// Who gets it, and how.
    public let kind: Kind
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
      id: ID, kind: Kind, payment: StoreOffer.Payment, period: Period, periods: Int = 1,
      price: Money? = nil, billing: BillingPlan = .upFront
    ) {
      self.id = id
      self.kind = kind
      self.payment = payment
      self.period = period
      self.periods = periods
      self.price = price
      self.billing = billing
    }
  }
}
