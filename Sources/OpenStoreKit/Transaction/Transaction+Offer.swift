import TollgateAppStore

extension Transaction {
  /// The offer that a price comes from.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/transaction/offer-swift.struct>.
  public struct Offer: Hashable, Sendable {
    /// How an offer is paid.
    public struct PaymentMode: RawRepresentable, Hashable, Sendable {
      public let rawValue: String

      public init(rawValue: String) { self.rawValue = rawValue }

      /// Nothing is paid.
      public static let freeTrial = Self(rawValue: "FREE_TRIAL")

      /// A lower price is paid each period.
      public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")

      /// A lower price is paid once for the whole offer.
      public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")

      /// A lower price is paid once for a product that does not renew.
      public static var oneTime: Self { Self(rawValue: "ONE_TIME") }
    }

    /// The offer's identifier; introductory offers have none.
    public let id: String?

    /// The kind of the offer.
    public let type: OfferType

    /// How the offer is paid.
    public let paymentMode: PaymentMode?

    /// The length of the offer.
    public let period: Product.SubscriptionPeriod?

    init(
      _ type: AppStoreOfferType, id: String?, _ mode: OfferDiscountType?, _ period: String?
    ) {
      self.id = id
      self.type = OfferType(rawValue: type.rawValue)
      paymentMode = mode.map { PaymentMode(rawValue: $0.rawValue) }
      self.period = period.flatMap { Period(subscription: $0) }.map(Product.SubscriptionPeriod.init)
    }
  }
}

/// The type of signed data, for use where `Transaction` has one of the same name.
typealias AppStoreOfferType = OfferType
