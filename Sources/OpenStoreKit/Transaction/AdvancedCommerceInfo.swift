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
        /// The offer that the price comes from.
        public let offer: Offer?

        /// The prices of the item's seats.
        public let seatPriceTiers: [SeatPriceTier]
      }
    }

    /// A reduced price of an item.
    public struct Offer: Hashable, Sendable {
      /// Why the app made the offer.
      public struct Reason: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String

        public init(rawValue: String) {
          self.rawValue = rawValue
        }
      }

      public let reason: Reason
    }

    /// A refund of an item.
    public struct Refund: Hashable, Sendable {
      /// Why it was refunded.
      public struct Reason: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String

        public init(rawValue: String) {
          self.rawValue = rawValue
        }
      }

      /// How much was refunded.
      public struct RefundType: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String

        public init(rawValue: String) {
          self.rawValue = rawValue
        }
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
    public let items: [Item]

    /// One thing that renews.
    public struct Item: Hashable, Sendable {
      /// What an item is.
      public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

      public let details: Details
    }
  }

  /// What renews of the things sold with the Advanced Commerce API; always nil.
  public var advancedCommerceInfo: AdvancedCommerceInfo? { nil }
}
