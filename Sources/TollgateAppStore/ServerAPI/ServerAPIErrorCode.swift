/// The App Store Server API's number for the reason of a rejected request.
///
/// Numbers that Apple adds later are kept. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/error_codes>.
public struct ServerAPIErrorCode: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int64

  /// Creates a code from Apple's number, known or unknown.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Whether Apple says that the same request may succeed later.
  public var isRetryable: Bool { Self.retryable.contains(self) }

  private static let retryable: Set<Self> = [
    .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIDNotFoundRetryable,
    .rateLimitExceeded, .generalInternalRetryable,
  ]
}

extension ServerAPIErrorCode {
  /// The request is invalid in a way that Apple does not specify.
  public static let generalBadRequest = Self(rawValue: 4_000_000)

  public static let invalidAppIdentifier = Self(rawValue: 4_000_002)

  /// The revision for a page is invalid.
  public static let invalidRequestRevision = Self(rawValue: 4_000_005)

  public static let invalidTransactionID = Self(rawValue: 4_000_006)

  public static let invalidOriginalTransactionID = Self(rawValue: 4_000_008)

  /// The number of days is not from 1 to 90.
  public static let invalidExtendByDays = Self(rawValue: 4_000_009)

  /// The reason of an extension is invalid.
  public static let invalidExtendReasonCode = Self(rawValue: 4_000_010)

  public static let invalidRequestIdentifier = Self(rawValue: 4_000_011)

  /// The start is earlier than the period for which notifications are kept.
  public static let startDateTooFarInPast = Self(rawValue: 4_000_012)

  public static let startDateAfterEndDate = Self(rawValue: 4_000_013)

  /// The token for a page is invalid.
  public static let invalidPaginationToken = Self(rawValue: 4_000_014)

  public static let invalidStartDate = Self(rawValue: 4_000_015)

  public static let invalidEndDate = Self(rawValue: 4_000_016)

  /// The token for a page has expired.
  public static let paginationTokenExpired = Self(rawValue: 4_000_017)

  /// The notification type or subtype is invalid.
  public static let invalidNotificationType = Self(rawValue: 4_000_018)

  /// A notification type and a transaction identifier were given together.
  public static let multipleFiltersSupplied = Self(rawValue: 4_000_019)

  public static let invalidTestNotificationToken = Self(rawValue: 4_000_020)

  /// The order is invalid.
  public static let invalidSort = Self(rawValue: 4_000_021)

  public static let invalidProductType = Self(rawValue: 4_000_022)

  public static let invalidProductID = Self(rawValue: 4_000_023)

  public static let invalidSubscriptionGroupIdentifier = Self(rawValue: 4_000_024)

  /// The old filter of revoked transactions is invalid.
  public static let invalidExcludeRevoked = Self(rawValue: 4_000_025)

  public static let invalidInAppOwnershipType = Self(rawValue: 4_000_026)

  public static let invalidEmptyStorefrontCountryCodeList = Self(rawValue: 4_000_027)

  public static let invalidStorefrontCountryCode = Self(rawValue: 4_000_028)

  /// The filter of revoked transactions is invalid.
  public static let invalidRevoked = Self(rawValue: 4_000_030)

  /// The filter by status is invalid.
  public static let invalidStatus = Self(rawValue: 4_000_031)

  public static let invalidAccountTenure = Self(rawValue: 4_000_032)

  /// The app account token in consumption information is invalid.
  public static let invalidAppAccountToken = Self(rawValue: 4_000_033)

  public static let invalidConsumptionStatus = Self(rawValue: 4_000_034)

  /// The consent of the customer is missing or invalid.
  public static let invalidCustomerConsented = Self(rawValue: 4_000_035)

  public static let invalidDeliveryStatus = Self(rawValue: 4_000_036)

  /// The lifetime amount purchased is invalid.
  public static let invalidLifetimeDollarsPurchased = Self(rawValue: 4_000_037)

