import TollgateAppStore

extension ServerAPIErrorCode {
  /// The store's message for the number.
  ///
  /// Apple documents the numbers, at <https://developer.apple.com/documentation/appstoreserverapi/error-codes>, and
  /// clients tell errors apart by them; the texts are the simulator's own.
  var message: String {
    Self.messages[self] ?? "The request was refused with number \(rawValue)."
  }

  private static let messages: [Self: String] = [
    .generalBadRequest: "The request is not what the endpoint takes.",
    .invalidAppIdentifier: "The app identifier is wrong.",
    .invalidRequestRevision: "The revision is wrong.",
    .invalidTransactionID: "The transaction identifier is wrong.",
    .invalidOriginalTransactionID: "The original transaction identifier is wrong.",
    .invalidExtendByDays: "The number of days must be from 1 to 90.",
    .invalidExtendReasonCode: "The reason of the extension must be from 0 to 3.",
    .invalidRequestIdentifier: "The request identifier must have 1 to 128 characters.",
    .startDateTooFarInPast: "The start date is longer ago than notifications are kept.",
    .startDateAfterEndDate: "The start date is after the end date.",
    .invalidPaginationToken: "The pagination token is wrong.",
    .invalidStartDate: "The start date is missing or wrong.",
    .invalidEndDate: "The end date is missing or wrong.",
    .invalidNotificationType: "The notification type or subtype is wrong.",
    .multipleFiltersSupplied: "Ask for a notification type or for a transaction, not for both.",
    .invalidTestNotificationToken: "The test notification token is wrong.",
    .invalidSort: "The order must be ASCENDING or DESCENDING.",
    .invalidProductType: "The product type is wrong.",
    .invalidProductID: "The product identifier is wrong.",
    .invalidSubscriptionGroupIdentifier: "The subscription group identifier is wrong.",
    .invalidInAppOwnershipType: "The ownership type must be PURCHASED or FAMILY_SHARED.",
    .invalidEmptyStorefrontCountryCodeList: "The list of storefronts is empty.",
    .invalidStorefrontCountryCode: "A storefront is not an ISO 3166-1 alpha-3 code.",
    .invalidRevoked: "The revoked filter must be true or false.",
    .invalidStatus: "The status must be from 1 to 5.",
    .invalidAccountTenure: "The account tenure must be from 0 to 7.",
    .invalidAppAccountToken: "The app account token must be a UUID or empty.",
    .invalidConsumptionStatus: "The consumption status must be from 0 to 3.",
    .invalidCustomerConsented: "The customer must have consented.",
    .invalidDeliveryStatus: "The delivery status is wrong.",
    .invalidLifetimeDollarsPurchased: "The dollars purchased must be from 0 to 7.",
    .invalidLifetimeDollarsRefunded: "The dollars refunded must be from 0 to 7.",
    .invalidPlatform: "The platform must be from 0 to 2.",
    .invalidPlayTime: "The play time must be from 0 to 7.",
    .invalidSampleContentProvided: "Whether sample content was provided is missing or wrong.",
    .invalidUserStatus: "The user status must be from 0 to 4.",
    .invalidRefundPreference:
      "The refund preference is wrong, or prorates what was not used in part.",
    .invalidTransactionTypeNotSupported: "The endpoint does not take this type of product.",
    .appTransactionIDNotSupported: "The endpoint does not take an app transaction identifier.",
    .invalidAppAccountTokenUUID: "The app account token is not a UUID.",
    .familyTransactionNotSupported: "The endpoint does not take what Family Sharing gives.",
    .transactionIDIsNotOriginalTransactionID: "The transaction is not the original one.",
    .consumptionPercentageNotSupported: "A subscription has no consumption percentage.",
    .assignedTransactionNotSupported: "The endpoint does not take an assigned seat.",
    .subscriptionExtensionIneligible: "The subscription is in no condition to be extended.",
    .subscriptionMaxExtension: "The subscription was extended twice within 365 days.",
    .familySharedSubscriptionExtensionIneligible: "Family Sharing gives the subscription.",
    .assignedSubscriptionExtensionIneligible: "The subscription is that of an assigned seat.",
    .accountNotFound: "There is no such account.",
    .accountNotFoundRetryable: "The account was not found; try again.",
    .appNotFound: "There is no such app.",
    .appNotFoundRetryable: "The app was not found; try again.",
    .originalTransactionIDNotFound: "There is no such original transaction.",
    .originalTransactionIDNotFoundRetryable: "The original transaction was not found; try again.",
    .serverNotificationURLNotFound: "There is no address to post notifications to.",
    .testNotificationNotFound: "The test notification is too old, or was not sent yet.",
    .statusRequestNotFound: "There is no such request to extend renewal dates.",
    .transactionIDNotFound: "There is no such transaction.",
    .rateLimitExceeded: "Too many requests were sent.",
    .generalInternal: "Something went wrong.",
    .generalInternalRetryable: "Something went wrong; try again.",
  ]
}
