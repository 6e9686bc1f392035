public import Foundation
import TollgateAppStore

extension Product.SubscriptionInfo {
  /// How the price of a subscription is billed.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/billingplantype>.
  public struct BillingPlanType: RawRepresentable, Hashable, Sendable {
    /// The name in signed data.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Monthly, with a commitment to the period of the subscription.
    public static let monthly = Self(rawValue: "MONTHLY")

    /// The whole period at its start.
    public static let upFront = Self(rawValue: "BILLED_UPFRONT")
  }

  /// How long one bill lasts.
  public typealias BillingPeriod = Product.SubscriptionPeriod

  /// What a customer agrees to pay in all.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/pricingterms-swift.struct>.
  public struct CommitmentInfo: Hashable, Sendable {
    /// The price of the whole commitment.
    public let price: Decimal

    /// The price as text.
    public let displayPrice: String

    /// How long the commitment lasts.
    public let period: Product.SubscriptionPeriod
  }

  /// One of the ways in which a subscription is sold.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/pricingterms-swift.struct>.
  public struct PricingTerms: Hashable, Sendable {
    /// How the price is billed.
    public let billingPlanType: BillingPlanType

    /// The price of one bill.
    public let billingPrice: Decimal

    /// The price of one bill as text.
    public let billingDisplayPrice: String

    /// How long one bill lasts.
    public let billingPeriod: BillingPeriod

    /// What the customer agrees to pay in all; that of one bill if it is billed up front.
    public let commitmentInfo: CommitmentInfo

    /// The offers of the billing plan.
    public let subscriptionOffers: [Product.SubscriptionOffer]

    /// Whether there is one price, or one for each seat.
    public let pricingModel: PricingModel

    /// The offers of a kind.
    public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product
      .SubscriptionOffer]
    {
      subscriptionOffers.filter { $0.type == type }
    }
  }
}

extension Product.SubscriptionInfo.PricingTerms {
  /// The terms of a subscription with the offers of each billing plan, and last the terms for several seats.
  ///
  /// It is only sold up front where no commitment is sold. Apple's pages do not say where the terms for seats stand.
  static func all(
    of subscription: StoreKitConfiguration.Subscription, price: Milliunits, _ tag: PriceTag,
    sellsCommitments: Bool
  ) -> [Self] {
    let period = Product.SubscriptionPeriod(subscription.period)
    func offers(_ isMonthly: Bool) -> [Product.SubscriptionOffer] {
      func named(
        _ offers: [StoreKitConfiguration.Offer], _ type: Product.SubscriptionOffer.OfferType
      ) -> [Product.SubscriptionOffer] {
        offers.filter { ($0.billingPlan == .monthly) == isMonthly }.map { .init($0, type, tag) }
      }
      return named(subscription.introductoryOffer.map { [$0] } ?? [], .introductory)
        + named(subscription.promotionalOffers, .promotional)
        + named(subscription.winBackOffers, .winBack)
    }
    func info(_ price: Milliunits, _ period: Product.SubscriptionPeriod)
      -> Product.SubscriptionInfo.BillingInfo
    {
      .init(price: PriceTag.amount(price), displayPrice: tag.text(price), period: period)
    }
    let whole = Product.SubscriptionInfo.CommitmentInfo(
      price: PriceTag.amount(price), displayPrice: tag.text(price), period: period)
    let upFrontInfo = info(price, period)
    var all = [
      Self(
        .upFront, upFrontInfo, whole, offers(false),
        .singlePrice(.init(billingInfo: upFrontInfo, commitmentInfo: whole)))
    ]
    if sellsCommitments,
      let plan = subscription.billingPlans.first(where: { $0.type == .monthly && $0.isEnabled })
    {
      let bill = info(plan.price, Product.SubscriptionPeriod(Period(1, .month)))
      let commitment = Product.SubscriptionInfo.CommitmentInfo(
        price: PriceTag.amount(plan.commitmentPrice),
        displayPrice: tag.text(plan.commitmentPrice), period: period)
      all.append(
        Self(
          .monthly, bill, commitment, offers(true),
          .singlePrice(.init(billingInfo: bill, commitmentInfo: commitment))))
    }
    if !subscription.isFamilyShareable {
      all.append(
        Self(
          .upFront, upFrontInfo, whole, offers(false),
          .seatBased(
            SeatBasedPricing(of: subscription, at: price) { info($0, period) })))
    }
    return all
  }

  private init(
    _ plan: Product.SubscriptionInfo.BillingPlanType,
    _ bill: Product.SubscriptionInfo.BillingInfo,
    _ commitment: Product.SubscriptionInfo.CommitmentInfo,
    _ offers: [Product.SubscriptionOffer], _ model: PricingModel
  ) {
    billingPlanType = plan
    billingPrice = bill.price
    billingDisplayPrice = bill.displayPrice
    billingPeriod = bill.period
    commitmentInfo = commitment
    subscriptionOffers = offers
    pricingModel = model
  }
}