  /// The lifetime amount refunded is invalid.
  public static let invalidLifetimeDollarsRefunded = Self(rawValue: 4_000_038)

  public static let invalidPlatform = Self(rawValue: 4_000_039)

  public static let invalidPlayTime = Self(rawValue: 4_000_040)

  /// The information whether there was a sample is missing or invalid.
  public static let invalidSampleContentProvided = Self(rawValue: 4_000_041)

  /// The status of the account is invalid.
  public static let invalidUserStatus = Self(rawValue: 4_000_042)

  /// The transaction is not for a consumable product.
  public static let invalidTransactionNotConsumable = Self(rawValue: 4_000_043)

  /// The preferred outcome of a refund request is invalid.
  public static let invalidRefundPreference = Self(rawValue: 4_000_044)

  /// The request does not support that type of product.
  public static let invalidTransactionTypeNotSupported = Self(rawValue: 4_000_047)

  /// The request does not accept the identifier of an app transaction.
  public static let appTransactionIDNotSupported = Self(rawValue: 4_000_048)

  /// The app account token is not a UUID.
  public static let invalidAppAccountTokenUUID = Self(rawValue: 4_000_183)

  /// The transaction is shared by a family member.
  public static let familyTransactionNotSupported = Self(rawValue: 4_000_185)

  /// The transaction identifier is not that of the first purchase.
  public static let transactionIDIsNotOriginalTransactionID = Self(rawValue: 4_000_187)

  /// Consumption information about an auto-renewable subscription states how much of it was used.
  public static let consumptionPercentageNotSupported = Self(rawValue: 4_000_209)

  /// The transaction is that of an assigned seat.
  public static let assignedTransactionNotSupported = Self(rawValue: 4_000_227)

  /// The subscription's status does not permit an extension.
  public static let subscriptionExtensionIneligible = Self(rawValue: 4_030_004)

  /// The subscription was already extended as often as permitted.
  public static let subscriptionMaxExtension = Self(rawValue: 4_030_005)

  /// The subscription is shared by a family member.
  public static let familySharedSubscriptionExtensionIneligible = Self(rawValue: 4_030_007)

  /// The subscription is that of an assigned seat.
  public static let assignedSubscriptionExtensionIneligible = Self(rawValue: 4_030_028)

  /// There is no such account.
  public static let accountNotFound = Self(rawValue: 4_040_001)

  /// The account was not found now, but may be later.
  public static let accountNotFoundRetryable = Self(rawValue: 4_040_002)

  /// There is no such app.
  public static let appNotFound = Self(rawValue: 4_040_003)

  /// The app was not found now, but may be later.
  public static let appNotFoundRetryable = Self(rawValue: 4_040_004)

  /// There is no such original transaction.
  public static let originalTransactionIDNotFound = Self(rawValue: 4_040_005)

  /// The original transaction was not found now, but may be later.
  public static let originalTransactionIDNotFoundRetryable = Self(rawValue: 4_040_006)

  /// App Store Connect has no URL for notifications.
  public static let serverNotificationURLNotFound = Self(rawValue: 4_040_007)

  /// The test notification is too old, or was never sent.
  public static let testNotificationNotFound = Self(rawValue: 4_040_008)

  /// There is no such extension of many subscriptions.
  public static let statusRequestNotFound = Self(rawValue: 4_040_009)

  /// There is no such transaction.
  public static let transactionIDNotFound = Self(rawValue: 4_040_010)

  /// The customer has no app transaction.
  public static let appTransactionDoesNotExist = Self(rawValue: 4_040_019)

  /// Too many requests were sent.
  public static let rateLimitExceeded = Self(rawValue: 4_290_000)

  /// An internal error at Apple.
  public static let generalInternal = Self(rawValue: 5_000_000)

  /// An internal error at Apple that may be retried.
  public static let generalInternalRetryable = Self(rawValue: 5_000_001)
}
