extension Product.SubscriptionInfo {
  /// The condition of a subscription.
  public struct RenewalState: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Paid and active.
    public static let subscribed = Self(rawValue: 1)

    /// Ended.
    public static let expired = Self(rawValue: 2)

    /// The payment failed and the store is retrying; there is no access.
    public static let inBillingRetryPeriod = Self(rawValue: 3)

    /// The payment failed and the store is retrying; access continues.
    public static let inGracePeriod = Self(rawValue: 4)

    /// Revoked by a refund or through Family Sharing.
    public static let revoked = Self(rawValue: 5)

    /// The condition for display, in English.
    public var localizedDescription: String {
      switch self {
      case .subscribed: "Subscribed"
      case .expired: "Expired"
      case .inBillingRetryPeriod: "In Billing Retry Period"
      case .inGracePeriod: "In Grace Period"
      case .revoked: "Revoked"
      default: "Unknown"
      }
    }
  }
}
