public import Foundation

// What the Advanced Commerce API adds to transactions. The simulated store does not have it, so no transaction carries
// any of this.

extension Transaction {
  /// What an app sold with the Advanced Commerce API.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/transaction/advancedcommerceinfo-swift.struct>.
  public struct AdvancedCommerceInfo: Hashable, Sendable {
    /// The identifier of the app's request.
    public let requestReferenceID: String

    public let displayName: String?

    public let description: String?

    public let items: [Item]

    /// How long one payment lasts; nil for what does not renew.
    public let period: Product.SubscriptionPeriod?

    public let taxCode: String

    public let taxRate: Decimal

    public let estimatedTax: Decimal

    public let taxExclusivePrice: Decimal

    /// One thing that was sold.
    public struct Item: Hashable, Sendable {
      public let details: Details

      public let refunds: [Refund]?

      /// When the store revoked it.
      public let revocationDate: Date?

      /// What an item is.
      public struct Details: Hashable, Sendable {
        /// The app's own identifier of the item.
        public let sku: String

        public let displayName: String

        public let description: String

        public let price: Decimal

        /// The offer that the price comes from.
        public let offer: Offer?

        /// Who shares in the item.
        public let partners: [Partner]

        /// The prices of the item's seats.
        public let seatPriceTiers: [SeatPriceTier]
      }
    }

    /// A reduced price of an item.
    public struct Offer: Hashable, Sendable {
      /// Why the app made the offer.
      public struct Reason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let acquisition = Self(rawValue: "ACQUISITION")

        public static let retention = Self(rawValue: "RETENTION")

        public static let winBack = Self(rawValue: "WIN_BACK")
      }

      public let reason: Reason

      public let price: Decimal

      /// How long one payment lasts.
      public let period: Product.SubscriptionPeriod

      /// The number of payments at this price.
      public let periodCount: Int
    }

    /// Someone who shares in an item.
    public struct Partner: Hashable, Sendable {
      public let id: String

      public let name: String?
    }

    /// A refund of an item.
    public struct Refund: Hashable, Sendable {
      /// Why it was refunded.
      public struct Reason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let legal = Self(rawValue: "LEGAL")

        /// The app changed the items of a subscription.
        public static let modifyItems = Self(rawValue: "MODIFY_ITEMS_REFUND")

        public static let other = Self(rawValue: "OTHER")

        /// The app did not deliver.
        public static let unfulfilled = Self(rawValue: "FULFILLMENT_ISSUE")

        public static let unintended = Self(rawValue: "UNINTENDED_PURCHASE")

        public static let unsatisfied = Self(rawValue: "UNSATISFIED_WITH_PURCHASE")
      }

      /// How much was refunded.
      public struct RefundType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let custom = Self(rawValue: "CUSTOM")

        public static let full = Self(rawValue: "FULL")

        public static let proRated = Self(rawValue: "PRORATED")
      }

      public let amount: Decimal

      public let date: Date

      public let reason: Reason

      public let type: RefundType
    }

    /// The price of a seat up to a number of seats.
    public struct SeatPriceTier: Hashable, Sendable {
      public let price: Decimal

      /// The last number of seats at this price; nil without a limit.
      public let maximumSeatQuantity: Int?
    }
  }

  /// What was sold with the Advanced Commerce API; always nil.
  public var advancedCommerceInfo: AdvancedCommerceInfo? { nil }
}

extension Product.SubscriptionInfo.RenewalInfo {
  /// What renews of the things sold with the Advanced Commerce API.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/advancedcommerceinfo-swift.struct>.
  public struct AdvancedCommerceInfo: Hashable, Sendable {
    /// The identifier of the app's request.
    public let requestReferenceID: String

    /// Names this state of the subscription in the app's next request.
    public let consistencyToken: String

    public let displayName: String

    public let description: String

    public let items: [Item]

    /// How long one payment lasts.
    public let period: Product.SubscriptionPeriod

    public let taxCode: String

    /// One thing that renews.
    public struct Item: Hashable, Sendable {
      /// What an item is.
      public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

      public let details: Details

      /// The price increase to come; nil without one.
      public let priceIncreaseInfo: PriceIncreaseInfo?

      /// A price increase of an item.
      public struct PriceIncreaseInfo: Hashable, Sendable {
        /// What the customer answered.
        public struct Status: RawRepresentable, Hashable, Sendable {
          public let rawValue: String

          public init(rawValue: String) { self.rawValue = rawValue }

          public static let accepted = Self(rawValue: "ACCEPTED")

          /// The customer has not answered.
          public static let pending = Self(rawValue: "PENDING")

          public static let scheduled = Self(rawValue: "SCHEDULED")
        }

        public let status: Status

        public let price: Decimal

        /// The items that end with this one.
        public let dependentSKUs: [String]
      }
    }
  }

  /// What renews of the things sold with the Advanced Commerce API; always nil.
  public var advancedCommerceInfo: AdvancedCommerceInfo? { nil }
}
