public import Foundation

extension Product {
  /// An option of a purchase.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/purchaseoption>.
  public struct PurchaseOption: Hashable, Sendable, CustomDebugStringConvertible {
    enum Kind: Hashable, Sendable {
      case appAccountToken(UUID)
      case quantity(Int)
      case seats(Int)
      case billingPlanType(SubscriptionInfo.BillingPlanType)
      case promotionalOffer(String, SubscriptionOffer.Signature)
      case signedPromotionalOffer(String, compactJWS: String)
      case winBackOffer(SubscriptionOffer)
      case introductoryOfferEligibility(compactJWS: String)
      case onStorefrontChange
      case simulatesAskToBuy(Bool)
      case codeOffer(String)
      case unsignedPromotionalOffer(String)
      case purchaseDate(Date, SubscriptionRenewalBehavior)
      case custom(String, CustomValue)
    }

    enum CustomValue: Hashable, Sendable {
      case string(String)
      case number(Double)
      case bool(Bool)
      case data(Data)
    }

    let kind: Kind
    let shouldContinue: (@Sendable (Storefront) -> Bool)?

    init(_ kind: Kind, shouldContinue: (@Sendable (Storefront) -> Bool)? = nil) {
      self.kind = kind
      self.shouldContinue = shouldContinue
    }

    /// Whether both options are the same; all `onStorefrontChange` options are equal.
    public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind }

    /// Feeds the option to the hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
    }

    /// The option as written in code.
    public var debugDescription: String { String(describing: kind) }
  }
}

extension Product.PurchaseOption {
  /// Associates the purchase with the UUID of the customer's account in the app.
  public static func appAccountToken(_ token: UUID) -> Self { Self(.appAccountToken(token)) }

  /// Buys several of a consumable or a non-renewing subscription: 1 to 10.
  public static func quantity(_ quantity: Int) -> Self { Self(.quantity(quantity)) }

  /// Buys a subscription without Family Sharing for a number of people: 1 to 1,000 seats.
  ///
  /// The number is the total after the purchase, also where the subscription runs already.
  public static func seats(_ total: Int) -> Self { Self(.seats(total)) }

  /// Chooses how the price is billed; without it, up front.
  public static func billingPlanType(_ type: Product.SubscriptionInfo.BillingPlanType) -> Self {
    Self(.billingPlanType(type))
  }

  /// Applies a promotional offer that the developer signed, in the original form.
  ///
  /// - Parameters:
  ///   - keyID: The identifier of the key that signed.
  ///   - nonce: The unique UUID.
  ///   - timestamp: When it was signed, in milliseconds since 1970.
  public static func promotionalOffer(
    offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
  ) -> Self {
    promotionalOffer(
      offerID: offerID,
      signature: .init(keyID: keyID, nonce: nonce, timestamp: timestamp, signature: signature))
  }

  /// Applies a promotional offer that the developer signed, in the original form.
  public static func promotionalOffer(
    offerID: String, signature: Product.SubscriptionOffer.Signature
  ) -> Self {
    Self(.promotionalOffer(offerID, signature))
  }

  /// Applies a promotional offer that the developer signed.
  public static func promotionalOffer(
    _ offerID: String, compactJWS: String
  ) -> [Product.PurchaseOption] {
    [Self(.signedPromotionalOffer(offerID, compactJWS: compactJWS))]
  }

  /// Applies a win-back offer.
  public static func winBackOffer(_ offer: Product.SubscriptionOffer) -> Self {
    Self(.winBackOffer(offer))
  }

  /// Lets the developer decide whether the customer is eligible for the introductory offer.
  public static func introductoryOfferEligibility(compactJWS: String) -> Self {
    Self(.introductoryOfferEligibility(compactJWS: compactJWS))
  }

  /// Asks whether to continue if the storefront differs from the product's.
  @preconcurrency
  public static func onStorefrontChange(
    shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
  ) -> Self {
    Self(.onStorefrontChange, shouldContinue: shouldContinuePurchase)
  }

  /// Makes the purchase wait for a parent's approval.
  public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> Self {
    Self(.simulatesAskToBuy(simulateAskToBuy))
  }

  /// Applies an offer code's offer, in tests.
  public static func codeOffer(referenceName: String) -> Self { Self(.codeOffer(referenceName)) }

  /// Applies a promotional offer without a signature, in tests.
  public static func promotionalOffer(id: String) -> Self {
    Self(.unsignedPromotionalOffer(id))
  }

  /// Passes a text, which the store ignores.
  public static func custom(key: String, value: String) -> Self {
    Self(.custom(key, .string(value)))
  }

  /// Passes a number, which the store ignores.
  public static func custom(key: String, value: Double) -> Self {
    Self(.custom(key, .number(value)))
  }

  /// Passes a Boolean, which the store ignores.
  public static func custom(key: String, value: Bool) -> Self {
    Self(.custom(key, .bool(value)))
  }

  /// Passes data, which the store ignores.
  public static func custom(key: String, value: Data) -> Self {
    Self(.custom(key, .data(value)))
  }
}
