public import Foundation
import TollgateAppStore

extension Product {
  /// A reduced price for some time.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptionoffer>.
  public struct SubscriptionOffer: Hashable, Sendable {
    /// The kind of an offer.
    public struct OfferType: RawRepresentable, Hashable, Sendable {
      public let rawValue: String

      public init(rawValue: String) { self.rawValue = rawValue }

      /// For customers new to the group.
      public static let introductory = Self(rawValue: "Introductory")

      /// Signed by the developer, for current and former subscribers.
      public static let promotional = Self(rawValue: "Promotional")

      /// For customers who left.
      public static let winBack = Self(rawValue: "WinBack")

      /// The name for display, in English.
      public var localizedDescription: String { rawValue }
    }

    /// How an offer is paid.
    public struct PaymentMode: RawRepresentable, Hashable, Sendable {
      public let rawValue: String

      public init(rawValue: String) { self.rawValue = rawValue }

      /// A lower price is paid each period.
      public static let payAsYouGo = Self(rawValue: "PayAsYouGo")

      /// A lower price is paid once for the whole offer.
      public static let payUpFront = Self(rawValue: "PayUpFront")

      /// Nothing is paid.
      public static let freeTrial = Self(rawValue: "FreeTrial")

      /// The name for display, in English.
      public var localizedDescription: String {
        switch self {
        case .payAsYouGo: "Pay As You Go"
        case .payUpFront: "Pay Up Front"
        case .freeTrial: "Free Trial"
        default: rawValue
        }
      }
    }

    /// The offer's identifier; introductory offers have none.
    public let id: String?

    /// The kind of the offer.
    public let type: OfferType

    /// The price of a period, or of all periods if paid up front.
    public let price: Decimal

    /// The price as text, with its currency.
    public let displayPrice: String

    /// The length of one period of the offer.
    public let period: SubscriptionPeriod

    /// The number of periods; 1 unless it is paid as you go.
    public let periodCount: Int

    /// How the offer is paid.
    public let paymentMode: PaymentMode

    init(_ offer: StoreKitConfiguration.Offer, _ type: OfferType, _ tag: PriceTag) {
      id = type == .introductory ? nil : offer.id
      self.type = type
      price = PriceTag.amount(offer.price)
      displayPrice = tag.text(offer.price)
      period = SubscriptionPeriod(offer.period)
      periodCount = offer.numberOfPeriods
      switch offer.paymentMode {
      case .free: paymentMode = .freeTrial
      case .payAsYouGo: paymentMode = .payAsYouGo
      case .payUpFront: paymentMode = .payUpFront
      }
    }
  }
}

extension Product.SubscriptionOffer {
  /// The developer's signature of a promotional offer, in the original form.
  public struct Signature: Hashable, Sendable {
    /// The identifier of the key that signed.
    public var keyID: String

    /// The unique UUID.
    public var nonce: UUID

    /// When it was signed, in milliseconds since 1970.
    public var timestamp: Int

    /// The signature itself.
    public var signature: Data

    public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
      self.keyID = keyID
      self.nonce = nonce
      self.timestamp = timestamp
      self.signature = signature
    }
  }
}
