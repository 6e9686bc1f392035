extension Product.SubscriptionInfo {
  /// The condition of a subscription.
  public struct RenewalState: RawRepresentable, Hashable, Sendable {
    /// The number that Apple gives it.
    public let rawValue: Int

    /// Makes the condition with that number, known or not.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Paid and running.
    public static let subscribed = Self(rawValue: 1)

    /// Ended.
    public static let expired = Self(rawValue: 2)

    /// Payment failed and the store tries again; there is no access.
    public static let inBillingRetryPeriod = Self(rawValue: 3)

    /// Payment failed and the store tries again; access goes on.
    public static let inGracePeriod = Self(rawValue: 4)

    /// Taken back by a refund or by Family Sharing.
    public static let revoked = Self(rawValue: 5)

    /// The condition for people, in English.
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
