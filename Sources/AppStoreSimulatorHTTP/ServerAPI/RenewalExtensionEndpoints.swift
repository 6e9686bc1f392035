import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the App Store Server API that move renewal dates.
///
/// Their notifications are posted in the next turn, which the response does not wait for.
enum RenewalExtensionEndpoints {
  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/extend-a-subscription-renewal-date>.
  ///
  /// The identifier must be the original transaction's. Free periods cannot be extended, nor can a subscription more
  /// than twice within 365 days.
  static func extend(
    _ call: ServerAPICall, _ service: isolated StoreService
  ) throws(ServerAPIRefusal) -> ExtendRenewalDateResponse {
    let id = try call.originalTransactionID()
    let fields = try ExtensionFields(call)
    switch service.simulator.extendRenewal(of: id, days: fields.days) {
    case .success(let payload):
      service.settleSoon()
      return ExtendRenewalDateResponse(
        originalTransactionId: payload.originalTransactionId,
        webOrderLineItemId: payload.webOrderLineItemId, success: true,
        effectiveDate: payload.expiresDate)
    case .failure(let failure): throw ServerAPIRefusal(failure.code)
    }
  }

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/extend-subscription-renewal-dates-for-all-active-subscribers>.
  ///
  /// It completes immediately. Repeating a request identifier for the same product extends nothing.
  static func extendAll(
    _ call: ServerAPICall, _ service: isolated StoreService
  ) throws(ServerAPIRefusal) -> MassExtendRenewalDateResponse {
    let fields = try ExtensionFields(call)
    guard let product = try call.body()["productId"]?.text,
      service.simulator.configuration.subscription(product) != nil
    else { throw ServerAPIRefusal(.invalidProductID) }
    let outcome = service.simulator.extendRenewals(
      of: product, days: fields.days, requestID: fields.requestID,
      storefronts: try Self.storefronts(call))
    if case .failure(let failure) = outcome { throw ServerAPIRefusal(failure.code) }
    let request = StoreService.MassExtension(productID: product, requestID: fields.requestID)
    service.massExtensionDates[request] =
      service.massExtensionDates[request] ?? service.simulator.now
    service.settleSoon()
    return MassExtendRenewalDateResponse(requestIdentifier: fields.requestID)
  }

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-status-of-subscription-renewal-date-extensions>.
  ///
  /// The status is always complete, with the date of the first request with this identifier.
  static func status(
    _ call: ServerAPICall, _ service: isolated StoreService
  ) throws(ServerAPIRefusal) -> MassExtendRenewalDateStatusResponse {
    let (product, request) = (call.parameter("product"), call.parameter("request"))
    guard let summary = service.simulator.renewalExtensions(of: product, requestID: request) else {
      throw ServerAPIRefusal(.statusRequestNotFound)
    }
    return MassExtendRenewalDateStatusResponse(
      requestIdentifier: request, complete: true,
      completeDate: service.massExtensionDates[.init(productID: product, requestID: request)],
      succeededCount: summary.succeededCount, failedCount: summary.failedCount)
  }

  /// The ISO 3166-1 alpha-3 codes of the storefronts whose subscribers are extended; nil for all.
  private static func storefronts(_ call: ServerAPICall) throws(ServerAPIRefusal) -> [String]? {
    guard let value = try call.body()["storefrontCountryCodes"], value != .null else { return nil }
    guard case .array(let elements) = value else {
      throw ServerAPIRefusal(.invalidStorefrontCountryCode)
    }
    guard !elements.isEmpty else {
      throw ServerAPIRefusal(.invalidEmptyStorefrontCountryCodeList)
    }
    var codes: [String] = []
    for element in elements {
      guard let code = element.text, code.count == 3,
        code.allSatisfy({ $0.isASCII && $0.isUppercase })
      else { throw ServerAPIRefusal(.invalidStorefrontCountryCode) }
      codes.append(code)
    }
    return codes
  }
}

/// The members common to requests that extend a renewal date.
private struct ExtensionFields {
  /// From 1 to 90.
  let days: Int

  /// The sender's identifier of the request, 1 to 128 characters.
  let requestID: String

  init(_ call: ServerAPICall) throws(ServerAPIRefusal) {
    let fields = try call.body()
    guard let days = fields["extendByDays"]?.integer, (1...90).contains(days) else {
      throw ServerAPIRefusal(.invalidExtendByDays)
    }
    guard let reason = fields["extendReasonCode"]?.integer, (0...3).contains(reason) else {
      throw ServerAPIRefusal(.invalidExtendReasonCode)
    }
    guard let requestID = fields["requestIdentifier"]?.text, (1...128).contains(requestID.count)
    else { throw ServerAPIRefusal(.invalidRequestIdentifier) }
    self.days = Int(days)
    self.requestID = requestID
  }
}

extension RenewalExtensionFailure {
  /// Apple's number for the reason.
  fileprivate var code: ServerAPIErrorCode {
    switch self {
    case .invalidDays: .invalidExtendByDays
    case .unknownSubscription: .originalTransactionIDNotFound
    case .ineligible: .subscriptionExtensionIneligible
    case .tooOften: .subscriptionMaxExtension
    case .familyShared: .familySharedSubscriptionExtensionIneligible
    case .assignedSeat: .assignedSubscriptionExtensionIneligible
    }
  }
}
