extension Product.SubscriptionInfo.RenewalInfo {
  /// Why a subscription ended.
  public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

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

    /// The bundle that it belonged to ended; the number is this library's.
    public static let unbundled = Self(rawValue: 6)

    /// The reason for display, in English.
    public var localizedDescription: String {
      switch self {
      case .autoRenewDisabled: "Auto-Renew Disabled"
      case .billingError: "Billing Error"
      case .didNotConsentToPriceIncrease: "Did Not Consent to Price Increase"
      case .productUnavailable: "Product Unavailable"
      case .unbundled: "Unbundled"
      default: "Unknown"
      }
    }
  }

  /// The customer's response to a price increase.
  @frozen
  public enum PriceIncreaseStatus: Hashable, Sendable {
    case noIncreasePending

    /// The customer has not responded.
    case pending

    /// The customer agreed, or did not have to.
    case agreed

    /// The response for display, in English.
    public var localizedDescription: String {
      switch self {
      case .noIncreasePending: "No Increase Pending"
      case .pending: "Pending"
      case .agreed: "Agreed"
      }
    }
  }
}
