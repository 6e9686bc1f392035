/// An extension of one subscription.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldaterequest>.
public struct ExtendRenewalDateRequest: Hashable, Codable, Sendable {
  /// The number of days, from 1 to 90.
  public var extendByDays: Int
  public var extendReasonCode: ExtendReasonCode
  /// The developer's identifier of the request, unique for each, at most 128 characters.
  public var requestIdentifier: String

  public init(
    extendByDays: Int,
    extendReasonCode: ExtendReasonCode,
    requestIdentifier: String
  ) {
    self.extendByDays = extendByDays
    self.extendReasonCode = extendReasonCode
    self.requestIdentifier = requestIdentifier
  }
}

/// The result of extending one subscription.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/extendrenewaldateresponse>.
public struct ExtendRenewalDateResponse: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String?
  /// The identifier of the subscription's charge across devices.
  public var webOrderLineItemId: String?
  public var success: Bool
  /// The new end of the subscription.
  public var effectiveDate: Instant?

  public init(
    originalTransactionId: String? = nil,
    webOrderLineItemId: String? = nil,
    success: Bool,
    effectiveDate: Instant? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.webOrderLineItemId = webOrderLineItemId
    self.success = success
    self.effectiveDate = effectiveDate
  }
}

/// An extension of every active subscription to a product.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldaterequest>.
public struct MassExtendRenewalDateRequest: Hashable, Codable, Sendable {
  /// The developer's identifier of the request, unique for each, at most 128 characters.
  public var requestIdentifier: String
  /// The number of days, from 1 to 90.
  public var extendByDays: Int
  public var extendReasonCode: ExtendReasonCode
  /// The product whose subscriptions are extended.
  public var productId: String
  /// The storefronts to extend in, as ISO 3166-1 alpha-3 codes; nil means all.
  public var storefrontCountryCodes: [String]?

  public init(
    requestIdentifier: String,
    extendByDays: Int,
    extendReasonCode: ExtendReasonCode,
    productId: String,
    storefrontCountryCodes: [String]? = nil
  ) {
    self.requestIdentifier = requestIdentifier
    self.extendByDays = extendByDays
    self.extendReasonCode = extendReasonCode
    self.productId = productId
    self.storefrontCountryCodes = storefrontCountryCodes
  }
}

/// The confirmation that an extension of many subscriptions started.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldateresponse>.
public struct MassExtendRenewalDateResponse: Hashable, Codable, Sendable {
  /// The developer's identifier of the request.
  public var requestIdentifier: String

  public init(requestIdentifier: String) { self.requestIdentifier = requestIdentifier }
}

/// The progress of an extension of many subscriptions.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/massextendrenewaldatestatusresponse>.
public struct MassExtendRenewalDateStatusResponse: Hashable, Codable, Sendable {
  /// The developer's identifier of the request.
  public var requestIdentifier: String
  public var complete: Bool
  public var completeDate: Instant?
  /// How many subscriptions were extended.
  public var succeededCount: Int64?
  /// How many could not be extended.
  public var failedCount: Int64?

  public init(
    requestIdentifier: String,
    complete: Bool,
    completeDate: Instant? = nil,
    succeededCount: Int64? = nil,
    failedCount: Int64? = nil
  ) {
    self.requestIdentifier = requestIdentifier
    self.complete = complete
    self.completeDate = completeDate
    self.succeededCount = succeededCount
    self.failedCount = failedCount
  }
}

/// Why a renewal date is extended.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/extendreasoncode>.
public struct ExtendReasonCode: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let undeclared = Self(rawValue: 0)

  public static let customerSatisfaction = Self(rawValue: 1)

  /// Any other reason.
  public static let other = Self(rawValue: 2)

  public static let serviceIssueOrOutage = Self(rawValue: 3)
}
