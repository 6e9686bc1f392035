/// The kind of event in a notification, version 2.
///
/// Follows <https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>.
public struct NotificationType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Every type that this library knows.
  public static let known: Set<NotificationType> = [
    .subscribed, .didRenew, .didChangeRenewalPreference, .didChangeRenewalStatus, .offerRedeemed,
    .expired, .didFailToRenew, .gracePeriodExpired, .priceIncrease, .priceChange, .refund,
    .refundDeclined, .refundReversed, .consumptionRequest, .renewalExtended, .renewalExtension,
    .revoke, .test, .oneTimeCharge, .externalPurchaseToken, .rescindConsent, .metadataUpdate,
    .migration, .migrate, .unclaimSeats,
  ]

  /// A subscription was bought, or bought again.
  public static let subscribed = Self(rawValue: "SUBSCRIBED")

  public static let didRenew = Self(rawValue: "DID_RENEW")

  /// The customer chose another product of the group.
  public static let didChangeRenewalPreference = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")

  /// Renewal was turned on or off.
  public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")

  public static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")

  /// A subscription ended.
  public static let expired = Self(rawValue: "EXPIRED")

  /// A renewal could not be paid.
  public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")

  /// The grace period ended without payment; the store keeps retrying.
  public static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")

  /// A higher price was announced or accepted.
  public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")

  public static let priceChange = Self(rawValue: "PRICE_CHANGE")

  public static let refund = Self(rawValue: "REFUND")

  public static let refundDeclined = Self(rawValue: "REFUND_DECLINED")

  public static let refundReversed = Self(rawValue: "REFUND_REVERSED")

  /// Apple requests information on how much of a purchase was used.
  public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")

  /// The renewal date of a subscription was extended.
  public static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")

  /// An extension for many subscribers ended or failed.
  public static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")

  /// A purchase is no longer shared through Family Sharing.
  public static let revoke = Self(rawValue: "REVOKE")

  /// The developer requested a test notification.
  public static let test = Self(rawValue: "TEST")

  /// A product that does not renew was bought.
  public static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")

  /// A token for external purchases was created.
  public static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")

  /// A guardian withdrew consent to the app.
  public static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")

  /// The metadata of a subscription changed.
  public static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")

  /// A subscription moved to the Advanced Commerce API, as Apple's server libraries name it.
  public static let migration = Self(rawValue: "MIGRATION")

  /// A subscription moved to the Advanced Commerce API, as Apple's changelog names it.
  public static let migrate = Self(rawValue: "MIGRATE")

  /// The App Store released seats of a subscription whose invitations the developer hosts.
  public static let unclaimSeats = Self(rawValue: "UNCLAIM_SEATS")

  /// Whether a subscription moved to the Advanced Commerce API, by either of its two names.
  public var isMigration: Bool { self == .migration || self == .migrate }
}
