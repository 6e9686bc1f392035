/// What a notification tells, in version 2.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>.
public struct NotificationType: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A subscription was bought, or bought again.
  public static let subscribed = Self(rawValue: "SUBSCRIBED")

  /// A subscription renewed.
  public static let didRenew = Self(rawValue: "DID_RENEW")

  /// The customer chose another product of the group.
  public static let didChangeRenewalPreference = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")

  /// Renewal was turned on or off.
  public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")

  /// The customer redeemed an offer.
  public static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")

  /// A subscription ended.
  public static let expired = Self(rawValue: "EXPIRED")

  /// A renewal could not be paid.
  public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")

  /// The grace period ended unpaid; the store goes on trying.
  public static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")

  /// A higher price was announced or accepted.
  public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")

  /// The price of a subscription changed.
  public static let priceChange = Self(rawValue: "PRICE_CHANGE")

  /// A purchase was paid back.
  public static let refund = Self(rawValue: "REFUND")

  /// A request to pay back was declined.
  public static let refundDeclined = Self(rawValue: "REFUND_DECLINED")

  /// A refund was taken back.
  public static let refundReversed = Self(rawValue: "REFUND_REVERSED")

  /// Apple asks how much of a purchase was used.
  public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")

  /// The renewal date of a subscription was extended.
  public static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")

  /// An extension for many subscribers ended or failed.
  public static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")

  /// Family Sharing no longer gives a purchase.
  public static let revoke = Self(rawValue: "REVOKE")

  /// The developer asked for a test notification.
  public static let test = Self(rawValue: "TEST")

  /// A product that does not renew was bought.
  public static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")

  /// A token for external purchases was made.
  public static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")

  /// A guardian withdrew consent to the app.
  public static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")

  /// The metadata of a subscription changed.
  public static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")

  /// A subscription moved to the Advanced Commerce API, as Apple's server libraries name it.
  public static let migration = Self(rawValue: "MIGRATION")

  /// A subscription moved to the Advanced Commerce API, as Apple's changelog names it.
  public static let migrate = Self(rawValue: "MIGRATE")

  /// Whether a subscription moved to the Advanced Commerce API, by either of its two names.
  public var isMigration: Bool { self == .migration || self == .migrate }
}
