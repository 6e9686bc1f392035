/// The store's status of a subscription.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/status>.
public struct SubscriptionStatus: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Paid and active.
  public static let active = Self(rawValue: 1)

  /// Ended.
  public static let expired = Self(rawValue: 2)

  /// The payment failed and the store is retrying; there is no access.
  public static let billingRetry = Self(rawValue: 3)

  /// The payment failed and the store is retrying; access continues.
  public static let gracePeriod = Self(rawValue: 4)

  /// Revoked by a refund or through Family Sharing.
  public static let revoked = Self(rawValue: 5)
}
