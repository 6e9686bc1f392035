extension StoreKitConfiguration {
  /// How an offer is paid, with the file's names.
  public enum PaymentMode: String, Hashable, Sendable, CaseIterable {
    /// Nothing is paid.
    case free

    /// A lower price is paid each period.
    case payAsYouGo

    /// A lower price is paid once for all periods.
    case payUpFront

    /// The App Store's name for it in signed data.
    public var discountType: OfferDiscountType {
      switch self {
      case .free: .freeTrial
      case .payAsYouGo: .payAsYouGo
      case .payUpFront: .payUpFront
      }
    }
  }

  /// The kinds of customers that an offer code is for, with the file's names.
  ///
  /// A code for a subscription asks about the subscriptions of its group, any other about purchases in the app.
  public enum OfferEligibility: String, Hashable, Sendable, CaseIterable {
    /// Customers who never had a subscription of the group, or never bought anything.
    case new

    /// Customers whose subscription runs, or who bought something in the last 30 days.
    case existing

    /// Customers whose subscription has ended, or who bought something before that.
    case expired
  }

  /// A reduced price for some time.
  public struct Offer: Hashable, Sendable {
    /// The offer's identifier; introductory offers have none.
    public var id: String?

    /// The name for the developer.
    public var referenceName: String

    /// How it is paid.
    public var paymentMode: PaymentMode

    /// The length of one period of the offer.
    public var period: Period

    public var numberOfPeriods: Int

    /// The price of a period, or of all periods if paid up front; zero for a free offer.
    public var price: Milliunits

    /// The billing plan that it belongs to; nil for the one billed up front.
    public var billingPlan: BillingPlanType?

    /// The customers who can redeem an offer code.
    public var eligibility: Set<OfferEligibility>

    /// Whether an offer code adds to the introductory offer, which then comes first, instead of replacing it.
    public var isStackable: Bool

    /// The identifier that Xcode assigned.
    public var internalID: String

    public init(
      id: String? = nil, referenceName: String = "", paymentMode: PaymentMode,
      period: Period, numberOfPeriods: Int = 1, price: Milliunits = .zero,
      billingPlan: BillingPlanType? = nil,
      eligibility: Set<OfferEligibility> = Set(OfferEligibility.allCases),
      isStackable: Bool = false, internalID: String = ""
    ) {
      self.id = id
      self.referenceName = referenceName
      self.paymentMode = paymentMode
      self.period = period
      self.numberOfPeriods = numberOfPeriods
      self.price = price
      self.billingPlan = billingPlan
      self.eligibility = eligibility
      self.isStackable = isStackable
      self.internalID = internalID
    }
  }
}
