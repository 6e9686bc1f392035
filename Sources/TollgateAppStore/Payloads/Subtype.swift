/// The more specific kind of event in a notification, version 2.
///
/// Follows <https://developer.apple.com/documentation/appstoreservernotifications/subtype>.
public struct Subtype: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first purchase in the subscription group.
  public static let initialBuy = Self(rawValue: "INITIAL_BUY")

  /// A purchase after an earlier subscription of the group ended.
  public static let resubscribe = Self(rawValue: "RESUBSCRIBE")

  /// A product of a higher level, effective immediately.
  public static let upgrade = Self(rawValue: "UPGRADE")

  /// A product of a lower level, at the next renewal.
  public static let downgrade = Self(rawValue: "DOWNGRADE")

  /// Renewal was turned on.
  public static let autoRenewEnabled = Self(rawValue: "AUTO_RENEW_ENABLED")

  /// Renewal was turned off.
  public static let autoRenewDisabled = Self(rawValue: "AUTO_RENEW_DISABLED")

  /// The customer turned renewal off.
  public static let voluntary = Self(rawValue: "VOLUNTARY")

  /// Payment failed until the end of the retry period.
  public static let billingRetry = Self(rawValue: "BILLING_RETRY")

  /// A payment that had failed succeeded.
  public static let billingRecovery = Self(rawValue: "BILLING_RECOVERY")

  /// Access continues while the store retries.
  public static let gracePeriod = Self(rawValue: "GRACE_PERIOD")

  /// The customer did not consent to a higher price.
  public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")

  /// The product was not for sale at renewal.
  public static let productNotForSale = Self(rawValue: "PRODUCT_NOT_FOR_SALE")

  /// The customer has not responded.
  public static let pending = Self(rawValue: "PENDING")

  /// The customer consented.
  public static let accepted = Self(rawValue: "ACCEPTED")

  /// The extension is complete for all subscribers.
  public static let summary = Self(rawValue: "SUMMARY")

  /// Some seats of a purchase were refunded.
  public static let seats = Self(rawValue: "SEATS")

  /// The extension failed for one subscriber.
  public static let failure = Self(rawValue: "FAILURE")

  /// The token has no report yet.
  public static let unreported = Self(rawValue: "UNREPORTED")
}
