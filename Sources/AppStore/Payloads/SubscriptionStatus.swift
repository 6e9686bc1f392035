/// The condition that the store gives a subscription.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/status>.
public struct SubscriptionStatus: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Paid and running.
  public static let active = Self(rawValue: 1)

  /// Ended.
  public static let expired = Self(rawValue: 2)

  /// Payment failed and the store tries again; there is no access.
  public static let billingRetry = Self(rawValue: 3)

  /// Payment failed and the store tries again; access goes on.
  public static let gracePeriod = Self(rawValue: 4)

  /// Taken back by a refund or by Family Sharing.
  public static let revoked = Self(rawValue: 5)
}
