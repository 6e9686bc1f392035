import AppStoreSimulator
import TollgateAppStore

extension StoreService {
  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/extend-a-subscription-renewal-date>.
  func extend(_ call: ServerAPICall) throws(ServerAPIRefusal) -> ExtendRenewalDateResponse {
    let id = call.parameter("id")
    guard Self.isIdentifier(id) else { throw ServerAPIRefusal(.invalidOriginalTransactionID) }
    let order = try ExtensionOrder(call)
    switch simulator.extendRenewal(of: id, days: order.days) {
    case .success(let payload):
      settleSoon()
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
  /// It completes immediately.
  func extendAll(_ call: ServerAPICall) throws(ServerAPIRefusal) -> MassExtendRenewalDateResponse {
    let order = try ExtensionOrder(call)
    guard let product = try call.body()["productId"]?.text,
      simulator.configuration.subscription(product) != nil
    else { throw ServerAPIRefusal(.invalidProductID) }
    let outcome = simulator.extendRenewals(
      of: product, days: order.days, requestID: order.requestID,
      storefronts: try Self.storefronts(call))
    if case .failure(let failure) = outcome { throw ServerAPIRefusal(failure.code) }
    let request = MassExtension(productID: product, requestID: order.requestID)
    massExtensionDates[request] = massExtensionDates[request] ?? simulator.now
    settleSoon()
    return MassExtendRenewalDateResponse(requestIdentifier: order.requestID)
  }

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-status-of-subscription-renewal-date-extensions>.
  func massExtension(
    _ call: ServerAPICall
  ) throws(ServerAPIRefusal) -> MassExtendRenewalDateStatusResponse {
    let (product, request) = (call.parameter("product"), call.parameter("request"))
    guard let summary = simulator.renewalExtensions(of: product, requestID: request) else {
      throw ServerAPIRefusal(.statusRequestNotFound)
    }
    return MassExtendRenewalDateStatusResponse(
      requestIdentifier: request, complete: true,
      completeDate: massExtensionDates[.init(productID: product, requestID: request)],
      succeededCount: summary.succeededCount, failedCount: summary.failedCount)
  }

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
private struct ExtensionOrder {
  let days: Int
  let requestID: String

  init(_ call: ServerAPICall) throws(ServerAPIRefusal) {
    let fields = try call.body()
    guard let days = fields["extendByDays"]?.whole, (1...90).contains(days) else {
      throw ServerAPIRefusal(.invalidExtendByDays)
    }
    guard let reason = fields["extendReasonCode"]?.whole, (0...3).contains(reason) else {
      throw ServerAPIRefusal(.invalidExtendReasonCode)
    }
    guard let requestID = fields["requestIdentifier"]?.text, (1...128).contains(requestID.count)
    else { throw ServerAPIRefusal(.invalidRequestIdentifier) }
    self.days = Int(days)
    self.requestID = requestID
  }
}

extension RenewalExtensionFailure {
  fileprivate var code: ServerAPIErrorCode {
    switch self {
    case .invalidDays: .invalidExtendByDays
    case .unknownSubscription: .originalTransactionIDNotFound
    case .ineligible: .subscriptionExtensionIneligible
    case .tooOften: .subscriptionMaxExtension
    case .familyShared: .familySharedSubscriptionExtensionIneligible
    }
  }
}
