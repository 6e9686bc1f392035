public import Foundation
import TollgateAppStore

extension Product {
  /// Whether the product is sold for several people: every subscription without Family Sharing.
  public var supportsMultiSeatPurchase: Bool { type == .autoRenewable && !isFamilyShareable }
}

extension Product.SubscriptionInfo {
  /// The price of one bill, and how long it lasts.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/billinginfo>.
  public struct BillingInfo: Hashable, Sendable {
    public let price: Decimal

    /// The price as text.
    public let displayPrice: String

    public let period: BillingPeriod
  }
}

extension Product.SubscriptionInfo.PricingTerms {
  /// Whether there is one price, or one for each seat.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/pricingterms-swift.struct/pricingmodel-swift.enum>.
  public enum PricingModel: Hashable, Sendable {
    /// For a customer who buys for one person.
    case singlePrice(SinglePrice)

    /// For a customer who buys seats.
    case seatBased(SeatBasedPricing)
  }

  /// The price of a subscription for one person.
  public struct SinglePrice: Hashable, Sendable {
    public let billingInfo: Product.SubscriptionInfo.BillingInfo

    public let commitmentInfo: Product.SubscriptionInfo.CommitmentInfo
  }

  /// The prices of a seat.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/pricingterms-swift.struct/seatbasedpricing>.
  public struct SeatBasedPricing: Hashable, Sendable {
    /// The price of a seat for a range of seats.
    public struct PriceTier: Hashable, Sendable {
      /// The number of seats from which the price applies.
      public let minimumSeats: Int

      /// The last number of seats at this price; nil without a limit.
      public let maximumSeats: Int?

      /// The price of one seat.
      public let billingInfo: Product.SubscriptionInfo.BillingInfo
    }

    /// The tiers in ascending order: each seat costs the price of its tier.
    public let priceTiers: [PriceTier]
  }
}

extension Product.SubscriptionInfo.PricingTerms.SeatBasedPricing {
  /// The tiers of a subscription, the first of which has its price.
  init(
    of subscription: StoreKitConfiguration.Subscription, at price: Milliunits,
    _ info: (Milliunits) -> Product.SubscriptionInfo.BillingInfo
  ) {
    let tiers =
      [StoreKitConfiguration.SeatTier(minimumSeats: 1, price: price)] + subscription.seatTiers
    priceTiers = tiers.indices.map { index in
      PriceTier(
        minimumSeats: tiers[index].minimumSeats,
        maximumSeats: index + 1 < tiers.count ? tiers[index + 1].minimumSeats - 1 : nil,
        billingInfo: info(tiers[index].price))
    }
  }
}
