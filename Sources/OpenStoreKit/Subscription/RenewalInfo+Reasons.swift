extension Product.SubscriptionInfo.RenewalInfo {
  /// Why a subscription ended.
  public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
    /// The number that Apple gives it.
    public let rawValue: Int

    /// Makes the reason with that number, known or not.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The customer turned renewal off.
    public static let autoRenewDisabled = Self(rawValue: 1)

    /// The customer's payment failed.
    public static let billingError = Self(rawValue: 2)

    /// The customer did not consent to a higher price.
    public static let didNotConsentToPriceIncrease = Self(rawValue: 3)

    /// The product was not for sale at renewal.
    public static let productUnavailable = Self(rawValue: 4)

    /// Any other reason.
    public static let unknown = Self(rawValue: 5)

    /// The reason for people, in English.
    public var localizedDescription: String {
      switch self {
      case .autoRenewDisabled: "Auto-Renew Disabled"
      case .billingError: "Billing Error"
      case .didNotConsentToPriceIncrease: "Did Not Consent to Price Increase"
      case .productUnavailable: "Product Unavailable"
      default: "Unknown"
      }
    }
  }

  /// What the customer said to a higher price.
  @frozen
  public enum PriceIncreaseStatus: Hashable, Sendable {
    /// The price stays.
    case noIncreasePending

    /// The customer has not answered.
    case pending

    /// The customer agreed, or need not.
    case agreed

    /// The answer for people, in English.
    public var localizedDescription: String {
      switch self {
      case .noIncreasePending: "No Increase Pending"
      case .pending: "Pending"
      case .agreed: "Agreed"
      }
    }
  }
}
